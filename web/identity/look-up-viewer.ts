import { type SubscriptionResponse, subscriptionPath } from '../../core/billing/contract.ts'
import { readOwnSubscription } from '../../core/billing/own-subscription.ts'
import { type SessionResponse, sessionPath } from '../../core/identity/contract.ts'
import { isPlan } from '../../core/plans/plan.ts'
import { signedOut, type Viewer } from '../../core/viewer.ts'
import type { ApiClient } from '../api-client.ts'

export interface LookedUp {
  viewer: Viewer
  /** When the access window ends, for one who is signed in. */
  accessExpiresAt: number | null
}

/** Who is looking (D2) and on which plan (D3), asked side by side. Throws when either has no answer. */
export async function lookUpViewer(api: ApiClient): Promise<LookedUp> {
  const [accessExpiresAt, billed] = await Promise.all([
    readSession(api(sessionPath)),
    readBilled(api(subscriptionPath + refreshQuery())),
  ])
  const viewer: Viewer = accessExpiresAt === null ? signedOut : { status: 'signed-in', ...billed }
  return { viewer, accessExpiresAt }
}

/** When the access window of the session ends, on this browser's clock; null without a session. */
export async function readSession(answer: Promise<Response>): Promise<number | null> {
  const response = await answer
  const body = await readJson<SessionResponse>(response)
  if (!body?.user) return null
  // The clock of a visitor's machine may be hours off: what counts is the time left as the server sees it.
  const serverNow = Date.parse(response.headers.get('date') ?? '')
  const aheadMs = Number.isNaN(serverNow) ? 0 : Date.now() - serverNow
  return Date.parse(body.session.accessExpiresAt) + aheadMs
}

async function readBilled(answer: Promise<Response>) {
  const body = await readJson<SubscriptionResponse | null>(await answer)
  const plan = body?.plan
  if (plan !== null && !isPlan(plan))
    throw new Error(`${subscriptionPath} answered without a plan: ${JSON.stringify(body)}`)
  const subscription = readOwnSubscription(body)
  const { pending, hadTrial } = body ?? {}
  return {
    plan,
    ...(subscription && { subscription }),
    ...(pending && { pending }),
    ...(hadTrial && { hadTrial }),
  }
}

async function readJson<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`${new URL(response.url).pathname} answered ${response.status}`)
  return response.json()
}

/** The portal sends people back with `?refresh`: what they changed there may not have reached us by itself yet. */
const refreshQuery = () =>
  new URLSearchParams(globalThis.location?.search).has('refresh') ? '?refresh=1' : ''
