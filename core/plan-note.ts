import { isPaymentFailed } from './billing/billing-line.ts'
import type { PlanId } from './plans/plan.ts'
import type { Viewer } from './viewer.ts'

export interface PlanNoteFacts {
  names: Record<PlanId, string>
  /** What becomes of the unused part of a month. */
  unused: 'credit' | 'refund'
  /** Every seat at the deal's price is taken, but not all are paid. */
  isEverySeatHeld: boolean
}

/** What stands below a plan's button for one whom it would surprise; null for everybody else. */
export function planNote(viewer: Viewer, plan: PlanId, facts: PlanNoteFacts): string | null {
  if (plan === 'free' || viewer.status === 'loading') return null
  return ownNote(viewer, plan, facts) ?? seatNote(viewer, plan, facts) ?? replacementNote(viewer, plan, facts)
}

function ownNote(viewer: Viewer, plan: PlanId, { names }: PlanNoteFacts): string | null {
  if (viewer.status !== 'signed-in') return null
  const { pending, subscription } = viewer
  if (viewer.plan === 'lifetime' && plan === 'monthly')
    return `You own ${names.lifetime}, so there’s nothing more you need.`
  if (pending?.plan === plan) return `Your payment of ${pending.amount} is on its way.`
  if (!isPaymentFailed(viewer.plan, subscription) || viewer.plan === plan) return null
  return plan === 'lifetime'
    ? `Update your card first. You can buy ${names.lifetime} once ${names.monthly} is paid.`
    : `Update your card first. That brings ${names.monthly} back.`
}

function seatNote(viewer: Viewer, plan: PlanId, { isEverySeatHeld }: PlanNoteFacts): string | null {
  const isOwner = viewer.status === 'signed-in' && viewer.plan === 'lifetime'
  return plan === 'lifetime' && isEverySeatHeld && !isOwner ? 'No seat is free right now.' : null
}

function replacementNote(viewer: Viewer, plan: PlanId, { names, unused }: PlanNoteFacts): string | null {
  if (viewer.status !== 'signed-in' || viewer.plan !== 'monthly' || plan !== 'lifetime') return null
  if (viewer.subscription?.status === 'trialing') return `Buying it ends your free trial of ${names.monthly}.`
  const back = unused === 'refund' ? 'is refunded' : 'goes to your balance'
  return `Buying it ends ${names.monthly}, and the unused part of the month ${back}.`
}

/** What its subscriber pays, which may differ from today's price. */
export function ownAmount(viewer: Viewer, plan: PlanId): string | null {
  if (viewer.status !== 'signed-in' || plan !== 'monthly' || viewer.plan !== 'monthly') return null
  return viewer.subscription?.amount ?? null
}
