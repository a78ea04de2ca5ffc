import { billedPlan, isPaymentFailed, subscribedPlan } from './billing/own-subscription.ts'
import * as messages from './messages/messages.ts'
import type { PlanId } from './plans/plan.ts'
import type { Viewer } from './viewer.ts'

export interface PlanNoteFacts {
  names: Record<PlanId, string>
  /** What becomes of the unused part of a month or a year. */
  unused: 'credit' | 'refund'
  /** Every seat at the deal's price is taken, but not all are paid. */
  isEverySeatHeld: boolean
  /** Nobody can buy at the deal's price any more. */
  isDealOver: boolean
}

/** What stands below a plan's button for one whom it would surprise; null for everybody else. */
export function planNote(viewer: Viewer, plan: PlanId, facts: PlanNoteFacts): string | null {
  if (plan === 'free' || viewer.status === 'loading') return null
  return ownNote(viewer, plan, facts) ?? seatNote(viewer, plan, facts) ?? replacementNote(viewer, plan, facts)
}

function ownNote(viewer: Viewer, plan: PlanId, facts: PlanNoteFacts): string | null {
  if (viewer.status !== 'signed-in') return null
  const { pending, subscription } = viewer
  const { names } = facts
  if (viewer.plan === 'lifetime' && plan !== 'lifetime') return messages.noteOwnsLifetime(names)
  if (pending?.plan === plan) return messages.notePaymentOnItsWay(pending)
  // With a code or an added tax each payment has an amount of its own.
  if (subscription && !subscription.amount && billedPlan(viewer.plan, subscription) === plan)
    return messages.noteOwnPriceDiffers
  if (!isPaymentFailed(subscription) || viewer.plan === plan) return null
  const subscribed = { lifetime: names.lifetime, monthly: names[subscribedPlan(subscription)] }
  return plan === 'lifetime'
    ? messages.noteCardBeforeLifetime(subscribed)
    : messages.noteCardBringsBack(subscribed)
}

function seatNote(viewer: Viewer, plan: PlanId, { isEverySeatHeld }: PlanNoteFacts): string | null {
  const isOwner = viewer.status === 'signed-in' && viewer.plan === 'lifetime'
  return plan === 'lifetime' && isEverySeatHeld && !isOwner ? messages.noteNoSeatFree : null
}

function replacementNote(viewer: Viewer, plan: PlanId, { names, unused }: PlanNoteFacts): string | null {
  if (viewer.status !== 'signed-in' || (viewer.plan !== 'monthly' && viewer.plan !== 'yearly')) return null
  if (plan !== 'lifetime') return null
  const ended = { monthly: names[viewer.plan] }
  if (viewer.subscription?.status === 'trialing') return messages.noteEndsTrial(ended)
  return unused === 'refund' ? messages.noteEndsAndRefunds(ended) : messages.noteEndsAndCredits(ended)
}

/** Rule M7: the terms of a plan are for those who would get it on them. */
export function seesOffer(viewer: Viewer, plan: PlanId, isDealOver: boolean): boolean {
  if (plan === 'lifetime') return !isDealOver && (viewer.status !== 'signed-in' || viewer.plan !== 'lifetime')
  if (viewer.status !== 'signed-in') return viewer.status === 'signed-out'
  return viewer.plan === 'free' && !viewer.subscription && !viewer.hadTrial
}

/** What its subscriber pays, which may differ from today's price. */
export function ownAmount(viewer: Viewer, plan: PlanId): string | null {
  if (viewer.status !== 'signed-in' || billedPlan(viewer.plan, viewer.subscription) !== plan) return null
  return viewer.subscription?.amount ?? null
}
