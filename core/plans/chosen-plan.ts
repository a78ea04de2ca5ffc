import type { Viewer } from '../viewer.ts'
import type { PaidPlanId } from './plan.ts'

const chosenPlanMs = 10 * 60_000

/** The plan that was clicked before signing in, and when. */
export interface ChosenPlan {
  plan: PaidPlanId
  at: number
  /** Whether it was shown at the price of a deal, which may be over by now. */
  isDealShown?: boolean | undefined
}

export const isRecent = ({ at }: Pick<ChosenPlan, 'at'>, now: number): boolean =>
  now >= at && now - at <= chosenPlanMs

/** Whose checkout starts by itself: only of one who could have clicked the button, and for whom it does what it says. */
export function planToBuy(viewer: Viewer, chosen: ChosenPlan | null): ChosenPlan | null {
  if (viewer.status !== 'signed-in' || viewer.plan !== 'free') return null
  return viewer.pending || viewer.subscription ? null : chosen
}
