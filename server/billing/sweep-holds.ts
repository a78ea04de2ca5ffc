import type { Drizzle } from '../db/database.ts'
import type { HoldNetwork } from './seat-desk.ts'
import { shutPageOfSeat } from './shut-page.ts'
import { lockUser } from './store.ts'
import type { SyncParts } from './sync-customer.ts'

/**
 * Seats whose time is up, should no event have told us. Runs in every process: the lock on the user lets one at a time
 * at a seat, and who comes second finds it settled. One that fails waits for the next round and does not stop the others.
 */
export async function sweepHolds(parts: SyncParts & { db: Drizzle }, network?: HoldNetwork): Promise<void> {
  const failures: unknown[] = []
  for (const { id, userId } of await parts.seats.listDue(parts.db, network)) {
    try {
      await parts.db.transaction(async (tx) => {
        if (!userId) return
        await lockUser(tx, userId)
        const hold = await parts.seats.find(tx, userId)
        if (hold?.id === id) await shutPageOfSeat(parts, tx, hold, 'time was up')
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some seats could not be given back yet.')
}
