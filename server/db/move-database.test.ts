import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { openEmulator, type TestEmulator } from '@fairseat/stripe-emulator/testing'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createTestBrowser } from '../../tests/support/app/test-app.ts'
import { liveCatalogue, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import {
  createMigratedDatabase,
  createPostgresDatabase,
} from '../../tests/support/database/create-postgres-database.ts'
import { copyEmbeddedDataFolder, emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { migrateUpTo } from '../../tests/support/database/migrate-up-to.ts'
import { childFile } from '../../tests/support/processes/child-file.ts'
import { shortLived } from '../../tests/support/processes/child-process.ts'
import { auditSeats } from '../seats/audit-seats.ts'
import type { Database, Drizzle } from './database.ts'
import { isPostgres, listTables, moveDatabase } from './move-database.ts'
import { openDatabase } from './open-database.ts'
import {
  accounts,
  auditLog,
  cancellations,
  customers,
  externalIds,
  grants,
  guaranteeRefunds,
  jobs,
  oauthAccessTokens,
  oauthRefreshTokens,
  reminderOptOuts,
  replacedSubscriptions,
  sentNotices,
  signInLinks,
  signingKeys,
  trialsGiven,
  users,
  webhookEvents,
} from './schema.ts'

const catalogue = liveCatalogue(5, { offer: 'launch' })
const newPostgres = () => createPostgresDatabase(inject('postgresUrl'))

const open = (address: string): Promise<Database> =>
  isPostgres(address)
    ? openDatabase({ databaseUrl: address, dataDir: 'unused', embeddedAllowed: false })
    : openDatabase({ dataDir: address, embeddedAllowed: true })

async function withDatabase<T>(address: string, work: (db: Drizzle) => Promise<T>): Promise<T> {
  const { db, close } = await open(address)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Every row of every table, by other means than those of the move. */
const readRows = (db: Drizzle) =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`set local timezone = 'UTC'`)
    const found: Record<string, unknown[]> = {}
    for (const table of await listCatalogue(transaction)) {
      const { rows } = await transaction.execute<{ row: string }>(
        sql.raw(`select row_to_json("${table}")::text as row from "${table}"`),
      )
      found[table] = rows.map(({ row }) => row).sort()
    }
    return found
  })

const readAll = (address: string) => withDatabase(address, readRows)

