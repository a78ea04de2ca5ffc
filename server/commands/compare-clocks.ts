import { readDatabaseTime } from '../db/clock.ts'
import type { Drizzle } from '../db/database.ts'

/** The Date header has whole seconds, and the calls take their time. */
const toleranceSeconds = 10

/** How far a clock is ahead of this machine's, in seconds; negative when it is behind. */
export type ClockOffset = number

/** Throws with what is off by how much. Stripe's clock, where it is known, is the one that the others are judged by. */
export function compareClocks({
  database,
  stripe,
}: {
  database: ClockOffset | null
  stripe: ClockOffset | null
}): string {
  const reference = stripe ?? database
  if (reference === null) throw new Error('neither the database nor Stripe told its time')
  const referenceName = stripe === null ? "the database's" : "Stripe's"
  const clocks = [
    ["this machine's clock", -reference],
    ...(stripe !== null && database !== null
      ? ([["the database's clock", database - reference]] as const)
      : []),
  ] as const
  const wrong = clocks
    .filter(([, ahead]) => Math.abs(ahead) > toleranceSeconds)
    .map(([name, ahead]) => {
      const direction = ahead > 0 ? 'ahead of' : 'behind'
      return `${name} is ${Math.round(Math.abs(ahead))} s ${direction} ${referenceName}`
    })
  if (wrong.length > 0) throw new Error(`${wrong.join(', ')}: set it by NTP`)
  return `${clocks.map(([name]) => name).join(' and ')} within ${toleranceSeconds} s of ${referenceName}`
}

/** The middle of the call is when the other side read its clock, as near as can be known. */
async function measureOffset(readMs: () => Promise<number>): Promise<ClockOffset> {
  const before = Date.now()
  const theirs = await readMs()
  return (theirs - (before + Date.now()) / 2) / 1_000
}

export const measureDatabaseOffset = (db: Drizzle): Promise<ClockOffset> =>
  measureOffset(() => readDatabaseTime(db))

/** By the Date header, which every response has, also an error. */
export const measureStripeOffset = (
  apiUrl = 'https://api.stripe.com',
  timeoutMs = 5_000,
): Promise<ClockOffset> =>
  measureOffset(async () => {
    const response = await fetch(apiUrl, { signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    const ms = Date.parse(response.headers.get('date') ?? '')
    if (Number.isNaN(ms)) throw new Error(`${apiUrl} answered without a Date header`)
    // Whole seconds, cut off: on average half a second has passed.
    return ms + 500
  })
