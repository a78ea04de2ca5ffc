import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { createReadinessCheck } from './check-readiness.ts'
import { createDatabaseClock } from './clock.ts'
import type { Database } from './database.ts'

describeOnBothDatabases('readiness', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  /** With a wall clock that is so far off the database's; the monotonic clock stands still. */
  function check(skewSeconds: number) {
    const atMs = Date.UTC(2026, 10, 16)
    const clock = createDatabaseClock(database.db, { wallMs: () => atMs, monotonicMs: () => 0 })
    return createReadinessCheck(database, { ...clock, wallAheadSeconds: () => skewSeconds })()
  }

  test('F59: a clock that is minutes off makes it not ready, and a smaller difference is said', async () => {
    expect(await check(3)).toEqual({ isReady: true, message: 'ready' })
    const behind = "this machine's clock is 120 s behind the database's"
    expect(await check(-120)).toEqual({ isReady: true, message: `ready, but ${behind}` })
    const ahead = "this machine's clock is 600 s ahead of the database's"
    expect(await check(600)).toEqual({ isReady: false, message: `not ready: ${ahead}` })
  })

  test('is ready while all connections for writing are busy', async ({ skip }) => {
    skip(database.kind === 'embedded', 'it has one connection')
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const busy = Promise.allSettled(Array.from({ length: 20 }, () => database.db.transaction(() => ended)))
    const readiness = await check(0)
    end()
    await busy
    expect(readiness).toEqual({ isReady: true, message: 'ready' })
  })

  test('F62: a database that answers but takes no write is not ready', async () => {
    const readers = new Proxy(database.readers, {
      get: (target, name) =>
        name === 'transaction' ? () => Promise.reject(new Error('No space left')) : Reflect.get(target, name),
    })
    const clock = createDatabaseClock(database.db)
    await clock.measure()
    expect(await createReadinessCheck({ readers, isReady: database.isReady }, clock)()).toEqual({
      isReady: false,
      message: 'not ready: the database takes no writes; is its disk full?',
    })
  })
})
