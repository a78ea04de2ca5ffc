import type { PaidPlanId } from '../plans/plan.ts'

/** One purchase as a toast shows it. */
export interface Purchase {
  name: string
  country: string
  plan: PaidPlanId
}
