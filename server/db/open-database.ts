import { sql } from 'drizzle-orm'
import { ConfigurationError } from '../configuration-error.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Database, Drizzle } from './database.ts'
import { explainPostgresError } from './explain-postgres-error.ts'
import { countMigrations, findMigrations, migratePostgres } from './migrate.ts'
import { drizzleOnPool } from './pool-transactions.ts'
import { createPostgresPool, sessionSettings } from './postgres.ts'
import { createTransactionTracker } from './transaction-context.ts'

export type DatabaseOptions = {
  databaseUrl?: string | undefined
  /** Past a connection pooler, for migrations; `databaseUrl` when absent. */
  directUrl?: string | undefined
  /** At most, beside those of the readers. */
  connections?: number | undefined
  dataDir: string
  embeddedAllowed: boolean
}

const readyLimitMs = 2_000
const maxReaders = 4

/** Opens PostgreSQL when there is a URL, the embedded database otherwise, and brings its tables up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgresDatabase(options.databaseUrl, options)
  if (options.embeddedAllowed) {
    const { openEmbeddedDatabase } = await import('./open-embedded-database.ts')
    const { db, close } = await openEmbeddedDatabase(options.dataDir)
    return asDatabase('embedded', db, db, close)
  }
  throw new ConfigurationError(
    'No database is configured. Set DATABASE_URL to a PostgreSQL server, or ask for the embedded database by name.',
  )
}

async function openPostgresDatabase(
  databaseUrl: string,
  { directUrl, connections }: DatabaseOptions,
): Promise<Database> {
  // Said as it is, not as a problem of PostgreSQL.
  findMigrations()
  try {
    await migratePostgres(directUrl ?? databaseUrl)
  } catch (error) {
    throw explainPostgresError(error)
  }
  const tracker = createTransactionTracker()
  const isPooled = directUrl !== undefined
  const options = { isPooled, beforeConnect: tracker.refuseInTransaction }
  const pool = createPostgresPool(databaseUrl, { ...options, max: connections })
  const readers = createPostgresPool(databaseUrl, { ...options, max: maxReaders })
  const db = tracker.track(drizzleOnPool(pool, isPooled ? sessionSettings : {}))
  return asDatabase('postgres', db, drizzleOnPool(readers), async () => {
    await Promise.all([pool.end(), readers.end()])
  })
}

function asDatabase(
  kind: Database['kind'],
  db: Drizzle,
  readers: Drizzle,
  closeOnce: () => Promise<void>,
): Database {
  let closing: Promise<void> | undefined
  const needed = countMigrations()
  // A newer version may have run more of them: while processes are replaced, both are at work.
  const applied = sql`select count(*) >= ${needed} as "isMigrated" from drizzle.__drizzle_migrations`
  return {
    kind,
    db,
    readers,
    close() {
      closing ??= closeOnce()
      return closing
    },
    isReady: (over = readers) =>
      withTimeout(over.execute<{ isMigrated: boolean }>(applied), readyLimitMs).then(
        ({ rows }) => rows[0]?.isMigrated === true,
        () => false,
      ),
  }
}
