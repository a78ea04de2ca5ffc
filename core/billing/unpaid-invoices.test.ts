import { expect, test } from 'vitest'
import { paymentFailedAt, sincePaid } from './unpaid-invoices.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const unpaid = (...days: number[]) =>
  days.map((number) => ({ createdAt: day(number), amountMinor: 900, currency: 'usd', isFirst: number === 1 }))

test.each([
  ['none was unpaid', [], 5, null],
  ['one, whatever was paid since', [3], 5, 3],
  ['one, where nothing is known of what was paid', [3], null, 3],
  ['of several the oldest since one was paid', [2, 9, 7], 5, 7],
  ['of several one that was made when one was paid', [2, 5, 9], 5, 5],
  ['of several the newest, where something else was paid since', [2, 9, 7], 10, 9],
  ['of several the oldest, where nothing was paid', [9, 7, 2], null, 2],
  ['the one that it began with is no failure', [1], null, null],
  ['nor is it with later ones, where nothing was paid', [1, 7], null, null],
  ['but a later one is, where one was paid', [1, 7], 5, 7],
])('F11 F37: when the payments failed: %s', (_, days, paidOn, failedOn) => {
  const lastPaidAt = paidOn === null ? null : day(paidOn)
  expect(paymentFailedAt(unpaid(...days), lastPaidAt)).toEqual(failedOn === null ? null : day(failedOn))
})

test.each([
  [[2, 7, 9], 5, [7, 9]],
  [[2, 5], 5, [5]],
  [[2, 4], 5, []],
  [[9, 2], null, [9, 2]],
])('F33: of the invoices of %j, one was paid on %j: %j count', (days, paidOn, counted) => {
  expect(sincePaid(unpaid(...days), paidOn === null ? null : day(paidOn))).toEqual(unpaid(...counted))
})
