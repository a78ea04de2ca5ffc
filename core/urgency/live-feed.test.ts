import { expect, test } from 'vitest'
import { createFakeClock } from '../../tests/support/app/fake-clock.ts'
import type { LiveUrgency } from './contract.ts'
import { earnedVariant } from './earned-variant.ts'
import { createLiveFeed, type UrgencyResult } from './live-feed.ts'

const figures = (remaining: number): LiveUrgency => ({
  asOf: '2026-11-15T00:00:00Z',
  cap: 50,
  sold: 0,
  isClosed: false,
  closesAt: null,
  remaining,
  price: '$89',
  variant: 'seats',
  purchases: [],
})

function feedOf(responses: (UrgencyResult | null)[]) {
  const clock = createFakeClock()
  let asked = 0
  const fetchFigures = async () => responses[Math.min(asked++, responses.length - 1)] ?? null
  const feed = createLiveFeed({ fetchFigures, refreshMs: 60_000, clock })
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    feed,
    asked: () => asked,
    remaining: () => feed.get()?.remaining ?? null,
    async start() {
      feed.start()
      await settle()
    },
    async advance(ms: number) {
      clock.advance(ms)
      await settle()
    },
    async sleep(ms: number) {
      clock.sleep(ms)
      await settle()
    },
  }
}
const fresh = (remaining: number): UrgencyResult => ({ urgency: figures(remaining), ageMs: 0 })

test('L1: asks at the start, every 60 s, and when it is told to', async () => {
  const { feed, start, advance, asked, remaining } = feedOf([fresh(9), fresh(8), fresh(7)])
  await start()
  expect(remaining()).toBe(9)
  await advance(59_999)
  expect(asked()).toBe(1)
  await advance(1)
  expect(remaining()).toBe(8)
  await feed.refresh()
  expect(remaining()).toBe(7)
})

test('L5: figures older than two minutes are not shown, and nothing takes their place', async () => {
  const { start, advance, remaining } = feedOf([fresh(9), null])
  await start()
  await advance(119_999)
  expect(remaining()).toBe(9)
  await advance(1)
  expect(remaining()).toBeNull()
})

test('L5: what a cache has kept counts as old as it is', async () => {
  const { start, advance, remaining } = feedOf([{ urgency: figures(9), ageMs: 100_000 }, null])
  await start()
  await advance(19_999)
  expect(remaining()).toBe(9)
  await advance(1)
  expect(remaining()).toBeNull()
})

test('L5: after a sleep the old figures are gone before new ones are asked for', async () => {
  const { start, sleep, remaining } = feedOf([fresh(9), null])
  await start()
  await sleep(3_600_000)
  expect(remaining()).toBeNull()
})

test('L3 L5: of a deal that is over its end and the price stay when the figures are too old, and no purchase', async () => {
  const purchases = [{ id: 'p', name: 'Ada', country: null, at: '2026-11-18T12:00:00Z' }]
  const over = { urgency: { ...figures(0), isClosed: true, price: '$149', purchases }, ageMs: 0 }
  const { feed, start, advance } = feedOf([fresh(9), over as unknown as UrgencyResult, null])
  await start()
  await advance(60_000)
  await advance(120_000)
  expect(feed.get()).toMatchObject({ price: '$149', isClosed: true, purchases: [] })
})

test('L5: what was never read shows nothing', async () => {
  const { start, advance, remaining } = feedOf([null])
  await start()
  await advance(600_000)
  expect(remaining()).toBeNull()
})

const earned = { remaining: 5, closesAt: new Date(), purchasesInWindow: 10, demandMinimum: 10 }

test('L1 U1 U2 U3: a variant on live data earns its words, or there is no banner', () => {
  expect(earnedVariant('seats', { ...earned, closesAt: null, purchasesInWindow: 0 })).toBe('seats')
  expect(earnedVariant('time', earned)).toBe('time')
  expect(earnedVariant('time', { ...earned, closesAt: null })).toBeNull()
  expect(earnedVariant('demand', earned)).toBe('demand')
  expect(earnedVariant('demand', { ...earned, purchasesInWindow: 9 })).toBeNull()
})

test('L3: with no seat left there is no banner, whatever the variant', () => {
  for (const variant of ['seats', 'time', 'demand'] as const)
    expect(earnedVariant(variant, { ...earned, remaining: 0 })).toBeNull()
})
