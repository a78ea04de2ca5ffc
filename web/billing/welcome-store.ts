import {
  type CheckoutStatus,
  checkoutStatusPath,
  type OwnBilling,
  ownBillingPath,
  type PendingPayment,
  subscriptionPath,
} from '../../core/billing/contract.ts'
import { type OwnSubscription, readOwnSubscription } from '../../core/billing/own-subscription.ts'
import type { Clock } from '../../core/clock.ts'
import { isPaidPlan, type PaidPlanId } from '../../core/plans/plan.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { type ApiResult, getApi } from '../api-result.ts'

export interface WaitingState {
  /** `checking` until the server has said that it is `processing`. */
  status: 'checking' | 'processing'
  /** Why the last question had no answer. */
  trouble: 'unreachable' | 'failing' | null
  /** Nothing is asked any more, unless the visitor comes back or wants it. */
  late: boolean
  /** Once it is known how the money comes, and that it takes days. */
  pending?: PendingPayment
}

type WelcomeState =
  | WaitingState
  | { status: 'paid'; plan: PaidPlanId; subscription: OwnSubscription | undefined; billing: OwnBilling }
  | { status: 'unpaid' }
  | { status: 'refunded' }
  | { status: 'ended' }
  | { status: 'refused'; error: string }
  | { status: 'no-payment' }

export type WelcomeStore = ReturnType<typeof createWelcomeStore>

interface WelcomeOptions {
  api: ApiClient
  /** From the address; null when there is none in it. */
  checkoutSessionId: string | null
  clock: Clock
  /** For a visitor without a session. */
  signIn: () => void
}

export const checkingPayment: WaitingState = { status: 'checking', trouble: null, late: false }

const firstWaitsMs = [1_000, 2_000, 3_000, 5_000]
const laterWaitMs = 10_000
const patienceMs = 600_000
/** Asking again would not change these answers. */
const finalStatuses = new Set([400, 403, 404])

/** What became of a payment, asked until it is known: the buyer may be back before the payment service has told us. */
export function createWelcomeStore({ api, checkoutSessionId, clock, signIn }: WelcomeOptions) {
  const state = createStore<WelcomeState>(checkingPayment)
  let waits = 0
  let waitedMs = 0
  let asking = false
  let hidden = false
  let cancelWait = () => {}

  async function fetchStatus(id: string) {
    if (asking) return
    cancelWait()
    asking = true
    const result = await getApi(api, checkoutStatusPath, `?session_id=${encodeURIComponent(id)}`)
    const signedOut = !result.ok && result.status === 401
    const now = state.get()
    const next = signedOut ? now : await outcome(result)
    // What is known to be paid stays so: only what went back is still asked for.
    if (now.status !== 'paid' || next.status === 'paid') state.set(next)
    asking = false
    if (signedOut) return signIn()
    if (isAskedAgain(state.get())) wait(id, result.ok ? 0 : (result.retryAfterSeconds ?? 0) * 1_000)
  }

  async function outcome(result: ApiResult<CheckoutStatus>): Promise<WelcomeState> {
    if (!result.ok && finalStatuses.has(result.status)) return { status: 'refused', error: result.error }
    // The server's own sentence is for one who wants to pay: it would ask to try again.
    if (!result.ok)
      return troubled(result.status === 0 ? 'unreachable' : result.status === 429 ? null : 'failing')
    const { status, plan, pending }: Partial<CheckoutStatus> = result.body ?? {}
    if (status === 'unpaid' || status === 'refunded' || status === 'ended') return { status }
    if (status === 'paid' && isPaidPlan(plan)) return { status, plan, ...(await detailsOf(plan)) }
    if (status === 'paid' || status === 'processing')
      return { ...checkingPayment, status: 'processing', ...(pending && { pending }) }
    return troubled('failing')
  }

  function troubled(trouble: WaitingState['trouble']): WaitingState {
    const { status } = state.get()
    return { status: status === 'processing' ? status : 'checking', trouble, late: false }
  }

  /** Amounts and dates: without an answer they are left out. */
  async function detailsOf(plan: PaidPlanId) {
    if (plan === 'lifetime') {
      const result = await getApi(api, ownBillingPath)
      return { subscription: undefined, billing: (result.ok && result.body) || {} }
    }
    const result = await getApi(api, subscriptionPath)
    return { subscription: result.ok ? readOwnSubscription(result.body) : undefined, billing: {} }
  }

  function wait(id: string, atLeastMs: number) {
    const delayMs = Math.max(firstWaitsMs[waits] ?? laterWaitMs, atLeastMs)
    if (waitedMs + delayMs > patienceMs) return giveUp()
    if (hidden) return
    cancelWait = clock.after(delayMs, () => {
      waits++
      waitedMs += delayMs
      void fetchStatus(id)
    })
  }

  function giveUp() {
    const now = state.get()
    if (isWaiting(now)) state.set({ ...now, late: true })
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Asks at once and goes on until it is known; also begins again. */
    async start() {
      if (checkoutSessionId === null) return state.set({ status: 'no-payment' })
      waits = 0
      waitedMs = 0
      const now = state.get()
      state.set(isWaiting(now) ? { ...now, late: false } : checkingPayment)
      await fetchStatus(checkoutSessionId)
    },
    /** Nobody waits at a hidden tab, so it waits too; it asks as soon as it is seen. */
    setTabHidden(nowHidden: boolean) {
      if (nowHidden === hidden) return
      hidden = nowHidden
      if (hidden) cancelWait()
      else if (checkoutSessionId !== null && isAskedAgain(state.get())) void fetchStatus(checkoutSessionId)
    },
  }
}

const isWaiting = (state: WelcomeState): state is WaitingState =>
  state.status === 'checking' || state.status === 'processing'

/** Also while the subscription that a lifetime replaces is being ended and refunded: what goes back of it is not known yet. */
const isAskedAgain = (state: WelcomeState): boolean =>
  isWaiting(state) || (state.status === 'paid' && state.billing.isReplacing === true)
