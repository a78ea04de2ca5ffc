import type { Clock } from '../../../core/clock.ts'

export interface FakeClock extends Clock {
  /** Moves time on, running what falls due on the way, each at its own moment. */
  advance(byMs: number): void
  /** Moves time at once, as a laptop that slept: what fell due runs late. */
  sleep(forMs: number): void
}

export function createFakeClock(startAt = 0): FakeClock {
  let now = startAt
  const timers = new Set<{ dueAt: number; callback: () => void }>()

  function runDue(until: number, onTime: boolean) {
    for (;;) {
      const [next] = [...timers].filter(({ dueAt }) => dueAt <= until).sort((a, b) => a.dueAt - b.dueAt)
      if (!next) return
      timers.delete(next)
      if (onTime) now = Math.max(now, next.dueAt)
      next.callback()
    }
  }

  return {
    now: () => now,
    after(delayMs, callback) {
      const timer = { dueAt: now + delayMs, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(byMs) {
      const until = now + byMs
      runDue(until, true)
      now = until
    },
    sleep(forMs) {
      now += forMs
      runDue(now, false)
    },
  }
}
