import { expect, test } from 'vitest'
import type { LiveUrgency } from './contract.ts'
import { liveBannerText, noneFreeText } from './live-text.ts'

const text = (variant: 'seats' | 'time' | 'demand', remaining: number, until: string | null = null) =>
  liveBannerText(variant, { remaining, price: '$89', plan: 'Forever', until })

test.each([
  ['seats', 1, '1 seat left at $89 — Only 1 spot remaining!'],
  ['seats', 2, '2 seats left at $89 — Only 2 spots remaining!'],
  ['demand', 1, 'High demand: 1 spot remaining before price increase!'],
  ['demand', 7, 'High demand: 7 spots remaining before price increase!'],
] as const)('L7: %s with %i has the right plural', (variant, remaining, expected) => {
  expect(text(variant, remaining)).toBe(expected)
})

test('L7: time names its date, and the plan by its own name', () => {
  expect(text('time', 3, 'December 1 at 6 PM')).toBe(
    'Limited time: $89 Forever deal until December 1 at 6 PM — Only 3 left!',
  )
})

const figures: LiveUrgency = {
  asOf: '2026-11-16T10:00:00Z',
  cap: 50,
  sold: 47,
  remaining: 0,
  isClosed: false,
  closesAt: null,
  price: '$89',
  variant: null,
  purchases: [],
}

test.each([
  [{}, 'All 50 seats are taken. 3 are being paid for; one may come free within 30 minutes.'],
  [{ sold: 49 }, 'All 50 seats are taken. 1 is being paid for; one may come free within 30 minutes.'],
  [{ sold: 50, isClosed: true, price: '$149' }, 'Sold out. Lifetime is now $149.'],
  [{ sold: 12, isClosed: true, price: '$149' }, 'The deal has ended. Lifetime is now $149.'],
  [{ sold: 50 }, 'All 50 seats are taken.'],
  [{ cap: 1, sold: 0 }, 'The only seat is being paid for; it may come free within 30 minutes.'],
  [{ cap: 1, sold: 1 }, 'The only seat is taken.'],
  [{ remaining: 1 }, null],
])('L7: why there is no seat: %o', (change, expected) => {
  expect(noneFreeText({ ...figures, ...change }, 'Lifetime')).toBe(expected)
})
