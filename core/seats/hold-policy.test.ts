import { describe, expect, test } from 'vitest'
import { decideHold, fullHoldMs, type HoldSnapshot } from './hold-policy.ts'

type Network = NonNullable<HoldSnapshot['network']>
const minuteMs = 60_000

const network = (change: Partial<Network> = {}): Network => ({
  kind: 'ipv4',
  held: 0,
  awaiting: 0,
  sold: 0,
  abandoned: 0,
  ...change,
})

const snapshot = (change: Partial<HoldSnapshot> = {}): HoldSnapshot => ({
  cap: 50,
  sold: 0,
  user: { isNewcomer: true, abandoned: 0 },
  heldByNewcomers: 0,
  network: network(),
  ...change,
})

const minutesOf = (change: Partial<HoldSnapshot>) => {
  const decision = decideHold(snapshot(change))
  return decision.allowed ? decision.durationMs / minuteMs : decision.refusal
}

/** How many a network holds when it takes as many as it gets. */
function mostHeld(change: Partial<Network>, cap = 50): number {
  let held = 0
  while (decideHold(snapshot({ cap, network: network({ ...change, held }) })).allowed) held++
  return held
}

describe('the hold policy', () => {
  test('F58: a first hold lasts as long as the payment service allows', () => {
    expect(decideHold(snapshot())).toEqual({ allowed: true, durationMs: fullHoldMs })
  })

  test.each([20, 30, 40, 50, 55, 100, 1_000])(
    'F58: of %i seats one IPv4 address and one IPv6 /48 hold a tenth at most',
    (cap) => {
      const both = mostHeld({ kind: 'ipv4' }, cap) + mostHeld({ kind: 'ipv6' }, cap)
      expect(both).toBeLessThanOrEqual(cap / 10)
      expect(both).toBeGreaterThanOrEqual(Math.floor(cap / 10))
    },
  )

  test('F58: of few seats every network may hold one', () => {
    expect([mostHeld({ kind: 'ipv4' }, 3), mostHeld({ kind: 'ipv6' }, 3)]).toEqual([1, 1])
  })

  test('F58: once somebody on a network has paid, a tenth of the seats may be held there, and never more', () => {
    expect([0, 1, 2, 5, 40].map((sold) => mostHeld({ sold }))).toEqual([3, 5, 5, 5, 5])
    expect([0, 1, 40].map((sold) => mostHeld({ sold, kind: 'ipv6' }))).toEqual([2, 5, 5])
    expect([3, 10, 20].map((cap) => mostHeld({ sold: 40 }, cap))).toEqual([1, 1, 2])
  })

  test('F58: abandoned holds shorten the next ones of their network, and then end them', () => {
    const byAbandoned = [0, 1, 2, 3, 4, 5, 6].map((abandoned) =>
      minutesOf({ network: network({ abandoned }) }),
    )
    expect(byAbandoned).toEqual([31, 31, 15, 15, 8, 8, 'network-abandoned'])
    expect([0, 2, 4, 6].map((abandoned) => mostHeld({ abandoned }))).toEqual([3, 2, 1, 0])
  })

  test('F58: where people pay, those who do not do no harm to their neighbours', () => {
    expect(minutesOf({ network: network({ abandoned: 12, sold: 3 }) })).toBe(31)
  })

  /** What the next one of a network gets: every place by any method, one by card, or a refusal. */
  const nextOf = (change: Partial<Network>, cap: number) => {
    const decision = decideHold(snapshot({ cap, network: network(change) }))
    if (!decision.allowed) return decision.refusal
    return decision.cardOnly ? `card for ${decision.durationMs / minuteMs}` : 'any'
  }

  test.each<[what: string, cap: number, change: Partial<Network>, expected: string]>([
    ['while there is another place it may be paid in any way', 50, { held: 2, awaiting: 2 }, 'any'],
    [
      'when payments that take days have all places, one more may be held by card',
      50,
      { held: 3, awaiting: 3 },
      'card for 15',
    ],
    ['also over IPv6', 50, { kind: 'ipv6', held: 2, awaiting: 2 }, 'card for 15'],
    ['also where a network may hold one', 20, { held: 1, awaiting: 1 }, 'card for 15'],
    ['also in an offer of few seats', 3, { held: 1, awaiting: 1 }, 'card for 15'],
    ['whoever has that place makes room for the next', 20, { held: 2, awaiting: 1 }, 'network-busy'],
    ['so does whoever has one of the others', 50, { held: 3, awaiting: 2 }, 'network-busy'],
    ['beyond a tenth nothing comes free for days', 50, { held: 5, awaiting: 5, sold: 3 }, 'network-awaiting'],
    ['of few seats beyond two', 3, { held: 2, awaiting: 2, sold: 1 }, 'network-awaiting'],
    [
      'a network that has lost places keeps the one by card',
      50,
      { held: 3, awaiting: 3, abandoned: 2 },
      'card for 15',
    ],
    ['until it has lost them all', 50, { held: 3, awaiting: 3, abandoned: 6 }, 'network-abandoned'],
  ])('F58: %s', (_, cap, change, expected) => {
    expect(nextOf(change, cap)).toBe(expected)
  })

  test.each([20, 30, 50, 100, 1_000])(
    'F58: of %i seats one IPv4 address and one IPv6 /48 have a tenth at most waiting for payments that take days',
    (cap) => {
      const mostAwaiting = (change: Partial<Network>) => {
        let held = 0
        while (nextOf({ ...change, held, awaiting: held }, cap) === 'any') held++
        return held
      }
      expect(mostAwaiting({ kind: 'ipv4' }) + mostAwaiting({ kind: 'ipv6' })).toBeLessThanOrEqual(cap / 10)
      expect(mostAwaiting({ sold: 40 })).toBeLessThanOrEqual(cap / 10)
    },
  )

  test('F58: a user who abandons hold after hold gets shorter ones, and none after the sixth in a day', () => {
    const byAbandoned = [0, 1, 2, 3, 5, 6].map((abandoned) =>
      minutesOf({ user: { isNewcomer: false, abandoned }, network: null }),
    )
    expect(byAbandoned).toEqual([31, 15, 15, 8, 8, 'user-abandoned'])
  })

  test('F58: somebody who is alone on their network is stopped by their own limit only', () => {
    const alone = [1, 3, 5, 6].map((abandoned) =>
      minutesOf({ user: { isNewcomer: true, abandoned }, network: network({ kind: 'ipv6', abandoned }) }),
    )
    expect(alone).toEqual([15, 8, 8, 'user-abandoned'])
  })

  test('F58: a tenth of the seats left stays free of unpaid holds by newcomers, and of fewer than ten none', () => {
    const newcomer = (sold: number, heldByNewcomers: number, isNewcomer = true) =>
      minutesOf({ sold, heldByNewcomers, user: { isNewcomer, abandoned: 0 }, network: null })
    expect([newcomer(0, 44), newcomer(0, 45), newcomer(0, 45, false)]).toEqual([31, 'newcomers-full', 31])
    expect([newcomer(41, 8), newcomer(41, 9)]).toEqual([31, 'newcomers-full'])
  })
})
