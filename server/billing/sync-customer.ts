import { entitlement, type LifetimePayment, revocation } from '../../core/billing/entitlement.ts'
import type { Drizzle } from '../db/database.ts'
import type { PaymentService } from './payment-service.ts'
import type { SeatDesk } from './seat-desk.ts'
import { findUserOfCustomer, listCustomers, listOwnedPayments, lockUser, writeEntitlement } from './store.ts'

export interface SyncParts {
  payments: PaymentService
  seats: SeatDesk
  graceDays: number
  now: () => Date
}

/**
 * Reads what the payment service holds of a customer and makes our tables say the same. The lock is held from before
 * the reading until the writing is committed, so that an older reading never overwrites a newer one. Safe to run any
 * number of times, in any order of events. Ignored: a customer that is none of ours.
 */
export async function syncCustomer(
  parts: SyncParts,
  tx: Drizzle,
  customerId: string,
): Promise<'synced' | 'ignored'> {
  const { payments, graceDays, now } = parts
  const userId = await findUserOfCustomer(tx, customerId)
  if (!userId) return 'ignored'
  await lockUser(tx, userId)
  const over = await findSeatOfOverPage(parts, tx, userId)
  // One that was replaced still counts: what was paid or tried under it is not forgotten, and its late events change nothing.
  const states = await Promise.all((await listCustomers(tx, userId)).map((id) => payments.readState(id)))
  const state = {
    subscriptions: states.flatMap(({ subscriptions }) => subscriptions),
    payments: states.flatMap(({ payments }) => payments),
  }
  const seen = new Set(state.payments.map(({ id }) => id))
  const ownedElsewhere = (await listOwnedPayments(tx, userId)).filter(({ id }) => !seen.has(id))
  const whole = { ...state, payments: [...state.payments, ...ownedElsewhere] }
  // Only now: a seat that moves keeps everybody from the offer until the commit, and the payment service may be slow.
  if (over) await parts.seats.release(tx, over, 'the payment page is over')
  const turnedAway = await settleSeats(parts, tx, state.payments)
  await writeEntitlement(tx, userId, customerId, entitlement(whole, graceDays, now(), turnedAway))
  return 'synced'
}

/** Rule L2. Read before the payments: a page that is over then cannot have been paid by the time they are read. */
async function findSeatOfOverPage({ payments, seats }: SyncParts, tx: Drizzle, userId: string) {
  const hold = await seats.find(tx, userId)
  if (!hold?.sessionId) return null
  const page = await payments.readCheckout(hold.sessionId)
  return !page || page.status === 'closed' ? hold : null
}

/** The payments that found no seat. */
async function settleSeats({ seats }: SyncParts, tx: Drizzle, paid: LifetimePayment[]) {
  const turnedAway = new Set<string>()
  for (const payment of paid) {
    if (payment.holdId === null) continue
    const isRevoked = revocation(payment) !== null
    const outcome = await seats.settle(tx, { id: payment.id, holdId: payment.holdId, isRevoked })
    if (outcome === 'turned-away') turnedAway.add(payment.id)
  }
  return turnedAway
}
