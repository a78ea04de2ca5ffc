import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { ConfigurationError } from '../configuration-error.ts'
import { connectForMigration } from './postgres.ts'

// Beside this source, and copied beside the bundle by the build.
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number that no other program uses for an advisory lock in this database. */
const advisoryLock = 7_203_114_508
const lockTimeoutMs = 60_000

export const countMigrations = (): number => readMigrations().length

/** By the moment each was made, in milliseconds, as the migrator records those that it has applied. */
export const listMigrations = (): number[] => readMigrations().map(({ folderMillis }) => folderMillis)

export function findMigrations(): string {
  readMigrations()
  return migrationsFolder
}

let migrations: MigrationMeta[] | undefined

function readMigrations(): MigrationMeta[] {
  try {
    migrations ??= readMigrationFiles({ migrationsFolder })
    return migrations
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
    await client.query(`set lock_timeout = ${lockTimeoutMs}; select pg_advisory_lock(${advisoryLock})`)
    await client.query(prepareMigrations)
    const { rows } = await client.query<{ last: number }>(readLastMigration)
    const missing = readMigrations().filter(({ folderMillis }) => folderMillis > (rows[0]?.last ?? 0))
    // In one message, which PostgreSQL runs as one transaction: an empty database has a hundred statements to run.
    await client.query(missing.map(inOneText).join(';\n'))
  } finally {
    await client.end()
  }
}

// As drizzle-orm's own migrator, which sends statements one by one: the embedded database is migrated by that one.
const applied = 'drizzle.__drizzle_migrations'
const prepareMigrations = `create schema if not exists drizzle;
  create table if not exists ${applied} (id serial primary key, hash text not null, created_at bigint)`
const readLastMigration = `select coalesce(max(created_at), 0)::float8 as last from ${applied}`

const inOneText = ({ sql, hash, folderMillis }: MigrationMeta): string =>
  [...sql, `insert into ${applied} (hash, created_at) values ('${hash}', ${folderMillis})`].join(';\n')
