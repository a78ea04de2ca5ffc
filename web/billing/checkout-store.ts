import { checkoutErrors } from '../../core/billing/checkout-contract.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import { createStore, type Store } from '../../core/store.ts'

export interface CheckoutState {
  /** The plan whose button reads `Redirecting...`; null when idle. */
  redirecting: PaidPlanId | null
  error: string | null
}

export interface CheckoutStore extends Store<CheckoutState> {
  start(plan: PaidPlanId): Promise<void>
  dismissError(): void
  /** Back from the payment page by the browser's cache: the buttons are idle again (B7). */
  reset(): void
}

export const idleCheckout: CheckoutState = { redirecting: null, error: null }

export function createCheckoutStore(
  requestUrl: (plan: PaidPlanId) => Promise<string>,
  goTo: (url: string) => void,
): CheckoutStore {
  const state = createStore<CheckoutState>(idleCheckout)
  return {
    get: state.get,
    subscribe: state.subscribe,
    async start(plan) {
      if (state.get().redirecting) return
      state.set({ redirecting: plan, error: null })
      try {
        // Still `Redirecting...` afterwards: the browser is on its way.
        goTo(await requestUrl(plan))
      } catch (failure) {
        const error = failure instanceof Error ? failure.message : checkoutErrors.notAnError
        // biome-ignore lint/suspicious/noConsole: rule C3 asks for it
        console.error('Checkout failed:', error)
        state.set({ redirecting: null, error })
      }
    },
    dismissError: () => state.set({ ...state.get(), error: null }),
    reset: () => state.set(idleCheckout),
  }
}
