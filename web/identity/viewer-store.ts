import { isPlan } from '../../core/plans/plan.ts'
import { createStore, type Store } from '../../core/store.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { ApiClient } from '../api-client.ts'

export interface ViewerStore extends Store<Viewer> {
  /** Asks again, without showing a loading state in between. */
  refresh(): Promise<void>
}

/** Who is looking (D2, D3). Without a session hint nothing is asked: the visitor is signed out. */
export function createViewerStore(api: ApiClient, hasSessionHint: () => boolean): ViewerStore {
  const viewer = createStore<Viewer>({ status: hasSessionHint() ? 'loading' : 'signed-out' })

  async function refresh() {
    viewer.set(hasSessionHint() ? await lookUpViewer(api) : { status: 'signed-out' })
  }

  return { get: viewer.get, subscribe: viewer.subscribe, refresh }
}

async function lookUpViewer(api: ApiClient): Promise<Viewer> {
  try {
    const [session, subscription] = await Promise.all([
      readJson(api('/api/auth/get-session')),
      readJson(api('/api/subscription')),
    ])
    if (!hasUser(session)) return { status: 'signed-out' }
    return { status: 'signed-in', plan: readPlan(subscription) }
  } catch (error) {
    // Rule V4: the page must go on selling.
    // biome-ignore lint/suspicious/noConsole: the rule asks for it
    console.error('Subscription lookup failed:', error)
    return { status: 'signed-out' }
  }
}

async function readJson(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  if (!response.ok) throw new Error(`${new URL(response.url).pathname} answered ${response.status}`)
  return response.json()
}

const hasUser = (session: unknown): boolean =>
  typeof session === 'object' && session !== null && 'user' in session && Boolean(session.user)

function readPlan(subscription: unknown) {
  const plan =
    typeof subscription === 'object' && subscription !== null && 'plan' in subscription
      ? subscription.plan
      : undefined
  if (plan === null || isPlan(plan)) return plan
  throw new Error(`/api/subscription answered without a plan: ${JSON.stringify(subscription)}`)
}
