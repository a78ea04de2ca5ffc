import { describe, expect, test } from 'vitest'
import { createSeatLogReplay, type EntryProblem } from './replay-seat-log.ts'
import type { MovementEntry, SeatLogEntry, TermsEntry } from './seat-log-entry.ts'

const at = (minute: number, day = 17) => `2026-11-${day}T07:${String(minute).padStart(2, '0')}Z`
const seat = (number: number) => number.toString(16).padStart(64, '0')
const offer = (change: Partial<TermsEntry> = {}): TermsEntry => ({
  type: 'offer',
  offer: 'launch',
  cap: 3,
  dealPriceMinor: 8_900,
  laterPriceMinor: 14_900,
  currency: 'usd',
  closesAt: null,
  cooldownDays: 2,
  at: at(0),
  ...change,
})
const terms = (change: Partial<TermsEntry>) => offer({ type: 'terms', ...change })
const move = (
  type: MovementEntry['type'],
  number: number,
  taken: number,
  sold: number,
  change: Partial<MovementEntry> = {},
): SeatLogEntry => ({ type, offer: 'launch', seat: seat(number), taken, sold, at: at(1), ...change })
const closed = (taken: number, sold: number, when = at(5)): SeatLogEntry => ({
  type: 'closed',
  offer: 'launch',
  taken,
  sold,
  at: when,
})

function replay(...entries: (SeatLogEntry | null)[]) {
  const log = createSeatLogReplay()
  const problems = entries.flatMap((entry) => log.add(entry) ?? [])
  return { problems, offers: log.offers() }
}
/** All is well until the last entry, which has this problem. */
function expectProblem(entries: (SeatLogEntry | null)[], problem: Partial<EntryProblem>) {
  expect(replay(...entries).problems).toEqual([
    expect.objectContaining({ entry: entries.length - 1, ...problem }),
  ])
}
const opened = [offer(), move('held', 1, 1, 0), move('held', 2, 2, 0), move('sold', 1, 2, 1)]

