import { expect, test } from 'vitest'
import { addToHistory, type SeatHistory, sampleTotals, stepArea } from './seat-history.ts'

const terms = {
  cap: 3,
  dealPriceMinor: 8_900,
  laterPriceMinor: 14_900,
  currency: 'usd',
  closesAt: null,
  cooldownDays: 30,
}
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString().replace(':00.000', '')

test('L8 L9: the history of an offer has its terms, their changes, its totals minute by minute and its end', () => {
  const history: SeatHistory = { offers: [] }
  addToHistory(history, { type: 'offer', offer: 'launch', ...terms, at: at(0) })
  addToHistory(history, { type: 'held', offer: 'launch', taken: 1, sold: 0, at: at(0) })
  addToHistory(history, { type: 'held', offer: 'launch', taken: 2, sold: 0, at: at(5) })
  addToHistory(history, { type: 'sold', offer: 'launch', taken: 2, sold: 1, at: at(5) })
  addToHistory(history, { type: 'terms', offer: 'launch', ...terms, cap: 2, at: at(6) })
  addToHistory(history, { type: 'sold', offer: 'launch', taken: 2, sold: 2, at: at(7) })
  addToHistory(history, { type: 'closed', offer: 'launch', taken: 2, sold: 2, at: at(7) })
  expect(history.offers).toEqual([
    {
      id: 'launch',
      terms: [
        { ...terms, at: at(0) },
        { ...terms, cap: 2, at: at(6) },
      ],
      totals: [
        { taken: 0, sold: 0, at: at(0) },
        { taken: 1, sold: 0, at: at(0) },
        { taken: 2, sold: 1, at: at(5) },
        { taken: 2, sold: 2, at: at(7) },
      ],
      closedAt: at(7),
    },
  ])
})

test('L9: a long history is drawn by the last totals of each interval, with the first and the newest', () => {
  const first = { taken: 0, sold: 0, at: at(0) }
  const totals: [typeof first, ...(typeof first)[]] = [first]
  for (let minute = 1; minute <= 1_000; minute++) totals.push({ taken: minute, sold: 0, at: at(minute) })
  const sampled = sampleTotals({ id: 'x', terms: [{ ...terms, at: at(0) }], totals, closedAt: null }, 11)
  expect(sampled.length).toBeLessThanOrEqual(11)
  expect(sampled[0]).toEqual(first)
  expect(sampled.at(-1)).toEqual(totals.at(-1))
  expect(sampled.map(({ taken }) => taken)).toEqual(
    [...sampled.map(({ taken }) => taken)].sort((a, b) => a - b),
  )
})

test('L9: seats are drawn in steps: a seat is taken at a moment, not gradually', () => {
  const totals = [
    { taken: 0, sold: 0, at: at(0) },
    { taken: 2, sold: 0, at: at(5) },
  ]
  const span = { from: Date.parse(at(0)), to: Date.parse(at(10)), highest: 4 }
  expect(stepArea(totals, ({ taken }) => taken, span)).toBe('M0 100H0V100H50V50H100V100Z')
})
