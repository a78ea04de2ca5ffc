import type { Lifecycle, Step } from './steps.ts'

interface Example {
  name: string
  /** What the user has when all trouble is over. */
  plan: 'free' | 'monthly' | 'lifetime'
  lifecycle: Lifecycle
}

const daySeconds = 86_400
const days = (count: number): Step => ({ do: 'time passes', seconds: count * daySeconds + 1_009 })
const asks = (plan: 'monthly' | 'lifetime'): Step => ({ do: 'checkout', plan })
const pays: Step = { do: 'pay', card: 'pays' }
const delivered: Step = { do: 'deliver', share: 1, seed: 1, atOnce: false }
/** The others bring it all to its end. */
const oneDelivered: Step = { ...delivered, share: 0.01 }
const runJobs: Step = { do: 'run-jobs' }
const trialEnds: Step = { do: 'portal', what: 'trial ends' }
const keyChanges: Step = { do: 'key changes' }
const paidMonth: Step[] = [asks('monthly'), pays, trialEnds, delivered]

const example = (
  name: string,
  plan: Example['plan'],
  steps: Step[],
  how: Partial<Omit<Lifecycle, 'steps'>> = {},
): Example => ({
  name,
  plan,
  lifecycle: {
    unused: 'refund',
    afterRetries: 'cancel',
    retries: 'soon',
    offersTransfers: false,
    debitSeconds: 120,
    eventSpacingSeconds: 1,
    end: 'delivered',
    seed: 1,
    ...how,
    steps,
  },
})

const slowDebit = { debitSeconds: 5 * daySeconds }

