import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { liveStatuses } from '../../../core/plans/subscription-status.ts'
import type { Drizzle } from '../../db/database.ts'
import { billingSyncs, customers, jobs, subscriptions } from '../../db/schema.ts'

const dayMs = 86_400_000
const unconfirmedMs = 8 * dayMs
const unaskedMs = 7 * dayMs

/** To be taken before Stripe is read. */
export async function takeTicket(db: Drizzle, userId: string): Promise<number> {
  const [row] = await db
    .insert(billingSyncs)
    .values({ userId, ticket: 1 })
    .onConflictDoUpdate({
      target: billingSyncs.userId,
      set: { ticket: sql`${billingSyncs.ticket} + 1` },
    })
    .returning({ ticket: billingSyncs.ticket })
  if (!row) throw new Error('A ticket was not written.')
  return row.ticket
}

/** False when a reading with a later ticket has been written: this one must not be. */
export async function applyTicket(tx: Drizzle, userId: string, ticket: number): Promise<boolean> {
  const applied = await tx
    .update(billingSyncs)
    .set({ applied: ticket, syncedAt: sql`now()` })
    .where(and(eq(billingSyncs.userId, userId), lt(billingSyncs.applied, ticket)))
    .returning({ userId: billingSyncs.userId })
  return applied.length > 0
}

/** Whether all customers of a user were there at the last sync: one that was found since may have bought anything. */
export async function areCustomersSynced(db: Drizzle, userId: string): Promise<boolean> {
  const synced = await db
    .select({ userId: billingSyncs.userId })
    .from(billingSyncs)
    .where(
      and(
        eq(billingSyncs.userId, userId),
        sql`${billingSyncs.syncedAt} > (select max(${customers.createdAt}) from ${customers} where ${customers.userId} = ${userId})`,
      ),
    )
  return synced.length > 0
}

/** Users whose last sync is before `before`, the oldest first. */
export async function listUnsynced(db: Drizzle, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: billingSyncs.userId })
    .from(billingSyncs)
    .where(
      and(
        or(isNull(billingSyncs.syncedAt), lt(billingSyncs.syncedAt, before)),
        // Whose sync fails again and again does not keep the others from theirs.
        sql`not exists (select 1 from ${jobs} j where j.kind = 'sync' and j.key = ${billingSyncs.userId}
          and (j.dead_at is null or j.dead_at > now() - interval '1 day'))`,
      ),
    )
    .orderBy(sql`${billingSyncs.syncedAt} nulls first`)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/** Customers that a process of the version before made have no row yet. */
export async function ensureSyncRows(db: Drizzle): Promise<void> {
  await db.execute(
    sql`insert into ${billingSyncs} (user_id) select distinct c.user_id from ${customers} c
        where not exists (select 1 from ${billingSyncs} s where s.user_id = c.user_id) on conflict do nothing`,
  )
}

export const countSynced = (db: Drizzle): Promise<number> => db.$count(billingSyncs)

/** Users whose subscription says live although its period has ended by `endedBefore`, and who were not synced since `before`. */
export async function listOverdue(
  db: Drizzle,
  { endedBefore, syncedBefore }: { endedBefore: Date; syncedBefore: Date },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: subscriptions.userId })
    .from(subscriptions)
    .leftJoin(billingSyncs, eq(billingSyncs.userId, subscriptions.userId))
    .where(
      and(
        isNotNull(subscriptions.periodEndsAt),
        lt(subscriptions.periodEndsAt, endedBefore),
        sql`${subscriptions.status} = any(${sql.param(liveStatuses)})`,
        or(isNull(billingSyncs.syncedAt), lt(billingSyncs.syncedAt, syncedBefore)),
      ),
    )
  return rows.map(({ userId }) => userId)
}

/** Users of whom it is not known whether they renewed: Stripe could not be asked for a week. */
export function listUnconfirmed(db: Drizzle, now: Date): Promise<string[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return listOverdue(db, { endedBefore: ago(unconfirmedMs), syncedBefore: ago(unaskedMs) })
}
