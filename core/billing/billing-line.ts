import * as messages from '../messages/messages.ts'
import type { PlanId, SubscriptionPlanId } from '../plans/plan.ts'
import { datedText, datePlace } from './dated-text.ts'

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
  /** Paid by the year; else by the month. */
  isYearly?: true
}

/** What is to be said of a plan's billing, in one line. */
export interface BillingLine {
  text: string
  /** Stands after the text. */
  date: string | null
  /** Stands after the date. */
  after?: string
  /** Only the owner can mend it. */
  isProblem: boolean
}

const failedStatuses = new Set(['past_due', 'unpaid'])

/** Rule F11: such a viewer needs another card, not another checkout. One who owns Lifetime has nothing to mend. */
export const isPaymentFailed = (plan: PlanId | null, subscription: OwnSubscription | undefined): boolean =>
  plan !== 'lifetime' && subscription !== undefined && failedStatuses.has(subscription.status)

/** The plan that a subscription is, or was, of. */
export const subscribedPlan = (subscription: OwnSubscription | undefined): SubscriptionPlanId =>
  subscription?.isYearly ? 'yearly' : 'monthly'

export function billingLine(
  plan: PlanId | null,
  subscription: OwnSubscription | undefined,
  names: Record<SubscriptionPlanId, string>,
): BillingLine {
  if (plan === 'lifetime') return said(messages.paidOnce)
  if (!subscription) return said(plan === 'free' ? messages.nothingCharged : '')
  const interval = subscribedPlan(subscription)
  const name = names[interval]
  if (isPaymentFailed(plan, subscription)) {
    const { graceEndsAt } = subscription
    if (plan !== interval) return problem(messages.paymentFailedBack({ plan: name }))
    if (!graceEndsAt) return problem(messages.paymentFailedKeep({ plan: name }))
    const text = messages.paymentFailedKeepBy({ plan: name, date: datePlace })
    return { ...dated(text, graceEndsAt), isProblem: true }
  }
  const { status, periodEndsAt, cancelAtPeriodEnd, amount } = subscription
  switch (status) {
    case 'trialing':
    case 'active':
      if (cancelAtPeriodEnd) return dated(messages.endsOn({ date: datePlace }), periodEndsAt)
      if (status === 'trialing')
        return dated(
          amount
            ? messages.trialUntilThen({ amount, date: datePlace, interval })
            : messages.trialUntil({ date: datePlace }),
          periodEndsAt,
        )
      return dated(
        amount
          ? messages.paidRenewsOn({ amount, date: datePlace, interval })
          : messages.renewsOn({ date: datePlace }),
        periodEndsAt,
      )
    case 'incomplete':
      return problem(messages.firstPaymentFailed)
    case 'paused':
      return problem(messages.planPaused({ plan: name }))
    default:
      return said(messages.nothingCharged)
  }
}

const said = (text: string): BillingLine => ({ text, date: null, isProblem: false })
const problem = (text: string): BillingLine => ({ text, date: null, isProblem: true })
function dated(message: string, date: string | null): BillingLine {
  if (date === null) return said('')
  const { before, after } = datedText(message, date)
  return { text: before.trimEnd(), date, ...(after && { after }), isProblem: false }
}

/** From the response of /api/subscription; undefined when it has none. */
export function readOwnSubscription(body: unknown): OwnSubscription | undefined {
  const found = (body as { subscription?: Partial<OwnSubscription> } | null)?.subscription
  if (typeof found?.status !== 'string') return undefined
  const { status, periodEndsAt, cancelAtPeriodEnd, graceEndsAt, amount, isYearly } = found
  return {
    status,
    periodEndsAt: isDate(periodEndsAt) ? periodEndsAt : null,
    cancelAtPeriodEnd: cancelAtPeriodEnd === true,
    ...(isDate(graceEndsAt) && { graceEndsAt }),
    ...(typeof amount === 'string' && { amount }),
    ...(isYearly && { isYearly }),
  }
}

const isDate = (text: unknown): text is string => typeof text === 'string' && !Number.isNaN(Date.parse(text))
