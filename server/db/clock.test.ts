import { expect, inject, test, vi } from 'vitest'
import { createPostgresDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { createDatabaseClock } from './clock.ts'
import { drizzleOnPool } from './pool-transactions.ts'
import { createPostgresPool } from './postgres.ts'

test('F59: a measurement in which the process stood still leaves the clock as it was', async () => {
  const pool = createPostgresPool(await createPostgresDatabase(inject('postgresUrl')))
  const db = drizzleOnPool(pool)
  let stoodStillMs = 0
  const clock = createDatabaseClock(db, { monotonicMs: () => performance.now() + stoodStillMs })
  await clock.measure()
  const before = clock.now().getTime() - performance.now()
  vi.spyOn(db, 'execute').mockImplementationOnce(((statement: never) => {
    stoodStillMs += 40_000
    return db.execute(statement)
  }) as never)
  await clock.measure()
  // Of its own 40 s, by which nothing else has become older.
  const shift = clock.now().getTime() - performance.now() - before
  expect(Math.abs(shift - 40_000)).toBeLessThan(1_000)
  await pool.end()
})
