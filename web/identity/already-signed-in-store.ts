import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { lookUpViewer } from './look-up-viewer.ts'

/** Whether the form is for this visitor; `trying` is `failed` while it is asked once more. */
type AlreadySignedIn = 'no' | 'checking' | 'failed' | 'trying'

/** One who is signed in goes on at once, but not on a lookup that failed: then the next page would not know the plan. */
export function createAlreadySignedInStore(api: ApiClient, hasSessionHint: () => boolean, goOn: () => void) {
  const state = createStore<AlreadySignedIn>(hasSessionHint() ? 'checking' : 'no')
  return {
    get: state.get,
    subscribe: state.subscribe,
    async check() {
      if (!hasSessionHint()) return state.set('no')
      state.set(state.get() === 'failed' ? 'trying' : 'checking')
      try {
        const { viewer } = await lookUpViewer(api)
        // Otherwise it stays as it is: the browser is on its way.
        if (viewer.status === 'signed-in') goOn()
        else state.set('no')
      } catch (error) {
        // biome-ignore lint/suspicious/noConsole: as everywhere that a lookup fails (V4)
        console.error('Subscription lookup failed:', error)
        state.set('failed')
      }
    },
  }
}
