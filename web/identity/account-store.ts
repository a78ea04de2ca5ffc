import { type OwnBilling, ownBillingPath } from '../../core/billing/contract.ts'
import { type Account, accountPath } from '../../core/identity/contract.ts'
import * as messages from '../../core/messages/messages.ts'
import { createStore } from '../../core/store.ts'
import type { SignedIn } from '../../core/viewer.ts'
import type { ApiClient } from '../api-client.ts'
import { getApi } from '../api-result.ts'
import { lookUpViewer } from './look-up-viewer.ts'

export type AccountState =
  | { status: 'loading' }
  | { status: 'failed'; error: string }
  | { status: 'ready'; account: Account; viewer: SignedIn; billing: OwnBilling }

interface AccountOptions {
  api: ApiClient
  hasSessionHint: () => boolean
  /** For a visitor without a session. */
  signIn: () => void
  /** Keeps the session of one who has. */
  keep: (accessExpiresAt: number) => void
}

export function createAccountStore({ api, hasSessionHint, signIn, keep }: AccountOptions) {
  const state = createStore<AccountState>({ status: 'loading' })
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** The visitor has entered a mailed code. */
    markProven() {
      const ready = state.get()
      if (ready.status === 'ready') state.set({ ...ready, account: { ...ready.account, needsProof: false } })
    },
    async load() {
      state.set({ status: 'loading' })
      if (!hasSessionHint()) return signIn()
      const [lookedUp, result, billing] = await Promise.all([
        lookUpViewer(api).catch(() => null),
        getApi(api, accountPath),
        getApi(api, ownBillingPath),
      ])
      if (lookedUp?.accessExpiresAt === null) return signIn()
      if (lookedUp?.viewer.status === 'signed-in' && result.ok && result.body) {
        keep(lookedUp.accessExpiresAt)
        // Without an answer it is left out: the plan is known all the same.
        const known = (billing.ok && billing.body) || {}
        state.set({ status: 'ready', account: result.body, viewer: lookedUp.viewer, billing: known })
      } else {
        state.set({ status: 'failed', error: result.ok ? messages.accountNotLoaded : result.error })
      }
    },
  }
}
