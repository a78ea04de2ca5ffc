import { expect, test } from 'vitest'
import type { OwnBilling } from './contract.ts'
import { paymentHistory } from './payment-history.ts'
import { pendingAdvice, pendingText } from './pending-payment.ts'

const at = '2026-11-16T10:00:00Z'
const names = { monthly: 'Pro', yearly: 'Pro yearly', lifetime: 'Forever' }

test.each([
  ['sepa_debit', /^A bank debit usually takes about 5 business days\. There’s nothing you need to do/],
  ['acss_debit', /usually takes several business days/],
  ['boleto', /^Forever starts within about a business day of you paying the voucher/],
  ['bank_transfer', /^Forever starts once your bank transfer has arrived/],
])('money on its way by %s: how long it takes, and what there is to do', (method, expected) => {
  expect(pendingAdvice({ method }, 'Forever')).toMatch(expected)
})

test('money on its way: how much, for what, since when', () => {
  const pending = { plan: 'lifetime', amount: '$89', since: at, method: 'sepa_debit' } as const
  expect(pendingText(pending, 'Forever')).toEqual({
    before: 'Your payment of $89 for Forever has been on its way since ',
    date: at,
    after: '.',
  })
})

const lifetime = { amount: '$89', paidAt: at }
test.each<[string, OwnBilling, string[]]>([
  ['nothing', {}, []],
  ['a purchase', { lifetime }, ['You paid $89 on |.']],
  [
    'a purchase with a seat',
    { lifetime: { ...lifetime, seat: { number: 12, cap: 50 } } },
    ['You paid $89 on |. Seat 12 of 50 is yours.'],
  ],
  [
    'a month that was replaced and refunded',
    { lifetime, replaced: { plan: 'monthly', endedAt: at, returned: { to: 'card', amount: '$7.42' } } },
    ['You paid $89 on |.', 'Pro ended on |. $7.42 of it was refunded the way you paid.'],
  ],
  [
    'M5: a year that was replaced',
    {
      lifetime: { amount: '$89', paidAt: at },
      replaced: { plan: 'yearly', endedAt: at, returned: { to: 'nobody' } },
    },
    ['You paid $89 on |.', 'Pro yearly ended on |.'],
  ],
  [
    'a month that was replaced and credited',
    { lifetime, replaced: { plan: 'monthly', endedAt: at, returned: { to: 'balance' } } },
    ['You paid $89 on |.', 'Pro ended on |. The unused part was added to your balance.'],
  ],
  [
    'a trial that was replaced',
    { lifetime, replaced: { plan: 'monthly', endedAt: at, returned: { to: 'nobody' } } },
    ['You paid $89 on |.', 'Pro ended on |.'],
  ],
  [
    'a refund',
    { revoked: { amount: '$89', at, reason: 'refund' } },
    ['Your payment of $89 for Forever was refunded on |, so Forever has ended.'],
  ],
  [
    'a dispute',
    { revoked: { amount: '$89', at, reason: 'dispute' } },
    ['Your bank took back your payment of $89, so Forever ended on |.'],
  ],
  [
    'a payment without a seat',
    { revoked: { amount: '$89', at, reason: 'oversold' } },
    ['Your payment of $89 arrived after the last seat was gone. We started sending all of it back on |.'],
  ],
])('what happened is said in words: %s', (_, billing, expected) => {
  const said = paymentHistory(billing, names).map(({ before, after }) => `${before}|${after}`)
  expect(said).toEqual(expected)
})
