import type { ClosedEntry, MovementEntry, SeatLogEntry, TermsEntry } from './seat-log-entry.ts'

/** What an entry does that it must not. `entry` is its number in the log, from 0. */
export type EntryProblem = { entry: number } & (
  | { code: 'unreadable-entry' }
  | { code: 'time-backwards'; at: string; before: string }
  | { code: 'unknown-offer'; offer: string }
  | { code: 'offer-still-open'; offer: string; open: string }
  | { code: 'offer-opened-again'; offer: string }
  | { code: 'cooldown-broken'; offer: string; after: string; days: number }
  | { code: 'terms-loosened'; term: LoosenedTerm; from: string; to: string }
  | { code: 'offer-is-over'; offer: string }
  | { code: 'above-cap'; taken: number; cap: number }
  | { code: 'wrong-totals'; taken: number; sold: number; shouldBeTaken: number; shouldBeSold: number }
  | { code: 'sold-twice'; seat: string }
  | { code: 'wrong-movement'; seat: string; from: SeatState | 'free'; to: SeatState }
)

export type LoosenedTerm = 'cap' | 'price' | 'currency' | 'closesAt' | 'cooldownDays'
type SeatState = MovementEntry['type']

/** What the log says of an offer. */
export interface OfferState {
  terms: TermsEntry
  taken: number
  sold: number
  closedAt: string | null
}

interface Offer extends OfferState {
  /** When the offer was known to end; an end that had passed when it was published means that moment. */
  endsAt: number | null
  seats: Map<string, SeatState>
}

