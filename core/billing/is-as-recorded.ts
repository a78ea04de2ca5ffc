import type { PaidPlanId } from '../plans/plan.ts'
import { isEnded, isLive } from '../plans/subscription-status.ts'
import { closedIntents } from './checkout-session-status.ts'
import { isGivenBack } from './entitlement.ts'

/** What was bought on a Checkout Session that is complete, as the payment service lists it. */
export interface ListedPurchase {
  /** Of the subscription or the payment; that of the Checkout Session where nothing was due. */
  id: string
  /** Null for a lifetime. */
  subscription: { status: string; isLatestInvoicePaid: boolean } | null
  /** Null for a subscription, and where nothing was due. */
  payment: { status: string; amountMinor: number; refundedMinor: number; isDisputed: boolean } | null
}

interface RecordedRow {
  id: string
  plan: string
  status: string
  graceEndsAt: Date | null
  pendingSince: Date | null
}

/**
 * Whether a list of all Checkout Sessions of a buyer says that our rows are right, so that a page may be opened without reading
 * everything that they have bought. All of it has to be over, but for a subscription that a lifetime would replace, of which it
 * does not tell whether the bank has taken its money back. Only a full reading tells what keeps somebody from buying.
 */
export function isAsRecorded(
  listed: readonly ListedPurchase[],
  rows: readonly RecordedRow[],
  plan: PaidPlanId,
): boolean {
  const isReplaced = (row: RecordedRow) =>
    plan === 'lifetime' && row.plan !== 'lifetime' && listed.some(({ id }) => id === row.id)
  return (
    listed.every((purchase) => isSettled(purchase, rows)) &&
    rows.every((row) => isEnded(row.status) || isReplaced(row))
  )
}

function isSettled({ id, subscription, payment }: ListedPurchase, rows: readonly RecordedRow[]): boolean {
  if (payment) return isOver(payment)
  if (!subscription) return false
  const row = rows.find((each) => each.id === id)
  if (!row || isEnded(subscription.status)) return row !== undefined && isEnded(row.status)
  const isInOrder = subscription.isLatestInvoicePaid && row.graceEndsAt === null && row.pendingSince === null
  return isLive(row.status) && row.status === subscription.status && isInOrder
}

/** It was never paid, or all of it has gone back. */
const isOver = (payment: NonNullable<ListedPurchase['payment']>): boolean =>
  closedIntents.includes(payment.status) || (!payment.isDisputed && isGivenBack(payment))
