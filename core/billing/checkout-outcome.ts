import type { PlanId } from '../plans/plan.ts'
import { isLive } from '../plans/subscription-status.ts'
import type { CheckoutSessionStatus } from './checkout-session-status.ts'
import type { CheckoutStatus } from './contract.ts'

/** What is known of a Checkout Session once everything that its buyer has was read. */
export interface CheckoutFacts {
  session: CheckoutSessionStatus
  /** Paid when no seat was left. */
  isOversold: boolean
  /** That the buyer has now. */
  plan: PlanId
  /** Our row of what was bought on it; null while there is none. */
  bought: Bought | null
}

/** A lifetime, or the status of a subscription in the payment service's own word. */
export type Bought = { isRevoked: boolean } | { status: string }

/** Only `processing` is asked again: money that came and went back, or that has paid for a time that is over, is not on its way. */
export function checkoutOutcome({
  session,
  isOversold,
  plan,
  bought,
}: CheckoutFacts): CheckoutStatus['status'] {
  if (isOversold) return 'refunded'
  if (session === 'processing') return 'processing'
  if (session !== 'paid') return 'unpaid'
  if (plan !== 'free') return 'paid'
  return bought && hasEnded(bought) ? 'ended' : 'processing'
}

/** A subscription that is `incomplete` has yet to begin. */
const hasEnded = (bought: Bought): boolean =>
  'status' in bought ? !isLive(bought.status) && bought.status !== 'incomplete' : bought.isRevoked
