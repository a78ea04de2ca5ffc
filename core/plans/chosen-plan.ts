import type { Viewer } from '../viewer.ts'
import type { PaidPlanId } from './plan.ts'

export const chosenPlanMs = 10 * 60_000

/** The plan that was clicked before signing in, and when. */
export interface ChosenPlan {
  plan: PaidPlanId
  at: number
}

export const isRecent = ({ at }: ChosenPlan, now: number): boolean => now >= at && now - at <= chosenPlanMs

/** Whose checkout starts by itself: only of one who could have clicked the button, and for whom it does what it says. */
export function planToBuy(viewer: Viewer, chosen: PaidPlanId | null): PaidPlanId | null {
  if (viewer.status !== 'signed-in' || viewer.plan !== 'free') return null
  return viewer.pending || viewer.subscription ? null : chosen
}
