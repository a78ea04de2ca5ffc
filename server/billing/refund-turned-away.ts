import type { Drizzle } from '../db/database.ts'
import type { SyncParts } from './sync-customer.ts'

export interface RefundParts extends SyncParts {
  db: Drizzle
  /** Writes to the buyer; safe to repeat, at worst they hear it twice. */
  tellRefunded: (userId: string) => Promise<void>
}

/**
 * Whoever paid when no seat was left gets everything back and is told. Repeated until it has worked; safe to run any
 * number of times and by several processes at once.
 */
export async function refundTurnedAway({ db, payments, seats, tellRefunded }: RefundParts): Promise<void> {
  const failures: unknown[] = []
  for (const hold of await seats.listTurnedAway(db)) {
    try {
      if (!hold.refundedAt && hold.paymentId) {
        await payments.refund(hold.paymentId)
        await db.transaction((tx) => seats.noteRefunded(tx, hold))
      }
      if (hold.userId) await tellRefunded(hold.userId)
      await db.transaction((tx) => seats.noteTold(tx, hold))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some refunds have not worked yet.')
}
