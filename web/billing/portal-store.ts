import { portalPath } from '../../core/billing/contract.ts'
import { createStore, type Store } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { postApi, textField } from '../api-result.ts'

/** What the visitor goes to the portal for. */
export type PortalIntent = 'manage' | 'card'

export interface PortalState {
  /** The intent whose button reads `Redirecting...`; null when idle. */
  redirecting: PortalIntent | null
  error: string | null
}

export interface PortalStore extends Store<PortalState> {
  open(intent: PortalIntent): Promise<void>
  dismissError(): void
  /** Back from the portal by the browser's cache: the buttons are idle again. */
  reset(): void
}

export const idlePortal: PortalState = { redirecting: null, error: null }

const noUrl = 'The billing page could not be opened. Please try again.'

/** The way to the payment service's own pages, where a plan is cancelled, resumed, and its card changed. */
export function createPortalStore(api: ApiClient, goTo: (url: string) => void): PortalStore {
  const state = createStore(idlePortal)
  return {
    get: state.get,
    subscribe: state.subscribe,
    async open(intent) {
      if (state.get().redirecting) return
      state.set({ redirecting: intent, error: null })
      const answer = await postApi(api, portalPath, {})
      const url = answer.ok ? textField(answer.body, 'url') : null
      // Still `Redirecting...` afterwards: the browser is on its way.
      if (url) return goTo(url)
      state.set({ redirecting: null, error: answer.ok ? noUrl : answer.error })
    },
    dismissError: () => state.set({ ...state.get(), error: null }),
    reset: () => state.set(idlePortal),
  }
}
