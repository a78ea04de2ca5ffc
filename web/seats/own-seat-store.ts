import { type OwnSeat, ownSeatPath } from '../../core/seats/contract.ts'
import { createStore, type Store } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { getApi } from '../api-result.ts'

export interface OwnSeatState {
  /** Null until it is known, and without one. */
  seat: OwnSeat | null
  checked: null | { number: number } | { problem: string }
}

export interface OwnSeatStore extends Store<OwnSeatState> {
  load(): Promise<void>
  check(): Promise<void>
}

export const unknownSeat: OwnSeatState = { seat: null, checked: null }

/** The seat that one has bought, and the proof that its sale stands in the public log. A failed look-up is silent. */
export function createOwnSeatStore(api: ApiClient): OwnSeatStore {
  const state = createStore(unknownSeat)
  return {
    get: state.get,
    subscribe: state.subscribe,
    async load() {
      const result = await getApi(api, ownSeatPath)
      if (result.ok && result.body?.seat) state.set({ seat: result.body.seat, checked: null })
    },
    /** Only who checks downloads what it takes. */
    async check() {
      const { seat } = state.get()
      if (!seat) return
      try {
        const { verifySeatProof } = await import('../../packages/client/src/seat-log/seat-proof.ts')
        const { number } = await verifySeatProof(seat.proof, seat.verifierKey)
        state.set({ seat, checked: { number } })
      } catch (error) {
        state.set({ seat, checked: { problem: error instanceof Error ? error.message : String(error) } })
      }
    },
  }
}
