import { isAsRecorded } from '../../../core/billing/is-as-recorded.ts'
import type { PaidPlanId } from '../../../core/plans/plan.ts'
import { isLive } from '../../../core/plans/subscription-status.ts'
import type { BillingDeps } from '../deps.ts'
import { isRevoked, type SubscriptionRow } from '../store.ts'
import type { CheckoutList, CheckoutReport } from '../stripe/payment-service.ts'
import { areCustomersSynced, takeTicket } from './sync-store.ts'

type ListDeps = Pick<BillingDeps, 'db' | 'payments'>

/** All Checkout Sessions of a user. A sync that begins with them has no other ticket. */
export interface ListedCheckoutSessions {
  ticket: number
  byCustomer: ReadonlyMap<string, CheckoutList>
}

export async function listUserCheckoutSessions(
  { db, payments }: ListDeps,
  userId: string,
  customerIds: string[],
): Promise<ListedCheckoutSessions> {
  const ticket = await takeTicket(db, userId)
  const lists = customerIds.map(async (id) => [id, await payments.listCheckoutSessions(id)] as const)
  return { ticket, byCustomer: new Map(await Promise.all(lists)) }
}

/** One that is not listed is of a customer that is not ours any more. */
export const findReport = async (
  { payments }: ListDeps,
  listed: ListedCheckoutSessions | undefined,
  checkoutSessionId: string,
): Promise<CheckoutReport | null> => {
  const reports = [...(listed?.byCustomer.values() ?? [])].flatMap((list) => list.reports)
  return (
    reports.find(({ id }) => id === checkoutSessionId) ??
    (await payments.readCheckoutSession(checkoutSessionId))
  )
}

/** Whether our rows are right for a click on this plan, so that nothing else needs to be read. */
export async function areRowsRight(
  { db, payments }: ListDeps,
  { byCustomer }: ListedCheckoutSessions,
  about: { userId: string; plan: PaidPlanId; rows: SubscriptionRow[]; wasReadBefore: boolean },
): Promise<boolean> {
  const { userId, plan, rows, wasReadBefore } = about
  const purchases = [...byCustomer.values()].flatMap((list) => list.purchases)
  if (!isAsRecorded(purchases, rows, plan)) return false
  // Not everything is bought on our pages: once all of it has to have been read.
  if (!wasReadBefore && !(await areCustomersSynced(db, userId))) return false
  // One of which no event has come has a seat to be settled, and may be given back to its owner should the refund fail.
  for (const { id, payment } of purchases)
    if (payment && payment.refundedMinor > 0 && !(await isRevoked(db, id))) return false
  const isReplaced = rows.some(({ status }) => isLive(status))
  return !isReplaced || !(await payments.hasDisputes([...byCustomer.keys()]))
}
