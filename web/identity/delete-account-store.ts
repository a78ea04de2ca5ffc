import { deleteAccountPath, deletionCodePath } from '../../core/identity/contract.ts'
import { type ResendWait, resendSeconds } from '../../core/identity/resend-wait.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { postApi } from '../api-result.ts'
import { codeDigits, isCodeSpent, isCodeWrong } from './code.ts'

export interface DeletionState {
  step: 'closed' | 'code'
  code: string
  busy: 'send' | 'delete' | null
  problem: string | null
}

export type DeleteAccountStore = ReturnType<typeof createDeleteAccountStore>

export const closedDeletion: DeletionState = { step: 'closed', code: '', busy: null, problem: null }

/** Nothing here submits itself: a deletion cannot be undone. */
export function createDeleteAccountStore(api: ApiClient, wait: ResendWait, leave: () => void) {
  const state = createStore(closedDeletion)
  const change = (part: Partial<DeletionState>) => state.set({ ...state.get(), ...part })
  return {
    get: state.get,
    subscribe: state.subscribe,
    async sendCode() {
      if (state.get().busy) return
      change({ busy: 'send', problem: null })
      const result = await postApi(api, deletionCodePath, {})
      if (result.ok) {
        wait.start(resendSeconds)
        state.set({ ...closedDeletion, step: 'code' })
      } else {
        if (result.retryAfterSeconds) wait.start(result.retryAfterSeconds)
        change({ busy: null, problem: result.error })
      }
    },
    enterCode: (text: string) => change({ code: codeDigits(text) }),
    async confirm() {
      if (state.get().busy) return
      change({ busy: 'delete', problem: null })
      const result = await postApi(api, deleteAccountPath, { code: state.get().code })
      if (result.ok) return leave()
      const useless = isCodeWrong(result) || isCodeSpent(result)
      change({ busy: null, problem: result.error, ...(useless && { code: '' }) })
    },
    reset: () => state.set(closedDeletion),
  }
}
