import { expect, it } from 'vitest'
import { addIntervals, periodEndAfter } from './billing-period.ts'

const at = (text: string) => Date.parse(text) / 1000
const monthly = { interval: 'month', interval_count: 1 } as const

it('a month keeps the day and the time, and ends on the last day where there is no such day', () => {
  expect(addIntervals(at('2026-01-31T10:11:12Z'), 'month', 1)).toBe(at('2026-02-28T10:11:12Z'))
  expect(addIntervals(at('2026-01-31T10:11:12Z'), 'month', 2)).toBe(at('2026-03-31T10:11:12Z'))
  expect(addIntervals(at('2024-02-29T00:00:00Z'), 'year', 1)).toBe(at('2025-02-28T00:00:00Z'))
  expect(addIntervals(at('2026-12-15T23:59:59Z'), 'month', 1)).toBe(at('2027-01-15T23:59:59Z'))
  expect(addIntervals(at('2026-03-28T12:00:00Z'), 'week', 1)).toBe(at('2026-04-04T12:00:00Z'))
})

it('periods are counted from the anchor, so that a short month does not move the day for good', () => {
  const anchor = at('2026-01-31T00:00:00Z')
  expect(periodEndAfter(anchor, monthly, at('2026-02-28T00:00:00Z'))).toBe(at('2026-03-31T00:00:00Z'))
  expect(periodEndAfter(anchor, monthly, anchor)).toBe(at('2026-02-28T00:00:00Z'))
})
