import type { LiveUrgency } from '../../core/urgency/contract.ts'
import { type Precompressed, precompress } from '../pages/precompressed.ts'

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
  answer: Precompressed
}

interface KeptReading {
  startedAt: number
  reading: Promise<UrgencyReading>
  /** There once it is read. */
  answer?: Precompressed
}

export interface UrgencyCache {
  read(): Promise<UrgencyReading>
  /** What everybody within this second hears, if it was read already. */
  fresh(): Precompressed | undefined
  /** The next one to ask gets a new reading. */
  forget(): void
}

/** One reading for everybody who asks within a second; whoever comes while it is read waits for it. */
export function createUrgencyCache(
  read: () => Promise<LiveUrgency>,
  onRead: (urgency: LiveUrgency) => void,
): UrgencyCache {
  let latest: KeptReading | null = null
  const fresh = () => (latest && performance.now() - latest.startedAt < keptMs ? latest : null)

  async function readNow(): Promise<UrgencyReading> {
    const urgency = await read()
    onRead(urgency)
    return { urgency, answer: precompress(JSON.stringify(urgency), publicHeaders) }
  }

  return {
    fresh: () => fresh()?.answer,
    forget() {
      latest = null
    },
    read() {
      const known = fresh()
      if (known) return known.reading
      const started: KeptReading = { startedAt: performance.now(), reading: readNow() }
      latest = started
      started.reading.then(
        ({ answer }) => {
          started.answer = answer
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
