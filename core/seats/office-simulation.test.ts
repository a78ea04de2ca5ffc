import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../testing/seeded-random.ts'
import { createSimulatedOffer, dayMs, minuteMs } from '../../testing/simulated-offer.ts'

const seeds = 200
const office = '198.51.100.2'

/**
 * So many people behind one address. They come at random (exponential gaps) over so many minutes and pay 30 to 300 s after
 * they got a seat; whoever is refused clicks again every minute, as the message says.
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
    if (refusal) waiting.push({ ...next, at: next.at + minuteMs })
    else waitedMs.push(next.at - next.cameAt)
  }
  offer.settle(dayMs * 2)
  expect(offer.sold).toHaveLength(people)
  return { refused: waitedMs.filter((ms) => ms > 0).length, longestMinutes: Math.max(...waitedMs) / minuteMs }
}

describe('F58: an office behind one IPv4 address, of 50 seats', () => {
  // The record docs/decisions/2026-11-16-seat-holds.md has these numbers; seeds make them the same everywhere.
  test.each([
    { people: 5, over: 5, percent: 10.7, longest: 4 },
    { people: 5, over: 20, percent: 0.8, longest: 4 },
    { people: 5, over: 60, percent: 0.2, longest: 2 },
    { people: 10, over: 5, percent: 22.05, longest: 4 },
    { people: 10, over: 20, percent: 1.9, longest: 4 },
    { people: 10, over: 60, percent: 0.2, longest: 3 },
    { people: 30, over: 5, percent: 46.2, longest: 6 },
    { people: 30, over: 20, percent: 4.8, longest: 4 },
    { people: 30, over: 60, percent: 0.6, longest: 4 },
  ])(
    '$people people within $over minutes: $percent % are first asked to wait, $longest minutes at most, and all buy',
    ({ people, over, percent, longest }) => {
      const runs = Array.from({ length: seeds }, (_, seed) => simulateOffice(seed + 1, people, over))
      const refused = runs.reduce((sum, run) => sum + run.refused, 0)
      expect((100 * refused) / (people * seeds)).toBeCloseTo(percent, 1)
      expect(Math.max(...runs.map((run) => run.longestMinutes))).toBeCloseTo(longest)
    },
  )
})
