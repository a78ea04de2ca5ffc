import type { NoFields, PostPath } from '../../core/api-path.ts'
import {
  type Done,
  deleteAccountPath,
  deletionCodePath,
  proofCodePath,
  provePath,
} from '../../core/identity/contract.ts'
import { type ResendWait, resendSeconds } from '../../core/identity/resend-wait.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { postApi } from '../api-result.ts'
import { codeDigits, isCodeSpent, isCodeWrong } from './code.ts'

export interface MailedCodeState {
  step: 'closed' | 'code'
  code: string
  busy: 'send' | 'confirm' | null
  problem: string | null
}

export type MailedCodeStore = ReturnType<typeof createMailedCodeStore>

export const closedCode: MailedCodeState = { step: 'closed', code: '', busy: null, problem: null }

interface MailedCode {
  api: ApiClient
  wait: ResendWait
  send: PostPath<NoFields, NoFields>
  confirm: PostPath<{ code: string }, Done>
  /** After the right code. */
  onDone: () => void | Promise<void>
}

/** An action of a signed-in user that a mailed code confirms. Nothing here submits itself: what follows may be final. */
function createMailedCodeStore({ api, wait, send, confirm, onDone }: MailedCode) {
  const state = createStore(closedCode)
  const change = (part: Partial<MailedCodeState>) => state.set({ ...state.get(), ...part })
  return {
    get: state.get,
    subscribe: state.subscribe,
    wait,
    async sendCode() {
      if (state.get().busy) return
      change({ busy: 'send', problem: null })
      const result = await postApi(api, send, {})
      if (result.ok) {
        wait.start(resendSeconds)
        state.set({ ...closedCode, step: 'code' })
      } else {
        if (result.retryAfterSeconds) wait.start(result.retryAfterSeconds)
        change({ busy: null, problem: result.error })
      }
    },
    enterCode: (text: string) => change({ code: codeDigits(text) }),
    async confirm() {
      if (state.get().busy) return
      change({ busy: 'confirm', problem: null })
      const result = await postApi(api, confirm, { code: state.get().code })
      if (result.ok) return onDone()
      const useless = isCodeWrong(result) || isCodeSpent(result)
      change({ busy: null, problem: result.error, ...(useless && { code: '' }) })
    },
    reset: () => state.set(closedCode),
  }
}

type Deps = Pick<MailedCode, 'api' | 'wait' | 'onDone'>

/** Deletes the account. */
export const createDeletionStore = (deps: Deps): MailedCodeStore =>
  createMailedCodeStore({ ...deps, send: deletionCodePath, confirm: deleteAccountPath })

/** Proves who is there, in a session that only the product vouches for. */
export const createProofStore = (deps: Deps): MailedCodeStore =>
  createMailedCodeStore({ ...deps, send: proofCodePath, confirm: provePath })
