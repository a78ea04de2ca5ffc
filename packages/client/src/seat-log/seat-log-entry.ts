interface DealPrices {
  dealPriceMinor: number
  laterPriceMinor: number
}

/** When an offer opens (`offer`), and when the terms of an open one are tightened (`terms`). */
export interface TermsEntry {
  type: 'offer' | 'terms'
  offer: string
  cap: number
  dealPriceMinor: number
  laterPriceMinor: number
  currency: string
  /** In further currencies, by code; only where there are any. */
  otherPrices?: Record<string, DealPrices>
  /** To the second, in UTC. Null when only the seats end the offer. */
  closesAt: string | null
  cooldownDays: number
  at: string
}

/** A seat was held, given back, paid for or refunded. `taken` and `sold` are the totals of the offer after it. */
export interface MovementEntry {
  type: 'held' | 'released' | 'sold' | 'refunded'
  offer: string
  /** SHA-256 of a salt and the id of the hold: names nobody. */
  seat: string
  taken: number
  sold: number
  at: string
}

export interface ClosedEntry {
  type: 'closed'
  offer: string
  taken: number
  sold: number
  at: string
}

export type SeatLogEntry = TermsEntry | MovementEntry | ClosedEntry

/** The time of an entry: to the minute, so that it tells nobody which payment it was. */
export const toMinute = (time: Date): string => `${time.toISOString().slice(0, 16)}Z`

/** The text of an entry. It is hashed, so it is made once, kept, and never made again. */
export function formatEntry(entry: SeatLogEntry): string {
  switch (entry.type) {
    case 'offer':
    case 'terms': {
      const { type, offer, cap, dealPriceMinor, laterPriceMinor, currency, closesAt, cooldownDays, at } =
        entry
      const otherPrices = entry.otherPrices && mapPrices(entry.otherPrices)
      const prices = { dealPriceMinor, laterPriceMinor, currency, otherPrices }
      return JSON.stringify({ type, offer, cap, ...prices, closesAt, cooldownDays, at })
    }
    case 'closed': {
      const { type, offer, taken, sold, at } = entry
      return JSON.stringify({ type, offer, taken, sold, at })
    }
    default: {
      const { type, offer, seat, taken, sold, at } = entry
      return JSON.stringify({ type, offer, seat, taken, sold, at })
    }
  }
}

const mapPrices = (prices: Record<string, DealPrices>) =>
  Object.fromEntries(
    Object.entries(prices).map(([currency, { dealPriceMinor, laterPriceMinor }]) => [
      currency,
      { dealPriceMinor, laterPriceMinor },
    ]),
  )

/** Null for everything that `formatEntry` does not write. */
export function parseEntry(text: string): SeatLogEntry | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  return isEntry(value) && formatEntry(value) === text ? value : null
}

const minute = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/
const second = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Entries that follow each other are mostly of one minute. */
let lastDate = ''

/** No 31 February, which would stand before 1 March and mean the 3rd. */
function isDate(text: string): boolean {
  if (text === lastDate) return true
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(text.slice(0, -1))) return false
  lastDate = text
  return true
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

function areOtherPrices(value: unknown): boolean {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return (
    entries.length > 0 &&
    entries.every(([currency, prices]) => /^[a-z]{3}$/.test(currency) && arePrices(prices))
  )
}

function arePrices(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { dealPriceMinor, laterPriceMinor }: Partial<Record<keyof DealPrices, unknown>> = value
  return isCount(dealPriceMinor) && isCount(laterPriceMinor)
}

function isEntry(value: unknown): value is SeatLogEntry {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  const isTime = (field: string, pattern: RegExp) => {
    const text = fields[field]
    return typeof text === 'string' && pattern.test(text) && isDate(text)
  }
  const areCounts = (...names: string[]) => names.every((name) => isCount(fields[name]))
  if (typeof fields.offer !== 'string' || !isTime('at', minute)) return false
  switch (fields.type) {
    case 'offer':
    case 'terms':
      return (
        areCounts('cap', 'dealPriceMinor', 'laterPriceMinor', 'cooldownDays') &&
        typeof fields.currency === 'string' &&
        (fields.otherPrices === undefined || areOtherPrices(fields.otherPrices)) &&
        (fields.closesAt === null || isTime('closesAt', second))
      )
    case 'held':
    case 'released':
    case 'sold':
    case 'refunded':
      return areCounts('taken', 'sold') && /^[0-9a-f]{64}$/.test(String(fields.seat))
    case 'closed':
      return areCounts('taken', 'sold')
    default:
      return false
  }
}
