import { entitlement } from '../../core/billing/entitlement.ts'
import type { Drizzle } from '../db/database.ts'
import type { PaymentService } from './payment-service.ts'
import { findUserOfCustomer, listCustomers, listOwnedPayments, lockUser, writeEntitlement } from './store.ts'

export interface SyncParts {
  payments: PaymentService
  graceDays: number
  now: () => Date
}

/**
 * Reads what the payment service holds of a customer and makes our tables say the same. The lock is held from before
 * the reading until the writing is committed, so that an older reading never overwrites a newer one. Safe to run any
 * number of times, in any order of events. Ignored: a customer that is none of ours.
 */
export async function syncCustomer(
  { payments, graceDays, now }: SyncParts,
  tx: Drizzle,
  customerId: string,
): Promise<'synced' | 'ignored'> {
  const userId = await findUserOfCustomer(tx, customerId)
  if (!userId) return 'ignored'
  await lockUser(tx, userId)
  // One that was replaced still counts: what was paid or tried under it is not forgotten, and its late events change nothing.
  const states = await Promise.all((await listCustomers(tx, userId)).map((id) => payments.readState(id)))
  const state = {
    subscriptions: states.flatMap(({ subscriptions }) => subscriptions),
    payments: states.flatMap(({ payments }) => payments),
  }
  const seen = new Set(state.payments.map(({ id }) => id))
  const ownedElsewhere = (await listOwnedPayments(tx, userId)).filter(({ id }) => !seen.has(id))
  const whole = { ...state, payments: [...state.payments, ...ownedElsewhere] }
  await writeEntitlement(tx, userId, customerId, entitlement(whole, graceDays, now()))
  return 'synced'
}
