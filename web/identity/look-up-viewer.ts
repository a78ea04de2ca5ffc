import { readOwnSubscription } from '../../core/billing/billing-line.ts'
import { isPlan } from '../../core/plans/plan.ts'
import { signedOut, type Viewer } from '../../core/viewer.ts'
import type { ApiClient } from '../api-client.ts'

export const getSessionPath = '/api/auth/get-session'

export interface LookedUp {
  viewer: Viewer
  /** When the access window ends, for one who is signed in. */
  accessExpiresAt: number | null
}

/** Who is looking (D2) and on which plan (D3), asked side by side. Throws when either has no answer. */
export async function lookUpViewer(api: ApiClient): Promise<LookedUp> {
  const [accessExpiresAt, billed] = await Promise.all([
    readSession(api(getSessionPath)),
    readBilled(api(subscriptionPath())),
  ])
  const viewer: Viewer = accessExpiresAt === null ? signedOut : { status: 'signed-in', ...billed }
  return { viewer, accessExpiresAt }
}

/** When the access window of the session ends, on this browser's clock; null without a session. */
export async function readSession(answer: Promise<Response>): Promise<number | null> {
  const response = await answer
  const body = (await readJson(response)) as { user?: unknown; session?: { accessExpiresAt?: string } } | null
  if (!body?.user) return null
  // The clock of a visitor's machine may be hours off: what counts is the time left as the server sees it.
  const serverNow = Date.parse(response.headers.get('date') ?? '')
  const aheadMs = Number.isNaN(serverNow) ? 0 : Date.now() - serverNow
  return Date.parse(body.session?.accessExpiresAt ?? '') + aheadMs
}

async function readBilled(answer: Promise<Response>) {
  const body = await readJson(await answer)
  const plan = typeof body === 'object' && body !== null && 'plan' in body ? body.plan : undefined
  if (plan !== null && !isPlan(plan))
    throw new Error(`/api/subscription answered without a plan: ${JSON.stringify(body)}`)
  const subscription = readOwnSubscription(body)
  return { plan, ...(subscription && { subscription }) }
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${new URL(response.url).pathname} answered ${response.status}`)
  return response.json()
}

/** The portal sends people back with `?refresh`: what they changed there may not have reached us by itself yet. */
const subscriptionPath = () =>
  `/api/subscription${new URLSearchParams(globalThis.location?.search).has('refresh') ? '?refresh=1' : ''}`
