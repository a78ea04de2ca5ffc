import { expect, test } from 'vitest'
import {
  type CheckoutAttempt,
  type CheckoutSnapshot,
  checkoutCurrency,
  decideCheckout,
} from './decide-checkout.ts'

const checkoutPrice = { stripePriceId: 'price_1', amountMinor: 8900, currency: 'usd' }

const attempt = (changes: Partial<CheckoutAttempt> = {}): CheckoutAttempt => ({
  ...checkoutPrice,
  plan: 'lifetime',
  customerId: 'cus_1',
  holdId: 'hold-1',
  trialDays: 0,
  status: 'open',
  ...changes,
})

/** A customer who holds a seat and whose state was read from Stripe a moment ago. */
const snapshot = (changes: Partial<CheckoutSnapshot> = {}): CheckoutSnapshot => ({
  plan: 'lifetime',
  checkoutPrice,
  trialDays: 0,
  subscriptions: [],
  granted: [],
  isListed: true,
  isSynced: true,
  takenBack: [],
  customerId: 'cus_1',
  attempt: null,
  hold: { id: 'hold-1', isFresh: true },
  needsSeat: true,
  ...changes,
})

const monthly = (status: string, graceEndsAt: Date | null = null) => ({
  plan: 'monthly',
  status,
  graceEndsAt,
  cancelAtPeriodEnd: false,
  pendingSince: null,
})
const yearly = (status: string) => ({ ...monthly(status), plan: 'yearly' })
const months = { plan: 'monthly', needsSeat: false, hold: null } as const
const refuse = (code: string) => ({ do: 'refuse', code })

