import { type OwnSeat, ownSeatPath } from '../../core/seats/contract.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { getApi } from '../api-result.ts'
import type { OwnSeatCheck } from './check-own-seat.ts'

export interface OwnSeatState {
  /** Null until it is known, and without one. */
  seat: OwnSeat | null
  checked: null | OwnSeatCheck
}

export type OwnSeatStore = ReturnType<typeof createOwnSeatStore>

export const unknownSeat: OwnSeatState = { seat: null, checked: null }

/** The seat that one has bought, and the proof that its sale stands in the public log. A failed look-up is silent. */
export function createOwnSeatStore(api: ApiClient) {
  const state = createStore(unknownSeat)
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Nothing is known, as at first. */
    reset: () => state.set(unknownSeat),
    async load() {
      const result = await getApi(api, ownSeatPath)
      if (result.ok && result.body?.seat) state.set({ seat: result.body.seat, checked: null })
    },
    /** Only who checks downloads what it takes. */
    async check() {
      const { seat } = state.get()
      if (!seat) return
      const { checkOwnSeat } = await import('./check-own-seat.ts')
      state.set({ seat, checked: await checkOwnSeat(seat) })
    },
  }
}
