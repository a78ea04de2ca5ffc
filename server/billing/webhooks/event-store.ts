import { sql } from 'drizzle-orm'
import type { Drizzle } from '../../db/database.ts'
import { customers, purchases, stripeEvents } from '../../db/schema.ts'
import { enqueueSelectedJobs } from '../../jobs/store.ts'
import type { PaymentEvent } from '../stripe/payment-service.ts'

export type EventOutcome = 'queued' | 'ignored' | 'duplicate'

/**
 * Records an event and enqueues the job that it causes, in one statement, so that the response to Stripe waits for one round trip.
 * The user is matched by our own ids alone, never by e-mail. `again` enqueues the job of one that was recorded before.
 */
export async function recordEvent(
  tx: Drizzle,
  { id, type, customerId, paymentId, userId }: PaymentEvent,
  again: boolean,
): Promise<EventOutcome> {
  const owner = customerId
    ? sql`select user_id from ${customers} where id = ${customerId}`
    : sql`select user_id from ${purchases} where id = ${paymentId}`
  // One of ours that is not in this database, as after a backup was restored. Others' customers cost no call.
  const isUnknownOurs = customerId ? userId !== null : paymentId !== null
  const findKind = customerId ? 'find-customer' : 'find-payer'
  const { rows } = await tx.execute<{ isNew: boolean; hasJob: boolean }>(sql`
    with owner as materialized (${owner}),
    job as materialized (
      select 'sync' as kind, user_id as key from owner where user_id is not null
      union all
      select ${findKind}::text, ${customerId ?? paymentId}::text
      where ${isUnknownOurs}::boolean and not exists (select 1 from owner where user_id is not null)
    ),
    recorded as (
      insert into ${stripeEvents} as e (id, type, customer_id, outcome, tries, handled_at)
      select ${id}::text, ${type}::text, ${customerId}::text,
        case when exists (select 1 from job) then 'queued' else 'ignored' end, 1, now()
      -- A version without jobs may have recorded it as failed: then it is still to be handled.
      on conflict (id) do update set outcome = excluded.outcome, error = null, handled_at = now()
      where e.handled_at is null
      returning e.id
    ),
    enqueued as (
      ${enqueueSelectedJobs(sql`select kind, key from job where ${again}::boolean or exists (select 1 from recorded)`)}
    )
    select exists (select 1 from recorded) as "isNew", exists (select 1 from job) as "hasJob"`)
  const [recorded] = rows
  if (!recorded) throw new Error('A select without a table returned no row.')
  if (!recorded.isNew && !again) return 'duplicate'
  return recorded.hasJob ? 'queued' : 'ignored'
}

/** When the newest one came; null before the first. */
export async function lastEventAt(db: Drizzle): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(${stripeEvents.receivedAt}) as at from ${stripeEvents}`,
  )
  const at = rows[0]?.at
  return at ? new Date(at) : null
}
