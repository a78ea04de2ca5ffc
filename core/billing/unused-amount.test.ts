import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundOnCancelMinor, unusedAmountMinor } from './unused-amount.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const november = { paidMinor: 900, startsAt: day(1), endsAt: day(31) }

test.each([
  ['at once, all of it', day(1), 900],
  ['half way, half of it', day(16), 450],
  ['rounded down to the smallest unit', new Date(Date.UTC(2026, 10, 16, 0, 0, 1)), 449],
  ['at the end, nothing', day(31), 0],
  ['after the end, nothing', day(40), 0],
  ['before the start, no more than was paid', day(-5), 900],
])('F34: %s', (_, endedAt, amount) => {
  expect(unusedAmountMinor(november, endedAt)).toBe(amount)
})

test('F34: amounts of currencies with small units are exact', () => {
  const paidMinor = 15_000_000_099
  expect(unusedAmountMinor({ ...november, paidMinor }, day(16))).toBe(7_500_000_049)
})

test('F34: never negative and never more than was paid', () => {
  const anyDate = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  fc.assert(
    fc.property(fc.nat({ max: 1e12 }), anyDate, anyDate, anyDate, (paidMinor, startsAt, endsAt, endedAt) => {
      const amount = unusedAmountMinor({ paidMinor, startsAt, endsAt }, endedAt)
      expect(amount).toBeGreaterThanOrEqual(0)
      expect(amount).toBeLessThanOrEqual(paidMinor)
    }),
  )
})

test('F34: what goes back is counted to the end of the subscription, whenever it is asked for', () => {
  const lastPeriod = { ...november, endedAt: day(11), refundedMinor: 0 }
  const how = { reason: 'replaced', unused: 'refund', isPaidAfterEnd: false, currency: 'usd' } as const
  const cancelled = { ...how, lastPeriod }
  expect(refundOnCancelMinor(cancelled)).toBe(600)
  expect(refundOnCancelMinor({ ...cancelled, unused: 'credit' })).toBe(0)
  expect(refundOnCancelMinor({ ...cancelled, unused: 'credit', isPaidAfterEnd: true })).toBe(600)
  expect(refundOnCancelMinor({ ...cancelled, reason: 'dispute' })).toBe(0)
  expect(refundOnCancelMinor({ ...cancelled, lastPeriod: null })).toBe(0)
})

test('F34: what was given back before is not given twice', () => {
  const how = { reason: 'replaced', unused: 'refund', isPaidAfterEnd: false, currency: 'usd' } as const
  const lastPeriod = { ...november, endedAt: day(2) }
  expect(refundOnCancelMinor({ ...how, lastPeriod: { ...lastPeriod, refundedMinor: 500 } })).toBe(400)
  expect(refundOnCancelMinor({ ...how, lastPeriod: { ...lastPeriod, refundedMinor: 900 } })).toBe(0)
})

// docs.stripe.com/currencies#special-cases
test.each([
  ['kwd', 2_750, 2_650],
  ['isk', 99_900, 96_500],
  ['jpy', 999, 965],
])('F34: in %s it is an amount that Stripe gives back', (currency, paidMinor, refundedMinor) => {
  const lastPeriod = { ...november, paidMinor, endedAt: day(2), refundedMinor: 0 }
  const how = { reason: 'replaced', unused: 'refund', isPaidAfterEnd: false } as const
  expect(refundOnCancelMinor({ ...how, currency, lastPeriod })).toBe(refundedMinor)
})
