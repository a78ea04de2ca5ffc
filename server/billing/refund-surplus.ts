import type { Drizzle } from '../db/database.ts'
import { findCustomer, listSurplusPayments } from './store.ts'
import { type SyncParts, syncCustomer } from './sync-customer.ts'

/**
 * Who paid twice for the same gets the second payment back in full. Repeated until the payment service says that it is
 * refunded; safe to run any number of times and by several processes at once.
 */
export async function refundSurplus(parts: SyncParts & { db: Drizzle }): Promise<void> {
  const { db, payments } = parts
  const failures: unknown[] = []
  for (const { id, userId } of await listSurplusPayments(db)) {
    try {
      await payments.refund(id)
      const customerId = userId && (await findCustomer(db, userId))
      if (customerId) await db.transaction((tx) => syncCustomer(parts, tx, customerId))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some surplus payments are not refunded yet.')
}
