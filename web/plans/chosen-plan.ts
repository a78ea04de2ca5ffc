import { type ChosenPlan, isRecent } from '../../core/plans/chosen-plan.ts'
import { isPaidPlan, type PaidPlanId } from '../../core/plans/plan.ts'

const key = 'chosen-plan'

/** Remembers, in this tab alone, which plan was clicked before signing in. Without storage nothing is remembered. */
export function rememberChosenPlan(plan: PaidPlanId, isDealShown?: boolean): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ plan, isDealShown, at: Date.now() } satisfies ChosenPlan))
  } catch {}
}

/** The plan that was clicked in this tab within the last ten minutes: once, whatever becomes of it. */
export function takeChosenPlan(): ChosenPlan | null {
  try {
    const chosen: Partial<ChosenPlan> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    sessionStorage.removeItem(key)
    const { plan, at, isDealShown } = chosen ?? {}
    if (!isPaidPlan(plan) || typeof at !== 'number') return null
    return isRecent({ at }, Date.now()) ? { plan, at, isDealShown } : null
  } catch {
    return null
  }
}
