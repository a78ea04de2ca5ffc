import { seededRandom } from '@fairseat/stripe-emulator/seeded-random'
import { describe, expect, test } from 'vitest'
import { createSimulatedOffer, dayMs, minuteMs } from '../../tests/support/app/simulated-offer.ts'
import { longestWaitMs } from '../billing/contract.ts'

const seeds = 200
const office = '198.51.100.2'

/**
 * So many people behind one address. They come at random (exponential gaps) over so many minutes and pay 30 to 300 s after
 * they got a seat; the page of whoever has to wait asks again every ten seconds.
 */
function simulateOffice(seed: number, people: number, overMinutes: number) {
  const random = seededRandom(seed)
  const offer = createSimulatedOffer()
  let at = 0
  const waiting = Array.from({ length: people }, (_, person) => {
    at += -Math.log(1 - random()) * ((overMinutes * minuteMs) / people)
    return { person, cameAt: at, at, payMs: 30_000 + random() * 270_000 }
  })
  const waitedMs: number[] = []
  for (let next = waiting.shift(); next; next = waiting.sort((a, b) => a.at - b.at).shift()) {
    const refusal = offer.click(next.at, `office-${next.person}`, office, next.at + next.payMs)
    if (refusal) waiting.push({ ...next, at: next.at + 10_000 })
    else waitedMs.push(next.at - next.cameAt)
  }
  expect(Math.max(...waitedMs)).toBeLessThanOrEqual(longestWaitMs)
  offer.settle(dayMs * 2)
  expect(offer.sold).toHaveLength(people)
  return { refused: waitedMs.filter((ms) => ms > 0).length, longestMinutes: Math.max(...waitedMs) / minuteMs }
}

describe('F58: an office behind one IPv4 address, of 50 seats', () => {
  // The record docs/decisions/0010-seat-holds.md has these numbers; seeds make them the same everywhere.
  test.each([
    { people: 5, over: 5, percent: 10.7, longest: 3.7 },
    { people: 5, over: 20, percent: 0.8, longest: 3.3 },
    { people: 5, over: 60, percent: 0.2, longest: 1.5 },
    { people: 10, over: 5, percent: 39.1, longest: 7 },
    { people: 10, over: 20, percent: 2.4, longest: 3.5 },
    { people: 10, over: 60, percent: 0.2, longest: 2.7 },
    { people: 30, over: 5, percent: 86.6, longest: 18.8 },
    { people: 30, over: 20, percent: 41.6, longest: 11 },
    { people: 30, over: 60, percent: 1.6, longest: 3.5 },
    { people: 45, over: 0, percent: 93.3, longest: 28.8 },
  ])(
    '$people people within $over minutes: $percent % wait, $longest minutes at most, and all buy',
    ({ people, over, percent, longest }) => {
      const runs = Array.from({ length: seeds }, (_, seed) => simulateOffice(seed + 1, people, over))
      const refused = runs.reduce((sum, run) => sum + run.refused, 0)
      expect((100 * refused) / (people * seeds)).toBeCloseTo(percent, 1)
      expect(Math.max(...runs.map((run) => run.longestMinutes))).toBeCloseTo(longest, 1)
    },
  )
})
