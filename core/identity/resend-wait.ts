import type { Clock } from '../clock.ts'
import { createStore } from '../store.ts'

/** Seconds before a code may be asked for again; 0 when it may. */
export type ResendWait = ReturnType<typeof createResendWait>

export const resendSeconds = 30

export function createResendWait(clock: Clock) {
  const seconds = createStore(0)
  let cancelTick = () => {}

  function countTo(endsAt: number) {
    // Measured, not counted: a tab that slept through its ticks is right at the next.
    const leftMs = Math.max(0, endsAt - clock.now())
    seconds.set(Math.ceil(leftMs / 1_000))
    if (leftMs > 0) cancelTick = clock.after(leftMs % 1_000 || 1_000, () => countTo(endsAt))
  }

  return {
    get: seconds.get,
    subscribe: seconds.subscribe,
    start(waitSeconds: number) {
      cancelTick()
      countTo(clock.now() + waitSeconds * 1_000)
    },
    clear() {
      cancelTick()
      seconds.set(0)
    },
  }
}
