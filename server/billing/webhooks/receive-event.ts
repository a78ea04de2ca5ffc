import type { BillingDeps } from '../deps.ts'
import type { FailedRefund, PaymentEvent } from '../stripe/payment-service.ts'
import { createEventRecorder, type EventOutcome } from './event-store.ts'

export type ReceiveEvent = (event: PaymentEvent, options?: { again?: boolean }) => Promise<EventOutcome>

/** Events of one purchase come one after the other: so long its sync waits for the next of them. */
const gatherMs = 20

/**
 * Stores an event and enqueues the sync that it causes: once this has returned nothing is lost, and Stripe need not wait.
 * Forty events of one purchase wait as one sync. Of an event only whom it is about is used.
 */
export function createEventReceiver({ db, wakeJobs }: Pick<BillingDeps, 'db' | 'wakeJobs'>): ReceiveEvent {
  const recordEvent = createEventRecorder(db)
  return async (event, { again = false } = {}) => {
    const { failedRefund, paymentId } = event
    const lost = failedRefund && paymentId ? lostRefund({ ...failedRefund, paymentId }) : null
    const outcome = await recordEvent(event, lost, again)
    if (outcome === 'queued') setTimeout(() => wakeJobs?.(), gatherMs).unref()
    return outcome
  }
}

/** The job that makes a failed refund again. Nothing else finds them: a sync sees only payments that bought nothing, and only while the account is there. */
export function lostRefund({ key, paymentId, amountMinor }: FailedRefund) {
  const isOurs = /^(unused|guarantee|oversold|surplus)-/.test(key)
  return isOurs ? { key, payload: { paymentId, amountMinor } } : null
}
