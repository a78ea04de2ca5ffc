export const planIds = ['free', 'monthly', 'lifetime'] as const
export type PlanId = (typeof planIds)[number]

export const paidPlanIds = ['monthly', 'lifetime'] as const
export type PaidPlanId = (typeof paidPlanIds)[number]

export const isPaidPlan = (plan: unknown): plan is PaidPlanId =>
  (paidPlanIds as readonly unknown[]).includes(plan)

export const isPlan = (plan: unknown): plan is PlanId => (planIds as readonly unknown[]).includes(plan)
