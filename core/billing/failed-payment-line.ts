import * as messages from '../messages/messages.ts'
import { isPaidPlan, type PlanId, type SubscriptionPlanId } from '../plans/plan.ts'
import { datedText, datePlace } from './dated-text.ts'
import { type OwnSubscription, subscribedPlan } from './own-subscription.ts'

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

/** In a file of its own: the pricing page comes without the other sentences. */
export function failedPaymentLine(
  plan: PlanId | null,
  subscription: OwnSubscription,
  names: Record<SubscriptionPlanId, string>,
): BillingLine {
  const interval = subscribedPlan(subscription)
  const name = names[interval]
  const { graceEndsAt } = subscription
  // Who has a lesser plan, such as one that was given, has lost this one already.
  const isLost = !isPaidPlan(plan) || (plan === 'monthly' && interval === 'yearly')
  if (isLost) return problem(messages.paymentFailedBack({ plan: name }))
  // Beside another plan that was given, the end of the grace takes nothing away.
  if (plan !== interval || !graceEndsAt) return problem(messages.paymentFailedKeep({ plan: name }))
  const text = messages.paymentFailedKeepBy({ plan: name, date: datePlace })
  return { ...dated(text, graceEndsAt), isProblem: true }
}

export const said = (text: string): BillingLine => ({ text, date: null, isProblem: false })
export const problem = (text: string): BillingLine => ({ text, date: null, isProblem: true })
export function dated(message: string, date: string | null): BillingLine {
  if (date === null) return said('')
  const { before, after } = datedText(message, date)
  return { text: before.trimEnd(), date, ...(after && { after }), isProblem: false }
}