test.each<[what: string, changes: Partial<CheckoutSnapshot>, expected: object]>([
  ['a first click stores the attempt', {}, { do: 'store-attempt' }],
  ['who was given Lifetime is not charged for it', { granted: ['lifetime'] }, refuse('has-lifetime')],
  [
    'who was given Lifetime is not charged for Monthly either',
    { plan: 'monthly', granted: ['lifetime'] },
    refuse('has-lifetime'),
  ],
  [
    'who was given Monthly is not charged for it',
    { plan: 'monthly', granted: ['monthly'] },
    refuse('has-monthly'),
  ],
  [
    'M6: an open session in another currency is expired, though it costs as much',
    { attempt: attempt({ currency: 'eur' }) },
    { do: 'expire-checkout-session' },
  ],
  [
    'M5: who pays by the month changes to the year where it is confirmed',
    { plan: 'yearly', needsSeat: false, hold: null, subscriptions: [monthly('active')] },
    { do: 'switch-plan' },
  ],
  [
    'M5: and back',
    { plan: 'monthly', needsSeat: false, hold: null, subscriptions: [yearly('trialing')] },
    { do: 'switch-plan' },
  ],
  [
    'M5: a subscription that is about to end is resumed first',
    { plan: 'yearly', subscriptions: [{ ...monthly('active'), cancelAtPeriodEnd: true }] },
    { do: 'open-portal' },
  ],
  [
    'F13: while the money that a subscription begins with is on its way nothing else is sold',
    { subscriptions: [{ ...monthly('incomplete'), pendingSince: new Date(0) }] },
    refuse('payment-processing'),
  ],
  [
    'M5: a failed payment comes first',
    { plan: 'yearly', subscriptions: [monthly('past_due')] },
    { do: 'open-portal' },
  ],
  [
    'M5: who pays by the year has it',
    { plan: 'yearly', subscriptions: [yearly('active')] },
    refuse('has-yearly'),
  ],
  ['M5: who was given a year has it', { plan: 'yearly', granted: ['yearly'] }, refuse('has-yearly')],
  ['M5: a year is replaced by Lifetime', { subscriptions: [yearly('active')] }, { do: 'store-attempt' }],
  ['who was given Monthly can buy Lifetime', { granted: ['monthly'] }, { do: 'store-attempt' }],
  [
    'a first click of all creates the customer',
    { customerId: null, isSynced: false },
    { do: 'create-customer' },
  ],
  [
    'a stored attempt becomes a session',
    { attempt: attempt({ status: 'not-created' }) },
    { do: 'create-checkout-session' },
  ],
  [
    'an attempt that died is repeated only after a look at what was bought',
    { attempt: attempt({ status: 'not-created' }), isSynced: false },
    { do: 'sync' },
  ],
  [
    'an attempt for another plan that never became a session is replaced',
    { attempt: attempt({ status: 'not-created', plan: 'monthly', holdId: null }) },
    { do: 'store-attempt' },
  ],
  [
    'F10: a session is looked at before it is handed out again',
    { attempt: attempt({ status: 'unknown' }) },
    { do: 'list-checkout-sessions' },
  ],
  [
    'F47: before all that was bought is read, one call tells whether that is needed',
    { isListed: false, isSynced: false },
    { do: 'list-checkout-sessions' },
  ],
  ['F47: who has just got their first customer needs neither', { isListed: false }, { do: 'store-attempt' }],
  [
    'F41: a subscription whose money was taken back is cancelled before another is sold',
    { plan: 'monthly', hold: null, needsSeat: false, takenBack: ['sub_1'] },
    { do: 'cancel-taken-back' },
  ],
  [
    'F41: it is cancelled before an open session is handed out again',
    { attempt: attempt(), takenBack: ['sub_1'] },
    { do: 'cancel-taken-back' },
  ],
  [
    'F19: what was bought is read again when its customer was deleted at Stripe',
    { plan: 'monthly', customerId: null, isSynced: false, subscriptions: [monthly('unpaid')] },
    { do: 'sync' },
  ],
  ['F10: what is owned is read after the session', { attempt: attempt(), isSynced: false }, { do: 'sync' }],
  ['F10: the same session is handed out again', { attempt: attempt() }, { do: 'reuse-checkout-session' }],
  [
    'F10: a session for another plan is expired first',
    { attempt: attempt({ plan: 'monthly', holdId: null }) },
    { do: 'expire-checkout-session' },
  ],
  [
    'F35: one at another price is expired',
    { attempt: attempt({ stripePriceId: 'price_0' }) },
    { do: 'expire-checkout-session' },
  ],
  [
    'F35: one with another amount is expired',
    { attempt: attempt({ amountMinor: 4900 }) },
    { do: 'expire-checkout-session' },
  ],
  [
    'F35: one that begins with a trial is expired when there is none any more',
    { ...months, attempt: attempt({ plan: 'monthly', holdId: null, trialDays: 7 }) },
    { do: 'expire-checkout-session' },
  ],
  [
    'F35: one that charges at once is expired when a trial is promised',
    { ...months, trialDays: 7, attempt: attempt({ plan: 'monthly', holdId: null }) },
    { do: 'expire-checkout-session' },
  ],
  [
    'F10: one with the trial that is promised is handed out again',
    { ...months, trialDays: 7, attempt: attempt({ plan: 'monthly', holdId: null, trialDays: 7 }) },
    { do: 'reuse-checkout-session' },
  ],
  [
    'F35: a stored attempt with another trial is replaced',
    {
      ...months,
      trialDays: 7,
      attempt: attempt({ plan: 'monthly', holdId: null, status: 'not-created' }),
    },
    { do: 'store-attempt' },
  ],
  [
    'F19: one of a customer who is gone is expired',
    { attempt: attempt({ customerId: 'cus_0' }) },
    { do: 'expire-checkout-session' },
  ],
  [
    'one of another seat is expired',
    { attempt: attempt({ holdId: 'hold-0' }) },
    { do: 'expire-checkout-session' },
  ],
  [
    'F29: a voucher that is being paid keeps everything else shut',
    { attempt: attempt({ status: 'processing' }) },
    refuse('payment-processing'),
  ],
  [
    'F8: who owns Lifetime pays nothing more',
    { subscriptions: [{ ...monthly('active'), plan: 'lifetime' }] },
    refuse('has-lifetime'),
  ],
  ['who has Monthly may buy Lifetime', { subscriptions: [monthly('active')] }, { do: 'store-attempt' }],
  [
    'who has Monthly cannot buy it again',
    { plan: 'monthly', needsSeat: false, hold: null, subscriptions: [monthly('trialing')] },
    refuse('has-monthly'),
  ],
  [
    'F11: a failed payment leads to the portal',
    { subscriptions: [monthly('past_due')] },
    { do: 'open-portal' },
  ],
  [
    'F11: also in the days of grace',
    { subscriptions: [monthly('active', new Date(0))] },
    { do: 'open-portal' },
  ],
  ['F12: one that has ended says nothing', { subscriptions: [monthly('canceled')] }, { do: 'store-attempt' }],
  ['L2: without a seat one is taken first', { hold: null }, { do: 'take-seat' }],
  [
    'L2: the seat of a closed session is given back first',
    { attempt: attempt({ status: 'closed' }) },
    { do: 'release-hold' },
  ],
  [
    'L2: a seat that waited too long is given back first',
    { hold: { id: 'hold-1', isFresh: false } },
    { do: 'release-hold' },
  ],
  ['L2: who buys Monthly gives the seat back', { plan: 'monthly', needsSeat: false }, { do: 'release-hold' }],
])('%s', (_, changes, expected) => {
  expect(decideCheckout(snapshot(changes))).toEqual(expected)
})

test('M6: who has a subscription pays in its currency until it has ended', () => {
  const row = { plan: 'monthly', status: 'active', currency: 'eur' }
  const sold = ['usd', 'eur']
  expect(checkoutCurrency('usd', [row], sold)).toBe('eur')
  // No longer for sale in it.
  expect(checkoutCurrency('usd', [row], ['usd'])).toBe('usd')
  expect(checkoutCurrency('usd', [{ ...row, status: 'canceled' }], sold)).toBe('usd')
  expect(checkoutCurrency('usd', [{ ...row, plan: 'lifetime' }], sold)).toBe('usd')
  expect(checkoutCurrency('usd', [{ ...row, currency: null }], sold)).toBe('usd')
})
