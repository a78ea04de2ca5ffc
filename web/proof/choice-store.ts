import {
  type PurchaseChoice,
  purchaseChoicePath,
  type ShownAs,
  savePurchaseChoicePath,
} from '../../core/proof/contract.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { getApi, postApi } from '../api-result.ts'
import { createSeenPurchases } from './seen-purchases.ts'

export interface ChoiceState {
  /** Null until it is known: until then there is nothing to ask. */
  choice: PurchaseChoice | null
  saving: boolean
  saved: boolean
  problem: string | null
}

export type ChoiceStore = ReturnType<typeof createChoiceStore>

export const noChoice: ChoiceState = { choice: null, saving: false, saved: false, problem: null }

/** How others see one's purchase. A failed look-up is silent: the question can wait for the next visit. */
export function createChoiceStore(api: ApiClient) {
  const state = createStore(noChoice)
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Nothing is known, as at first. */
    reset: () => state.set(noChoice),
    async load() {
      const result = await getApi(api, purchaseChoicePath)
      const choice = result.ok ? result.body : null
      if (!choice) return
      // Nobody is shown their own purchase, also after signing out.
      createSeenPurchases().add(choice.ownPurchases)
      state.set({ ...noChoice, choice })
    },
    async save(shown: ShownAs, firstName: string) {
      const before = state.get()
      if (!before.choice || before.saving) return
      state.set({ ...before, saving: true, saved: false, problem: null })
      const result = await postApi(api, savePurchaseChoicePath, { shown, firstName })
      if (!result.ok) return state.set({ ...before, saving: false, saved: false, problem: result.error })
      const choice = {
        ...before.choice,
        shown,
        firstName: shown === 'name' ? firstName : null,
        decided: true,
      }
      state.set({ choice, saving: false, saved: true, problem: null })
    },
  }
}
