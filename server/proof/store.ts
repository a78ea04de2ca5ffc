import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { ofMode } from '../db/of-mode.ts'
import { purchaseChoices, purchases } from '../db/schema.ts'

const shownHours = 24
/** A country is named where at least this many buyers share it. */
const countryMinimum = 3

/**
 * Rule L4: paid with a key of this mode (what a code made free was not) and unrefunded, of people who are still here, younger than a day, and not hidden. Each country is looked
 * up by its first three purchases only, so that the cost does not grow with the shop; their order is what makes
 * PostgreSQL take them from the index instead of looking through the table for the first three it meets.
 */
export function listShownPurchases(db: Drizzle, livemode: boolean, limit: number) {
  const sharedCountry = sql<string | null>`case when exists (
    select 1 from ${purchases} as "other"
    where "other"."country" = ${purchases.country} and "other"."revoked_at" is null
      and coalesce("other"."livemode", ${livemode}) = ${livemode}
    order by "other"."paid_at" offset ${countryMinimum - 1}
  ) then ${purchases.country} end`
  const firstName = sql<
    string | null
  >`case when ${purchaseChoices.shown} = 'name' then ${purchaseChoices.firstName} end`
  return db
    .select({ id: purchases.id, firstName, country: sharedCountry })
    .from(purchases)
    .leftJoin(purchaseChoices, eq(purchaseChoices.userId, purchases.userId))
    .where(
      and(
        isNull(purchases.revokedAt),
        ofMode(purchases.livemode, livemode),
        gt(purchases.amountMinor, 0),
        sql`${purchases.userId} is not null`,
        gt(purchases.paidAt, sql`now() - ${shownHours} * interval '1 hour'`),
        or(isNull(purchaseChoices.shown), ne(purchaseChoices.shown, 'hidden')),
      ),
    )
    .orderBy(desc(purchases.paidAt))
    .limit(limit)
}

/** Counted no further than `upTo`. */
export async function countPurchases(
  db: Drizzle,
  { livemode, windowHours, upTo }: { livemode: boolean; windowHours: number; upTo: number },
): Promise<number> {
  const recent = db
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(
        isNull(purchases.revokedAt),
        ofMode(purchases.livemode, livemode),
        gt(purchases.amountMinor, 0),
        gt(purchases.paidAt, sql`now() - ${windowHours} * interval '1 hour'`),
      ),
    )
    .limit(upTo)
  return (await recent).length
}

export async function listPurchaseIds(db: Drizzle, userId: string): Promise<string[]> {
  const rows = await db.select({ id: purchases.id }).from(purchases).where(eq(purchases.userId, userId))
  return rows.map(({ id }) => id)
}

/** A user's choice on showing their purchases. */
export const exportProof = async (db: Drizzle, userId: string) => ({
  purchaseChoices: await db.select().from(purchaseChoices).where(eq(purchaseChoices.userId, userId)),
})

export async function findChoice(db: Drizzle, userId: string) {
  const [row] = await db
    .select({ shown: purchaseChoices.shown, firstName: purchaseChoices.firstName })
    .from(purchaseChoices)
    .where(eq(purchaseChoices.userId, userId))
  return row ?? null
}

export async function saveChoice(
  db: Drizzle,
  userId: string,
  choice: { shown: 'name' | 'anonymous' | 'hidden'; firstName: string | null },
): Promise<void> {
  await db
    .insert(purchaseChoices)
    .values({ userId, ...choice })
    .onConflictDoUpdate({ target: purchaseChoices.userId, set: choice })
}
