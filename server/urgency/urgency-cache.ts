import type { LiveUrgency } from '../../core/urgency/contract.ts'
import { type Precompressed, precompress } from '../pages/precompressed.ts'

/** Short enough to go unnoticed, long enough that a crowd costs one read a second. */
const keptMs = 1_000
// For a CDN: a million open pages are one request in ten seconds.
const cacheControl = 'public, max-age=0, s-maxage=10, stale-while-revalidate=30'

const publicHeaders = {
  'content-type': 'application/json',
  'cache-control': cacheControl,
  // Not one origin at a time: the response in a cache is for all of them.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'age, date',
}

interface UrgencyReading {
  urgency: LiveUrgency
  /** The same, ready to be sent. */
  response: Precompressed
}

interface KeptReading {
  startedAt: number
  reading: Promise<UrgencyReading>
  /** There once it is read. */
  response?: Precompressed
}

export type UrgencyCache = ReturnType<typeof createUrgencyCache>

/** One reading for all requests within a second; requests during the read wait for it. */
export function createUrgencyCache(
  read: () => Promise<LiveUrgency>,
  /** With null when the reading failed. */
  onRead: (urgency: LiveUrgency | null) => void,
) {
  let latest: KeptReading | null = null
  const fresh = () => (latest && performance.now() - latest.startedAt < keptMs ? latest : null)

  async function readNow(): Promise<UrgencyReading> {
    const urgency = await read().catch((error) => {
      onRead(null)
      throw error
    })
    onRead(urgency)
    return { urgency, response: precompress(JSON.stringify(urgency), publicHeaders) }
  }

  return {
    /** The response of this second, if it was read already. */
    fresh: () => fresh()?.response,
    /** The next request gets a new reading. */
    forget() {
      latest = null
    },
    read() {
      const known = fresh()
      if (known) return known.reading
      const started: KeptReading = { startedAt: performance.now(), reading: readNow() }
      latest = started
      started.reading.then(
        ({ response }) => {
          started.response = response
        },
        () => {
          // One that failed is not kept.
          if (latest === started) latest = null
        },
      )
      return started.reading
    },
  }
}
