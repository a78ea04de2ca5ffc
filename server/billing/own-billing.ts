import type { OwnBilling } from '../../core/billing/contract.ts'
import { formatMoney } from '../../core/plans/money.ts'
import type { BillingDeps } from './deps.ts'
import { findReplaced, listPurchases } from './store.ts'

/** What somebody has paid, got back and lost, as far as their plan does not say it. */
export async function readOwnBilling(
  { db, seats }: Pick<BillingDeps, 'db' | 'seats'>,
  userId: string,
): Promise<OwnBilling> {
  const [purchases, replaced] = await Promise.all([listPurchases(db, userId), findReplaced(db, userId)])
  const owned = purchases.find(({ revokedAt }) => revokedAt === null)
  if (!owned) {
    const revoked = purchases.find(({ revokedFor }) => revokedFor !== 'surplus')
    if (!revoked?.revokedAt || !revoked.revokedFor || revoked.revokedFor === 'surplus') return {}
    const { revokedAt, revokedFor: reason } = revoked
    return { revoked: { amount: amountOf(revoked), at: revokedAt.toISOString(), reason } }
  }
  const seat = await seats.findSeat(db, owned.id)
  return {
    lifetime: { amount: amountOf(owned), paidAt: owned.paidAt.toISOString(), ...(seat && { seat }) },
    ...(replaced && { replaced: { endedAt: replaced.endedAt.toISOString(), returned: returned(replaced) } }),
  }
}

const amountOf = ({ amountMinor, currency }: { amountMinor: number; currency: string }): string =>
  formatMoney(amountMinor, currency)

function returned({ refundedMinor, currency }: { refundedMinor: number | null; currency: string }) {
  if (refundedMinor === null) return { to: 'balance' as const }
  return refundedMinor > 0
    ? { to: 'card' as const, amount: formatMoney(refundedMinor, currency) }
    : { to: 'nobody' as const }
}
