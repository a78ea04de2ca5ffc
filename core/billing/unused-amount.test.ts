import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  billedBefore,
  isCreditedOnCancel,
  isUnusedCredited,
  lineTotalMinor,
  paidForPeriodMinor,
  paidPeriods,
  refundsOnCancel,
  unusedAmountMinor,
} from './unused-amount.ts'

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

const year = { paidMinor: 9_000, startsAt: day(1), endsAt: new Date(Date.UTC(2027, 10, 1)) }
const halfOfYear = new Date(Date.UTC(2027, 4, 2, 12))
const how = { reason: 'replaced', unused: 'refund', isPaidAfterEnd: false, currency: 'usd' } as const
const payment = (paymentId: string, leftMinor: number, isLost = false) => ({ paymentId, leftMinor, isLost })
const payments = [payment('pi_1', 900)]
const amounts = (cancellation: Parameters<typeof refundsOnCancel>[0]) =>
  refundsOnCancel(cancellation).map(({ amountMinor }) => amountMinor)

test('F34: what goes back is counted to the end of the subscription, whenever it is asked for', () => {
  const cancelled = { ...how, lastPeriod: { paid: [november], endedAt: day(11), refundedMinor: 0, payments } }
  expect(refundsOnCancel(cancelled)).toEqual([{ paymentId: 'pi_1', amountMinor: 600 }])
  expect(amounts({ ...cancelled, unused: 'credit' })).toEqual([])
  expect(amounts({ ...cancelled, unused: 'credit', isPaidAfterEnd: true })).toEqual([600])
  expect(amounts({ ...cancelled, lastPeriod: null })).toEqual([])
})

test('F14: of one that ended unpaid only what was paid after the end goes back, whole', () => {
  const lastPeriod = { paid: [november], endedAt: day(11), refundedMinor: 0, payments }
  expect(amounts({ ...how, reason: 'unpaid', lastPeriod })).toEqual([])
  expect(amounts({ ...how, reason: 'unpaid', lastPeriod, isPaidAfterEnd: true })).toEqual([900])
})

test('F39 F34: only what a lifetime replaced is credited; a surplus may be of a customer whose balance nobody uses', () => {
  const cancelled = { ...how, lastPeriod: { paid: [november], endedAt: day(11), refundedMinor: 0, payments } }
  expect(isCreditedOnCancel('replaced', 'credit')).toBe(true)
  expect(isCreditedOnCancel('replaced', 'refund')).toBe(false)
  for (const reason of ['surplus', 'dispute'] as const) {
    expect(isCreditedOnCancel(reason, 'credit')).toBe(false)
    expect(amounts({ ...cancelled, reason, unused: 'credit' })).toEqual([600])
  }
  expect(isCreditedOnCancel('guarantee', 'credit')).toBe(false)
})

test('what was paid for a subscription that had ended unpaid goes back whole: it bought nothing', () => {
  const lastPeriod = { paid: [november], endedAt: day(21), refundedMinor: 0, payments }
  expect(amounts({ ...how, reason: 'unpaid', isPaidAfterEnd: true, lastPeriod })).toEqual([900])
})

test('F34: what was given back before is not given twice', () => {
  const refunded = (refundedMinor: number) => ({
    ...{ paid: [november], endedAt: day(2), refundedMinor },
    payments: [payment('pi_1', 900 - refundedMinor)],
  })
  expect(amounts({ ...how, lastPeriod: refunded(500) })).toEqual([400])
  expect(amounts({ ...how, lastPeriod: refunded(900) })).toEqual([])
})

test('F34: a period that credit has paid for goes back out of the payments of that credit, the newest first', () => {
  const paid = [payment('pi_2', 8_100), payment('pi_1', 900)]
  const lastPeriod = { paid: [year], endedAt: day(1), refundedMinor: 0, payments: paid }
  expect(refundsOnCancel({ ...how, lastPeriod })).toEqual([
    { paymentId: 'pi_2', amountMinor: 8_100 },
    { paymentId: 'pi_1', amountMinor: 900 },
  ])
  expect(amounts({ ...how, lastPeriod: { ...lastPeriod, endedAt: halfOfYear } })).toEqual([4_500])
})

