import { and, eq, gt, sql } from 'drizzle-orm'
import type { Drizzle } from './database.ts'
import { rateLimits } from './schema.ts'

/** One more hit under this key, and how long its window still runs. Atomic: concurrent hits are all counted. */
export async function countHit(db: Drizzle, key: string, windowMs: number) {
  const windowEnd = sql`now() + ${windowMs} * interval '1 millisecond'`
  const over = sql`${rateLimits.windowEndsAt} <= now()`
  const [row] = await db
    .insert(rateLimits)
    .values({ key, hits: 1, windowEndsAt: windowEnd })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${over} then 1 else ${rateLimits.hits} + 1 end`,
        windowEndsAt: sql`case when ${over} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({
      hits: rateLimits.hits,
      windowEndsInMs: sql<number>`(extract(epoch from ${rateLimits.windowEndsAt} - now()) * 1000)::float8`,
    })
  if (!row) throw new Error('An upsert returned no row.')
  return row
}

/** Takes one hit back, for something that did not happen after all. */
export async function uncountHit(db: Drizzle, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ hits: sql`${rateLimits.hits} - 1` })
    .where(and(eq(rateLimits.key, key), gt(rateLimits.hits, 0)))
}
