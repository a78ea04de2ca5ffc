import { expect, test } from 'vitest'
import { isAsRecorded, type ListedPurchase } from './is-as-recorded.ts'

type Rows = Parameters<typeof isAsRecorded>[1]

const row = (changes: Partial<Rows[number]> = {}) => ({
  id: 'sub_1',
  plan: 'monthly',
  status: 'active',
  graceEndsAt: null,
  pendingSince: null,
  ...changes,
})

const subscription = (status: string, isLatestInvoicePaid = true): ListedPurchase => ({
  id: 'sub_1',
  subscription: { status, isLatestInvoicePaid },
  payment: null,
})

const payment = (changes: Partial<NonNullable<ListedPurchase['payment']>> = {}): ListedPurchase => ({
  id: 'pi_1',
  subscription: null,
  payment: { status: 'succeeded', amountMinor: 8900, refundedMinor: 0, isDisputed: false, ...changes },
})

const free: ListedPurchase = { id: 'cs_1', subscription: null, payment: null }

test.each<[what: string, expected: boolean, listed: ListedPurchase[], rows: Rows, plan?: 'monthly']>([
  ['who has bought nothing', true, [], []],
  [
    'a subscription that has ended',
    true,
    [subscription('canceled')],
    [row({ status: 'canceled' })],
    'monthly',
  ],
  ['one that runs, and Lifetime is bought', true, [subscription('active')], [row()]],
  ['a trial', true, [subscription('trialing')], [row({ status: 'trialing' })]],
  ['one that runs, and another one is bought', false, [subscription('active')], [row()], 'monthly'],
  ['one of which no event has come', false, [subscription('active')], []],
  [
    'one that has ended and of which no event has come: its trial would be given twice',
    false,
    [subscription('canceled')],
    [],
  ],
  ['one that has ended without us', false, [subscription('canceled')], [row()]],
  [
    'one that has ended for us alone, as after a dispute',
    false,
    [subscription('active')],
    [row({ status: 'canceled' })],
  ],
  ['one whose payment has failed', false, [subscription('past_due', false)], [row()]],
  ['one whose last month is not paid yet', false, [subscription('active', false)], [row()]],
  ['one that is in grace', false, [subscription('active')], [row({ graceEndsAt: new Date(0) })]],
  [
    'one whose first money is on its way',
    false,
    [subscription('active')],
    [row({ pendingSince: new Date(0) })],
  ],
  ['one that is past due on both sides', false, [subscription('past_due')], [row({ status: 'past_due' })]],
  ['one that was made elsewhere', false, [], [row()]],
  ['one that was made elsewhere and has ended', true, [], [row({ status: 'canceled' })]],
  ['a lifetime that is owned', false, [payment()], [row({ id: 'pi_1', plan: 'lifetime' })]],
  ['a lifetime of which no event has come', false, [payment()], []],
  ['one of which all has gone back', true, [payment({ refundedMinor: 8900 })], []],
  ['one of which a part has gone back', false, [payment({ refundedMinor: 8899 })], []],
  [
    'one that has gone back, and of which no event has come',
    false,
    [payment({ refundedMinor: 8900 })],
    [row({ id: 'pi_1', plan: 'lifetime' })],
    'monthly',
  ],
  ['one that the bank has been asked about', false, [payment({ refundedMinor: 8900, isDisputed: true })], []],
  [
    'one that has gone back, and of which no event has come; it is bought again',
    false,
    [payment({ refundedMinor: 8900 })],
    [row({ id: 'pi_1', plan: 'lifetime' })],
  ],
  ['one whose money is on its way', false, [payment({ status: 'processing', amountMinor: 0 })], []],
  ['one whose money never came', true, [payment({ status: 'requires_payment_method', amountMinor: 0 })], []],
  ['one that a code made free', false, [free], []],
])('F47 F10: %s: %s', (_what, expected, listed, rows, plan) => {
  expect(isAsRecorded(listed, rows, plan ?? 'lifetime')).toBe(expected)
})
