import { checkoutErrors, longestWaitMs } from '../../core/billing/contract.ts'
import type { Clock } from '../../core/clock.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import { createStore, type Store } from '../../core/store.ts'
import { SeatBusyError } from './request-checkout.ts'

export interface CheckoutState {
  /** The plan whose button reads `Redirecting...`; null when idle. */
  redirecting: PaidPlanId | null
  error: string | null
  /** Why there is no seat yet, and until when it is asked for again and again. */
  waiting: { reason: string; until: number } | null
}

export interface CheckoutStore extends Store<CheckoutState> {
  start(plan: PaidPlanId): Promise<void>
  dismissError(): void
  /** The visitor waits no longer, or is back from the payment page by the browser's cache: the buttons are idle again (B7). */
  reset(): void
}

export const idleCheckout: CheckoutState = { redirecting: null, error: null, waiting: null }

export function createCheckoutStore(
  requestUrl: (plan: PaidPlanId) => Promise<string>,
  goTo: (url: string) => void,
  clock: Clock,
): CheckoutStore {
  const state = createStore<CheckoutState>(idleCheckout)
  let stop = () => {}

  /** Resolves after the first answer; while others are paying it goes on by itself, also in a hidden tab. */
  async function ask(plan: PaidPlanId, until: number): Promise<void> {
    let stopped = false
    stop = () => {
      stopped = true
    }
    try {
      const url = await requestUrl(plan)
      // Still `Redirecting...` afterwards: the browser is on its way.
      if (!stopped) goTo(url)
    } catch (failure) {
      if (stopped) return
      const error = failure instanceof Error ? failure.message : checkoutErrors.notAnError
      if (failure instanceof SeatBusyError && clock.now() + failure.retryAfterMs <= until) {
        if (!state.get().waiting) {
          // biome-ignore lint/suspicious/noConsole: rule C3 asks for it
          console.warn('Checkout waits:', error)
          state.set({ redirecting: plan, error: null, waiting: { reason: error, until } })
        }
        stop = clock.after(failure.retryAfterMs, () => ask(plan, until))
        return
      }
      // biome-ignore lint/suspicious/noConsole: rule C3 asks for it
      console.error('Checkout failed:', error)
      state.set({ ...idleCheckout, error })
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    async start(plan) {
      if (state.get().redirecting) return
      state.set({ ...idleCheckout, redirecting: plan })
      await ask(plan, clock.now() + longestWaitMs)
    },
    dismissError: () => state.set({ ...state.get(), error: null }),
    reset() {
      stop()
      state.set(idleCheckout)
    },
  }
}
