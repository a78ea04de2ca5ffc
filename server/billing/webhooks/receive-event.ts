import { enqueueJob } from '../../jobs/store.ts'
import type { BillingDeps } from '../deps.ts'
import type { PaymentEvent } from '../stripe/payment-service.ts'
import { type EventOutcome, recordEvent } from './event-store.ts'

/**
 * Stores an event and enqueues the sync that it causes, both or none: once this has returned nothing is lost,
 * and Stripe need not wait. Forty events of one purchase wait as one sync. Of an event only whom it is about is used.
 */
export async function receiveEvent(
  { db, wakeJobs }: Pick<BillingDeps, 'db' | 'wakeJobs'>,
  event: PaymentEvent,
  { again = false }: { again?: boolean } = {},
): Promise<EventOutcome> {
  const { failedRefund, paymentId } = event
  // One of a payment that bought nothing is found by its sync; these by nothing else.
  const isOurs = /^(unused|guarantee)-/.test(failedRefund?.key ?? '')
  const lostRefund = isOurs && paymentId ? failedRefund : null
  const outcome = lostRefund
    ? await db.transaction(async (tx) => {
        const recorded = await recordEvent(tx, event, again)
        if (recorded !== 'duplicate')
          await enqueueJob(tx, {
            kind: 'refund',
            key: lostRefund.key,
            payload: { paymentId, amountMinor: lostRefund.amountMinor },
          })
        return recorded
      })
    : await recordEvent(db, event, again)
  if (outcome === 'queued') wakeJobs?.()
  return outcome
}