export interface SeatLogReplay {
  /** The first thing that is wrong with the next entry, or null. */
  add(entry: SeatLogEntry | null): EntryProblem | null
  /** In the order in which they were opened. */
  offers(): readonly OfferState[]
  /** The time of the last entry. */
  lastAt(): string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A hold that began before the end may be logged after it. */
const lateHoldMs = 5 * minuteMs

/** From which states a seat may come. One that was given back is held again when its payment arrives late. */
const before: Record<SeatState, readonly (SeatState | 'free')[]> = {
  held: ['free', 'released'],
  released: ['held'],
  sold: ['held'],
  // A payment that came when no seat was left is refunded without a sale.
  refunded: ['sold', 'released'],
}
const changes: Record<SeatState, { taken: number; sold: number }> = {
  held: { taken: 1, sold: 0 },
  released: { taken: -1, sold: 0 },
  sold: { taken: 0, sold: 1 },
  refunded: { taken: 0, sold: 0 },
}

/**
 * Follows the log entry by entry: never more seats than the cap, terms never loosened, every total the one before plus the
 * movement, a seat sold once, no seat after the end, no next offer before the cooldown that was published is over.
 */
export function createSeatLogReplay(): SeatLogReplay {
  const offers: Offer[] = []
  let entries = 0
  let lastAt = ''
  /** A seat that was held after the end: its sale must be the next entry. */
  let lateSeat: string | null = null

  const find = (id: string) => offers.find(({ terms }) => terms.offer === id)

  function check(entry: SeatLogEntry | null): Problem | null {
    if (!entry) return { code: 'unreadable-entry' }
    if (entry.at < lastAt) return { code: 'time-backwards', at: entry.at, before: lastAt }
    lastAt = entry.at
    const isLateSale = entry.type === 'sold' && entry.seat === lateSeat
    const offer = find(entry.offer)
    if (lateSeat !== null && !isLateSale) return { code: 'offer-is-over', offer: entry.offer }
    if (entry.type === 'offer') return offer ? again(entry) : open(entry)
    if (!offer) return { code: 'unknown-offer', offer: entry.offer }
    if ('cap' in entry) return change(offer, entry)
    return entry.type === 'closed' ? close(offer, entry) : move(offer, entry)
  }

  const again = ({ offer }: TermsEntry): Problem => ({ code: 'offer-opened-again', offer })

  function open(terms: TermsEntry): Problem | null {
    const running = offers.find(({ closedAt }) => closedAt === null)
    if (running) return { code: 'offer-still-open', offer: terms.offer, open: running.terms.offer }
    const blocking = offers.find((past) => isCoolingDown(past, terms))
    if (blocking) {
      const days = Math.max(blocking.terms.cooldownDays, terms.cooldownDays)
      return { code: 'cooldown-broken', offer: terms.offer, after: blocking.terms.offer, days }
    }
    offers.push({ terms, taken: 0, sold: 0, closedAt: null, endsAt: endOf(terms), seats: new Map() })
    return null
  }

  function change(offer: Offer, terms: TermsEntry): Problem | null {
    if (offer.closedAt !== null) return { code: 'offer-is-over', offer: terms.offer }
    const loosened = findLoosened(offer.terms, terms)
    if (loosened) return loosened
    if (offer.taken > terms.cap) return { code: 'above-cap', taken: offer.taken, cap: terms.cap }
    if (terms.closesAt !== offer.terms.closesAt) offer.endsAt = endOf(terms)
    offer.terms = terms
    return null
  }

  function close(offer: Offer, entry: ClosedEntry): Problem | null {
    if (offer.closedAt !== null) return { code: 'offer-is-over', offer: entry.offer }
    offer.closedAt = entry.at
    return compareTotals(offer, entry)
  }

  function move(offer: Offer, entry: MovementEntry): Problem | null {
    const { type, seat } = entry
    const from = offer.seats.get(seat) ?? 'free'
    if (type === 'sold' && (from === 'sold' || from === 'refunded')) return { code: 'sold-twice', seat }
    if (!before[type].includes(from)) return { code: 'wrong-movement', seat, from, to: type }
    offer.seats.set(seat, type)
    offer.taken += changes[type].taken
    offer.sold += changes[type].sold
    lateSeat = type === 'held' && isOver(offer, entry.at) ? seat : null
    if (offer.taken > offer.terms.cap) return { code: 'above-cap', taken: offer.taken, cap: offer.terms.cap }
    return compareTotals(offer, entry)
  }

  return {
    add(entry) {
      const problem = check(entry)
      entries++
      return problem && { ...problem, entry: entries - 1 }
    },
    offers: () => offers,
    lastAt: () => lastAt,
  }
}

const endOf = ({ closesAt, at }: TermsEntry): number | null =>
  closesAt === null ? null : Math.max(Date.parse(closesAt), Date.parse(at))

type WithoutEntry<P> = P extends unknown ? Omit<P, 'entry'> : never
type Problem = WithoutEntry<EntryProblem>

function compareTotals(offer: Offer, { taken, sold }: MovementEntry | ClosedEntry): Problem | null {
  if (taken === offer.taken && sold === offer.sold) return null
  return { code: 'wrong-totals', taken, sold, shouldBeTaken: offer.taken, shouldBeSold: offer.sold }
}

const isOver = ({ terms, closedAt }: OfferState, at: string): boolean =>
  closedAt !== null || (terms.closesAt !== null && Date.parse(at) > Date.parse(terms.closesAt) + lateHoldMs)

/** While an offer runs there may be fewer seats, an earlier end and a longer cooldown, and nothing else. */
function findLoosened(was: TermsEntry, is: TermsEntry): Problem | null {
  const loosened = (term: LoosenedTerm, from: unknown, to: unknown): Problem => ({
    code: 'terms-loosened',
    term,
    from: String(from ?? '–'),
    to: String(to ?? '–'),
  })
  if (is.cap > was.cap) return loosened('cap', was.cap, is.cap)
  if (is.currency !== was.currency) return loosened('currency', was.currency, is.currency)
  for (const price of ['dealPriceMinor', 'laterPriceMinor'] as const)
    if (is[price] !== was[price]) return loosened('price', was[price], is[price])
  // An older version did not log them.
  const [wereOthers, areOthers] = [was.otherPrices, is.otherPrices].map((prices) => JSON.stringify(prices))
  if (wereOthers !== undefined && areOthers !== wereOthers) return loosened('price', wereOthers, areOthers)
  const isLater = is.closesAt === null || (was.closesAt !== null && is.closesAt > was.closesAt)
  if (was.closesAt !== null && isLater) return loosened('closesAt', was.closesAt, is.closesAt)
  if (is.cooldownDays < was.cooldownDays) return loosened('cooldownDays', was.cooldownDays, is.cooldownDays)
  return null
}

/**
 * Is a new offer at or below the price of a past one, in any currency, too early? What the past one promised counts, or what the new
 * one promises if that is longer. The end is the published one if that came first.
 */
function isCoolingDown({ terms, closedAt, endsAt }: Offer, opening: TermsEntry): boolean {
  if (isDearer(opening, terms)) return false
  const endedAt = Math.min(Date.parse(closedAt ?? ''), endsAt ?? Infinity)
  const endedMinute = Math.floor(endedAt / minuteMs) * minuteMs
  const days = Math.max(terms.cooldownDays, opening.cooldownDays)
  return Date.parse(opening.at) < endedMinute + days * dayMs
}

/** In every currency of its own. What the past offer has no price for cannot be compared and counts as not above. */
function isDearer(opening: TermsEntry, past: TermsEntry): boolean {
  const others = Object.entries(opening.otherPrices ?? {})
  return (
    opening.currency === past.currency &&
    opening.dealPriceMinor > past.dealPriceMinor &&
    others.every(
      ([currency, prices]) =>
        prices.dealPriceMinor > (past.otherPrices?.[currency]?.dealPriceMinor ?? Infinity),
    )
  )
}
