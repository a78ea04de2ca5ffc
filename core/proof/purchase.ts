import type { PaidPlanId } from '../plans/plan.ts'

/** One purchase as a toast shows it. */
export interface Purchase {
  /** Of a real one. */
  id?: string
  name: string
  /** Left out where too few share it. */
  country: string | null
  plan: PaidPlanId
}
