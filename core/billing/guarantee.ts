import type { PaidPlanId } from '../plans/plan.ts'
import type { PaymentRecords } from './billing-documents.ts'
import { creditIn, sumOf } from './sum-amounts.ts'

/** What somebody has bought and still has: a lifetime by the id of its payment, or a subscription by its own. */
export interface GuaranteedPurchase {
  id: string
  plan: PaidPlanId
}

/** What goes back if its buyer wishes, and until when they may. */
export interface Guarantee extends GuaranteedPurchase {
  currency: string
  amountMinor: number
  /** The last day on which the buyer may; `endsAt` is when it is over everywhere on Earth. */
  lastDay: Date
  endsAt: Date
  payments: { paymentId: string; amountMinor: number }[]
}

const dayMs = 86_400_000
/** Of the place where a day ends last. */
const latestZoneMs = 12 * 3_600_000

/**
 * Rule M2: within `guaranteeDays` whole days after the first payment for a purchase, everything goes back that was paid for
 * it and has not been refunded. Of a subscription these are all payments so far: none of them is older than the first. The
 * day of the payment is not counted. Null when the days are over, nothing was paid, or the bank decides about the money.
 */
export function guaranteeOf(
  { id, plan }: GuaranteedPurchase,
  records: PaymentRecords,
  guaranteeDays: number,
  now: Date,
): Guarantee | null {
  const paid = chargesFor({ id, plan }, records)
  const [first] = paid
  if (!first || paid.some(({ isDisputed }) => isDisputed)) return null
  const paidOnMs = Math.floor(first.paidAt.getTime() / dayMs) * dayMs
  const endsAt = new Date(paidOnMs + (guaranteeDays + 1) * dayMs + latestZoneMs)
  if (now >= endsAt) return null
  const payments = notRefunded(paid)
  if (payments.length === 0) return null
  return {
    id,
    plan,
    currency: first.currency,
    amountMinor: sumOf(payments.map((payment) => payment.amountMinor)),
    // At noon it is the same day nearly everywhere.
    lastDay: new Date(paidOnMs + guaranteeDays * dayMs + dayMs / 2),
    endsAt,
    payments,
  }
}

/**
 * Rule M2: what was paid for a purchase and has not been refunded. Once it is given back, also what is charged before the
 * subscription has ended and what settles after it. About a disputed payment the bank decides when it is refunded.
 */
export const paymentsToGiveBack = (
  purchase: GuaranteedPurchase,
  records: PaymentRecords,
): Guarantee['payments'] => notRefunded(chargesFor(purchase, records))

const notRefunded = (charges: PaymentRecords['charges']): Guarantee['payments'] =>
  charges
    .map(({ paymentId, amountMinor, refundedMinor }) => ({
      paymentId,
      amountMinor: amountMinor - refundedMinor,
    }))
    .filter(({ amountMinor }) => amountMinor > 0)

/** The oldest first. */
function chargesFor({ id, plan }: GuaranteedPurchase, { invoices, charges }: PaymentRecords) {
  const invoiced = invoices
    .filter(({ subscriptionId }) => subscriptionId === id)
    .flatMap(({ paymentIds }) => paymentIds)
  const paymentIds = plan === 'lifetime' ? [id] : invoiced
  return charges
    .filter(({ paymentId }) => paymentIds.includes(paymentId))
    .sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime())
}

/**
 * Rule M2: a change from year to month leaves credit on the customer's balance. Whoever gets everything back that they paid
 * does not keep it too. `totals` are those of the subscription's invoices, `balanceMinor` is Stripe's: below zero it is credit.
 */
export function creditToTakeBackMinor(totals: readonly number[], balanceMinor: number): number {
  return Math.min(creditIn(totals), creditIn([balanceMinor]))
}
