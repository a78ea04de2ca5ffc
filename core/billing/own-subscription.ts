import { isPaidPlan, type PlanId, type SubscriptionPlanId } from '../plans/plan.ts'

/** A subscription as its owner's browser gets it. */
export interface OwnSubscription {
  /** The payment service's own word. */
  status: string
  periodEndsAt: string | null
  cancelAtPeriodEnd: boolean
  /** After a failed payment: until when the plan is kept. */
  graceEndsAt?: string
  /** What its owner pays a month or a year, which may differ from today's price. */
  amount?: string
  /** What it is paid in, and everything else that its owner buys. */
  currency?: string
  /** Paid by the year; else by the month. */
  isYearly?: true
}

const failedStatuses = new Set(['past_due', 'unpaid'])

/** Rule F11: such a viewer needs another card, not another checkout. */
export const isPaymentFailed = (subscription: OwnSubscription | undefined): subscription is OwnSubscription =>
  subscription !== undefined && failedStatuses.has(subscription.status)

/** The plan that a subscription is, or was, of. */
export const subscribedPlan = (subscription: OwnSubscription | undefined): SubscriptionPlanId =>
  subscription?.isYearly ? 'yearly' : 'monthly'

/** What is paid for. A better plan that was given ends no subscription; a Lifetime that was paid leaves none. */
export const billedPlan = (plan: PlanId | null, subscription: OwnSubscription | undefined): PlanId | null =>
  isPaidPlan(plan) && subscription ? subscribedPlan(subscription) : plan

/** From the response of /api/subscription; undefined when it has none. */
export function readOwnSubscription(body: unknown): OwnSubscription | undefined {
  const found = (body as { subscription?: Partial<OwnSubscription> } | null)?.subscription
  if (typeof found?.status !== 'string') return undefined
  const { status, periodEndsAt, cancelAtPeriodEnd, graceEndsAt, amount, currency, isYearly } = found
  return {
    status,
    periodEndsAt: isDate(periodEndsAt) ? periodEndsAt : null,
    cancelAtPeriodEnd: cancelAtPeriodEnd === true,
    ...(isDate(graceEndsAt) && { graceEndsAt }),
    ...(typeof amount === 'string' && { amount }),
    ...(typeof currency === 'string' && { currency }),
    ...(isYearly && { isYearly }),
  }
}

const isDate = (text: unknown): text is string => typeof text === 'string' && !Number.isNaN(Date.parse(text))
