import type { Drizzle } from '../db/database.ts'
import { listCancellations, noteFailedCancellation, removeCancellation } from './store.ts'
import { type SyncParts, syncCustomer } from './sync-customer.ts'

export interface CancellationParts extends SyncParts {
  db: Drizzle
  unused: 'credit' | 'refund'
}

/**
 * Ends the subscriptions that a lifetime replaced. Called after every sync and now and then, until it has worked; safe
 * to run any number of times and by several processes at once.
 */
export async function runCancellations(parts: CancellationParts): Promise<void> {
  for (const { subscriptionId, customerId } of await listCancellations(parts.db)) {
    try {
      await parts.payments.cancelNow(subscriptionId, parts.unused)
      await parts.db.transaction((tx) => syncCustomer(parts, tx, customerId))
      await removeCancellation(parts.db, subscriptionId)
    } catch (error) {
      await noteFailedCancellation(
        parts.db,
        subscriptionId,
        error instanceof Error ? error.message : String(error),
      )
    }
  }
}
