import { expect, test } from 'vitest'
import type { PaymentRecords } from './billing-documents.ts'
import { creditToTakeBackMinor, guaranteeOf, paymentsToGiveBack } from './guarantee.ts'

const paidAt = new Date('2026-03-10T20:00:00Z')
type Charge = PaymentRecords['charges'][number]
const charge = (paymentId: string, change: Partial<Charge> = {}): Charge => ({
  paymentId,
  paidAt,
  amountMinor: 8_900,
  refundedMinor: 0,
  isDisputed: false,
  currency: 'usd',
  receiptUrl: null,
  ...change,
})
const invoice = (id: string, subscriptionId: string | null, paymentIds: string[]) => ({
  id,
  subscriptionId,
  status: 'paid',
  createdAt: paidAt,
  totalMinor: 900,
  currency: 'usd',
  url: null,
  paymentIds,
})
const lifetime = { id: 'pi_1', plan: 'lifetime' } as const
const monthly = { id: 'sub_1', plan: 'monthly' } as const
const on = (charges: Charge[], now: string, invoices = [invoice('in_1', null, ['pi_1'])]) =>
  guaranteeOf(lifetime, { invoices, charges }, 14, new Date(now))

test('M2: a lifetime goes back whole, until the last day is over everywhere', () => {
  expect(on([charge('pi_1'), charge('pi_2')], '2026-03-10T20:00:01Z')).toEqual({
    ...lifetime,
    currency: 'usd',
    amountMinor: 8_900,
    lastDay: new Date('2026-03-24T12:00:00Z'),
    endsAt: new Date('2026-03-25T12:00:00Z'),
    payments: [{ paymentId: 'pi_1', amountMinor: 8_900 }],
  })
  expect(on([charge('pi_1')], '2026-03-25T11:59:59.999Z')).not.toBeNull()
})

test('M2: never after the days', () => {
  expect(on([charge('pi_1')], '2026-03-25T12:00:00Z')).toBeNull()
})

test('M2: never more than was paid: what was refunded before is not refunded again', () => {
  expect(on([charge('pi_1', { refundedMinor: 900 })], '2026-03-11T00:00:00Z')?.amountMinor).toBe(8_000)
  expect(on([charge('pi_1', { refundedMinor: 8_900 })], '2026-03-11T00:00:00Z')).toBeNull()
})

test('M2: the bank decides about a payment that is disputed', () => {
  expect(on([charge('pi_1', { isDisputed: true })], '2026-03-11T00:00:00Z')).toBeNull()
})

test('M2: a trial and a purchase that cost nothing have nothing to give back', () => {
  expect(on([], '2026-03-11T00:00:00Z')).toBeNull()
  const records = { invoices: [invoice('in_1', 'sub_1', [])], charges: [] }
  expect(guaranteeOf(monthly, records, 14, paidAt)).toBeNull()
})

test('M2: of a subscription everything that was paid for it goes back, counted from its first payment', () => {
  const records = {
    invoices: [
      invoice('in_2', 'sub_1', ['pi_2']),
      invoice('in_1', 'sub_1', ['pi_1']),
      invoice('in_3', 'sub_2', ['pi_3']),
    ],
    charges: [
      charge('pi_2', { paidAt: new Date('2026-04-10T20:00:00Z'), amountMinor: 900 }),
      charge('pi_1', { amountMinor: 900 }),
      charge('pi_3', { amountMinor: 900 }),
    ],
  }
  const found = guaranteeOf(monthly, records, 60, new Date('2026-04-20T00:00:00Z'))
  expect(found).toMatchObject({ amountMinor: 1_800, lastDay: new Date('2026-05-09T12:00:00Z') })
  expect(found?.payments.map(({ paymentId }) => paymentId)).toEqual(['pi_1', 'pi_2'])
  expect(guaranteeOf(monthly, records, 14, new Date('2026-04-10T21:00:00Z'))).toBeNull()
})

test('M2: of a purchase that is given back, what was charged since goes back too, of no other one', () => {
  const records = {
    invoices: [invoice('in_1', 'sub_1', ['pi_1', 'pi_2']), invoice('in_2', 'sub_2', ['pi_3'])],
    charges: [
      charge('pi_1', { refundedMinor: 8_900 }),
      charge('pi_2', { refundedMinor: 100, isDisputed: true }),
      charge('pi_3'),
    ],
  }
  expect(paymentsToGiveBack(monthly, records)).toEqual([{ paymentId: 'pi_2', amountMinor: 8_800 }])
})

test.each([
  ['nothing was left', [9_000, 900], 0, 0],
  ['a year that became months', [9_000, -8_100], -8_100, 8_100],
  ['of which a month was paid', [9_000, -8_100, 900], -7_200, 7_200],
  ['credit of another kind stays', [9_000, -8_100], -9_100, 8_100],
  ['what is owed is no credit', [9_000, -8_100], 300, 0],
])('M2: credit that goes when everything is given back: %s', (_, totals, balance, amount) => {
  expect(creditToTakeBackMinor(totals, balance)).toBe(amount)
})
