import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentClaimed, seatsLeft } from './seats.ts'

const originAt = Date.UTC(2025, 5, 7)
const hourMs = 3_600_000
const rule = { base: 50, seatsPerHour: 1, min: 1, originAt }

describe('seats', () => {
  test.each([
    [0, 50],
    [hourMs - 1, 50],
    [hourMs, 49],
    [10 * hourMs + 5, 40],
    [49 * hourMs, 1],
    [50 * hourMs, 1],
    [100_000 * hourMs, 1],
  ])('S1: %i ms after the origin there are %i', (elapsedMs, seats) => {
    expect(seatsLeft(rule, originAt + elapsedMs)).toBe(seats)
  })

  test('S1: before the origin nothing has elapsed', () => {
    expect(seatsLeft(rule, originAt - 5 * hourMs)).toBe(50)
  })

  test('S2: rate, minimum, base and origin are settings', () => {
    const own = { base: 20, seatsPerHour: 3, min: 4, originAt: 0 }
    expect(seatsLeft(own, 2 * hourMs)).toBe(14)
    expect(seatsLeft(own, 9 * hourMs)).toBe(4)
  })

  test('S1: whatever the settings, the number only falls and stays between minimum and base', () => {
    const settings = fc.record({
      base: fc.integer({ min: 1, max: 1_000 }),
      seatsPerHour: fc.integer({ min: 0, max: 50 }),
      min: fc.constant(1),
      originAt: fc.integer({ min: 0, max: 10 * hourMs }),
    })
    const time = fc.integer({ min: 0, max: 2_000 * hourMs })
    fc.assert(
      fc.property(settings, time, time, (own, one, other) => {
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)]
        expect(seatsLeft(own, later)).toBeLessThanOrEqual(seatsLeft(own, earlier))
        expect(seatsLeft(own, later)).toBeGreaterThanOrEqual(own.min)
        expect(seatsLeft(own, earlier)).toBeLessThanOrEqual(own.base)
      }),
    )
  })

  test.each([
    [50, 50, 0],
    [50, 49, 2],
    [50, 1, 98],
    [30, 20, 33],
    [30, 10, 67],
    [8, 7, 13],
    [50, 0, 100],
    [50, 60, 0],
    [50, -5, 100],
  ])('S5: of %i seats with %i left, %i%% are claimed', (base, remaining, percent) => {
    expect(percentClaimed(base, remaining)).toBe(percent)
  })
})
