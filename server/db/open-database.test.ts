import { sql } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { createPostgresDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { MissingToolError } from '../../tests/support/processes/missing-tool.ts'
import { openDatabase } from './open-database.ts'

function openPostgres(databaseUrl: string) {
  return openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
}

function changed(change: (url: URL) => void): string {
  if (inject('postgresUrl') === '') throw new MissingToolError('PostgreSQL is missing.')
  const url = new URL(inject('postgresUrl'))
  change(url)
  return url.href
}

it('does not fall back to the embedded database where it was not asked for', async () => {
  await expect(openDatabase({ dataDir: 'unused', embeddedAllowed: false })).rejects.toThrow(
    'No database is configured. Set DATABASE_URL to a PostgreSQL server, or ask for the embedded database by name.',
  )
})

it('says that PostgreSQL cannot be reached', async () => {
  const url = changed((url) => {
    url.port = '1'
  })
  await expect(openPostgres(url)).rejects.toThrow(
    'PostgreSQL cannot be reached (ECONNREFUSED). Check the host',
  )
})

it('says that the host has no address', async () => {
  const url = changed((url) => {
    url.hostname = 'no-such-host.invalid'
  })
  await expect(openPostgres(url)).rejects.toThrow(/PostgreSQL cannot be reached \((ENOTFOUND|EAI_AGAIN)\)/)
})

it.each(['wrong', ''])('says that the password is wrong, without repeating it (%j)', async (password) => {
  const url = changed((url) => {
    url.password = password
  })
  await expect(openPostgres(url)).rejects.toThrow(
    /^PostgreSQL refused the user or password. Check both in DATABASE_URL.$/,
  )
})

it('says that the database does not exist', async () => {
  const url = changed((url) => {
    url.pathname = 'nowhere'
  })
  await expect(openPostgres(url)).rejects.toThrow('does not exist. Create it with createdb.')
})

it('says that DATABASE_URL is none', async () => {
  await expect(openPostgres('not a url')).rejects.toThrow('Check')
})

it('has as many connections for writing as are asked for', async () => {
  const databaseUrl = await createPostgresDatabase(inject('postgresUrl'))
  const database = await openDatabase({
    databaseUrl,
    connections: 8,
    dataDir: 'unused',
    embeddedAllowed: false,
  })
  let begun = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const busy = Array.from({ length: 8 }, () =>
    database.db.transaction(() => {
      begun += 1
      if (begun === 8) end()
      return ended
    }),
  )
  // Each ends when all have begun.
  await Promise.all(busy)
  await database.close()
})

it('outlives the end of its connections', async () => {
  const database = await openPostgres(await createPostgresDatabase(inject('postgresUrl')))
  await expect.poll(database.isReady).toBe(true)
  await database.db
    .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`)
    .catch(() => {})
  await expect.poll(database.isReady).toBe(true)
  await database.close()
  expect(await database.isReady()).toBe(false)
})

it('outlives the end of a connection in the middle of a transaction, between two statements', async () => {
  const database = await openPostgres(await createPostgresDatabase(inject('postgresUrl')))
  const cut = database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`)
    await expect.poll(database.isReady).toBe(true)
    await tx.execute(sql`select 1`)
  })
  await expect(cut).rejects.toThrow()
  await expect.poll(database.isReady).toBe(true)
  await database.close()
})

it('ends a statement that takes too long', async () => {
  const database = await openPostgres(await createPostgresDatabase(inject('postgresUrl')))
  const { rows } = await database.db.execute(sql`show statement_timeout`)
  expect(rows).toEqual([{ statement_timeout: '15s' }])
  await database.close()
})
