import { revokeSessionsPath, signOutPath } from '../../core/identity/contract.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { postApi } from '../api-result.ts'

type SignOutScope = 'here' | 'everywhere'

export interface SignOutState {
  busy: SignOutScope | null
  problem: string | null
}

export const idleSignOut: SignOutState = { busy: null, problem: null }

export function createSignOutStore(api: ApiClient, leave: () => void) {
  const state = createStore(idleSignOut)
  return {
    get: state.get,
    subscribe: state.subscribe,
    async signOut(scope: SignOutScope) {
      if (state.get().busy) return
      state.set({ busy: scope, problem: null })
      const ended = scope === 'everywhere' ? await postApi(api, revokeSessionsPath, {}) : null
      // Also after all are ended: it takes the cookies along.
      const result = ended?.ok === false ? ended : await postApi(api, signOutPath, {})
      if (result.ok) leave()
      else state.set({ busy: null, problem: result.error })
    },
    reset: () => state.set(idleSignOut),
  }
}
