import type { PlanId } from '../plans/plan.ts'

/** A subscription as its owner's browser gets it. */
export interface OwnSubscription {
  /** The payment service's own word. */
  status: string
  periodEndsAt: string | null
  cancelAtPeriodEnd: boolean
}

/** What is to be said of a plan's billing, in one line. */
export interface BillingLine {
  text: string
  /** Stands after the text. */
  date: string | null
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
    const aim = plan === 'monthly' ? `keep ${monthlyName}` : `get ${monthlyName} back`
    return problem(`Your last payment failed. Update your card to ${aim}.`)
  }
  const { status, periodEndsAt, cancelAtPeriodEnd } = subscription
  switch (status) {
    case 'trialing':
    case 'active':
      if (cancelAtPeriodEnd) return dated('Ends on', periodEndsAt)
      return dated(status === 'trialing' ? 'Free trial until' : 'Renews on', periodEndsAt)
    case 'incomplete':
      return problem('Your first payment is missing.')
    case 'paused':
      return problem(`${monthlyName} is paused. Add a card.`)
    default:
      return said('Nothing is charged.')
  }
}

const said = (text: string): BillingLine => ({ text, date: null, isProblem: false })
const problem = (text: string): BillingLine => ({ text, date: null, isProblem: true })
const dated = (text: string, date: string | null): BillingLine =>
  date === null ? said('') : { text, date, isProblem: false }

/** From the response of /api/subscription; undefined when it has none. */
export function readOwnSubscription(body: unknown): OwnSubscription | undefined {
  const found = (body as { subscription?: Partial<OwnSubscription> } | null)?.subscription
  if (typeof found?.status !== 'string') return undefined
  const { status, periodEndsAt, cancelAtPeriodEnd } = found
  const isDate = typeof periodEndsAt === 'string' && !Number.isNaN(Date.parse(periodEndsAt))
  return {
    status,
    periodEndsAt: isDate ? periodEndsAt : null,
    cancelAtPeriodEnd: cancelAtPeriodEnd === true,
  }
}
