import type { PlanId } from '../plans/plan.ts'

const bestFirst = ['lifetime', 'yearly', 'monthly', 'free'] as const

/** Rule D3: the plan of a user with these live subscriptions; none means free, and of several the best counts. */
export const currentPlan = (livePlans: readonly PlanId[]): PlanId =>
  bestFirst.find((plan) => livePlans.includes(plan)) ?? 'free'
