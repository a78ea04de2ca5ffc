import { roundToStep } from '../plans/charge-limits.ts'
import type { CancellationReason } from './entitlement.ts'
import { creditIn, sumOf } from './sum-amounts.ts'

interface Period {
  startsAt: Date
  endsAt: Date
}

export interface PaidPeriod extends Period {
  paidMinor: number
}

/** A line below zero gives credit for what earlier lines have charged of its period. */
export interface BilledLine extends Period {
  totalMinor: number
}

export interface BilledInvoice {
  paidMinor: number
  lines: readonly BilledLine[]
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

/** What is billed in the middle of a period ends with it. */
const isSameEnd = (a: Period, b: Period): boolean => a.endsAt.getTime() === b.endsAt.getTime()
const isWithin = (part: Period, whole: Period): boolean =>
  part.startsAt >= whole.startsAt && isSameEnd(part, whole)
const isSamePeriod = (a: Period, b: Period): boolean => isWithin(a, b) && isWithin(b, a)

/** The periods that an invoice has not billed from their beginning, as after a change in the middle: earlier ones have. */
export const billedBefore = (items: readonly Period[], lines: readonly BilledLine[]): Period[] =>
  items.filter((item) => !lines.some((line) => line.totalMinor >= 0 && isSamePeriod(line, item)))

/**
 * For each invoice what was paid for, and for which time: by the latest, and by earlier ones for the periods of `items` that it
 * has not billed from their beginning. What a line has credited since is used up. `earlier` has the newest first.
 */
export function paidPeriods(
  latest: BilledInvoice,
  earlier: readonly BilledInvoice[],
  items: readonly Period[],
): PaidPeriod[][] {
  const periods = billedBefore(items, latest.lines)
  const isOfThese = (part: Period) => periods.some((period) => isWithin(part, period))
  /** The oldest first: it is for the oldest period. */
  let credits: PaidPeriod[] = []
  return [latest, ...earlier].map((invoice) => {
    const own = creditLines(invoice.lines)
    const charged = chargedPeriods(invoice).filter((part) => invoice === latest || isOfThese(part))
    const rest = charged.map((part) => {
      // What the invoice credits from the same moment on is of an earlier one.
      const ofPart = own.filter(({ startsAt }) => startsAt > part.startsAt)
      return lessCredit(part, [...ofPart, ...credits])
    })
    credits = [...own, ...credits]
    return rest.filter(({ paidMinor }) => paidMinor > 0)
  })
}

const creditLines = (lines: readonly BilledLine[]): PaidPeriod[] =>
  lines
    .flatMap(({ totalMinor, ...period }) => (totalMinor < 0 ? { ...period, paidMinor: -totalMinor } : []))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())

/** What was paid by an invoice, divided among what it has charged. */
function chargedPeriods({ paidMinor, lines }: BilledInvoice): PaidPeriod[] {
  const charged = lines.filter(({ totalMinor }) => totalMinor > 0)
  const costMinor = sumOf(charged.map(({ totalMinor }) => totalMinor))
  let [billedMinor, dividedMinor] = [0, 0]
  return charged.map(({ totalMinor, ...period }) => {
    billedMinor += totalMinor
    const partMinor = shareOf(paidMinor, billedMinor, costMinor) - dividedMinor
    dividedMinor += partMinor
    return { ...period, paidMinor: partMinor }
  })
}

/** Of a period that was credited, what is left of it from then on; what is taken off is taken from the credit. */
function lessCredit(paid: PaidPeriod, credits: PaidPeriod[]): PaidPeriod {
  let rest = paid
  for (const credit of credits) {
    if (credit.paidMinor === 0 || !isSameEnd(credit, rest)) continue
    const startsAt = rest.startsAt > credit.startsAt ? rest.startsAt : credit.startsAt
    const leftMinor = unusedAmountMinor(rest, startsAt)
    const takenMinor = Math.min(leftMinor, credit.paidMinor)
    credit.paidMinor -= takenMinor
    rest = { startsAt, endsAt: rest.endsAt, paidMinor: leftMinor - takenMinor }
  }
  return rest
}

/** Amounts of some currencies exceed what a product with milliseconds could hold exactly. */
const shareOf = (amount: number, part: number, whole: number): number =>
  whole > 0 ? Number((BigInt(amount) * BigInt(part)) / BigInt(whole)) : 0

/** The share of a paid period that was not used when it ended at `endedAt`, rounded down to the smallest unit. */
export function unusedAmountMinor({ paidMinor, startsAt, endsAt }: PaidPeriod, endedAt: Date): number {
  const wholeMs = endsAt.getTime() - startsAt.getTime()
  const leftMs = Math.min(wholeMs, Math.max(0, endsAt.getTime() - endedAt.getTime()))
  return shareOf(paidMinor, leftMs, wholeMs)
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
  lastPeriod: {
    paid: readonly PaidPeriod[]
    endedAt: Date
    refundedMinor: number
    payments: RefundablePayment[]
  } | null
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
  const { paid, refundedMinor, endedAt, payments } = lastPeriod
  const wholeMinor = sumOf(paid.map((period) => period.paidMinor))
  const paidMinor = wholeMinor - lostMinor(wholeMinor, payments)
  const ofEach = paid.map((period) => {
    const keptMinor = shareOf(period.paidMinor, paidMinor, wholeMinor)
    return unusedAmountMinor({ ...period, paidMinor: keptMinor }, endedAt)
  })
  const unusedMinor = reason === 'unpaid' ? paidMinor : sumOf(ofEach)
  let restMinor = Math.min(unusedMinor, Math.max(0, paidMinor - refundedMinor))
  return payments.flatMap(({ paymentId, leftMinor, isLost }) => {
    if (isLost) return []
    const amountMinor = roundToStep(Math.min(restMinor, leftMinor), currency)
    restMinor -= amountMinor
    return amountMinor > 0 ? [{ paymentId, amountMinor }] : []
  })
}

/** How much of what was paid the bank has taken back. */
function lostMinor(paidMinor: number, payments: RefundablePayment[]): number {
  let restMinor = paidMinor
  const parts = payments.map(({ leftMinor, isLost }) => {
    const partMinor = Math.min(restMinor, leftMinor)
    restMinor -= partMinor
    return isLost ? partMinor : 0
  })
  return sumOf(parts)
}
