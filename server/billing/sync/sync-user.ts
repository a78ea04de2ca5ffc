import {
  type Entitlement,
  entitlement,
  type LifetimePayment,
  type PaymentState,
  revocation,
} from '../../../core/billing/entitlement.ts'
import { isEnded } from '../../../core/plans/subscription-status.ts'
import type { Drizzle } from '../../db/database.ts'
import { enqueueJob } from '../../jobs/store.ts'
import { findAttempt } from '../checkout/attempt-store.ts'
import type { BillingDeps } from '../deps.ts'
import { listWithdrawn } from '../guarantee/store.ts'
import { enqueueNotices } from '../notices/notice-store.ts'
import {
  findCustomer,
  hasCustomer,
  isRevoked,
  listCustomers,
  listOwnedPayments,
  lockUser,
  saveCustomer,
  writeEntitlement,
} from '../store.ts'
import { findReport, type ListedCheckoutSessions } from './listed-checkout-sessions.ts'
import { applyTicket, takeTicket } from './sync-store.ts'

export type SyncDeps = Pick<
  BillingDeps,
  'db' | 'payments' | 'seats' | 'graceDays' | 'now' | 'recordTrial' | 'recordState' | 'wakeJobs'
>

/**
 * Reads what Stripe holds of a user and makes our tables say the same. Nothing is locked while Stripe is read: the ticket
 * makes sure that an older reading never overwrites a newer one. Safe to run any number of times, in any order of events.
 * Returns what was written; nothing where there is no customer or a newer reading. Checkout Sessions that were `listed` a
 * moment ago are not read again.
 */
export async function syncUser(
  deps: SyncDeps,
  userId: string,
  listed?: ListedCheckoutSessions,
): Promise<Entitlement | undefined> {
  const { db, payments, seats } = deps
  if (!(await hasCustomer(db, userId))) return undefined
  const ticket = listed?.ticket ?? (await takeTicket(db, userId))
  const customerIds = await listCustomers(db, userId)
  const closedHold = await findHoldOfClosedSession(deps, userId, listed)
  const states = await readStates(deps, customerIds, listed)
  const state = joined(states)
  const written = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if (!(await applyTicket(tx, userId, ticket))) return undefined
    if (closedHold) await seats.release(tx, closedHold, 'the Checkout Session is closed')
    const oversold = await settleSeats(deps, tx, userId, state.payments)
    const { livemode } = payments
    const whole = await withOwnedPayments(tx, userId, livemode, state)
    const withdrawn = await listWithdrawn(tx, userId)
    const result = entitlement(whole, deps.graceDays, deps.now(), oversold, withdrawn)
    await closeCheckoutOfRestored(tx, userId, result)
    await writeEntitlement(tx, { userId, livemode }, result)
    const payer = payerOf(result, states)
    if (payer && payer !== (await findCustomer(tx, userId)))
      await saveCustomer(tx, { userId, customerId: payer, livemode })
    if (result.subscriptions.some(({ hadTrial }) => hadTrial)) await deps.recordTrial?.(tx, userId)
    await enqueueRefunds(tx, userId, result)
    await enqueueNotices(tx, { userId, notices: result.notices, now: deps.now() })
    await deps.recordState?.(tx, userId)
    return result
  })
  deps.wakeJobs?.()
  return written
}

/** What the tables would say after a sync, with nothing written. */
export async function previewSync(deps: SyncDeps, userId: string): Promise<Entitlement['subscriptions']> {
  const { db, payments, seats } = deps
  const state = joined(await readStates(deps, await listCustomers(db, userId)))
  const oversold = new Set<string>()
  for (const { id } of state.payments) if (await seats.isOversold(db, id)) oversold.add(id)
  const whole = await withOwnedPayments(db, userId, payments.livemode, state)
  const withdrawn = await listWithdrawn(db, userId)
  return entitlement(whole, deps.graceDays, deps.now(), oversold, withdrawn).subscriptions
}

