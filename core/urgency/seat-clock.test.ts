import { expect, test } from 'vitest'
import { createFakeClock } from '../../tests/support/app/fake-clock.ts'
import { createSeatClock } from './seat-clock.ts'

const hourMs = 3_600_000
const rule = { base: 50, seatsPerHour: 1, min: 1, originAt: 0 }

test('S4: the number is computed again every 60,000 ms and not in between', () => {
  const clock = createFakeClock(hourMs - 30_000)
  const seats = createSeatClock(rule, 60_000, clock)
  seats.start()
  expect(seats.get()).toBe(50)
  clock.advance(59_999)
  expect(seats.get()).toBe(50)
  clock.advance(1)
  expect(seats.get()).toBe(49)
  clock.advance(hourMs)
  expect(seats.get()).toBe(48)
})

test('S4: it can be refreshed at once, as when a tab becomes visible', () => {
  const clock = createFakeClock(hourMs - 1_000)
  const seats = createSeatClock(rule, 60_000, clock)
  seats.start()
  clock.advance(1_000)
  expect(seats.get()).toBe(50)
  seats.refresh()
  expect(seats.get()).toBe(49)
})

test('a stopped clock stands still', () => {
  const clock = createFakeClock(0)
  const seats = createSeatClock(rule, 60_000, clock)
  seats.start()
  seats.stop()
  clock.advance(5 * hourMs)
  expect(seats.get()).toBe(50)
})
