import { sql } from 'drizzle-orm'
import type { Drizzle } from './database.ts'

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
  const nowMs = () => monotonicMs() + aheadOfMonotonicMs

  return {
    now: () => new Date(nowMs()),
    /** To be repeated: a monotonic clock drifts, and stands still while the machine is suspended. */
    async measure(): Promise<void> {
      const before = monotonicMs()
      const { rows } = await db.execute<{ ms: number }>(
        sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
      )
      const after = monotonicMs()
      const [row] = rows
      if (row) aheadOfMonotonicMs = row.ms - (before + after) / 2
    },
    /** How far this machine's wall clock is ahead of the database's; negative when it is behind. */
    wallAheadSeconds: () => Math.round((wallMs() - nowMs()) / 1_000),
  }
}
