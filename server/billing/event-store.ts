import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { stripeEvents } from '../db/schema.ts'
import type { PaymentEvent } from './payment-service.ts'

/**
 * True when the event is ours to handle, false when it was handled before. A second delivery at the same moment waits
 * here until the first has committed or failed.
 */
export async function claimEvent(tx: Drizzle, { id, type, customerId }: PaymentEvent): Promise<boolean> {
  const claimed = await tx
    .insert(stripeEvents)
    .values({ id, type, customerId, tries: 1 })
    .onConflictDoUpdate({
      target: stripeEvents.id,
      set: { tries: sql`${stripeEvents.tries} + 1` },
      setWhere: isNull(stripeEvents.handledAt),
    })
    .returning({ id: stripeEvents.id })
  return claimed.length > 0
}

export async function completeEvent(
  tx: Drizzle,
  eventId: string,
  outcome: 'synced' | 'ignored',
): Promise<void> {
  await tx
    .update(stripeEvents)
    .set({ handledAt: sql`now()`, outcome, error: null })
    .where(eq(stripeEvents.id, eventId))
}

/** Kept outside the transaction that failed: the operator sees it, and the next delivery tries again. */
export async function noteFailedEvent(
  db: Drizzle,
  { id, type, customerId }: PaymentEvent,
  error: string,
): Promise<void> {
  await db
    .insert(stripeEvents)
    .values({ id, type, customerId, tries: 1, error })
    .onConflictDoUpdate({
      target: stripeEvents.id,
      set: { tries: sql`${stripeEvents.tries} + 1`, error },
      setWhere: isNull(stripeEvents.handledAt),
    })
}

/** Events that were sent to us and have not been handled yet. */
export async function countUnhandledEvents(db: Drizzle): Promise<number> {
  return db.$count(stripeEvents, isNull(stripeEvents.handledAt))
}

export const listFailedEvents = (db: Drizzle) =>
  db
    .select()
    .from(stripeEvents)
    .where(and(isNull(stripeEvents.handledAt), isNotNull(stripeEvents.error)))
    .orderBy(stripeEvents.receivedAt)