/** One of each kind, so that every kind is seen in every run. */
export const examples: Example[] = [
  example('F29: a voucher is paid after two days, and nothing else was sold meanwhile', 'lifetime', [
    ...[asks('lifetime'), { do: 'pay', card: 'konbini' } as Step, delivered, days(2)],
    ...[asks('monthly'), asks('lifetime'), { do: 'settle', outcome: 'succeeded' } as Step],
  ]),
  example('F29: a voucher expires, and a card pays', 'lifetime', [
    ...[asks('lifetime'), { do: 'pay', card: 'konbini' } as Step, delivered],
    ...[days(4), delivered, asks('lifetime'), pays],
  ]),
  example(
    'F29: a bank transfer is awaited for weeks, then fails',
    'free',
    [
      ...[asks('lifetime'), { do: 'pay', card: 'bankTransfer' } as Step, delivered, days(33)],
      ...[asks('monthly'), { do: 'settle', outcome: 'failed' } as Step],
    ],
    { offersTransfers: true },
  ),
  example('F22: a bank transfer is not offered for a lifetime, and a card pays', 'lifetime', [
    ...[asks('lifetime'), { do: 'pay', card: 'bankTransfer' } as Step, delivered, days(33)],
    ...[asks('lifetime'), pays],
  ]),
  example(
    'F36: a debit for a lifetime bounces after five days',
    'free',
    [asks('lifetime'), { do: 'pay', card: 'debitBounces' }, delivered, days(3), asks('lifetime'), days(3)],
    slowDebit,
  ),
  example(
    'F36: a debit for a month bounces after five days',
    'lifetime',
    [
      ...[...paidMonth, { do: 'portal', what: 'cancel now' } as Step, asks('monthly')],
      ...[{ do: 'pay', card: 'debitBounces' } as Step, delivered, days(6), delivered],
      ...[{ do: 'portal', what: 'cancel now' } as Step, delivered, asks('lifetime'), pays],
    ],
    slowDebit,
  ),
  example('F36: a debit for a month bounces, another card pays, and a lifetime is for sale', 'monthly', [
    ...[...paidMonth, { do: 'portal', what: 'cancel now' } as Step, asks('monthly')],
    ...[{ do: 'pay', card: 'debitBounces' } as Step, delivered, days(1), delivered],
    ...[{ do: 'portal', what: 'new card' } as Step, delivered],
  ]),
  example('F30: other products of the same customer', 'lifetime', [
    ...[asks('monthly'), { do: 'unrelated', what: 'subscription', card: 'pays' } as Step, delivered],
    ...[pays, { do: 'unrelated', what: 'payment', card: 'isDisputed' } as Step, trialEnds, delivered],
    ...[days(33), asks('lifetime'), pays, delivered, runJobs],
  ]),
  example('F35: the price changes while a page is open, and for subscribers', 'lifetime', [
    ...[...paidMonth, asks('lifetime'), { do: 'prices change', monthly: 12, lifetime: 49 } as Step],
    ...[asks('lifetime'), asks('monthly'), days(33), asks('lifetime'), pays],
  ]),
  example(
    'F10: a month ends elsewhere while a page for a lifetime is open, and a month is for sale again',
    'monthly',
    [
      ...[...paidMonth, asks('lifetime'), { do: 'portal', what: 'cancel now' } as Step],
      ...[asks('monthly'), pays],
    ],
  ),
  example('F8: what is bought while another process brings the user up to date', 'lifetime', [
    ...[...paidMonth, asks('lifetime'), { do: 'portal', what: 'cancel' } as Step],
    { ...delivered, trouble: { paysAt: 2, card: 'pays', isDelivered: true } } as Step,
  ]),
  example(
    'F19: the customer of an unpaid month is deleted, and another is bought',
    'monthly',
    [
      ...[asks('monthly'), { do: 'pay', card: 'failsWhenCharged' } as Step, days(33), delivered],
      ...[{ do: 'delete customer' } as Step, asks('monthly'), pays],
    ],
    { afterRetries: 'unpaid' },
  ),
  example('F29: a refund of Lifetime fails while a page for another is open', 'lifetime', [
    ...[asks('lifetime'), pays, delivered, { do: 'refund', part: false } as Step, delivered],
    ...[asks('lifetime'), { do: 'refund fails' } as Step],
  ]),
  ...(['cancel', 'cancel at its end'] as const).map((what) =>
    example(`a month whose trial ends early: ${what}`, 'monthly', [
      ...[asks('monthly'), pays, delivered, { do: 'portal', what } as Step, delivered, trialEnds],
    ]),
  ),
  example('F13 F36: a month by debit is under way, after one that the bank took back', 'free', [
    ...[...paidMonth, days(1), { do: 'dispute', outcome: 'lost' } as Step],
    ...[{ do: 'checkout twice', plans: ['monthly', 'monthly'] } as Step],
    ...[{ do: 'pay', card: 'debitBounces' } as Step],
  ]),
  example('F41: a dispute about a month is open', 'monthly', [...paidMonth, { do: 'dispute' }]),
  example('F41: a dispute about a month is won', 'monthly', [
    ...paidMonth,
    { do: 'dispute', outcome: 'won' },
  ]),
  example('F41: a dispute about a month is lost', 'free', [...paidMonth, { do: 'dispute', outcome: 'lost' }]),
  example('F41: a dispute about a month is lost, and another is bought before any job has run', 'monthly', [
    ...paidMonth,
    { do: 'dispute', outcome: 'lost' },
    ...[asks('monthly'), pays],
  ]),
  example('F31: the refund of an unused month is refused at once', 'lifetime', [
    ...[...paidMonth, asks('lifetime'), pays],
    ...[{ ...oneDelivered, trouble: { refuses: '/v1/refunds', times: 9 } } as Step],
    { do: 'find no subscription running' },
  ]),
  example('F31: the account is to be deleted before the replaced month has ended', 'lifetime', [
    ...[...paidMonth, asks('lifetime'), pays, { do: 'return' } as Step],
    { do: 'delete account and sign up again' },
  ]),
  example('F34: nine days later it is refunded by the day on which the month ended', 'lifetime', [
    ...[...paidMonth, days(9), asks('lifetime'), pays],
    ...[{ ...oneDelivered, trouble: { refuses: '/v1/refunds', times: 9 } } as Step, days(9)],
  ]),
  example(
    'F37: no month is paid, and with another that falls due grace does not begin anew',
    'free',
    [asks('monthly'), { do: 'pay', card: 'failsWhenCharged' }, delivered, days(9), delivered, days(33)],
    { retries: 'late' },
  ),
  example('F45: the account is deleted after a trial, and the month of the next one is paid', 'monthly', [
    ...[asks('monthly'), pays, delivered, { do: 'portal', what: 'cancel now' } as Step, delivered],
    ...[{ do: 'delete account and sign up again' } as Step, asks('monthly'), pays],
  ]),
  example('F48: the refund of an unused month fails later, every time', 'lifetime', [
    ...[asks('monthly'), { do: 'pay', card: 'refundFails' } as Step, trialEnds, asks('lifetime'), pays],
    ...[delivered, days(1), delivered, days(1), delivered, days(1), delivered, days(1)],
  ]),
  example('F48 F33: it fails while the server is away for longer than events are kept', 'lifetime', [
    ...[asks('monthly'), { do: 'pay', card: 'refundFails' } as Step, trialEnds, asks('lifetime'), pays],
    ...[delivered, days(33), asks('monthly')],
  ]),
  example('F48: the operator’s refund of a lifetime fails, and the lifetime is back', 'lifetime', [
    ...[asks('lifetime'), pays, delivered, { do: 'refund', part: false } as Step, delivered],
    ...[asks('monthly'), pays, delivered, { do: 'refund fails' } as Step],
  ]),
  example('F33: the webhook endpoint is deleted, and nothing is delivered', 'lifetime', [
    ...[{ do: 'webhook endpoint', is: 'deleted' } as Step, asks('monthly'), pays, trialEnds],
    ...[asks('lifetime'), pays, { do: 'webhook endpoint', is: 'created' } as Step],
  ]),
  example('F47: too many requests, and silence', 'lifetime', [
    { do: 'checkout', plan: 'lifetime', trouble: { tooManyAbove: 1 } },
    { do: 'checkout', plan: 'lifetime', trouble: { silentFrom: 1 } },
    ...[asks('lifetime'), pays, { do: 'return', trouble: { silentFrom: 3 } } as Step],
    { ...delivered, trouble: { silentFrom: 1 } } as Step,
  ]),
  example('F39: a backup of before the purchase is restored', 'lifetime', [
    ...[{ do: 'back up' } as Step, asks('lifetime'), pays, delivered, days(2)],
    ...[{ do: 'restore', reconciles: true } as Step, asks('lifetime')],
  ]),
  example('F39: after a restored backup somebody pays again before it is reconciled', 'lifetime', [
    ...[{ do: 'back up' } as Step, asks('lifetime'), pays, delivered, days(2)],
    ...[{ do: 'restore', reconciles: false } as Step, asks('lifetime'), pays],
  ]),
  example(
    'F39: after a restored backup a month is bought beside one whose payment has failed',
    'monthly',
    [
      ...[{ do: 'back up' } as Step, asks('monthly'), { do: 'pay', card: 'failsWhenCharged' } as Step],
      ...[days(33), { do: 'restore', reconciles: false } as Step, asks('monthly'), pays],
    ],
    { retries: 'late' },
  ),
  example('F40: the live key counts nothing that was bought with the test key', 'free', [
    ...[asks('lifetime'), pays, delivered, keyChanges],
  ]),
  example('F40: the key comes back, and with it what was bought', 'lifetime', [
    ...[asks('lifetime'), pays, delivered, keyChanges, runJobs, keyChanges],
  ]),
  example('F40: the key comes back to a subscription whose renewal failed', 'monthly', [
    ...[asks('monthly'), { do: 'pay', card: 'failsWhenCharged' } as Step, delivered, keyChanges, runJobs],
    ...[days(9), keyChanges, runJobs],
  ]),
]
