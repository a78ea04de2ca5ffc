import { type ChosenPlan, isRecent } from '../../core/plans/chosen-plan.ts'
import { isPaidPlan, type PaidPlanId } from '../../core/plans/plan.ts'

const key = 'chosen-plan'

/** Remembers, in this tab alone, which plan was clicked before signing in. Without storage nothing is remembered. */
export function rememberChosenPlan(plan: PaidPlanId): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ plan, at: Date.now() } satisfies ChosenPlan))
  } catch {}
}

/** The plan that was clicked in this tab within the last ten minutes: once, whatever becomes of it. */
export function takeChosenPlan(): PaidPlanId | null {
  try {
    const chosen: Partial<ChosenPlan> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    sessionStorage.removeItem(key)
    const { plan, at } = chosen ?? {}
    if (!isPaidPlan(plan) || typeof at !== 'number') return null
    return isRecent({ plan, at }, Date.now()) ? plan : null
  } catch {
    return null
  }
}
