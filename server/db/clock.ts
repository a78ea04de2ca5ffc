import { sql } from 'drizzle-orm'
import type { Drizzle } from './database.ts'

/** In milliseconds since 1970, by the database. */
export async function readDatabaseTime(db: Drizzle): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return rows[0]?.ms ?? Number.NaN
}

/** A measurement that took longer is worse than the one before it. */
const slowMs = 1_000

export type DatabaseClock = ReturnType<typeof createDatabaseClock>

/**
 * The time by the database, the one clock that all processes share. Between two measurements it runs on this machine's
 * monotonic clock, so that neither a wrong wall clock nor one that is set while we run changes it.
 */
export function createDatabaseClock(
  db: Drizzle,
  { wallMs = Date.now, monotonicMs = () => performance.now() } = {},
) {
  let aheadOfMonotonicMs = wallMs() - monotonicMs()
  let isMeasured = false
  const nowMs = () => monotonicMs() + aheadOfMonotonicMs

  return {
    now: () => new Date(nowMs()),
    /** To be repeated: a monotonic clock drifts, and stands still while the machine is suspended. */
    async measure(): Promise<void> {
      const before = monotonicMs()
      const databaseMs = await readDatabaseTime(db)
      const after = monotonicMs()
      // The database's time is of some moment in between. After a standstill that says little: what agrees with it stays.
      const [least, most] = [databaseMs - after, databaseMs - before]
      const isSlow = isMeasured && after - before > slowMs
      aheadOfMonotonicMs = isSlow ? Math.min(Math.max(aheadOfMonotonicMs, least), most) : (least + most) / 2
      isMeasured = true
    },
    /** How far this machine's wall clock is ahead of the database's; negative when it is behind. */
    wallAheadSeconds: () => Math.round((wallMs() - nowMs()) / 1_000),
  }
}
