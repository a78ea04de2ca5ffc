import type { PGlite, QueryOptions, Results, Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { openEmbedded } from './embedded.ts'
import { findMigrations } from './migrate.ts'
import * as schema from './schema.ts'
import { createTransactionTracker, type TransactionTracker } from './transaction-context.ts'

/** Imported only where it is used: a server on PostgreSQL need not load PGlite. */
export async function openEmbeddedDatabase(dataDir: string) {
  const migrationsFolder = findMigrations()
  const embedded = await openEmbedded(dataDir)
  const tracker = createTransactionTracker()
  const db = drizzle(refusingInTransaction(withParsersOnce(embedded.client), tracker), { schema })
  try {
    await migrate(db, { migrationsFolder })
  } catch (error) {
    await embedded.close()
    throw error
  }
  return { db: tracker.track(db), close: embedded.close }
}

/**
 * drizzle-orm sends the same few parsers with every query, and PGlite then copies all of its own, some hundreds, to add
 * them. Here they are added at the first query, and not sent any more.
 */
function withParsersOnce(client: PGlite): PGlite {
  let areAdded = false
  function leaveOutParsers(options: QueryOptions = {}): QueryOptions {
    const { parsers, ...rest } = options
    if (!areAdded) Object.assign(client.parsers, parsers)
    areAdded ||= parsers !== undefined
    return rest
  }
  const wrap = <Client extends PGlite | Transaction>(wrapped: Client): Client => {
    const query = <Row>(text: string, params?: unknown[], options?: QueryOptions): Promise<Results<Row>> =>
      wrapped.query<Row>(text, params, leaveOutParsers(options))
    return Object.assign(Object.create(wrapped) as Client, { query })
  }
  const transaction: PGlite['transaction'] = (work) => client.transaction((tx) => work(wrap(tx)))
  return Object.assign(wrap(client), { transaction })
}

/** What is sent past a transaction from inside it would wait for its end, and the transaction for the answer. */
function refusingInTransaction(client: PGlite, { refuseInTransaction }: TransactionTracker): PGlite {
  const query: PGlite['query'] = (...args) => {
    refuseInTransaction()
    return client.query(...args)
  }
  const transaction: PGlite['transaction'] = (work) => {
    refuseInTransaction()
    return client.transaction(work)
  }
  return Object.assign(Object.create(client) as PGlite, { query, transaction })
}
