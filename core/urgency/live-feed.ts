import type { Clock } from '../clock.ts'
import { createStore } from '../store.ts'
import type { LiveUrgency } from './contract.ts'

/** The live figures; null while there are none, or only old ones. */
export type LiveFeed = ReturnType<typeof createLiveFeed>

export interface UrgencyResult {
  urgency: LiveUrgency
  /** How old it was when it came: a cache may have kept it. */
  ageMs: number
}

interface LiveFeedOptions {
  /** Null when there is no answer. */
  fetchFigures: () => Promise<UrgencyResult | null>
  refreshMs: number
  clock: Clock
}

/** Rule L5: older than this is not shown, and nothing is shown in its place. */
const maxAgeMs = 120_000

export function createLiveFeed({ fetchFigures, refreshMs, clock }: LiveFeedOptions) {
  const figures = createStore<LiveUrgency | null>(null)
  let running = false
  let isFetching = false
  let goodUntil = 0
  let cancelTick = () => {}
  let cancelExpiry = () => {}

  /** A timer that comes late (a laptop that slept) still finds the figures too old. A deal that is over stays so, with its price. */
  const expire = () => {
    const last = figures.get()
    if (clock.now() >= goodUntil) figures.set(last?.isClosed ? { ...last, purchases: [] } : null)
  }

  async function refresh(): Promise<void> {
    expire()
    if (!running || isFetching) return
    isFetching = true
    const fetchedAt = clock.now()
    const reading = await fetchFigures()
    isFetching = false
    if (!running || !reading) return
    goodUntil = fetchedAt + maxAgeMs - reading.ageMs
    figures.set(reading.urgency)
    cancelExpiry()
    cancelExpiry = clock.after(Math.max(0, goodUntil - clock.now()), expire)
  }

  function scheduleTick() {
    cancelTick = clock.after(refreshMs, () => {
      void refresh()
      scheduleTick()
    })
  }

  return {
    get: figures.get,
    subscribe: figures.subscribe,
    /** Asks at once: a tab that becomes visible again may have slept through its ticks. */
    refresh,
    start() {
      if (running) return
      running = true
      void refresh()
      scheduleTick()
    },
    stop() {
      running = false
      cancelTick()
      cancelExpiry()
      figures.set(null)
    },
  }
}
