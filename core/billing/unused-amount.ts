import { roundToStep } from '../plans/charge-limits.ts'
import type { CancellationReason } from './entitlement.ts'

export interface PaidPeriod {
  paidMinor: number
  startsAt: Date
  endsAt: Date
}

/** The share of a paid period that was not used when it ended at `endedAt`, rounded down to the smallest unit. */
export function unusedAmountMinor({ paidMinor, startsAt, endsAt }: PaidPeriod, endedAt: Date): number {
  const wholeMs = endsAt.getTime() - startsAt.getTime()
  if (wholeMs <= 0) return 0
  const leftMs = Math.min(wholeMs, Math.max(0, endsAt.getTime() - endedAt.getTime()))
  // Amounts of some currencies exceed what a product with milliseconds could hold exactly.
  return Number((BigInt(paidMinor) * BigInt(leftMs)) / BigInt(wholeMs))
}

interface Cancellation {
  reason: CancellationReason
  /** What the operator chose for the unused part of a month that a lifetime replaces. */
  unused: 'credit' | 'refund'
  /** Then there was nothing to credit when it ended. */
  isPaidAfterEnd: boolean
  currency: string
  lastPeriod: (PaidPeriod & { endedAt: Date; refundedMinor: number }) | null
}

/** The refund of what was not used of the period that this invoice is for. */
export const unusedRefundKey = (subscriptionId: string, invoiceId: string): string =>
  `unused-${subscriptionId}-${invoiceId}`

/**
 * What goes back to the card for a subscription that we ended. After a lost dispute the bank has settled it; under the
 * guarantee everything goes back (`guaranteeOf`).
 */
export function refundOnCancelMinor(cancellation: Cancellation): number {
  const { reason, unused, isPaidAfterEnd, currency, lastPeriod } = cancellation
  if (reason === 'dispute' || reason === 'guarantee' || !lastPeriod) return 0
  if (unused !== 'refund' && !isPaidAfterEnd) return 0
  const { paidMinor, refundedMinor, endedAt } = lastPeriod
  const unusedMinor = unusedAmountMinor(lastPeriod, endedAt)
  return roundToStep(Math.min(unusedMinor, Math.max(0, paidMinor - refundedMinor)), currency)
}
