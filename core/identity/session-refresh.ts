import type { Clock } from '../clock.ts'

const tickMs = 30_000
const ticksLeftToRefresh = 3

/** Rule I4. Both times are milliseconds since 1970; a window that is over is due. */
export const isRefreshDue = (accessExpiresAt: number, now: number): boolean =>
  Math.floor((accessExpiresAt - now) / tickMs) <= ticksLeftToRefresh

export interface SessionRefreshOptions {
  accessExpiresAt: number
  clock: Clock
  /** `ended` when the server refuses; rejects when the server could not be asked. */
  refresh: () => Promise<'ended' | { accessExpiresAt: number }>
  /** When the window ends, known to all tabs. */
  shared: { read(): number | null; write(accessExpiresAt: number): void }
  /** Runs it in one tab at a time; a tab that finds another at it may leave it out. */
  exclusively: (run: () => Promise<void>) => Promise<void>
  isHidden: () => boolean
  onEnded: () => void
}

/**
 * Rule I4: looks at the access window every 30 s and has it renewed when three ticks or fewer remain; one tab does it for
 * all, a hidden one waits until it is seen. Only a refusal ends the session: without a network the next tick tries again.
 */
export function createSessionRefresh(options: SessionRefreshOptions) {
  const { clock, refresh, shared, exclusively, isHidden, onEnded } = options
  let ownExpiresAt = options.accessExpiresAt
  let running = false
  let checking = false
  let cancelTick = () => {}

  const isDue = () => isRefreshDue(shared.read() ?? ownExpiresAt, clock.now())

  function keep(accessExpiresAt: number) {
    ownExpiresAt = accessExpiresAt
    shared.write(accessExpiresAt)
  }

  async function check() {
    if (checking || isHidden() || !isDue()) return
    checking = true
    try {
      await exclusively(async () => {
        // Another tab may have been faster while this one waited for its turn.
        if (running && isDue()) await renew()
      })
    } catch {
      // Not reached, so nothing is known: the session stands.
    } finally {
      checking = false
    }
  }

  async function renew() {
    const refreshed = await refresh()
    if (!running) return
    if (refreshed !== 'ended') return keep(refreshed.accessExpiresAt)
    stop()
    onEnded()
  }

  function scheduleTick() {
    cancelTick = clock.after(tickMs, () => {
      scheduleTick()
      void check()
    })
  }

  function stop() {
    running = false
    cancelTick()
  }

  return {
    start() {
      stop()
      running = true
      keep(ownExpiresAt)
      scheduleTick()
      void check()
    },
    stop,
    becameVisible() {
      if (running) void check()
    },
  }
}
