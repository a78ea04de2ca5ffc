import * as messages from '../messages/messages.ts'
import type { PlanId, SubscriptionPlanId } from '../plans/plan.ts'
import { datePlace } from './dated-text.ts'
import { type BillingLine, dated, failedPaymentLine, problem, said } from './failed-payment-line.ts'
import { isPaymentFailed, type OwnSubscription, subscribedPlan } from './own-subscription.ts'

export function billingLine(
  plan: PlanId | null,
  subscription: OwnSubscription | undefined,
  names: Record<SubscriptionPlanId, string>,
): BillingLine {
  if (!subscription) return said(textWithoutSubscription(plan))
  if (isPaymentFailed(subscription)) return failedPaymentLine(plan, subscription, names)
  const interval = subscribedPlan(subscription)
  const name = names[interval]
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

function textWithoutSubscription(plan: PlanId | null): string {
  if (plan === 'lifetime') return messages.paidOnce
  return plan === 'free' ? messages.nothingCharged : ''
}