const [lost, kept] = [true, false]
test.each([
  ['the payment for it', 900, [payment('pi_1', 900, lost)], []],
  ['that of an earlier month', 900, [payment('pi_1', 900, kept)], [450]],
  [
    'that of the month whose credit paid for a part',
    9_000,
    [payment('2', 8_100), payment('1', 900, lost)],
    [4_050],
  ],
  [
    'the newest, where an older one paid for the rest',
    9_000,
    [payment('2', 900, lost), payment('1', 9_000)],
    [4_050],
  ],
  ['an older one of which credit was left', 9_000, [payment('2', 4_500), payment('1', 9_000, lost)], [2_250]],
  ['that of the year that paid for the month', 900, [payment('1', 9_000, lost)], []],
])(
  'F41: a lost dispute ends a period, and what was paid for it otherwise goes back: the bank took %s',
  (_, paidMinor, paid, expected) => {
    const half = {
      ...{ paid: [{ ...year, paidMinor }], endedAt: halfOfYear },
      ...{ refundedMinor: 0, payments: paid },
    }
    for (const unused of ['refund', 'credit'] as const)
      expect(amounts({ ...how, reason: 'dispute', unused, lastPeriod: half })).toEqual(expected)
  },
)

test.each([
  ['by its invoice alone', { amountPaidMinor: 900, lineTotals: [900] }, 900],
  ['with what was left of the month before', { amountPaidMinor: 8_100, lineTotals: [-900, 9_000] }, 9_000],
  ['out of a year that became months', { amountPaidMinor: 0, lineTotals: [-9_000, 900] }, 900],
  ['not by what was credited when it ended', { amountPaidMinor: 0, lineTotals: [-450] }, 0],
  [
    'from the balance, by a year that became months',
    { amountPaidMinor: 900, lineTotals: [9_000], balanceUsedMinor: 8_100, totals: [9_000, -8_100, 9_000] },
    9_000,
  ],
  ['not by a gift', { amountPaidMinor: 0, lineTotals: [900], balanceUsedMinor: 900, totals: [900, 900] }, 0],
])('F34: a period is paid for %s', (_, invoice, paidMinor) => {
  expect(paidForPeriodMinor({ balanceUsedMinor: 0, totals: [], ...invoice })).toBe(paidMinor)
})

// A year of 100 days, in which something was changed, once or twice.
const dayOf = (date: Date) => Math.round((date.getTime() - day(0).getTime()) / 86_400_000)
const whole = { startsAt: day(0), endsAt: day(100) }
const line = (totalMinor: number, start: number, end = 100) => ({
  ...{ totalMinor, startsAt: day(start), endsAt: day(end) },
})
const wholeYear = { paidMinor: 10_000, lines: [line(10_000, 0)] }
const cheaper = { paidMinor: 3_000, lines: [line(-5_000, 50), line(3_000, 50)] }
const addOn = { paidMinor: 500, lines: [line(500, 50)] }
const ofMonth = { startsAt: day(70), endsAt: day(100) }

test.each([
  ['a year, and nothing else', [wholeYear], [2_500]],
  ['the rest of it at a cheaper price', [cheaper, wholeYear], [1_500]],
  ['at a dearer one', [{ paidMinor: 8_000, lines: [line(-5_000, 50), line(8_000, 50)] }, wholeYear], [4_000]],
  [
    'at one price after the other',
    [{ paidMinor: 4_000, lines: [line(-1_800, 70), line(4_000, 70)] }, cheaper, wholeYear],
    [3_333],
  ],
  [
    'at two prices that are on one invoice',
    [
      {
        paidMinor: 7_000,
        lines: [line(-5_000, 50), line(3_000, 50), line(-1_800, 70), line(4_000, 70)],
      },
      wholeYear,
    ],
    [3_333],
  ],
  ['with something added, which alone is on the last invoice', [addOn, wholeYear], [250, 2_500]],
  ['added after a change', [addOn, cheaper, wholeYear], [250, 1_500]],
  ['added before a change', [cheaper, addOn, wholeYear], [1_500, 250]],
  [
    'with something charged once',
    [{ paidMinor: 12_000, lines: [line(10_000, 0), line(2_000, 0, 0)] }],
    [2_500, 0],
  ],
  [
    'with what was left to pay of the year before',
    [{ paidMinor: 13_000, lines: [line(3_000, -50, 0), line(10_000, 0)] }],
    [0, 2_500],
  ],
  ['half of it by a gift', [{ paidMinor: 5_000, lines: [line(10_000, 0)] }], [1_250]],
  [
    'as a change that nobody has paid yet, and then something added',
    [addOn, { ...cheaper, paidMinor: 0 }, wholeYear],
    [250],
  ],
  ['less something that was taken off', [{ paidMinor: 0, lines: [line(-2_000, 50)] }, wholeYear], [1_500]],
])('F34: of what is left after 75 of 100 days goes back: %s', (_, [latest, ...earlier], expected) => {
  const paid = latest ? paidPeriods(latest, earlier, [whole]).flat() : []
  const unused = paid.map((each) => unusedAmountMinor(each, day(75))).filter((amount) => amount > 0)
  expect(unused).toEqual(expected.filter((amount) => amount > 0))
})

