/** `yearly` is `monthly` paid by the year; a catalogue may do without it. */
export const planIds = ['free', 'monthly', 'yearly', 'lifetime'] as const
export type PlanId = (typeof planIds)[number]

export const paidPlanIds = ['monthly', 'yearly', 'lifetime'] as const
export type PaidPlanId = (typeof paidPlanIds)[number]
/** Paid again and again. */
export type SubscriptionPlanId = Exclude<PaidPlanId, 'lifetime'>

export const isPaidPlan = (plan: unknown): plan is PaidPlanId =>
  (paidPlanIds as readonly unknown[]).includes(plan)

export const isSubscriptionPlan = (plan: unknown): plan is SubscriptionPlanId =>
  isPaidPlan(plan) && plan !== 'lifetime'

export const isPlan = (plan: unknown): plan is PlanId => (planIds as readonly unknown[]).includes(plan)

/** The plan that a price of this interval is charged for. */
export const planOfInterval = (interval: unknown): SubscriptionPlanId =>
  interval === 'year' ? 'yearly' : 'monthly'
