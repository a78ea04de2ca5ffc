import type { Drizzle } from '../../../server/db/database.ts'
import {
  billingSyncs,
  checkouts,
  customers,
  jobs,
  purchases,
  stripeEvents,
  subscriptions,
} from '../../../server/db/schema.ts'

export type Backup = Awaited<ReturnType<typeof backUp>>

/** What billing keeps of the only user. */
export async function backUp(db: Drizzle) {
  return {
    customers: await db.select().from(customers),
    checkouts: await db.select().from(checkouts),
    billingSyncs: await db.select().from(billingSyncs),
    subscriptions: await db.select().from(subscriptions),
    purchases: await db.select().from(purchases),
    stripeEvents: await db.select().from(stripeEvents),
    jobs: (await db.select().from(jobs)).map(({ id: _, ...job }) => job),
  }
}

/** What came after the backup is gone, here and nowhere else. */
export function restore(db: Drizzle, rows: Backup): Promise<void> {
  return db.transaction(async (tx) => {
    for (const table of [jobs, stripeEvents, purchases, subscriptions, billingSyncs, checkouts, customers])
      await tx.delete(table)
    if (rows.customers.length) await tx.insert(customers).values(rows.customers)
    if (rows.checkouts.length) await tx.insert(checkouts).values(rows.checkouts)
    if (rows.billingSyncs.length) await tx.insert(billingSyncs).values(rows.billingSyncs)
    if (rows.subscriptions.length) await tx.insert(subscriptions).values(rows.subscriptions)
    if (rows.purchases.length) await tx.insert(purchases).values(rows.purchases)
    if (rows.stripeEvents.length) await tx.insert(stripeEvents).values(rows.stripeEvents)
    if (rows.jobs.length) await tx.insert(jobs).values(rows.jobs)
  })
}
