import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Drizzle } from './database.ts'
import * as schema from './schema.ts'

/**
 * drizzle-orm's own transactions leave a connection out of the pool for ever when `begin` fails on it, and put one back whose
 * `rollback` got no response: whoever is next then writes into a transaction that nobody commits. `limits` are set for
 * each transaction, where a pooler takes none for a connection.
 */
export function drizzleOnPool(pool: pg.Pool, limits: Record<string, number> = {}): Drizzle {
  const db: Drizzle = drizzle(pool, { schema })
  const onClient = new WeakMap<pg.PoolClient, Drizzle>()
  const settings = Object.entries(limits).map(([name, ms]) => sql`set_config(${name}, ${String(ms)}, true)`)

  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let hasBegun = false
    let hasFailed = true
    try {
      const connection = onClient.get(client) ?? drizzle(client, { schema })
      onClient.set(client, connection)
      const result = await connection.transaction(async (tx) => {
        hasBegun = true
        if (settings.length > 0) await tx.execute(sql`select ${sql.join(settings, sql`, `)}`)
        return work(tx)
      }, config)
      hasFailed = false
      return result
    } finally {
      // The status is of the last response: it says nothing of a `begin` that got none.
      client.release(hasFailed && !(hasBegun && client.getTransactionStatus() === 'I'))
    }
  }
  return db
}
