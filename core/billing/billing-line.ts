import * as messages from '../messages/messages.ts'
import type { PlanId } from '../plans/plan.ts'
import { datedText, datePlace } from './dated-text.ts'

/** A subscription as its owner's browser gets it. */
export interface OwnSubscription {
  /** The payment service's own word. */
  status: string
  periodEndsAt: string | null
  cancelAtPeriodEnd: boolean
  /** After a failed payment: until when the plan is kept. */
  graceEndsAt?: string
  /** What its owner pays a month, which may differ from today's price. */
  amount?: string
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

export function billingLine(
  plan: PlanId | null,
  subscription: OwnSubscription | undefined,
  monthlyName: string,
): BillingLine {
  if (plan === 'lifetime') return said(messages.paidOnce)
  if (!subscription) return said(plan === 'free' ? messages.nothingCharged : '')
  if (isPaymentFailed(plan, subscription)) {
    const { graceEndsAt } = subscription
    if (plan !== 'monthly') return problem(messages.paymentFailedBack({ plan: monthlyName }))
    if (!graceEndsAt) return problem(messages.paymentFailedKeep({ plan: monthlyName }))
    const text = messages.paymentFailedKeepBy({ plan: monthlyName, date: datePlace })
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
            ? messages.trialUntilThen({ amount, date: datePlace })
            : messages.trialUntil({ date: datePlace }),
          periodEndsAt,
        )
      return dated(
        amount
          ? messages.monthlyRenewsOn({ amount, date: datePlace })
          : messages.renewsOn({ date: datePlace }),
        periodEndsAt,
      )
    case 'incomplete':
      return problem(messages.firstPaymentFailed)
    case 'paused':
      return problem(messages.planPaused({ plan: monthlyName }))
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
  const { status, periodEndsAt, cancelAtPeriodEnd, graceEndsAt, amount } = found
  return {
    status,
    periodEndsAt: isDate(periodEndsAt) ? periodEndsAt : null,
    cancelAtPeriodEnd: cancelAtPeriodEnd === true,
    ...(isDate(graceEndsAt) && { graceEndsAt }),
    ...(typeof amount === 'string' && { amount }),
  }
}

const isDate = (text: unknown): text is string => typeof text === 'string' && !Number.isNaN(Date.parse(text))
