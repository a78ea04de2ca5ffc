import fs from 'node:fs'
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration, pushSchema } from 'drizzle-kit/api'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, inject, it } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import * as schema from './schema.ts'
import { subscriptions } from './schema.ts'

// Sees a changed check or condition of an index, to which the comparison with a database below is blind.
it('has a migration for every change of schema.ts (else: npm run db:generate)', async () => {
  const folder = new URL('./migrations/meta/', import.meta.url)
  const newest =
    fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('_snapshot.json'))
      .sort()
      .at(-1) ?? ''
  const snapshot = JSON.parse(fs.readFileSync(new URL(newest, folder), 'utf8')) as DrizzleSnapshotJSON
  expect(await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id))).toEqual([])
})

// On one of them: the same files make the tables of both.
it('D1: is what schema.ts says, once the migrations have run', async () => {
  const databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
  const { db, close } = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
  // drizzle-kit asks for a database without a schema; it only runs queries on it.
  const plain = db as unknown as Parameters<typeof pushSchema>[1]
  const { statementsToExecute } = await pushSchema(schema, plain)
  expect(statementsToExecute).toEqual([])
  await close()
})

describeOnBothDatabases('the subscriptions table', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  function add(userId: string, status: string, plan: 'free' | 'monthly' | 'lifetime' = 'monthly') {
    return database.db.insert(subscriptions).values({ id: crypto.randomUUID(), userId, plan, status })
  }

  it.each([
    ['active', 'active'],
    ['active', 'trialing'],
    ['trialing', 'active'],
  ])('refuses a user with a row %s a second row %s', async (first, second) => {
    const userId = crypto.randomUUID()
    await add(userId, first)
    await expect(add(userId, second)).rejects.toMatchObject({
      cause: { code: '23505', constraint: 'subscriptions_one_live_per_user' },
    })
  })

  it('D1 D3: lets a user have any number of rows that are over, beside a live one', async () => {
    const userId = crypto.randomUUID()
    for (const status of ['canceled', 'canceled', 'incomplete_expired', 'past_due', 'active']) {
      await add(userId, status)
    }
    expect(await database.db.$count(subscriptions, eq(subscriptions.userId, userId))).toBe(5)
  })

  it('D3: does not let an ended row come alive beside a live one', async () => {
    const userId = crypto.randomUUID()
    await add(userId, 'canceled')
    await add(userId, 'active')
    await expect(
      database.db.update(subscriptions).set({ status: 'active' }).where(eq(subscriptions.userId, userId)),
    ).rejects.toMatchObject({ cause: { code: '23505' } })
  })

  it('D1: refuses a plan that does not exist', async () => {
    await expect(add('u', 'active', 'weekly' as 'monthly')).rejects.toMatchObject({
      cause: { code: '23514', constraint: 'subscriptions_plan_known' },
    })
  })

  it('dates a row, and dates it again when it changes', async () => {
    const userId = crypto.randomUUID()
    await add(userId, 'active')
    const [row] = await database.db
      .update(subscriptions)
      .set({ status: 'canceled' })
      .where(eq(subscriptions.userId, userId))
      .returning()
    expect(row?.createdAt).toBeInstanceOf(Date)
    expect(row?.updatedAt.getTime()).toBeGreaterThanOrEqual(row?.createdAt.getTime() ?? Number.NaN)
  })

  it('D3: lets one of twenty concurrent live rows of a user win', async () => {
    const userId = crypto.randomUUID()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => add(userId, 'active')))
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(lost).toHaveLength(19)
    for (const { reason } of lost) expect(reason).toMatchObject({ cause: { code: '23505' } })
    expect(await database.db.$count(subscriptions, eq(subscriptions.userId, userId))).toBe(1)
  })
})
