import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { verifications } from '../db/schema.ts'

// The library's table. `value` is `<hash of the code>:<tries>`, `expires_at` the end of the code.

const tries = sql`split_part(${verifications.value}, ':', 2)::int`
const seconds = (count: number) => sql`${count} * interval '1 second'`

/** Replaces the code that the same identifier had before. */
export async function saveCode(
  db: Drizzle,
  row: { id: string; identifier: string; codeHash: string },
  validSeconds: number,
): Promise<void> {
  await db.delete(verifications).where(eq(verifications.identifier, row.identifier))
  await db.insert(verifications).values({
    id: row.id,
    identifier: row.identifier,
    value: `${row.codeHash}:0`,
    expiresAt: sql`now() + ${seconds(validSeconds)}`,
  })
}

/**
 * Counts a try before anything is compared, in one statement, so that tries made at the same time are all counted. The
 * state says why there is nothing to compare.
 */
export async function countTry(
  db: Drizzle,
  identifier: string,
  maxTries: number,
): Promise<{ id: string; codeHash: string; tries: number } | 'none' | 'expired' | 'spent'> {
  const newest = sql`(select ${verifications.id} from ${verifications} where ${verifications.identifier} = ${identifier} order by ${verifications.createdAt} desc limit 1)`
  const [row] = await db
    .update(verifications)
    .set({ value: sql`split_part(${verifications.value}, ':', 1) || ':' || ${tries} + 1` })
    .where(
      and(
        sql`${verifications.id} = ${newest}`,
        gt(verifications.expiresAt, sql`now()`),
        sql`${tries} < ${maxTries}`,
      ),
    )
    .returning({ id: verifications.id, value: verifications.value })
  if (row) {
    const [codeHash = '', count] = row.value.split(':')
    return { id: row.id, codeHash, tries: Number(count) }
  }
  const [refused] = await db
    .select({ expired: sql<boolean>`${verifications.expiresAt} <= now()` })
    .from(verifications)
    .where(eq(verifications.identifier, identifier))
    .orderBy(desc(verifications.createdAt))
    .limit(1)
  if (!refused) return 'none'
  return refused.expired ? 'expired' : 'spent'
}

/** Returns its identifier, to one caller only; null unless it was there and had expired at most so long ago. */
export async function removeCode(db: Drizzle, id: string, expiredForSeconds: number): Promise<string | null> {
  const [removed] = await db
    .delete(verifications)
    .where(
      and(eq(verifications.id, id), gt(verifications.expiresAt, sql`now() - ${seconds(expiredForSeconds)}`)),
    )
    .returning({ identifier: verifications.identifier })
  return removed?.identifier ?? null
}
