import { sql } from 'drizzle-orm'
import type { Drizzle } from '../../db/database.ts'
import { stripeEvents } from '../../db/schema.ts'
import type { JobPayload } from '../../jobs/store.ts'
import type { PaymentEvent } from '../stripe/payment-service.ts'

export type EventOutcome = 'queued' | 'ignored' | 'duplicate'

/** A refund that failed after Stripe had taken it, and the job that gives it once more. */
interface FailedRefund {
  key: string
  payload: JobPayload
}

/**
 * Records an event and enqueues the jobs that it causes, both or none, in one call of the database (migration 0017), so that
 * the response to Stripe waits for one round trip. The user is matched by our own ids alone, never by e-mail. `again` enqueues
 * the jobs of one that was recorded before.
 */
export function createEventRecorder(db: Drizzle) {
  const parameter = sql.placeholder
  const call = db
    .select({ isNew: sql<boolean>`is_new`, hasJob: sql<boolean>`has_job` })
    .from(
      sql`record_stripe_event(${parameter('id')}, ${parameter('type')}, ${parameter('customerId')}, ${parameter('paymentId')},
        ${parameter('findKind')}, ${parameter('refundKey')}, ${parameter('refund')}, ${parameter('again')})`,
    )
    .prepare('')

  return async (
    { id, type, customerId, paymentId, userId }: PaymentEvent,
    refund: FailedRefund | null,
    again: boolean,
  ): Promise<EventOutcome> => {
    // One of ours that is not in this database, as after a backup was restored. Others' customers cost no call.
    const isUnknownOurs = customerId ? userId !== null : paymentId !== null
    const findKind = isUnknownOurs ? (customerId ? 'find-customer' : 'find-payer') : null
    const [recorded] = await call.execute({
      ...{ id, type, customerId, paymentId, findKind, again },
      refundKey: refund?.key ?? null,
      refund: refund && JSON.stringify(refund.payload),
    })
    if (!recorded) throw new Error('The database recorded an event without a result.')
    if (!recorded.isNew && !again) return 'duplicate'
    return recorded.hasJob ? 'queued' : 'ignored'
  }
}

/** When the newest one came; null before the first. */
export async function lastEventAt(db: Drizzle): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(${stripeEvents.receivedAt}) as at from ${stripeEvents}`,
  )
  const at = rows[0]?.at
  return at ? new Date(at) : null
}
