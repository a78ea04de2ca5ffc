import { isEnded } from '../plans/subscription-status.ts'

/** What Stripe says of a Checkout Session and of what it created, in its own words. */
export interface CheckoutSessionFacts {
  /** `open`, `complete` or `expired`. */
  session: string
  /** `paid`, `unpaid` or `no_payment_required`. */
  payment: string
  /** Of the payment intent; null in subscription mode. */
  intent: string | null
  /** Null in payment mode. */
  subscription: { status: string; isLatestInvoicePaid: boolean } | null
}

/** `processing`: the buyer has done their part and the money is on its way. `closed`: it can no longer be paid. */
export type CheckoutSessionStatus = 'open' | 'processing' | 'paid' | 'closed'

/**
 * The only statuses of a payment intent from which the session's money can no longer come. Vouchers and bank transfers stay
 * in `requires_action` for days.
 */
export const closedIntents = ['requires_payment_method', 'canceled']
/** A subscription whose first payment has failed; Stripe's session says `unpaid` for good. */
const failedSubscriptions = ['past_due', 'unpaid', 'paused']

export function checkoutSessionStatus(facts: CheckoutSessionFacts): CheckoutSessionStatus {
  const { session, payment, intent, subscription } = facts
  if (session === 'open') return 'open'
  if (session !== 'complete') return 'closed'
  if (payment !== 'unpaid' || intent === 'succeeded') return 'paid'
  if (subscription) {
    if (isEnded(subscription.status) || failedSubscriptions.includes(subscription.status)) return 'closed'
    return subscription.isLatestInvoicePaid ? 'paid' : 'processing'
  }
  return intent !== null && closedIntents.includes(intent) ? 'closed' : 'processing'
}
