import type { Drizzle } from '../../db/database.ts'
import { enqueueJob } from '../../jobs/store.ts'
import type { BillingDeps } from '../deps.ts'
import { findUserOfCustomer, findUserOfPayment } from '../store.ts'
import type { PaymentEvent } from '../stripe/payment-service.ts'
import { recordEvent } from './event-store.ts'

/**
 * Stores an event and enqueues the sync that it causes, in one short transaction: once this has returned nothing is lost,
 * and Stripe need not wait. Forty events of one purchase wait as one sync. Of an event only whom it is about is used.
 */
export async function receiveEvent(
  { db, wakeJobs }: Pick<BillingDeps, 'db' | 'wakeJobs'>,
  event: PaymentEvent,
  { again = false }: { again?: boolean } = {},
): Promise<'queued' | 'ignored' | 'duplicate'> {
  const outcome = await db.transaction(async (tx) => {
    const job = await findJob(tx, event)
    const isNew = await recordEvent(tx, event, job ? 'queued' : 'ignored')
    if (!isNew && !again) return 'duplicate'
    if (job) await enqueueJob(tx, job)
    const { failedRefund, paymentId } = event
    // One of a whole lifetime payment is found by its sync; this one by nothing else.
    if (failedRefund?.key.startsWith('unused-') && paymentId)
      await enqueueJob(tx, {
        kind: 'refund',
        key: failedRefund.key,
        payload: { paymentId, amountMinor: failedRefund.amountMinor },
      })
    return job ? 'queued' : 'ignored'
  })
  if (outcome === 'queued') wakeJobs?.()
  return outcome
}

/** Null when it is about nobody. */
async function findJob(tx: Drizzle, event: PaymentEvent) {
  const { customerId, paymentId } = event
  const userId = customerId
    ? await findUserOfCustomer(tx, customerId)
    : paymentId && (await findUserOfPayment(tx, paymentId))
  if (userId) return { kind: 'sync', key: userId }
  // One of ours that is not in this database, as after a backup was restored. Others' customers cost no call.
  if (customerId) return event.userId ? { kind: 'find-customer', key: customerId } : null
  return paymentId ? { kind: 'find-payer', key: paymentId } : null
}
