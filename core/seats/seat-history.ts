/** What an offer promises. */
export interface LoggedTerms {
  cap: number
  dealPriceMinor: number
  laterPriceMinor: number
  currency: string
  /** In further currencies, by code. */
  otherPrices?: Record<string, { dealPriceMinor: number; laterPriceMinor: number }>
  closesAt: string | null
  cooldownDays: number
  /** Since when, to the minute. */
  at: string
}

export interface LoggedTotals {
  /** Sold and held together. */
  taken: number
  sold: number
  at: string
}

type LoggedEntry =
  | ({ type: 'offer' | 'terms'; offer: string } & LoggedTerms)
  | ({ type: 'held' | 'released' | 'sold' | 'refunded' | 'closed'; offer: string } & LoggedTotals)

/** An offer as the public log tells it. */
export interface OfferHistory {
  id: string
  /** As it opened, and each time they were tightened. */
  terms: [LoggedTerms, ...LoggedTerms[]]
  /** Of each minute in which a seat moved, the last ones; the first are those at the opening. */
  totals: [LoggedTotals, ...LoggedTotals[]]
  /** Null while it runs. */
  closedAt: string | null
}

export interface SeatHistory {
  /** From the first to the last. */
  offers: OfferHistory[]
}

/** Adds the next entry of the log. */
export function addToHistory(history: SeatHistory, entry: LoggedEntry): void {
  const offer = history.offers.find(({ id }) => id === entry.offer)
  if ('cap' in entry) {
    const { type, offer: id, ...terms } = entry
    if (offer) offer.terms.push(terms)
    else
      history.offers.push({
        id,
        terms: [terms],
        totals: [{ taken: 0, sold: 0, at: terms.at }],
        closedAt: null,
      })
    return
  }
  if (!offer) return
  const { taken, sold, at } = entry
  if (entry.type === 'closed') offer.closedAt = at
  if (offer.totals.length > 1 && offer.totals.at(-1)?.at === at) offer.totals.pop()
  offer.totals.push({ taken, sold, at })
}

export const lastTerms = ({ terms }: OfferHistory): LoggedTerms => terms.at(-1) ?? terms[0]
export const lastTotals = ({ totals }: OfferHistory): LoggedTotals => totals.at(-1) ?? totals[0]

/** At most as many, spread evenly over the time, with the first and the last; between them, the last ones of each interval. */
export function sampleTotals({ totals }: OfferHistory, atMost: number): LoggedTotals[] {
  const [first] = totals
  const last = totals.at(-1) ?? first
  if (totals.length <= atMost) return totals
  const start = Date.parse(first.at)
  const interval = (Date.parse(last.at) - start) / (atMost - 1)
  const sampled = new Map<number, LoggedTotals>([[-1, first]])
  for (const each of totals.slice(1))
    sampled.set(Math.min(atMost - 2, Math.floor((Date.parse(each.at) - start) / interval)), each)
  return [...sampled.values()]
}

/** The outline of an area of steps in a square of 100 by 100, the origin at the top left. */
export function stepArea<Step extends { at: string }>(
  counted: readonly Step[],
  countOf: (step: Step) => number,
  { from, to, highest }: { from: number; to: number; highest: number },
): string {
  const round = (value: number) => Math.round(value * 100) / 100
  const span = Math.max(1, to - from)
  const x = (at: string) => round(((Date.parse(at) - from) / span) * 100)
  const y = (value: number) => round(100 - (value / highest) * 100)
  const steps = counted.map((each) => `H${x(each.at)}V${y(countOf(each))}`)
  return `M0 100${steps.join('')}H100V100Z`
}
