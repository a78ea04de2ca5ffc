import type { ApiError, PostPath } from '../../core/api-path.ts'
import {
  createCheckoutPath,
  longestWaitMs,
  portalPath,
  type RedirectResponse,
  receiptPath,
  seatBusyCode,
} from '../../core/billing/contract.ts'
import type { Clock } from '../../core/clock.ts'
import * as messages from '../../core/messages/messages.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import { createStore, type Store } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { textField } from '../api-result.ts'
import { browserClock } from '../ui/browser-clock.ts'

/** What the visitor goes to the payment service's pages for. */
export type PortalIntent = 'manage' | 'card'

export interface RedirectState<Intent> {
  /** What the button that reads `Redirecting...` is for; null when idle. */
  redirecting: Intent | null
  error: string | null
  /** The status of the refusal that the error tells of. */
  refusedWith?: number
  /** Why there is no seat yet, and until when it is asked for again and again. */
  waiting?: { reason: string; until: number }
}

export interface RedirectStore<Intent> extends Store<RedirectState<Intent>> {
  start(intent: Intent): Promise<void>
  dismissError(): void
  /** The visitor waits no longer, or is back by the browser's cache: the buttons are idle again (B7). */
  reset(): void
}
export type CheckoutStore = RedirectStore<PaidPlanId>
export type PortalStore = RedirectStore<PortalIntent>
export type ReceiptStore = RedirectStore<'receipt'>

export const idle: RedirectState<never> = { redirecting: null, error: null }

interface Redirect<Intent, Request> {
  api: ApiClient
  path: PostPath<Request, RedirectResponse>
  body: (intent: Intent) => Request
  errors: { refusedWithoutMessage: string; noUrl: string; notAnError: string }
  goTo: (url: string) => void
  clock: Clock
  /** Rule C3: what keeps a checkout from its payment is in the console too. */
  log?: Pick<Console, 'warn' | 'error'>
}

/** Rule C1: to the payment. `currency` is what the page shows amounts in, where there are several. */
export const createCheckoutStore = (
  api: ApiClient,
  goTo: (url: string) => void,
  currency = () => '',
): CheckoutStore =>
  createRedirectStore({
    api,
    path: createCheckoutPath,
    body: (plan) => ({ plan, currency: currency() || undefined }),
    errors: {
      refusedWithoutMessage: messages.checkoutRefused,
      noUrl: messages.checkoutWithoutUrl,
      notAnError: messages.checkoutNotStarted,
    },
    goTo,
    clock: browserClock,
    log: console,
  })

/** To the portal, where a plan is cancelled, resumed, and its card changed. */
export const createPortalStore = (api: ApiClient, goTo: (url: string) => void): PortalStore =>
  createRedirectStore({
    api,
    path: portalPath,
    body: () => ({}),
    errors: {
      refusedWithoutMessage: messages.somethingWentWrong,
      noUrl: messages.portalNotOpened,
      notAnError: messages.serverUnreachable,
    },
    goTo,
    clock: browserClock,
  })

/** To the payment service's page of the newest payment. */
export const createReceiptStore = (api: ApiClient, goTo: (url: string) => void): ReceiptStore =>
  createRedirectStore({
    api,
    path: receiptPath,
    body: () => ({}),
    errors: {
      refusedWithoutMessage: messages.somethingWentWrong,
      noUrl: messages.receiptNotOpened,
      notAnError: messages.serverUnreachable,
    },
    goTo,
    clock: browserClock,
  })

/** Asks the server for an address and goes there. */
function createRedirectStore<Intent, Request>(redirect: Redirect<Intent, Request>): RedirectStore<Intent> {
  const { api, path, body, errors, goTo, clock, log } = redirect
  const state = createStore<RedirectState<Intent>>(idle)
  let stop = () => {}

  /** Resolves after the first answer; while others are paying it goes on by itself, also in a hidden tab. */
  async function fetchAddress(intent: Intent, until: number): Promise<void> {
    let stopped = false
    stop = () => {
      stopped = true
    }
    let error: string
    let refusedWith: number | undefined
    // Others are paying for the seats that this visitor could have: there is room before long.
    let retryAfterMs: number | undefined
    try {
      const response = await api(path, { method: 'POST', body: body(intent) })
      const result: (RedirectResponse & ApiError) | null = await response.json().catch(() => null)
      if (stopped) return
      const url = textField(result, 'url')
      // Still `Redirecting...` afterwards: the browser is on its way.
      if (response.ok && url) return goTo(url)
      error = response.ok ? errors.noUrl : (textField(result, 'error') ?? errors.refusedWithoutMessage)
      if (!response.ok) refusedWith = response.status
      if (!response.ok && result?.code === seatBusyCode)
        retryAfterMs = Number(response.headers.get('retry-after')) * 1_000 || 10_000
    } catch (failure) {
      if (stopped) return
      error = failure instanceof Error ? failure.message : errors.notAnError
      // What `fetch` says of a lost connection differs by browser and helps nobody.
      if (failure instanceof TypeError) error = messages.serverUnreachable
    }
    if (retryAfterMs && clock.now() + retryAfterMs <= until) {
      if (!state.get().waiting) {
        log?.warn('Checkout waits:', error)
        state.set({ redirecting: intent, error: null, waiting: { reason: error, until } })
      }
      stop = clock.after(retryAfterMs, () => fetchAddress(intent, until))
      return
    }
    log?.error('Checkout failed:', error)
    if (retryAfterMs && state.get().waiting) error = messages.checkoutWaitEnded
    state.set({ ...idle, error, ...(refusedWith && { refusedWith }) })
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    async start(intent) {
      if (state.get().redirecting) return
      state.set({ ...idle, redirecting: intent })
      await fetchAddress(intent, clock.now() + longestWaitMs)
    },
    dismissError() {
      const { refusedWith: _, ...rest } = state.get()
      state.set({ ...rest, error: null })
    },
    reset() {
      stop()
      state.set(idle)
    },
  }
}
