import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import { ConfigurationError } from '../configuration-error.ts'
import { connectForMigration } from './postgres.ts'

// Beside this source, and copied beside the bundle by the build.
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number that no other program uses for an advisory lock in this database. */
const advisoryLock = 7_203_114_508
const lockTimeoutMs = 60_000

export const countMigrations = (): number => listMigrations().length

/** By the moment each was made, in milliseconds, as the migrator records those that it has applied. */
export const listMigrations = (): number[] =>
  readMigrationFiles({ migrationsFolder: findMigrations() }).map(({ folderMillis }) => folderMillis)

export function findMigrations(): string {
  try {
    readMigrationFiles({ migrationsFolder })
    return migrationsFolder
  } catch (cause) {
    throw new ConfigurationError(
      `The database migrations are missing from ${migrationsFolder}: ${(cause as Error).message}. Run \`npm run build\`, and copy the whole of dist/.`,
      { cause },
    )
  }
}

/** Safe to run any number of times and by several processes at once: the second waits and finds nothing to do. */
export async function migratePostgres(databaseUrl: string): Promise<void> {
  const client = await connectForMigration(databaseUrl)
  try {
    // Rather fail than hang the start behind a lock that nobody frees. The lock ends with this connection.
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await migrateNodePostgres(drizzleNodePostgres(client), { migrationsFolder: findMigrations() })
  } finally {
    await client.end()
  }
}
