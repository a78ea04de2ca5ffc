import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePGlite } from 'drizzle-orm/pglite'
import { migrate as migratePGlite } from 'drizzle-orm/pglite/migrator'
import { connectForMigration } from './postgres.ts'

// Up to the project and down again: right both from this source and from the bundle, dist/server/main.js, since
// both lie two folders below the project.
const migrationsFolder = fileURLToPath(new URL('../../server/db/migrations', import.meta.url))

/** Any number that no other program uses for an advisory lock in this database. */
const advisoryLock = 7_203_114_508
const lockTimeoutMs = 60_000

export const countMigrations = (): number => readMigrationFiles({ migrationsFolder }).length

/** Safe to run any number of times. The lock on the data folder keeps other processes out. */
export async function migrateEmbedded(client: PGlite): Promise<void> {
  await migratePGlite(drizzlePGlite(client), { migrationsFolder })
}

/** Safe to run any number of times and by several processes at once: the second waits and finds nothing to do. */
export async function migratePostgres(databaseUrl: string): Promise<void> {
  const client = await connectForMigration(databaseUrl)
  try {
    // Rather fail than hang the start behind a lock that nobody frees. The lock ends with this connection.
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await migrateNodePostgres(drizzleNodePostgres(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}
