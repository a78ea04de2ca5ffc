import { isPaymentFailed } from './billing/billing-line.ts'
import type { PlanId } from './plans/plan.ts'
import type { Viewer } from './viewer.ts'

/** What stands below a plan's button for one whom it would surprise; null for everybody else. */
export function planNote(viewer: Viewer, plan: PlanId, names: Record<PlanId, string>): string | null {
  if (viewer.status !== 'signed-in') return null
  const { pending } = viewer
  if (viewer.plan === 'lifetime' && plan === 'monthly')
    return `You own ${names.lifetime}: there’s nothing more you need.`
  if (pending?.plan === plan) return `Your payment of ${pending.amount} is on its way.`
  if (plan !== 'lifetime') return null
  if (isPaymentFailed(viewer.plan, viewer.subscription))
    return `Update your card first: ${names.lifetime} can be bought once ${names.monthly} is paid.`
  if (viewer.plan === 'monthly') return `Buying it ends ${names.monthly}; you get the unused part back.`
  return null
}

/** What its subscriber pays, which may differ from today's price. */
export function ownAmount(viewer: Viewer, plan: PlanId): string | null {
  if (viewer.status !== 'signed-in' || plan !== 'monthly' || viewer.plan !== 'monthly') return null
  return viewer.subscription?.amount ?? null
}
