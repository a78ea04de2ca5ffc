import type { Clock } from '../clock.ts'
import { createStore, type Store } from '../store.ts'
import type { Purchase } from './purchase.ts'

interface ToastTimings {
  firstMs: number
  everyMs: number
  visibleMs: number
  fadeMs: number
}

type Toast = { purchase: Purchase; phase: 'visible' | 'leaving' } | null

type Holder = 'pointer' | 'focus'

export interface ToastTimeline extends Store<Toast> {
  /** `loadedAt` is when the page had loaded; appearances are counted from there. */
  start(loadedAt: number): void
  stop(): void
  /** Pointer over the toast, or focus inside it: it stays until neither holds it. */
  hold(by: Holder): void
  release(by: Holder): void
  close(): void
  setTabHidden(hidden: boolean): void
}

interface TimelineOptions {
  timings: ToastTimings
  /** Null when there is nothing to show: that appearance is skipped. */
  nextPurchase: () => Purchase | null
  reducedMotion: () => boolean
  clock: Clock
}

/**
 * Rules T4, T5 and T7. Appearances stand on a fixed grid (3 s, 48 s, 93 s after load); nothing that happens to one
 * toast moves the next. One that falls due while another is held open, or while the tab is hidden, is dropped.
 */
export function createToastTimeline({
  timings,
  nextPurchase,
  reducedMotion,
  clock,
}: TimelineOptions): ToastTimeline {
  const toast = createStore<Toast>(null)
  let tabHidden = false
  const holders = new Set<Holder>()
  let leftMs = 0
  let shownAt = 0
  let cancelAppearance = () => {}
  let cancelPhase = () => {}

  function scheduleAppearance(dueAt: number) {
    cancelAppearance = clock.after(Math.max(0, dueAt - clock.now()), () => {
      // Late timers come from a throttled tab or a laptop that slept: show what is left of it, or nothing.
      const lateMs = clock.now() - dueAt
      appear(timings.visibleMs - lateMs)
      const missed = Math.max(0, Math.floor(lateMs / timings.everyMs))
      scheduleAppearance(dueAt + (missed + 1) * timings.everyMs)
    })
  }

  function appear(visibleMs: number) {
    if (visibleMs <= 0 || tabHidden || toast.get()) return
    const purchase = nextPurchase()
    if (!purchase) return
    leftMs = visibleMs
    toast.set({ purchase, phase: 'visible' })
    runDown()
  }

  function runDown() {
    shownAt = clock.now()
    cancelPhase = clock.after(leftMs, leave)
  }

  function leave() {
    const current = toast.get()
    if (!current) return
    if (reducedMotion()) return remove()
    leftMs = 0
    toast.set({ purchase: current.purchase, phase: 'leaving' })
    cancelPhase = clock.after(timings.fadeMs, remove)
  }

  function remove() {
    cancelPhase()
    holders.clear()
    toast.set(null)
  }

  return {
    get: toast.get,
    subscribe: toast.subscribe,
    start(loadedAt) {
      cancelAppearance()
      const firstAt = loadedAt + timings.firstMs
      // A page whose script came late shows its first toast now, and keeps the grid for the next.
      if (clock.now() > firstAt) {
        appear(timings.visibleMs)
        scheduleAppearance(firstAt + timings.everyMs)
      } else {
        scheduleAppearance(firstAt)
      }
    },
    stop() {
      cancelAppearance()
      remove()
    },
    hold(by) {
      const current = toast.get()
      if (!current || holders.has(by)) return
      if (holders.size === 0) {
        cancelPhase()
        if (current.phase === 'visible') leftMs = Math.max(0, leftMs - (clock.now() - shownAt))
        else toast.set({ purchase: current.purchase, phase: 'visible' })
      }
      holders.add(by)
    },
    release(by) {
      if (holders.delete(by) && holders.size === 0) runDown()
    },
    close: remove,
    setTabHidden(hidden) {
      tabHidden = hidden
      if (hidden) remove()
    },
  }
}
