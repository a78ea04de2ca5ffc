import { sql } from 'drizzle-orm'
import type { Drizzle } from './database.ts'
import { rateLimits } from './schema.ts'

export interface Hit {
  key: string
  windowMs: number
  /** −1 takes a hit back, for something that did not happen after all. */
  by: 1 | -1
}

interface Counted {
  hits: number
  windowEndsInMs: number
}

/** One more hit under this key, and how long its window still runs. Atomic: concurrent hits are all counted. */
export async function countHit(db: Drizzle, key: string, windowMs: number): Promise<Counted> {
  const [counted] = await countHits(db, [{ key, windowMs, by: 1 }])
  if (!counted) throw new Error('An upsert returned no row.')
  return counted
}

/** The hits of several callers in one statement, and for each caller its own counts. */
export async function countForEach(db: Drizzle, callers: readonly (readonly Hit[])[]): Promise<Counted[][]> {
  const counted = await countHits(db, callers.flat())
  let from = 0
  return callers.map(({ length }) => {
    from += length
    return counted.slice(from - length, from)
  })
}

/** Many at once in one statement. Of several hits under one key each gets the count that it would have had alone. */
export async function countHits(db: Drizzle, hits: readonly Hit[]): Promise<Counted[]> {
  const byKey = new Map<string, { windowMs: number; count: number }>()
  const positions = hits.map(({ key, windowMs, by }) => {
    const count = (byKey.get(key)?.count ?? 0) + by
    byKey.set(key, { windowMs, count })
    return count
  })
  // In the same order in every process: two statements never wait for each other.
  const keys = [...byKey.keys()].sort()
  const counts = keys.map((key) => byKey.get(key)?.count ?? 0)
  const windows = keys.map((key) => byKey.get(key)?.windowMs ?? 0)
  const over = sql`r.window_ends_at <= now()`
  const { rows } = await db.execute<{ key: string; hits: number; windowEndsInMs: number }>(sql`
    insert into ${rateLimits} as r (key, hits, window_ends_at)
    select key, hits, now() + window_ms * interval '1 millisecond'
    from unnest(${sql.param(keys)}::text[], ${sql.param(counts)}::int[], ${sql.param(windows)}::float8[]) as new (key, hits, window_ms)
    on conflict (key) do update set
      hits = excluded.hits + case when ${over} then 0 else greatest(r.hits, 0) end,
      window_ends_at = case when ${over} then excluded.window_ends_at else r.window_ends_at end
    returning r.key, r.hits, (extract(epoch from r.window_ends_at - now()) * 1000)::float8 as "windowEndsInMs"`)
  const counted = new Map(rows.map((row) => [row.key, row]))
  return hits.map(({ key }, index) => {
    const row = counted.get(key)
    if (!row) throw new Error('An upsert returned no row.')
    const later = (byKey.get(key)?.count ?? 0) - (positions[index] ?? 0)
    return { hits: row.hits - later, windowEndsInMs: row.windowEndsInMs }
  })
}
