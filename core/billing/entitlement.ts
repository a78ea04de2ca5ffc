import type { PaidPlanId, SubscriptionPlanId } from '../plans/plan.ts'
import { isEnded, isLive } from '../plans/subscription-status.ts'
import { type Notice, plannedNotices } from './notices.ts'

/** What the payment service holds of one customer, in our words. */
export interface PaymentState {
  subscriptions: SubscriptionState[]
  /** Successful payments for a lifetime, refunded ones included. */
  payments: LifetimePayment[]
  /** Payments for a lifetime whose money is on its way. */
  pending: UnsettledPayment[]
}

/** The buyer has done their part; some ways of paying take days, and may fail. */
export interface UnsettledPayment {
  id: string
  amountMinor: number
  currency: string
  pendingSince: Date
  /** The payment service's name of it, such as `sepa_debit`. */
  pendingMethod: string
}

/**
 * Taken away or never given. `oversold` was paid after the last seat was gone, `surplus` beside another lifetime payment:
 * both go back.
 */
export type Revocation = 'refund' | 'dispute' | 'oversold' | 'surplus'

export interface SubscriptionState {
  id: string
  plan: SubscriptionPlanId
  /** The payment service's own word. */
  status: string
  createdAt: Date
  endedAt: Date | null
  periodEndsAt: Date | null
  cancelAtPeriodEnd: boolean
  hadTrial: boolean
  /** What a month or a year of it costs. */
  amountMinor: number | null
  currency: string | null
  /** While the money of its first month is on its way. */
  pendingSince: Date | null
  pendingMethod: string | null
  /** When the payment failed that it is past due for; null when none was ever made. */
  paymentFailedAt: Date | null
  /** When the invoice of its last period was made, if the payment service cannot make it final. */
  stuckSince: Date | null
  /** Some ways of paying take days: the money for its last month or year that came when it had ended. */
  paidAfterEnd: LateMoney | null
  /** The bank has taken one of its payments back. */
  disputeLost: boolean
  /** The payment service has ended it because it was not paid. */
  endedUnpaid: boolean
}

interface LateMoney {
  amountMinor: number
  /** By whomever. */
  refundedMinor: number
}

/** Of several the first of which nothing has gone back yet. */
export const lateMoneyThatCounts = (late: readonly LateMoney[]): LateMoney | null =>
  late.find(({ refundedMinor }) => refundedMinor === 0) ?? late[0] ?? null

export interface LifetimePayment {
  id: string
  /** The seat that was held for it; null when none was needed. */
  holdId: string | null
  amountMinor: number
  refundedMinor: number
  currency: string
  country: string | null
  paidAt: Date
  disputeLost: boolean
}

export interface Entitlement {
  purchases: (LifetimePayment & { revokedFor: Revocation | null })[]
  /** The rows of `subscriptions`; at most one of them is live. */
  subscriptions: {
    id: string
    plan: PaidPlanId
    status: string
    graceEndsAt: Date | null
    periodEndsAt: Date | null
    cancelAtPeriodEnd: boolean
    hadTrial: boolean
    amountMinor: number | null
    currency: string | null
    pendingSince: Date | null
    pendingMethod: string | null
  }[]
  /** Subscriptions that must not go on, or be paid for. */
  toCancel: { id: string; reason: CancellationReason }[]
  /** Subscriptions that are over and were paid for since: that money is to go back, or a part of it. */
  paidLate: { id: string; reason: CancellationReason }[]
  /** What the owner is to be told, now or later. */
  notices: Notice[]
}

/**
 * `replaced`: by a lifetime. `surplus`: beside a better one. `dispute`: the bank took a payment back. `guarantee`: all that
 * was paid for it goes back. `unpaid`: the payment service had ended it for that, so what came since bought nothing.
 */
export type CancellationReason = 'replaced' | 'surplus' | 'dispute' | 'guarantee' | 'unpaid'

const dayMs = 86_400_000
/**
 * For an invoice that the payment service cannot make final, as for an address of which the tax is not known, it charges nothing
 * and goes on calling the subscription active. So long somebody may mend it unnoticed.
 */
const longestStuckMs = 4 * dayMs

