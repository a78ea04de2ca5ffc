import { expect, test } from 'vitest'
import { chargeProblem } from './charge-limits.ts'

test.each<[amountMinor: number, currency: string, isCharged: boolean]>([
  [0, 'usd', false],
  [49, 'usd', false],
  [50, 'usd', true],
  [29, 'gbp', false],
  [30, 'gbp', true],
  [49, 'jpy', false],
  [50, 'jpy', true],
  [0, 'isk', false],
  [2_300_000, 'vnd', true],
  [140_000_000, 'idr', true],
  [99_999_999, 'usd', true],
  [100_000_000, 'usd', false],
  [2_147_483_648, 'idr', false],
])('F42: %i %s is taken for a price: %s', (amountMinor, currency, isCharged) => {
  expect(chargeProblem(amountMinor, currency) === null).toBe(isCharged)
})
