import { sql } from 'drizzle-orm'
import type { Drizzle } from '../../db/database.ts'
import { stripeEvents } from '../../db/schema.ts'
import type { PaymentEvent } from '../stripe/payment-service.ts'

/** False when it had been recorded before. */
export async function recordEvent(
  tx: Drizzle,
  { id, type, customerId }: PaymentEvent,
  outcome: 'queued' | 'ignored',
): Promise<boolean> {
  const recorded = await tx
    .insert(stripeEvents)
    .values({ id, type, customerId, outcome, tries: 1, handledAt: sql`now()` })
    // A version without jobs may have recorded it as failed: then it is still to be handled.
    .onConflictDoUpdate({
      target: stripeEvents.id,
      set: { outcome, error: null, handledAt: sql`now()` },
      setWhere: sql`${stripeEvents.handledAt} is null`,
    })
    .returning({ id: stripeEvents.id })
  return recorded.length > 0
}

/** When the newest one came; null before the first. */
export async function lastEventAt(db: Drizzle): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(${stripeEvents.receivedAt}) as at from ${stripeEvents}`,
  )
  const at = rows[0]?.at
  return at ? new Date(at) : null
}
