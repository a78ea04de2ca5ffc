import type { OwnBilling, PendingPayment, SubscriptionResponse } from '../../core/billing/contract.ts'
import { currentPlan } from '../../core/billing/current-plan.ts'
import type { OwnSubscription } from '../../core/billing/own-subscription.ts'
import type { Language } from '../../core/messages/languages.ts'
import { formatMoney } from '../../core/plans/money.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import { isEnded, isLive } from '../../core/plans/subscription-status.ts'
import type { BillingDeps } from './deps.ts'
import type { BoughtPlan } from './plan-store.ts'
import { findReplaced, isCancelling, isRefunding, listPurchases } from './store.ts'

/** Rules D3, D4: the plan, and what is to be said of it. */
export function subscriptionResponse(
  rows: readonly BoughtPlan[],
  language: Language,
  granted: readonly PaidPlanId[] = [],
): SubscriptionResponse {
  const live = rows.filter(({ status }) => isLive(status))
  const running = rows.find(({ plan, status }) => plan !== 'lifetime' && !isEnded(status))
  const pending = findPending(rows, language)
  return {
    plan: currentPlan([...live.map(({ plan }) => plan), ...granted]),
    ...(running && { subscription: ownSubscription(running, language) }),
    ...(pending && { pending }),
  }
}

const ownSubscription = (row: BoughtPlan, language: Language): OwnSubscription => ({
  status: row.graceEndsAt ? 'past_due' : row.status,
  periodEndsAt: row.periodEndsAt?.toISOString() ?? null,
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  ...(row.graceEndsAt && { graceEndsAt: row.graceEndsAt.toISOString() }),
  ...shownAmount(row, language),
  ...(row.currency && { currency: row.currency }),
  ...(row.plan === 'yearly' && { isYearly: true as const }),
})

/** The payment whose money is on its way. */
export function findPending(rows: readonly BoughtPlan[], language: Language): PendingPayment | undefined {
  for (const row of rows) {
    const { plan, pendingSince, pendingMethod } = row
    if (!pendingSince) continue
    return {
      plan,
      amount: '',
      ...shownAmount(row, language),
      since: pendingSince.toISOString(),
      method: pendingMethod ?? '',
    }
  }
  return undefined
}

const shownAmount = ({ amountMinor, currency }: BoughtPlan, language: Language) =>
  amountMinor === null || currency === null ? {} : { amount: formatMoney(amountMinor, currency, language) }

/** What somebody has paid, got back and lost, as far as their plan does not say it. */
export async function readOwnBilling(
  { db, seats, payments }: Pick<BillingDeps, 'db' | 'seats' | 'payments'>,
  userId: string,
  language: Language,
): Promise<OwnBilling> {
  const { livemode } = payments
  const [purchases, replaced] = await Promise.all([
    listPurchases(db, userId, livemode),
    findReplaced(db, userId, livemode),
  ])
  const owned = purchases.find(({ revokedAt }) => revokedAt === null)
  if (!owned) {
    const revoked = purchases.find(({ revokedFor }) => revokedFor !== 'surplus')
    if (!revoked?.revokedAt || !revoked.revokedFor || revoked.revokedFor === 'surplus') return {}
    const { revokedAt, revokedFor: reason } = revoked
    return { revoked: { amount: amountOf(revoked, language), at: revokedAt.toISOString(), reason } }
  }
  const seat = await seats.findSeat(db, owned.id)
  const isReplacing = await (replaced ? isRefunding(db, replaced.id) : isCancelling(db, userId))
  return {
    lifetime: {
      amount: amountOf(owned, language),
      paidAt: owned.paidAt.toISOString(),
      ...(seat && { seat }),
    },
    ...(replaced && {
      replaced: {
        plan: replaced.plan,
        endedAt: replaced.endedAt.toISOString(),
        returned: returned(replaced, language),
      },
    }),
    ...(isReplacing && { isReplacing }),
  }
}

const amountOf = (
  { amountMinor, currency }: { amountMinor: number; currency: string },
  language: Language,
): string => formatMoney(amountMinor, currency, language)

function returned(
  { refundedMinor, currency }: { refundedMinor: number | null; currency: string },
  language: Language,
) {
  if (refundedMinor === null) return { to: 'balance' as const }
  return refundedMinor > 0
    ? { to: 'card' as const, amount: formatMoney(refundedMinor, currency, language) }
    : { to: 'nobody' as const }
}
