import pg from 'pg'

/** By which PostgreSQL lists the connections of a server. */
export const serverApplicationName = 'fairseat'
const defaultConnectTimeoutMs = 5_000
const statementTimeoutMs = 15_000
/** For a connection that others use: a database that is busy is not one that cannot be reached. */
const queueTimeoutMs = statementTimeoutMs
/** A little more than the server's own limit: it only matters when the server no longer responds at all. */
const answerTimeoutMs = statementTimeoutMs + 5_000
const idleTimeoutMs = 30_000
const idleInTransactionTimeoutMs = 30_000
/**
 * No transaction waits for anything but the database. More at once than it has cores only keep each other waiting, and those who
 * read, unless it is far away (DATABASE_CONNECTIONS).
 */
const maxConnections = 5
/** In milliseconds. */
export const sessionSettings = {
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
}

interface PoolOptions {
  max?: number | undefined
  /** A connection pooler stands between; then only our own limits hold, and those of each transaction. */
  isPooled?: boolean
  /** Throws where no connection may be taken. */
  beforeConnect?: () => void
}

/** libpq's `connect_timeout`, in seconds, which node-postgres does not read: a database that sleeps needs longer to wake up. */
function connectTimeoutMs(databaseUrl: string): number {
  const seconds = /[?&]connect_timeout=(\d+)(?:&|$)/.exec(databaseUrl)?.[1]
  return seconds === undefined ? defaultConnectTimeoutMs : Number(seconds) * 1_000
}

/** Connects lazily. bigint and count(*) come as strings here, as numbers from the embedded database: cast them. */
export function createPostgresPool(
  databaseUrl: string,
  { max = maxConnections, isPooled = false, beforeConnect = () => {} }: PoolOptions = {},
): pg.Pool {
  const connectMs = connectTimeoutMs(databaseUrl)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: serverApplicationName,
    max,
    // The pool's limit holds for its queue and for connecting; zero is none.
    connectionTimeoutMillis: connectMs && Math.max(connectMs, queueTimeoutMs),
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionTimeoutMillis: connectMs })
      }
    },
    idleTimeoutMillis: idleTimeoutMs,
    query_timeout: answerTimeoutMs,
    // A pooler refuses a connection that brings settings along.
    ...(!isPooled && sessionSettings),
    keepAlive: true,
  })
  // `query` connects too.
  pool.connect = new Proxy(pool.connect, {
    apply(connect, self, args) {
      beforeConnect()
      return Reflect.apply(connect, self, args)
    },
  })
  // An idle connection that breaks (a restart of the server) is dropped by the pool, and the next query opens a
  // new one. Without a listener the event would end the process.
  pool.on('error', () => {})
  // The same of one in the middle of a transaction, which the pool does not listen to: its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** One connection of its own without a limit on statements: a migration may take longer than a request. */
export async function connectForMigration(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'fairseat-migrate',
    connectionTimeoutMillis: connectTimeoutMs(databaseUrl),
  })
  // A connection that breaks later also fails the query in flight, which is where it is handled.
  client.on('error', () => {})
  await client.connect()
  return client
}
