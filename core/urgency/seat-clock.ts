import type { Clock } from '../clock.ts'
import { createStore } from '../store.ts'
import { type SeatRule, seatsLeft } from './seats.ts'

/** Rule S4: the number of seats, recomputed every `refreshMs`. */
export function createSeatClock(rule: SeatRule, refreshMs: number, clock: Clock) {
  const seats = createStore(seatsLeft(rule, clock.now()))
  let cancelTick = () => {}

  const refresh = () => seats.set(seatsLeft(rule, clock.now()))
  const scheduleTick = () => {
    cancelTick = clock.after(refreshMs, () => {
      refresh()
      scheduleTick()
    })
  }

  return {
    get: seats.get,
    subscribe: seats.subscribe,
    /** Recomputes at once: a tab that becomes visible again may have slept through its ticks. */
    refresh,
    start() {
      cancelTick()
      refresh()
      scheduleTick()
    },
    stop: () => cancelTick(),
  }
}
