import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { startPostgresCluster } from '../../tests/support/database/postgres-cluster.ts'
import { createReadinessCheck } from './check-readiness.ts'
import { createDatabaseClock } from './clock.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

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

  const clockThatAgrees = () => ({ ...createDatabaseClock(database.db), wallAheadSeconds: () => 0 })

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

  test('a write that does not end is awaited: no other takes a connection of the readers meanwhile', async () => {
    let writes = 0
    const readers = new Proxy(database.readers, {
      get: (target, name) => (name === 'transaction' ? () => hang() : Reflect.get(target, name)),
    })
    const hang = () => {
      writes += 1
      return new Promise(() => {})
    }
    const check = createReadinessCheck({ readers, isReady: database.isReady }, clockThatAgrees(), {
      writeLimitMs: 10,
      writeEveryMs: 0,
    })
    for (let request = 1; request <= 3; request += 1) expect(await check()).toMatchObject({ isReady: false })
    expect(writes).toBe(1)
  })

  test('many who ask at once share one look', async () => {
    let looks = 0
    const isReady = () => {
      looks += 1
      return database.isReady()
    }
    const check = createReadinessCheck({ readers: database.readers, isReady }, clockThatAgrees())
    for (const readiness of await Promise.all(Array.from({ length: 50 }, check)))
      expect(readiness).toEqual({ isReady: true, message: 'ready' })
    expect(looks).toBe(1)
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

test('while a synchronous standby is gone, so that no commit ends, it is ready and readers read', async () => {
  const cluster = await startPostgresCluster({ durable: true })
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  const database = await openDatabase({
    databaseUrl: await cluster.createDatabase(),
    dataDir: 'unused',
    embeddedAllowed: false,
  })
  try {
    await admin.query("alter system set synchronous_standby_names = 'gone'")
    await admin.query('select pg_reload_conf()')
    await expect
      .poll(async () => (await database.readers.execute(sql`show synchronous_standby_names`)).rows[0])
      .toEqual({ synchronous_standby_names: 'gone' })
    const clock = { ...createDatabaseClock(database.db), wallAheadSeconds: () => 0 }
    expect(await createReadinessCheck(database, clock)()).toEqual({ isReady: true, message: 'ready' })
  } finally {
    await admin.end()
    await cluster.stop()
    await database.close()
  }
})
