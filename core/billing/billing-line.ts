import type { PlanId } from '../plans/plan.ts'

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
  if (plan === 'lifetime') return said('Paid once. Nothing renews.')
  if (!subscription) return said(plan === 'free' ? 'Nothing is charged.' : '')
  if (isPaymentFailed(plan, subscription)) {
    const aim = plan === 'monthly' ? ` to keep ${monthlyName}.` : ` to get ${monthlyName} back.`
    const text = 'Your last payment failed. Update your card'
    const { graceEndsAt } = subscription
    if (plan !== 'monthly' || !graceEndsAt) return problem(`${text}${aim}`)
    return { text: `${text} by`, date: graceEndsAt, after: aim, isProblem: true }
  }
  const { status, periodEndsAt, cancelAtPeriodEnd, amount } = subscription
  switch (status) {
    case 'trialing':
    case 'active':
      if (cancelAtPeriodEnd) return dated('Ends on', periodEndsAt)
      if (status === 'trialing')
        return dated('Free trial until', periodEndsAt, amount && `, then ${amount} a month.`)
      return dated(amount ? `${amount} a month. Renews on` : 'Renews on', periodEndsAt)
    case 'incomplete':
      return problem('Your first payment didn’t go through.')
    case 'paused':
      return problem(`${monthlyName} is paused. Add a card to resume it.`)
    default:
      return said('Nothing is charged.')
  }
}

const said = (text: string): BillingLine => ({ text, date: null, isProblem: false })
const problem = (text: string): BillingLine => ({ text, date: null, isProblem: true })
const dated = (text: string, date: string | null, after?: string): BillingLine =>
  date === null ? said('') : { text, date, ...(after && { after }), isProblem: false }

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
