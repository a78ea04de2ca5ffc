import {
  guaranteePath,
  type OwnGuarantee,
  type OwnWithdrawal,
  withdrawPath,
} from '../../core/billing/contract.ts'
import { proofNeeded } from '../../core/identity/contract.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { getApi, postApi } from '../api-result.ts'

export type GuaranteeState =
  | { status: 'loading' }
  | { status: 'failed'; error: string }
  | { status: 'none' }
  | {
      status: 'offered'
      offer: NonNullable<OwnGuarantee['offer']>
      isConfirming: boolean
      error: string | null
      /** A mailed code must come first. */
      needsProof: boolean
    }
  | { status: 'withdrawn'; withdrawal: OwnWithdrawal }

export type GuaranteeStore = ReturnType<typeof createGuaranteeStore>

export const loadingGuarantee: GuaranteeState = { status: 'loading' }

/** Rule M2. `signIn`: for one whose session has ended. */
export function createGuaranteeStore(api: ApiClient, signIn: () => void) {
  const state = createStore<GuaranteeState>(loadingGuarantee)
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Nothing is known, as at first. */
    reset: () => state.set(loadingGuarantee),
    async load() {
      const result = await getApi(api, guaranteePath)
      if (!result.ok && result.status === 401) return signIn()
      if (!result.ok) return state.set({ status: 'failed', error: result.error })
      const { offer, withdrawal } = result.body ?? {}
      if (offer) state.set({ status: 'offered', offer, isConfirming: false, error: null, needsProof: false })
      else state.set(withdrawal ? { status: 'withdrawn', withdrawal } : { status: 'none' })
    },
    /** The second step: the plan ends and its money goes back. */
    async withdraw() {
      const offered = state.get()
      if (offered.status !== 'offered' || offered.isConfirming) return
      state.set({ ...offered, isConfirming: true, error: null, needsProof: false })
      const result = await postApi(api, withdrawPath, { purchase: offered.offer.purchase })
      if (result.ok && result.body) return state.set({ status: 'withdrawn', withdrawal: result.body })
      if (!result.ok && result.status === 401) return signIn()
      if (!result.ok && result.code === proofNeeded) return state.set({ ...offered, needsProof: true })
      state.set({ ...offered, needsProof: false, error: result.ok ? null : result.error })
    },
  }
}
