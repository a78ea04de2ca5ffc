import type { RememberedLog } from '../../packages/client/src/seat-log/verify-seat-log.ts'

const storageKey = 'fairseat_seat_log'

export interface SeatLogMemory {
  read(): RememberedLog | undefined
  write(log: RememberedLog): void
}

/** The key and the last checkpoint, for the next visit. A browser that keeps nothing starts over each time. */
export const browserMemory: SeatLogMemory = {
  read() {
    try {
      const { key, checkpoint }: Record<string, unknown> = JSON.parse(
        localStorage.getItem(storageKey) ?? '{}',
      )
      return typeof key === 'string' && typeof checkpoint === 'string'
        ? { key, checkpoints: [checkpoint], entries: [] }
        : undefined
    } catch {
      return undefined
    }
  },
  write({ key, checkpoints }) {
    try {
      localStorage.setItem(storageKey, JSON.stringify({ key, checkpoint: checkpoints.at(-1) }))
    } catch {}
  },
}