describe('replaying the seat log', () => {
  test('L9: a whole offer: held, given back, held again by a late payment, sold, refunded, closed; and the next one', () => {
    const { problems, offers } = replay(
      ...opened,
      move('released', 2, 1, 1),
      move('held', 3, 2, 1),
      terms({ cap: 2, closesAt: '2026-11-18T00:00:00Z', cooldownDays: 3, at: at(2) }),
      move('refunded', 1, 2, 1, { at: at(2) }),
      move('released', 3, 1, 1, { at: at(3) }),
      move('held', 2, 2, 1, { at: at(4) }),
      move('sold', 2, 2, 2, { at: at(4) }),
      closed(2, 2),
      move('refunded', 3, 2, 2, { at: at(6) }),
      offer({ offer: 'second', at: at(5, 20) }),
      offer({ offer: 'third', at: at(6, 20) }),
    )
    expect(problems).toEqual([{ entry: 14, code: 'offer-still-open', offer: 'third', open: 'second' }])
    expect(offers).toMatchObject([
      { terms: { cap: 2 }, taken: 2, sold: 2, closedAt: at(5) },
      { terms: { offer: 'second' }, taken: 0, sold: 0, closedAt: null },
    ])
  })

  test('L9: a payment may arrive after the end and take a seat that is left, at once; nobody else may', () => {
    const ended = [...opened, move('released', 2, 1, 1), closed(1, 1)]
    const late = move('held', 2, 2, 1, { at: at(6) })
    expect(replay(...ended, late, move('sold', 2, 2, 2, { at: at(6) })).problems).toEqual([])
    expectProblem([...ended, late, move('held', 4, 3, 1, { at: at(6) })], { code: 'offer-is-over' })
    const timed = [offer({ closesAt: '2026-11-17T07:10:30Z' }), move('held', 1, 1, 0, { at: at(20) })]
    expectProblem([...timed, move('held', 2, 2, 0, { at: at(20) })], { code: 'offer-is-over' })
  })

  test('L9: more seats than the cap are found', () => {
    const full = [...opened, move('held', 3, 3, 1)]
    expectProblem([...full, move('held', 4, 4, 1)], { code: 'above-cap', taken: 4, cap: 3 })
    expectProblem([...full, terms({ cap: 2, at: at(2) })], { code: 'above-cap', taken: 3, cap: 2 })
  })

  test('L9: a seat that is sold twice is found, also after its refund', () => {
    expectProblem([...opened, move('sold', 1, 2, 2)], { code: 'sold-twice', seat: seat(1) })
    expectProblem([...opened, move('refunded', 1, 2, 1), move('sold', 1, 2, 2)], { code: 'sold-twice' })
  })

  test.each<[string, SeatLogEntry]>([
    ['sold without being held', move('sold', 4, 2, 2)],
    ['released without being held', move('released', 4, 1, 1)],
    ['released after its sale', move('released', 1, 1, 1)],
    ['held twice', move('held', 2, 3, 1)],
    ['held after its sale', move('held', 1, 3, 1)],
    ['refunded although it is only held', move('refunded', 2, 2, 1)],
  ])('L9: a seat that is %s is found', (_, entry) =>
    expectProblem([...opened, entry], { code: 'wrong-movement' }),
  )

  test.each<[string, SeatLogEntry]>([
    ['taken', move('held', 3, 2, 1)],
    ['sold', move('sold', 2, 2, 1)],
    ['those of a release', move('released', 2, 2, 1)],
    ['those at the end', closed(2, 2)],
  ])('L9: totals that do not add up are found: %s', (_, entry) =>
    expectProblem([...opened, entry], { code: 'wrong-totals' }),
  )

  test.each<[Partial<TermsEntry>, string]>([
    [{ cap: 4 }, 'cap'],
    [{ dealPriceMinor: 7_900 }, 'price'],
    [{ laterPriceMinor: 9_900 }, 'price'],
    [{ currency: 'eur' }, 'currency'],
    [{ closesAt: '2026-11-21T00:00:00Z' }, 'closesAt'],
    [{ closesAt: null }, 'closesAt'],
    [{ cooldownDays: 1 }, 'cooldownDays'],
  ])('L9: terms that are loosened are found: %o', (change, term) => {
    const closesAt = '2026-11-20T00:00:00Z'
    const entries = [offer({ closesAt }), terms({ closesAt, ...change })]
    expect(replay(...entries).problems).toMatchObject([{ entry: 1, code: 'terms-loosened', term }])
  })

  test('L9: prices in further currencies are logged once and never changed', () => {
    const otherPrices = { eur: { dealPriceMinor: 8_500, laterPriceMinor: 13_900 } }
    const logged = [offer(), terms({ otherPrices })]
    expect(replay(...logged).problems).toEqual([])
    const lower = { eur: { dealPriceMinor: 8_400, laterPriceMinor: 13_900 } }
    expectProblem([...logged, terms({ otherPrices: lower })], { code: 'terms-loosened', term: 'price' })
    expectProblem([...logged, terms({})], { code: 'terms-loosened', term: 'price' })
  })

  test('L8 L9: a next offer that is as cheap, before the cooldown of either is over, is found', () => {
    const ended = [...opened, closed(2, 1)]
    const second = (change: Partial<TermsEntry>) => offer({ offer: 'second', ...change })
    const early = { code: 'cooldown-broken', after: 'launch' } as const
    expectProblem([...ended, second({ at: at(4, 19) })], { ...early, days: 2 })
    expectProblem([...ended, second({ at: at(6, 19), cooldownDays: 3 })], { ...early, days: 3 })
    expectProblem([...ended, second({ at: at(6), currency: 'jpy', dealPriceMinor: 99_999 })], early)
    expect(replay(...ended, second({ at: at(5, 19) })).problems).toEqual([])
    expect(replay(...ended, second({ at: at(6), dealPriceMinor: 8_901 })).problems).toEqual([])
    const inEur = (dealPriceMinor: number) => ({ eur: { dealPriceMinor, laterPriceMinor: 13_900 } })
    const endedInEur = [offer({ otherPrices: inEur(8_500) }), closed(0, 0)]
    const inBoth = (eur: number) => second({ at: at(6), dealPriceMinor: 9_900, otherPrices: inEur(eur) })
    expectProblem([...endedInEur, inBoth(8_500)], early)
    expectProblem([...ended, inBoth(9_000)], early)
    expect(replay(...endedInEur, inBoth(8_501)).problems).toEqual([])
    // Nobody closed it in time: the published end counts.
    const timed = [offer({ closesAt: '2026-11-17T07:10:30Z' }), closed(0, 0, at(0, 20))]
    expect(replay(...timed, second({ at: at(0, 20) })).problems).toEqual([])
    // An end that had passed when it was published counts from then on: else every offer could end long ago.
    const backdated = [offer(), terms({ closesAt: '2026-01-01T00:00:00Z', at: at(2) }), closed(0, 0)]
    expectProblem([...backdated, second({ at: at(6) })], early)
    expectProblem([...backdated, second({ at: at(1, 19) })], early)
    expect(replay(...backdated, second({ at: at(2, 19) })).problems).toEqual([])
  })

  test('L9: what cannot be part of a log is found', () => {
    expectProblem([...opened, null], { code: 'unreadable-entry' })
    expectProblem([...opened, move('held', 3, 3, 1, { at: at(0) })], { code: 'time-backwards' })
    expectProblem([...opened, move('held', 3, 1, 0, { offer: 'other' })], { code: 'unknown-offer' })
    expectProblem([...opened, offer({ at: at(2) })], { code: 'offer-opened-again' })
    expectProblem([...opened, closed(2, 1), closed(2, 1)], { code: 'offer-is-over' })
    expectProblem([...opened, closed(2, 1), terms({ cap: 2, at: at(5) })], { code: 'offer-is-over' })
  })
})
