import { roundToStep } from '../plans/charge-limits.ts'
import type { CancellationReason } from './entitlement.ts'
import { creditIn, sumOf } from './sum-amounts.ts'

export interface PaidPeriod {
  paidMinor: number
  startsAt: Date
  endsAt: Date
}

/** What a line adds to the total of its invoice; of a credit all three are below zero. */
export const lineTotalMinor = (line: {
  amountMinor: number
  discountMinor: number
  /** Without what the amount includes. */
  addedTaxMinor: number
}): number => line.amountMinor - line.discountMinor + line.addedTaxMinor

/**
 * What was paid for a period: by its invoice, and by credit of earlier periods of the subscription, which is in negative lines of
 * the invoice or was on the customer's balance. What such lines credit beyond the period is on the balance and pays for later
 * ones. Credit of another kind, such as a gift of the operator's, is no payment.
 */
export function paidForPeriodMinor(invoice: {
  amountPaidMinor: number
  lineTotals: readonly number[]
  balanceUsedMinor: number
  /** Of all invoices of the subscription. */
  totals: readonly number[]
}): number {
  const { amountPaidMinor, lineTotals, balanceUsedMinor, totals } = invoice
  const costMinor = sumOf(lineTotals.filter((amount) => amount > 0))
  const creditUsedMinor = Math.min(creditIn(lineTotals), costMinor)
  return amountPaidMinor + creditUsedMinor + Math.min(balanceUsedMinor, creditIn(totals))
}

/** By the invoice of its end, which has credit alone: that of a change from year to month charges the month too. */
export const isUnusedCredited = (lineTotals: readonly number[]): boolean =>
  creditIn(lineTotals) > 0 && lineTotals.every((amount) => amount <= 0)

/** The share of a paid period that was not used when it ended at `endedAt`, rounded down to the smallest unit. */
export function unusedAmountMinor({ paidMinor, startsAt, endsAt }: PaidPeriod, endedAt: Date): number {
  const wholeMs = endsAt.getTime() - startsAt.getTime()
  if (wholeMs <= 0) return 0
  const leftMs = Math.min(wholeMs, Math.max(0, endsAt.getTime() - endedAt.getTime()))
  // Amounts of some currencies exceed what a product with milliseconds could hold exactly.
  return Number((BigInt(paidMinor) * BigInt(leftMs)) / BigInt(wholeMs))
}

/** A payment for the subscription, and how much of it has not been given back; the refund that we are about to make not counted. */
export interface RefundablePayment {
  paymentId: string
  leftMinor: number
  /** The bank has taken it back. */
  isLost: boolean
}

interface Cancellation {
  reason: CancellationReason
  /** What the operator chose for the unused part of a month that a lifetime replaces. */
  unused: 'credit' | 'refund'
  /** Then there was nothing to credit when it ended. */
  isPaidAfterEnd: boolean
  currency: string
  lastPeriod: (PaidPeriod & { endedAt: Date; refundedMinor: number; payments: RefundablePayment[] }) | null
}

/** The refund of what was not used of the period that this invoice is for, out of the newest payment or an earlier one. */
export const unusedRefundKey = (subscriptionId: string, invoiceId: string, earlierPayment?: string): string =>
  `unused-${subscriptionId}-${invoiceId}${earlierPayment ? `-${earlierPayment}` : ''}`

/** The subscription of such a refund; null for refunds of another kind. */
export const subscriptionOfRefund = (key: string): string | null => /^unused-(\w+)-/.exec(key)?.[1] ?? null

/**
 * Whether the unused part goes to the customer's balance. Only that of a month which a lifetime replaces: a surplus subscription
 * may be of another customer than the one in use, whose balance pays for nothing, and who lost a plan has no use for credit.
 */
export const isCreditedOnCancel = (reason: CancellationReason, unused: Cancellation['unused']): boolean =>
  unused === 'credit' && reason === 'replaced'

/**
 * What goes back to the card for a subscription that we ended. A period that credit of an earlier one has paid for, as after a
 * change from month to year, is given back out of the payments that the credit came from, the newest first. What the bank took
 * back is settled. What was paid when it had ended unpaid goes back whole; under the guarantee everything does (`guaranteeOf`).
 */
export function refundsOnCancel(cancellation: Cancellation): { paymentId: string; amountMinor: number }[] {
  const { reason, unused, isPaidAfterEnd, currency, lastPeriod } = cancellation
  if (reason === 'guarantee' || !lastPeriod) return []
  // What was paid in time was used.
  if (reason === 'unpaid' && !isPaidAfterEnd) return []
  if (isCreditedOnCancel(reason, unused) && !isPaidAfterEnd) return []
  const { refundedMinor, endedAt, payments } = lastPeriod
  const paidMinor = lastPeriod.paidMinor - lostMinor(lastPeriod)
  const unusedMinor =
    reason === 'unpaid' ? paidMinor : unusedAmountMinor({ ...lastPeriod, paidMinor }, endedAt)
  let restMinor = Math.min(unusedMinor, Math.max(0, paidMinor - refundedMinor))
  return payments.flatMap(({ paymentId, leftMinor, isLost }) => {
    if (isLost) return []
    const amountMinor = roundToStep(Math.min(restMinor, leftMinor), currency)
    restMinor -= amountMinor
    return amountMinor > 0 ? [{ paymentId, amountMinor }] : []
  })
}

/** How much of what was paid for the period the bank has taken back. */
function lostMinor({ paidMinor, payments }: { paidMinor: number; payments: RefundablePayment[] }): number {
  let restMinor = paidMinor
  const parts = payments.map(({ leftMinor, isLost }) => {
    const partMinor = Math.min(restMinor, leftMinor)
    restMinor -= partMinor
    return isLost ? partMinor : 0
  })
  return sumOf(parts)
}
