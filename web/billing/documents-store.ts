import { type OwnDocument, ownDocumentsPath } from '../../core/billing/contract.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { getApi } from '../api-result.ts'

export interface DocumentsState {
  documents: OwnDocument[]
  /** There are older ones. */
  next: string | null
  isLoading: boolean
  error: string | null
}

export type DocumentsStore = ReturnType<typeof createDocumentsStore>

export const noDocuments: DocumentsState = { documents: [], next: null, isLoading: false, error: null }

/** Invoices and receipts, which the payment service is asked for: that may take longer than the rest of the page. */
export function createDocumentsStore(api: ApiClient) {
  const state = createStore<DocumentsState>(noDocuments)

  async function read(after: string | null): Promise<void> {
    if (state.get().isLoading) return
    state.set({ ...state.get(), isLoading: true, error: null })
    const result = await getApi(api, ownDocumentsPath, after ? `?after=${encodeURIComponent(after)}` : '')
    const { documents } = state.get()
    if (result.ok && result.body) {
      const { body } = result
      const known = after ? documents : []
      state.set({ ...noDocuments, documents: [...known, ...body.documents], next: body.next })
    } else {
      state.set({ ...state.get(), isLoading: false, error: result.ok ? null : result.error })
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** The newest ones. */
    load: () => read(null),
    /** Nothing is known, as at first. */
    reset: () => state.set(noDocuments),
    /** Those that follow. */
    loadOlder: () => read(state.get().next),
  }
}
