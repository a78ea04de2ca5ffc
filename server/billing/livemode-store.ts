import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { checkouts, customers, purchases, replacedSubscriptions, subscriptions } from '../db/schema.ts'
import { enqueueJob } from '../jobs/store.ts'

/**
 * At the start: what was bought with a test key counts nothing with a live one, and the other way round. Users whose
 * customer is another now are synced. Safe to repeat. Returns how many users lost what the other key had given them.
 */
export function applyLivemode(db: Drizzle, livemode: boolean): Promise<number> {
  return db.transaction(async (tx) => {
    // Rows from before this was stored were made with the key in use.
    await tx.update(customers).set({ livemode }).where(isNull(customers.livemode))
    await tx.update(purchases).set({ livemode }).where(isNull(purchases.livemode))
    await tx.update(replacedSubscriptions).set({ livemode }).where(isNull(replacedSubscriptions.livemode))
    const others = await tx
      .update(customers)
      .set({ current: false })
      .where(and(ne(customers.livemode, livemode), eq(customers.current, true)))
      .returning({ userId: customers.userId })
    const losers = [...new Set(others.map(({ userId }) => userId))]
    if (losers.length > 0) {
      await tx.delete(subscriptions).where(inArray(subscriptions.userId, losers))
      await tx.delete(checkouts).where(inArray(checkouts.userId, losers))
    }
    const returning = await useLastCustomers(tx, livemode)
    for (const userId of new Set([...losers, ...returning]))
      await enqueueJob(tx, { kind: 'sync', key: userId })
    return losers.length
  })
}

/**
 * Who has no customer in use gets the last one of this key back, as when the key came back after another. One that was
 * deleted at Stripe is replaced when its user buys again.
 */
async function useLastCustomers(tx: Drizzle, livemode: boolean): Promise<string[]> {
  const last = sql`(select distinct on (c.user_id) c.id from ${customers} c
    where c.livemode = ${livemode}
      and not exists (select 1 from ${customers} used where used.user_id = c.user_id and used.current)
    order by c.user_id, c.created_at desc)`
  const returning = await tx
    .update(customers)
    .set({ current: true })
    .where(sql`${customers.id} in ${last}`)
    .returning({ userId: customers.userId })
  return returning.map(({ userId }) => userId)
}
