import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type BillingKit, liveCatalogue, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { createPostgresDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { startPgbouncer } from '../../tests/support/processes/pgbouncer.ts'
import { auditSeats } from '../seats/audit-seats.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

const buyers = 6

describe('behind PgBouncer in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  let database: Database
  let kit: BillingKit
  beforeAll(async () => {
    const directUrl = await createPostgresDatabase(inject('postgresUrl'))
    pooler = await startPgbouncer(directUrl)
    database = await openDatabase({ databaseUrl: pooler.url, directUrl, dataDir: '', embeddedAllowed: false })
    kit = await startBillingKit(database.db, { catalogue: liveCatalogue(buyers) })
  })
  afterAll(async () => {
    await kit.stop()
    await database.close()
    await pooler.stop()
  })

  test('a process that stands still in a transaction does not keep its locks for ever', async () => {
    const limit = sql`select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as statement`
    const { rows } = await database.db.transaction((tx) => tx.execute(limit))
    expect(rows).toEqual([{ idle: '30s', statement: '15s' }])
  })

  test('many sign in, buy, are granted what they paid for, and read it, over connections that change under them', async () => {
    const crowd = await Promise.all(Array.from({ length: buyers }, () => kit.signIn()))
    // More readings at once than there are connections: each statement may meet another one.
    const read = async () => {
      for (let times = 0; times < 5; times += 1)
        for (const status of await Promise.all(
          crowd.map(async ({ get }) => (await get('/api/subscription')).status),
        ))
          expect(status).toBe(200)
    }
    const [bought] = await Promise.all([
      Promise.all(crowd.map((buyer, n) => buyer.buy(n % 2 === 0 ? 'lifetime' : 'monthly'))),
      read(),
    ])
    expect(bought.map(({ paid }) => paid)).toEqual(Array.from({ length: buyers }, () => 'complete'))
    await kit.deliver()
    const plans = await Promise.all(crowd.map(({ plan }) => plan()))
    expect(plans).toEqual(crowd.map((_, n) => (n % 2 === 0 ? 'lifetime' : 'monthly')))
    for (const { problems } of await auditSeats(database.db)) expect(problems).toEqual([])
  })
})
