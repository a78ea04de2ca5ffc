import type { LiveUrgency } from '../../core/urgency/live-urgency.ts'
import { compressForAll, type Negotiated } from '../http/negotiated.ts'

/** Short enough that nobody notices, long enough that a crowd costs one reading a second. */
const keptMs = 1_000
// For a CDN to answer from: a million open pages are one request in ten seconds.
const cacheControl = 'public, max-age=0, s-maxage=10, stale-while-revalidate=30'

const publicHeaders = {
  'content-type': 'application/json',
  'cache-control': cacheControl,
  // Not one origin at a time: the answer that a cache keeps is for all of them.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'age, date',
}

interface UrgencyReading {
  urgency: LiveUrgency
  /** The same, ready to be sent. */
  answer: Negotiated
}

export interface UrgencyCache {
  read(): Promise<UrgencyReading>
  /** What everybody within this second hears, if it was read already. */
  fresh(): Negotiated | undefined
  /** The next one to ask gets a new reading. */
  forget(): void
}

/** One reading for everybody who asks within a second; whoever comes while it is read waits for it. */
export function createUrgencyCache(
  read: () => Promise<LiveUrgency>,
  onRead: (urgency: LiveUrgency) => void,
): UrgencyCache {
  let readAt = 0
  let latest: Promise<UrgencyReading> | null = null
  let answered: Negotiated | undefined
  const isFresh = () => latest !== null && performance.now() - readAt < keptMs

  async function readNow(): Promise<UrgencyReading> {
    const urgency = await read()
    onRead(urgency)
    answered = compressForAll(JSON.stringify(urgency), publicHeaders)
    return { urgency, answer: answered }
  }

  return {
    fresh: () => (isFresh() ? answered : undefined),
    forget() {
      latest = null
      answered = undefined
    },
    read() {
      if (latest && isFresh()) return latest
      readAt = performance.now()
      answered = undefined
      const reading = readNow()
      // One that failed is not kept.
      reading.catch(() => {
        if (latest === reading) latest = null
      })
      latest = reading
      return reading
    },
  }
}