type CustomerState = PaymentState & { customerId: string }

/** A customer that was replaced still counts: what was paid under it is not forgotten. */
const readStates = (
  { payments }: SyncDeps,
  customerIds: string[],
  listed?: ListedCheckoutSessions,
): Promise<CustomerState[]> =>
  Promise.all(
    customerIds.map(async (customerId) => ({
      ...(await payments.readState(customerId, listed?.byCustomer.get(customerId)?.freeLifetimes)),
      customerId,
    })),
  )

const joined = (states: CustomerState[]): PaymentState => ({
  subscriptions: states.flatMap(({ subscriptions }) => subscriptions),
  payments: states.flatMap((state) => state.payments),
  pending: states.flatMap(({ pending }) => pending),
})

/** The customer whose subscription runs: only for this one does Stripe's page cancel, mend or change it. */
function payerOf(result: Entitlement, states: CustomerState[]): string | undefined {
  const running = result.subscriptions.find(({ plan, status }) => plan !== 'lifetime' && !isEnded(status))
  return states.find(({ subscriptions }) => subscriptions.some(({ id }) => id === running?.id))?.customerId
}

/** A recorded lifetime counts although Stripe no longer lists it, as after its customer was deleted there. */
async function withOwnedPayments(
  tx: Drizzle,
  userId: string,
  livemode: boolean,
  state: PaymentState,
): Promise<PaymentState> {
  const seen = new Set(state.payments.map(({ id }) => id))
  const owned = (await listOwnedPayments(tx, userId, livemode)).filter(({ id }) => !seen.has(id))
  return { ...state, payments: [...state.payments, ...owned] }
}

/** Rule L2. Read before the payments: a session that is closed then cannot have been paid by the time they are read. */
async function findHoldOfClosedSession(deps: SyncDeps, userId: string, listed?: ListedCheckoutSessions) {
  const hold = await deps.seats.find(deps.db, userId)
  if (!hold?.checkoutSessionId) return null
  const session = await findReport(deps, listed, hold.checkoutSessionId)
  return !session || session.status === 'closed' ? hold : null
}

/** The payments that found no seat. */
async function settleSeats({ seats }: SyncDeps, tx: Drizzle, userId: string, paid: LifetimePayment[]) {
  const oversold = new Set<string>()
  for (const payment of paid) {
    if (payment.holdId === null) continue
    const isRevoked = revocation(payment) !== null
    const { id, holdId, paidAt } = payment
    const outcome = await seats.settle(tx, { id, userId, holdId, paidAt, isRevoked })
    if (outcome === 'oversold') oversold.add(payment.id)
  }
  return oversold
}

/** A refund that failed gives Lifetime back. Nobody may pay on a page that was opened meanwhile. */
async function closeCheckoutOfRestored(
  tx: Drizzle,
  userId: string,
  { purchases }: Entitlement,
): Promise<void> {
  const lifetime = purchases.find(({ revokedFor }) => revokedFor === null)
  if (!lifetime || !(await isRevoked(tx, lifetime.id))) return
  const attempt = await findAttempt(tx, userId)
  if (attempt?.checkoutSessionId)
    await enqueueJob(tx, { kind: 'close-checkout', key: attempt.checkoutSessionId, payload: { userId } })
}

/** Payments that bought nothing go back in full. One whose refund failed is found here again. */
async function enqueueRefunds(tx: Drizzle, userId: string, { purchases }: Entitlement): Promise<void> {
  for (const { id, holdId, revokedFor, amountMinor, refundedMinor } of purchases) {
    if ((revokedFor !== 'oversold' && revokedFor !== 'surplus') || refundedMinor >= amountMinor) continue
    await enqueueJob(tx, {
      kind: 'refund',
      key: `${revokedFor}-${id}`,
      payload: {
        userId,
        paymentId: id,
        amountMinor: null,
        holdId: revokedFor === 'oversold' ? holdId : null,
      },
    })
  }
}
