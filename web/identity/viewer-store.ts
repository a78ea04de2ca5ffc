import { createStore, type Store } from '../../core/store.ts'
import { signedOut, type Viewer } from '../../core/viewer.ts'
import type { ApiClient } from '../api-client.ts'
import { createLazySessionRefresh } from './lazy-session-refresh.ts'
import { type LookedUp, lookUpViewer } from './look-up-viewer.ts'

export interface ViewerStore extends Store<Viewer> {
  /** Asks again, without showing a loading state in between. */
  refresh(): Promise<void>
}

/** Who is looking (D2, D3). Without a session hint nothing is asked: the visitor is signed out. */
export function createViewerStore(api: ApiClient, hasSessionHint: () => boolean): ViewerStore {
  const viewer = createStore<Viewer>(hasSessionHint() ? { status: 'loading' } : signedOut)
  const keep = createLazySessionRefresh(api, () => viewer.set(signedOut))

  async function refresh() {
    const lookedUp = hasSessionHint() ? await lookUpOrSignedOut(api) : nobody
    viewer.set(lookedUp.viewer)
    keep(lookedUp.accessExpiresAt)
  }

  return { get: viewer.get, subscribe: viewer.subscribe, refresh }
}

const nobody: LookedUp = { viewer: signedOut, accessExpiresAt: null }

async function lookUpOrSignedOut(api: ApiClient): Promise<LookedUp> {
  try {
    return await lookUpViewer(api)
  } catch (error) {
    // Rule V4: the page must go on selling.
    // biome-ignore lint/suspicious/noConsole: the rule asks for it
    console.error('Subscription lookup failed:', error)
    return nobody
  }
}