/** The whole state decides, never a single event: an unrevoked lifetime, else the best live subscription. */
export function entitlement(
  state: PaymentState,
  graceDays: number,
  now: Date,
  /** Payments that found no seat. */
  oversold: ReadonlySet<string> = new Set(),
  /** Payments and subscriptions whose money goes back under the guarantee, whether or not it is on its way already. */
  withdrawn: ReadonlySet<string> = new Set(),
): Entitlement {
  const judged = state.payments.map((payment) => ({
    ...payment,
    revokedFor: oversold.has(payment.id)
      ? ('oversold' as const)
      : withdrawn.has(payment.id)
        ? ('refund' as const)
        : revocation(payment),
  }))
  // The first one counts: a second payment for the same is an accident, and goes back.
  const [lifetime] = judged.filter(({ revokedFor }) => revokedFor === null).sort(oldestPaymentFirst)
  const purchases = judged.map((payment) =>
    payment.revokedFor === null && payment !== lifetime
      ? { ...payment, revokedFor: 'surplus' as const }
      : payment,
  )
  const subscribed = state.subscriptions
    .map((subscription) => withGrace(subscription, graceDays, now))
    .map((row) => ({ ...row, isTakenBack: row.disputeLost || withdrawn.has(row.id) }))
    .sort(bestFirst)

  const [best] = subscribed.filter(({ isTakenBack }) => !isTakenBack)
  // Beside it also one that is past due would be charged again when a card works.
  const hasLive = best !== undefined && isLive(best.status)
  const kept = subscribed.filter(
    (row) => isEnded(row.status) || (!lifetime && !row.isTakenBack && (row === best || !hasLive)),
  )
  // Over for us before Stripe has ended them; until then only these rows tell that a trial was given.
  const takenBack = subscribed
    .filter((row) => row.isTakenBack && !isEnded(row.status))
    .map((row) => ({ ...row, status: 'canceled', graceEndsAt: null }))
  const lifetimeRows = [
    ...(lifetime ? [{ ...noPeriod, ...paidFor(lifetime), status: 'active' }] : []),
    ...state.pending.map((payment) => ({ ...noPeriod, ...payment, status: pendingStatus })),
  ]
  const rows = [...kept, ...takenBack].map(
    ({
      createdAt: _,
      endedAt: __,
      paidAfterEnd: ___,
      disputeLost: ____,
      endedUnpaid: _____,
      isTakenBack: ______,
      ...row
    }) => row,
  )
  const judgedRows = subscribed.map((row) => ({
    ...row,
    isKept: kept.includes(row),
    reason: cancellationReason(row, withdrawn.has(row.id), lifetime),
  }))
  return {
    purchases,
    subscriptions: [...lifetimeRows, ...rows],
    toCancel: judgedRows.filter(({ isKept }) => !isKept).map(({ id, reason }) => ({ id, reason })),
    paidLate: judgedRows
      .filter(({ status, reason, paidAfterEnd }) => isEnded(status) && isLateMoneyOwed(paidAfterEnd, reason))
      .map(({ id, reason }) => ({ id, reason })),
    notices: best && !lifetime ? plannedNotices(best, graceDays, now) : [],
  }
}

function cancellationReason(
  { disputeLost, endedUnpaid, endedAt }: Pick<SubscriptionState, 'disputeLost' | 'endedUnpaid' | 'endedAt'>,
  isWithdrawn: boolean,
  lifetime: LifetimePayment | undefined,
): CancellationReason {
  if (isWithdrawn) return 'guarantee'
  if (disputeLost) return 'dispute'
  if (endedUnpaid) return 'unpaid'
  // What had ended before was not ended for the lifetime.
  return lifetime && (!endedAt || endedAt >= lifetime.paidAt) ? 'replaced' : 'surplus'
}

/**
 * Under the guarantee until all of it is back, else until a part is: what was not used. What neither a lifetime nor the bank, the
 * guarantee or a missing payment has ended was ended by its owner or the operator, whose business it is, or is surplus: the job that has ended
 * that one waits for its money.
 */
function isLateMoneyOwed(paid: LateMoney | null, reason: CancellationReason): boolean {
  if (!paid || reason === 'surplus') return false
  return reason === 'guarantee' ? paid.refundedMinor < paid.amountMinor : paid.refundedMinor === 0
}

/** Subscriptions that are to be cancelled because the bank took their money back, or we gave it back. */
export const takenBackIn = ({ toCancel }: Entitlement): string[] =>
  toCancel.filter(({ reason }) => reason === 'dispute' || reason === 'guarantee').map(({ id }) => id)

/** Of a lifetime whose money is on its way; the payment service's own word for a payment. */
const pendingStatus = 'processing'

const noPeriod = {
  plan: 'lifetime' as const,
  graceEndsAt: null,
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  hadTrial: false,
}

const paidFor = ({ id, amountMinor, currency }: LifetimePayment) => ({
  id,
  amountMinor,
  currency,
  pendingSince: null,
  pendingMethod: null,
})

/** A partial refund takes nothing away; all of it, or a lost dispute, does. */
export function revocation({
  amountMinor,
  refundedMinor,
  disputeLost,
}: LifetimePayment): 'refund' | 'dispute' | null {
  if (disputeLost) return 'dispute'
  return isGivenBack({ amountMinor, refundedMinor }) ? 'refund' : null
}

/** All of it; what cost nothing cannot be refunded. */
export const isGivenBack = ({
  amountMinor,
  refundedMinor,
}: Pick<LifetimePayment, 'amountMinor' | 'refundedMinor'>): boolean =>
  amountMinor > 0 && refundedMinor >= amountMinor

const oldestPaymentFirst = (a: LifetimePayment, b: LifetimePayment): number =>
  a.paidAt.getTime() - b.paidAt.getTime() || (a.id < b.id ? -1 : 1)

function withGrace({ paymentFailedAt, stuckSince, ...row }: SubscriptionState, graceDays: number, now: Date) {
  const isStuck =
    isLive(row.status) && stuckSince !== null && now.getTime() - stuckSince.getTime() > longestStuckMs
  const failedAt = isStuck ? stuckSince : paymentFailedAt
  const status = isStuck ? 'past_due' : row.status
  const graceEndsAt =
    status === 'past_due' && failedAt ? new Date(failedAt.getTime() + graceDays * dayMs) : null
  const inGrace = graceEndsAt !== null && now < graceEndsAt
  return { ...row, graceEndsAt, status: inGrace ? 'active' : status }
}

type Ranked = Pick<SubscriptionState, 'status' | 'createdAt' | 'cancelAtPeriodEnd'> & {
  graceEndsAt: Date | null
}

/** A live one that is paid and goes on, then other live ones; of the same rank the oldest. */
function bestFirst(a: Ranked, b: Ranked): number {
  const rank = ({ status, graceEndsAt, cancelAtPeriodEnd }: Ranked) => {
    if (!isLive(status)) return isEnded(status) ? 3 : 2
    return graceEndsAt === null && !cancelAtPeriodEnd ? 0 : 1
  }
  return rank(a) - rank(b) || a.createdAt.getTime() - b.createdAt.getTime()
}
