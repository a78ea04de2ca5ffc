import * as messages from '../messages/messages.ts'
import { signInPath } from '../messages/page-path.ts'
import type { Viewer } from '../viewer.ts'
import { isPaidPlan, type PaidPlanId, type PlanId } from './plan.ts'

/** What the catalogue supplies for a plan's button; only the free plan leads somewhere by itself. */
export interface PlanButton {
  text: string
  href?: string | undefined
}

export type PlanAction =
  | { kind: 'placeholder' }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'current'; text: string }
  | { kind: 'none' }
  | { kind: 'checkout'; text: string; plan: PaidPlanId }

/** Rules B1–B6, in the order in which they apply. */
export function planAction(viewer: Viewer, plan: PlanId, button: PlanButton): PlanAction {
  if (viewer.status === 'loading') return { kind: 'placeholder' }

  const signedIn = viewer.status === 'signed-in'
  if (!signedIn && isPaidPlan(plan)) {
    return { kind: 'link', text: messages.signInToUpgrade, href: signInPath('/pricing') }
  }
  if (signedIn && viewer.plan === plan) return { kind: 'current', text: messages.yourCurrentPlan }
  if (isPaidPlan(plan)) return { kind: 'checkout', text: button.text, plan }
  if (signedIn && viewer.plan === null) return { kind: 'none' }
  return { kind: 'link', text: button.text, href: button.href ?? '/' }
}
