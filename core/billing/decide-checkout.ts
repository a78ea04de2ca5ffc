import type { PaidPlanId } from '../plans/plan.ts'
import { isEnded, isLive } from '../plans/subscription-status.ts'
import type { CheckoutSessionStatus } from './checkout-session-status.ts'

/** What the decision about a click on a plan's button depends on. `unknown` facts are fetched when they matter. */
export interface CheckoutSnapshot {
  plan: PaidPlanId
  /** The price in force for it. */
  checkoutPrice: CheckoutPrice
  /** That this buyer would get with it now; 0 for none. */
  trialDays: number
  /** Rows of `subscriptions`. */
  subscriptions: readonly {
    plan: string
    status: string
    graceEndsAt: Date | null
    cancelAtPeriodEnd: boolean
    /** While the money that it begins with is on its way. */
    pendingSince: Date | null
  }[]
  /** Plans that were given without a payment. */
  granted: readonly PaidPlanId[]
  /** Whether all Checkout Sessions of the user were listed, and with them the status of the attempt's. */
  isListed: boolean
  /** Whether those rows are right as of when the status of the attempt's Checkout Session was read: by `isAsRecorded`, or by a sync. */
  isSynced: boolean
  /** Subscriptions whose money was taken or given back and that Stripe still runs. */
  takenBack: readonly string[]
  customerId: string | null
  /** The one Checkout Session, at most, that this user may still pay. */
  attempt: CheckoutAttempt | null
  /** The seat that the user holds. */
  hold: { id: string; isFresh: boolean } | null
  /** Lifetime at the deal's price is sold by seats, and only with one. */
  needsSeat: boolean
}

interface CheckoutPrice {
  stripePriceId: string
  amountMinor: number
  currency: string
}

/**
 * Stripe keeps a customer's subscriptions in one currency: who has one pays in it, whatever the page was set to, unless nothing
 * is sold in it any more.
 */
export function checkoutCurrency(
  chosen: string,
  subscriptions: readonly { plan: string; status: string; currency: string | null }[],
  sold: readonly string[],
): string {
  const running = subscriptions.find(({ plan, status }) => plan !== 'lifetime' && !isEnded(status))
  return running?.currency && sold.includes(running.currency) ? running.currency : chosen
}

export interface CheckoutAttempt extends CheckoutPrice {
  plan: PaidPlanId
  customerId: string
  holdId: string | null
  trialDays: number
  /** `not-created`: stored, and perhaps created at Stripe, but its URL was not sent to the browser. */
  status: 'not-created' | 'unknown' | CheckoutSessionStatus
}

type CheckoutRefusal = 'has-lifetime' | 'has-monthly' | 'has-yearly' | 'payment-processing'

/**
 * The next step. The last four end the checkout, and so does `create-checkout-session` when it has an address, and a step that is
 * refused. After all others the facts have changed, and `decideCheckout` runs again.
 */
export type CheckoutStep =
  | { do: 'create-checkout-session' }
  | { do: 'list-checkout-sessions' }
  | { do: 'expire-checkout-session' }
  | { do: 'sync' }
  | { do: 'cancel-taken-back' }
  | { do: 'release-hold' }
  | { do: 'take-seat' }
  | { do: 'create-customer' }
  | { do: 'store-attempt' }
  | { do: 'reuse-checkout-session' }
  | { do: 'open-portal' }
  | { do: 'switch-plan' }
  | { do: 'refuse'; code: CheckoutRefusal }

/**
 * Guarantees at most one payable Checkout Session per user, however many requests race. A user who has the plan, or whose
 * payment is under way, is refused; one whose payment failed is sent to the portal. A subscriber changes between month and
 * year on the payment service's page, which shows what is due first.
 */
export function decideCheckout(snapshot: CheckoutSnapshot): CheckoutStep {
  const { plan, subscriptions, granted, customerId, attempt, hold } = snapshot
  // The tables may be older than what was paid a second ago in another tab, or than the end of a customer at Stripe.
  const isOutdated = !snapshot.isSynced && (customerId !== null || subscriptions.length > 0)
  if (attempt?.status === 'unknown' || (isOutdated && !snapshot.isListed))
    return { do: 'list-checkout-sessions' }
  if (attempt?.status === 'processing') return { do: 'refuse', code: 'payment-processing' }
  if (isOutdated) return { do: 'sync' }

  const isOwner = subscriptions.some((row) => row.plan === 'lifetime' && isLive(row.status))
  if (isOwner || granted.includes('lifetime')) return { do: 'refuse', code: 'has-lifetime' }
  const running = subscriptions.find((row) => row.plan !== 'lifetime' && !isEnded(row.status))
  if (running?.pendingSince) return { do: 'refuse', code: 'payment-processing' }
  if (running && (running.graceEndsAt !== null || !isLive(running.status))) return { do: 'open-portal' }
  if (plan !== 'lifetime') {
    if (running?.plan === plan || granted.includes(plan)) return { do: 'refuse', code: `has-${plan}` }
    // One that is about to end has to be resumed first.
    if (running) return { do: running.cancelAtPeriodEnd ? 'open-portal' : 'switch-plan' }
  }

  // A job cancels them as well. Until it has, two would run, and a renewal of the old one would be charged.
  if (snapshot.takenBack.length > 0) return { do: 'cancel-taken-back' }
  if (attempt?.status === 'open')
    return { do: isCurrent(attempt, snapshot) ? 'reuse-checkout-session' : 'expire-checkout-session' }
  if (attempt?.status === 'not-created' && isCurrent(attempt, snapshot))
    return { do: 'create-checkout-session' }
  const isHoldUsed = hold !== null && hold.id === attempt?.holdId && attempt.status !== 'not-created'
  if (hold && (!snapshot.needsSeat || isHoldUsed || !hold.isFresh)) return { do: 'release-hold' }
  if (snapshot.needsSeat && !hold) return { do: 'take-seat' }
  if (!customerId) return { do: 'create-customer' }
  return { do: 'store-attempt' }
}

/** An open session is handed out again only if it sells the same at the price and with the trial in force, to the customer in use. */
function isCurrent(
  attempt: CheckoutAttempt,
  { plan, checkoutPrice, trialDays, customerId, hold, needsSeat }: CheckoutSnapshot,
) {
  return (
    attempt.plan === plan &&
    attempt.stripePriceId === checkoutPrice.stripePriceId &&
    attempt.amountMinor === checkoutPrice.amountMinor &&
    attempt.currency === checkoutPrice.currency &&
    attempt.trialDays === trialDays &&
    attempt.customerId === customerId &&
    attempt.holdId === (needsSeat ? (hold?.id ?? null) : null)
  )
}