test('F34: what was paid before for another period is used, though the operator has begun a new one', () => {
  const latest = { paidMinor: 900, lines: [line(900, 70)] }
  expect(billedBefore([ofMonth], latest.lines)).toEqual([])
  expect(paidPeriods(latest, [wholeYear], [ofMonth])).toEqual([[{ paidMinor: 900, ...ofMonth }], []])
})

test('F34: an add-on that is billed by the month leaves the year to its own invoice', () => {
  const latest = { paidMinor: 100, lines: [line(100, 70)] }
  const items = [{ startsAt: day(0), endsAt: day(365) }, ofMonth]
  const year = { paidMinor: 3_750, lines: [line(3_650, 0, 365), line(100, 0, 30)] }
  const paid = paidPeriods(latest, [year], items)
  expect(paid.map((ofOne) => ofOne.map((each) => unusedAmountMinor(each, day(85))))).toEqual([[50], [2_800]])
})

test('F34: of one invoice and of several, never more than was paid', () => {
  const amount = fc.integer({ min: 1, max: 1e6 })
  const changes = fc.array(fc.record({ at: fc.integer({ min: 1, max: 99 }), amount }), { maxLength: 5 })
  fc.assert(
    fc.property(amount, changes, fc.integer({ min: 0, max: 100 }), (first, unordered, end) => {
      const invoices = [{ paidMinor: first, lines: [line(first, 0)] }]
      for (const { at, amount } of unordered.toSorted((a, b) => a.at - b.at)) {
        const [billed] = invoices[0]?.lines.filter(({ totalMinor }) => totalMinor > 0) ?? []
        const credit = billed
          ? Math.round((billed.totalMinor * (100 - at)) / (100 - dayOf(billed.startsAt)))
          : 0
        invoices.unshift({ paidMinor: amount, lines: [line(-credit, at), line(amount, at)] })
      }
      const [latest, ...earlier] = invoices
      const endedAt = Math.max(end, ...unordered.map(({ at }) => at))
      const paid = latest ? paidPeriods(latest, earlier, [whole]).flat() : []
      const unused = paid.map((each) => unusedAmountMinor(each, day(endedAt)))
      const lastAt = Math.max(0, ...unordered.map(({ at }) => at))
      const most = ((latest?.paidMinor ?? 0) * (100 - endedAt)) / (100 - lastAt)
      expect(unused.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(most + unordered.length)
    }),
  )
})

// docs.stripe.com/api/invoice-line-item/object
test.each([
  ['its amount', {}, 900],
  ['with a tax that is added', { addedTaxMinor: 171 }, 1_071],
  ['less a discount', { discountMinor: 450 }, 450],
  ['less a discount, and the tax on the rest', { discountMinor: 450, addedTaxMinor: 86 }, 536],
  ['credit with the tax on it', { amountMinor: -900, addedTaxMinor: -171 }, -1_071],
])('F34: a line of an invoice comes to %s', (_, line, totalMinor) => {
  const plain = { amountMinor: 900, discountMinor: 0, addedTaxMinor: 0 }
  expect(lineTotalMinor({ ...plain, ...line })).toBe(totalMinor)
})

test.each([
  ['that of its end', [-450], true],
  ['that of a change from year to month', [-9_000, 900], false],
  ['that of a month', [900], false],
  ['that of a trial', [0], false],
  ['one without lines', [], false],
])('F34: the last invoice credits what was not used: %s', (_, lineTotals, isCredited) => {
  expect(isUnusedCredited(lineTotals)).toBe(isCredited)
})

// docs.stripe.com/currencies#special-cases
test.each([
  ['kwd', 2_750, 2_650],
  ['isk', 99_900, 96_500],
  ['jpy', 999, 965],
])('F34: in %s it is an amount that Stripe gives back', (currency, paidMinor, refundedMinor) => {
  const lastPeriod = { paid: [{ ...november, paidMinor }], endedAt: day(2), refundedMinor: 0 }
  const all = [payment('pi_1', paidMinor)]
  expect(amounts({ ...how, currency, lastPeriod: { ...lastPeriod, payments: all } })).toEqual([refundedMinor])
})
