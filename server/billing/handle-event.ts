import type { Drizzle } from '../db/database.ts'
import { claimEvent, completeEvent, noteFailedEvent } from './event-store.ts'
import type { PaymentEvent } from './payment-service.ts'
import { findCustomerOfPayment } from './store.ts'
import { type SyncParts, syncCustomer } from './sync-customer.ts'

/** Refunds and disputes name the payment and not the customer. */
async function findPayer({ payments }: SyncParts, tx: Drizzle, { paymentId }: PaymentEvent) {
  if (!paymentId) return null
  return (await findCustomerOfPayment(tx, paymentId)) ?? payments.readPayer(paymentId)
}

/**
 * Claim, sync and completion are one transaction: after a crash at any moment the event is either wholly handled or
 * will be delivered again. Throws when it failed, so that the payment service tries again.
 */
export async function handleEvent(
  parts: SyncParts & { db: Drizzle },
  event: PaymentEvent,
): Promise<'synced' | 'ignored' | 'handled-before'> {
  try {
    return await parts.db.transaction(async (tx) => {
      if (!(await claimEvent(tx, event))) return 'handled-before'
      const customerId = event.customerId ?? (await findPayer(parts, tx, event))
      const outcome = customerId ? await syncCustomer(parts, tx, customerId) : 'ignored'
      await completeEvent(tx, event.id, outcome)
      return outcome
    })
  } catch (error) {
    await noteFailedEvent(parts.db, event, error instanceof Error ? error.message : String(error))
    throw error
  }
}
