import type { GetPath, NoFields, PostPath } from '../api-path.ts'
import type { PaidPlanId, PlanId } from '../plans/plan.ts'
import type { OwnSubscription } from './billing-line.ts'

export interface CheckoutRequest {
  plan: PaidPlanId
}

/** Where the browser goes. */
export interface RedirectResponse {
  url: string
}

export interface CheckoutStatus {
  /** `refunded`: the money came when no seat was left. */
  status: 'processing' | 'paid' | 'unpaid' | 'refunded'
  plan: PlanId
}

export interface SubscriptionResponse {
  /** Null without a session. */
  plan: PlanId | null
  subscription?: OwnSubscription
}

/** Rule C1. */
export const createCheckoutPath: PostPath<CheckoutRequest, RedirectResponse> = '/api/stripe/create-checkout'
/** With `?session_id`. */
export const checkoutStatusPath: GetPath<CheckoutStatus> = '/api/stripe/checkout-status'
export const portalPath: PostPath<NoFields, RedirectResponse> = '/api/stripe/portal'
/** With `?refresh` the payment service is asked first. */
export const subscriptionPath: GetPath<SubscriptionResponse> = '/api/subscription'

/** The code of a refusal that ends by itself: `Retry-After` says when to ask again. */
export const seatBusyCode = 'network-busy'

/** The page asks again for so long. Of 50 seats, 45 people who click at once behind one address are all served within it. */
export const longestWaitMs = 30 * 60_000
