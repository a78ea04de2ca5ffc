import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { countHits } from './count-hit.ts'
import type { Drizzle } from './database.ts'
import { purgeExpired } from './purge-expired.ts'
import { auditLog, rateLimits } from './schema.ts'

describeOnBothDatabases('removing what has run out', (openTestDatabase, kind) => {
  let db: Drizzle
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })

  const addLimits = (from: number, to: number, age: string) =>
    db.execute(sql`insert into rate_limits (key, hits, window_ends_at)
      select 'limit-' || n, 1, now() - ${age}::interval from generate_series(${from}::int, ${to}::int) as n`)

  test('however much there is', async () => {
    await addLimits(1, 2_500, '1 hour')
    await addLimits(2_501, 2_502, '-1 hour')
    await purgeExpired(db)
    const left = await db.select({ key: rateLimits.key }).from(rateLimits).orderBy(rateLimits.key)
    expect(left.map(({ key }) => key)).toEqual(['limit-2501', 'limit-2502'])
  })

  test('keeps entries of the audit log for 400 days', async () => {
    const entry = (operation: string, age: string) =>
      db.execute(sql`insert into audit_log (actor, operation, input, result, at)
        values ('operator', ${operation}, '{}', 'done', now() - ${age}::interval)`)
    await entry('young', '399 days')
    await entry('old', '401 days')
    await purgeExpired(db)
    expect((await db.select().from(auditLog)).map(({ operation }) => operation)).toEqual(['young'])
  })

  test('waits for no limit that is being counted, so that neither waits for the other for ever', async ({
    skip,
  }) => {
    skip(kind === 'embedded', 'it has one connection')
    await addLimits(5_001, 5_004, '1 hour')
    // As another process does.
    const outside = AsyncLocalStorage.snapshot()
    await db.transaction(async (tx) => {
      await countHits(tx, [{ key: 'limit-5002', windowMs: 60_000, by: 1 }])
      await outside(() => purgeExpired(db))
      await countHits(tx, [
        { key: 'limit-5001', windowMs: 60_000, by: 1 },
        { key: 'limit-5004', windowMs: 60_000, by: 1 },
      ])
    })
    const [counted] = await countHits(db, [{ key: 'limit-5002', windowMs: 60_000, by: 1 }])
    expect(counted?.hits).toBe(2)
  })
})
