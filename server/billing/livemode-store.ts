import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { checkouts, customers, purchases, subscriptions } from '../db/schema.ts'
import { enqueueJob } from '../jobs/store.ts'

/**
 * At the start: what was bought with a test key counts nothing with a live one, and the other way round. Users who have
 * customers of both kinds are synced. Safe to repeat. Returns how many users lost what the other key had given them.
 */
export function applyLivemode(db: Drizzle, livemode: boolean): Promise<number> {
  return db.transaction(async (tx) => {
    // Rows from before this was stored were made with the key in use.
    await tx.update(customers).set({ livemode }).where(isNull(customers.livemode))
    await tx.update(purchases).set({ livemode }).where(isNull(purchases.livemode))
    const others = await tx
      .update(customers)
      .set({ current: false })
      .where(and(ne(customers.livemode, livemode), eq(customers.current, true)))
      .returning({ userId: customers.userId })
    const userIds = [...new Set(others.map(({ userId }) => userId))]
    if (userIds.length === 0) return 0
    await tx.delete(subscriptions).where(inArray(subscriptions.userId, userIds))
    await tx.delete(checkouts).where(inArray(checkouts.userId, userIds))
    for (const userId of userIds) await enqueueJob(tx, { kind: 'sync', key: userId })
    return userIds.length
  })
}
