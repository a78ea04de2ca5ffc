import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

test.each([
  [-5_000, 'just now'],
  [0, 'just now'],
  [minuteMs - 1, 'just now'],
  [minuteMs, '1 minute ago'],
  [59 * minuteMs, '59 minutes ago'],
  [60 * minuteMs, '1 hour ago'],
  [dayMs, '1 day ago'],
  [29 * dayMs, '29 days ago'],
  [61 * dayMs, '2 months ago'],
  [800 * dayMs, '2 years ago'],
])('%i ms ago reads %s', (elapsedMs, words) => {
  expect(timeAgo(dayMs * 1_000, dayMs * 1_000 + elapsedMs)).toBe(words)
})
