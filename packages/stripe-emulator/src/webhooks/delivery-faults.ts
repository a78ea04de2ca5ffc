import { seededRandom } from '../seeded-random.ts'

/** What may happen to events on their way, set by tests. All of it is decided by the seed. */
export interface DeliveryFaults {
  shuffle: boolean
  /** Probability of a second delivery of the same event. */
  duplicate: number
  delayMs: number
  /** Probability that a delivery is lost until `deliver` is called. */
  drop: number
  /** The next so many deliveries are lost in any case. */
  dropNext: number
  /** Nothing goes out until `deliver` is called. */
  hold: boolean
  seed: number
}

export const noFaults: DeliveryFaults = {
  shuffle: false,
  duplicate: 0,
  delayMs: 0,
  drop: 0,
  dropNext: 0,
  hold: false,
  seed: 1,
}

/** Deliveries are spread over this long when shuffled. */
const shuffleWindowMs = 100

export type FaultInjector = ReturnType<typeof createFaultInjector>

export function createFaultInjector() {
  let faults = noFaults
  let random = seededRandom(faults.seed)
  return {
    faults: () => faults,
    set(change: Partial<DeliveryFaults>) {
      faults = { ...faults, ...change }
      random = seededRandom(faults.seed)
    },
    isDropped(): boolean {
      if (faults.dropNext > 0) {
        faults = { ...faults, dropNext: faults.dropNext - 1 }
        return true
      }
      return faults.drop > 0 && random() < faults.drop
    },
    isDuplicated: () => faults.duplicate > 0 && random() < faults.duplicate,
    delayMs: () => faults.delayMs + (faults.shuffle ? Math.floor(random() * shuffleWindowMs) : 0),
    order<T>(things: T[]): T[] {
      if (!faults.shuffle) return things
      const mixed = things.map((thing) => ({ thing, place: random() }))
      return mixed.sort((a, b) => a.place - b.place).map(({ thing }) => thing)
    },
  }
}
