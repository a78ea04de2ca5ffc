import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { createPostgresDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { startDatabaseChild } from '../../tests/support/database/start-database-child.ts'
import migrationJournal from './migrations/meta/_journal.json' with { type: 'json' }
import { openDatabase } from './open-database.ts'

const countApplied = sql`select count(*)::int as applied from drizzle.__drizzle_migrations`
const applied = { applied: migrationJournal.entries.length }

describeOnBothDatabases('the migrations', (openTestDatabase) => {
  it('are each applied once', async () => {
    const { db } = await openTestDatabase()
    expect((await db.execute(countApplied)).rows).toEqual([applied])
  })
})

it('find nothing to do on the second start', async () => {
  const options = {
    databaseUrl: await createPostgresDatabase(inject('postgresUrl')),
    dataDir: emptyDataFolder(),
    embeddedAllowed: false,
  }
  await (await openDatabase(options)).close()
  const database = await openDatabase(options)
  expect((await database.db.execute(countApplied)).rows).toEqual([applied])
  await database.close()
})

it('are safe when four processes start at once on an empty PostgreSQL', { timeout: 300_000 }, async () => {
  const databaseUrl = await createPostgresDatabase(inject('postgresUrl'))
  const orders = { databaseUrl, dataDir: 'unused', waitsForGo: true }
  const children = Array.from({ length: 4 }, () => startDatabaseChild(orders))
  await Promise.all(children.map((child) => child.waiting))
  for (const child of children) child.go()
  expect(await Promise.all(children.map((child) => child.opened))).toEqual(Array(4).fill([]))
  await Promise.all(children.map((child) => child.close()))

  const database = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
  expect((await database.db.execute(countApplied)).rows).toEqual([applied])
  await database.close()
})

it('are safe when ten connections of one process start at once on an empty PostgreSQL', async () => {
  const databaseUrl = await createPostgresDatabase(inject('postgresUrl'))
  const options = { databaseUrl, dataDir: 'unused', embeddedAllowed: false }
  const databases = await Promise.all(Array.from({ length: 10 }, () => openDatabase(options)))
  expect((await databases[0]?.db.execute(countApplied))?.rows).toEqual([applied])
  await Promise.all(databases.map((database) => database.close()))
})

it('leave nothing behind when one of them fails', async () => {
  const databaseUrl = await createPostgresDatabase(inject('postgresUrl'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  // Of another program: the migration of this name comes after others.
  await client.query('create table offers ()')
  const options = { databaseUrl, dataDir: 'unused', embeddedAllowed: false }
  await expect(openDatabase(options)).rejects.toThrow('already exists')
  const tables = `select table_name from information_schema.tables where table_schema = 'public'`
  expect((await client.query(tables)).rows).toEqual([{ table_name: 'offers' }])

  await client.query('drop table offers')
  const database = await openDatabase(options)
  expect((await database.db.execute(countApplied)).rows).toEqual([applied])
  await database.close()
})
