import type { PaidPlanId } from '../plans/plan.ts'

export const createCheckoutPath = '/api/stripe/create-checkout'

export interface CheckoutRequest {
  plan: PaidPlanId
}

/** Rule C1. On success `url` is where the browser goes; otherwise `error` is a sentence for the visitor. */
export interface CheckoutResponse {
  url?: string
  error?: string
  code?: string
}

/** The code of a refusal that ends by itself: `Retry-After` says when to ask again. */
export const seatBusyCode = 'network-busy'

/** The page asks again for so long. Of 50 seats, 45 people who click at once behind one address are all served within it. */
export const longestWaitMs = 30 * 60_000

/** Rules C4–C6. */
export const checkoutErrors = {
  refusedWithoutMessage: 'Failed to create checkout session',
  noUrl: 'No checkout URL received',
  notAnError: 'Failed to start checkout process',
  unreachable: 'The server could not be reached. Check your connection and try again.',
} as const