async function listCatalogue(db: Drizzle): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('a shop that moves', () => {
  let emulator: TestEmulator
  const addresses = { original: '', postgres: '', embedded: '' }
  let cookies: Map<string, string>
  let latecomer: Map<string, string>
  let before: Awaited<ReturnType<typeof readAll>>
  const moved: Awaited<ReturnType<typeof moveDatabase>>[] = []
  /** How the process ended that was to move the same before. */
  const killed: string[] = []
  const stopping: (() => Promise<void>)[] = []
  beforeAll(async () => {
    // Durability has tests of its own.
    const fsync = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {})
    stopping.push(async () => fsync.mockRestore())
    emulator = await openEmulator()
    addresses.original = await copyEmbeddedDataFolder()
    addresses.postgres = await newPostgres()
    addresses.embedded = emptyDataFolder()
    before = await withDatabase(addresses.original, async (db) => {
      await fillShop(db)
      return readRows(db)
    })
    for (const [from, to] of [
      [addresses.original, addresses.postgres],
      [addresses.postgres, addresses.embedded],
    ] as const) {
      killed.push(await moveAndDie(from, to))
      moved.push(await moveDatabase({ from, to }))
    }
  })
  afterAll(async () => {
    for (const stop of stopping) await stop()
  })

  /** By the journeys of its buyers, and by hand what they leave no row in. */
  async function fillShop(db: Drizzle) {
    const kit = await startBillingKit(db, { catalogue, emulator })
    stopping.push(kit.stop)
    const [owner, subscriber, late, undecided] = [
      await kit.signIn(),
      await kit.signIn(),
      await kit.signIn(),
      await kit.signIn(),
    ]
    await owner.buy('lifetime')
    await subscriber.buy('monthly')
    await kit.deliver()
    await owner.post('/api/purchase-choice', { shown: 'name', firstName: 'Ada' })
    await undecided.checkout('lifetime')
    // Paid, and the shop has not heard of it.
    await late.buy('lifetime')
    await undecided.requestCode('somebody.new@example.com')
    cookies = owner.cookies
    latecomer = late.cookies

    const [customer] = await db.select().from(customers).where(eq(customers.userId, subscriber.id))
    const customerId = customer?.id ?? ''
    // A trigger makes a job of it, which has been done.
    await db.insert(cancellations).values({ subscriptionId: 'sub_old', customerId })
    await db.delete(jobs).where(eq(jobs.key, 'sub_old'))
    const replaced = { id: 'sub_replaced', userId: owner.id, endedAt: new Date(), refundedMinor: 500 }
    await db.insert(replacedSubscriptions).values({ ...replaced, currency: 'usd' })
    await db
      .insert(auditLog)
      .values({ actor: 'operator', operation: 'jobs.retry', input: {}, result: '0 jobs' })
    await db.insert(trialsGiven).values({ emailHash: 'hash' })
    await db.insert(sentNotices).values({ key: 'trial-ending', userId: subscriber.id })
    await db.insert(reminderOptOuts).values({ userId: subscriber.id })
    const refund = {
      paymentId: 'pi_back',
      purchaseId: 'sub_back',
      userId: subscriber.id,
      plan: 'monthly' as const,
    }
    await db.insert(guaranteeRefunds).values({ ...refund, amountMinor: 900, currency: 'usd' })
    const account = { id: 'account', userId: owner.id, providerId: 'example', accountId: 'ada' }
    await db.insert(accounts).values({ ...account, accessToken: `'"\\ é 😀\n` })
    await fillIntegration(db, owner.id)
    await db.execute(
      sql`update users set created_at = '2026-01-02 03:04:05.678901+00', image = null where id = ${owner.id}`,
    )
  }

  /** What a product that sells through the shop leaves. */
  async function fillIntegration(db: Drizzle, userId: string) {
    const expiresAt = new Date(Date.now() + 3_600_000)
    await db.insert(externalIds).values({ externalId: '42', userId })
    await db.insert(signInLinks).values({ tokenHash: 'hash', userId, next: '/account', expiresAt })
    await db
      .insert(grants)
      .values({ id: 'grant', userId, plan: 'monthly', reason: 'friend', grantedBy: 'key' })
    const event = {
      messageId: 'msg',
      endpoint: 'product',
      customerId: userId,
      version: 1,
      body: '{"é":"😀"}',
    }
    await db.insert(webhookEvents).values(event)
    const key = { id: 'key', publicKey: '{}', encryptedKey: 'x', alg: 'RS256' }
    await db.insert(signingKeys).values(key)
    const token = { clientId: 'pagelet', userId, scopes: ['openid', 'é'], expiresAt }
    await db.insert(oauthRefreshTokens).values({ ...token, id: 'refresh', token: 'refresh', resources: [] })
    await db
      .insert(oauthAccessTokens)
      .values({ ...token, id: 'access', token: 'access', refreshId: 'refresh' })
  }

  test('from the embedded database to PostgreSQL and back, each after a move that was killed at its end, has every row, in every table that the migrations make', async () => {
    expect(killed).toEqual(['SIGKILL', 'SIGKILL'])
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    const counts = Object.entries(before).map(([table, rows]) => ({ table, rows: rows.length }))
    for (const tables of moved)
      expect(tables.toSorted((a, b) => (a.table < b.table ? -1 : 1))).toEqual(counts)
    for (const address of Object.values(addresses))
      await withDatabase(address, async (db) => {
        expect(await readRows(db)).toEqual(before)
        const { rows } = await db.execute(sql`select tgname from pg_trigger where tgenabled <> 'O'`)
        expect(rows, 'triggers that are off').toEqual([])
      })
  })

  test.each(['postgres', 'embedded'] as const)(
    'F39: on the new database (%s) the owner of a lifetime is signed in, has it, and is not sent to pay again',
    async (kind) => {
      await withDatabase(addresses[kind], async (db) => {
        const kit = await startBillingKit(db, { catalogue, emulator })
        stopping.push(kit.stop)
        const owner = browserWith(kit.app, cookies)
        expect((await (await owner.get('/api/subscription')).json()).plan).toBe('lifetime')
        expect((await owner.post('/api/stripe/create-checkout', { plan: 'lifetime' })).status).toBe(409)
        expect(await (await owner.get('/api/purchase-choice')).json()).toMatchObject({ firstName: 'Ada' })
        // What was under way goes on, and the numbers of jobs and of the ledger with it.
        await kit.deliver()
        await kit.runAllJobs()
        const late = browserWith(kit.app, latecomer)
        expect((await (await late.get('/api/subscription')).json()).plan).toBe('lifetime')
        const newcomer = await kit.signIn()
        await newcomer.buy('lifetime')
        await kit.deliver()
        expect(await newcomer.plan()).toBe('lifetime')
        for (const { problems } of await auditSeats(db)) expect(problems).toEqual([])
      })
    },
  )

  const browserWith = (app: Parameters<typeof createTestBrowser>[0], session: Map<string, string>) => {
    const browser = createTestBrowser(app)
    for (const [name, value] of session) browser.cookies.set(name, value)
    return browser
  }

  /**
   * In a process of its own, which ends itself as a power failure would when it has compared the last table. One that left
   * rows would have the next move refused.
   */
  async function moveAndDie(from: string, to: string): Promise<string> {
    const at = { step: 'compared', table: listTables().at(-1) }
    const child = spawn(
      process.execPath,
      [...shortLived, childFile('move'), JSON.stringify({ from, to, at })],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const [printed] = await Promise.all([text(child.stderr), once(child, 'close')])
    return child.signalCode ?? printed
  }

  test.each(['postgres', 'embedded'] as const)(
    'to a database that has rows (%s) is refused: it says which table has them, and leaves them as they are',
    async (kind) => {
      const to = kind === 'postgres' ? await newPostgres() : await copyEmbeddedDataFolder()
      const before = await withDatabase(to, async (db) => {
        await db.insert(users).values({ id: 'u', name: 'u', email: 'u@example.com' })
        return readRows(db)
      })
      await expect(moveDatabase({ from: addresses.postgres, to })).rejects.toThrow(
        'The database of --to is not empty: its table users has rows. Nothing was moved. Give an empty one.',
      )
      expect(await readAll(to)).toEqual(before)
    },
  )

  test('to a database of an older version that has rows is refused before it is migrated', async () => {
    const to = await newPostgres()
    const client = await connect(to)
    await migrateUpTo(client, 3)
    await client.query(`insert into users (id, name, email) values ('u', 'u', 'u@example.com')`)
    await expect(moveDatabase({ from: addresses.postgres, to })).rejects.toThrow('its table users has rows')
    const { rows } = await client.query('select count(*)::int as applied from drizzle.__drizzle_migrations')
    expect(rows).toEqual([{ applied: 4 }])
    await client.end()
  })

  test.each(['original', 'postgres'] as const)(
    'is refused while a server has the database (%s)',
    async (name) => {
      const { close, db } = await open(addresses[name])
      await db.execute(sql`select 1`)
      const to = emptyDataFolder()
      await expect(moveDatabase({ from: addresses[name], to })).rejects.toThrow(
        /is in use.+Stop (that process|every server)/,
      )
      expect(fs.existsSync(to)).toBe(false)
      await close()
    },
  )

  test('that fails says so without anything of the rows', async () => {
    const to = await createMigratedDatabase(inject('postgresUrl'))
    const client = await connect(to)
    await client.query(`alter table users add constraint picky check (email not like '%@example.com')`)
    await client.end()
    const { message } = await moveDatabase({ from: addresses.postgres, to }).catch((error) => error)
    expect(message).toMatch(/^Nothing was moved\. PostgreSQL said: .+"picky"$/)
  })
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

test('every table that the migrations make is moved', async () => {
  const made = await withDatabase(await createMigratedDatabase(inject('postgresUrl')), listCatalogue)
  expect(listTables().toSorted()).toEqual(made)
})

test('a database of an older version, of a newer one or of none is not moved, and the reason says what to do', async () => {
  const from = await newPostgres()
  const to = emptyDataFolder()
  await expect(moveDatabase({ from, to })).rejects.toThrow('has never been used by Fairseat')
  const client = await connect(from)
  await migrateUpTo(client, 5)
  await expect(moveDatabase({ from, to })).rejects.toThrow(
    'The database of --from is of an older version of Fairseat. Start this version with it once, which migrates it, stop it, and move it then.',
  )
  await migrateUpTo(client, 99)
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
  )
  await expect(moveDatabase({ from, to })).rejects.toThrow(
    'Move it with the version that it was last used by.',
  )
  await client.end()
  expect(fs.existsSync(to)).toBe(false)
})

describe('an address that leads nowhere is named in a sentence', () => {
  const folder = () => emptyDataFolder()
  test.each([
    ['an empty one', '', '--from must be a postgres:// address, or the folder'],
    ['the word embedded', 'embedded', '--from must be a postgres:// address, or the folder'],
    ['another database', 'mysql://127.0.0.1/shop', '--from must be a postgres:// address, or the folder'],
    ['a folder that is not there', '/nowhere/at/all', 'There is no embedded database in /nowhere/at/all.'],
    ['a server that is not there', 'postgres://u:secret@127.0.0.1:9/x', 'Check the host and port in --from'],
  ])('%s', async (_, from, sentence) => {
    const { message } = await moveDatabase({ from, to: folder() }).catch((error) => error)
    expect(message).toContain(sentence)
    expect(message).not.toContain('secret')
  })

  test('the same for both', async () => {
    const dataDir = await copyEmbeddedDataFolder()
    const again = path.join(dataDir, '..', path.basename(dataDir))
    await expect(moveDatabase({ from: dataDir, to: again })).rejects.toThrow('are the same database')
  })

  test('a target that is not there', async () => {
    const from = await copyEmbeddedDataFolder()
    await expect(moveDatabase({ from, to: 'postgres://u:secret@127.0.0.1:9/x' })).rejects.toThrow(
      'Check the host and port in --to',
    )
  })
})
