import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Drizzle } from './database.ts'
import { isDatabaseDown } from './is-database-down.ts'
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
    let failure: unknown
    try {
      const connection = onClient.get(client) ?? drizzle(client, { schema })
      onClient.set(client, connection)
      return await connection.transaction(async (tx) => {
        if (settings.length > 0) await tx.execute(sql`select ${sql.join(settings, sql`, `)}`)
        return work(tx)
      }, config)
    } catch (error) {
      failure = error
      throw error
    } finally {
      const isIdle = client.getTransactionStatus() === 'I'
      client.release(failure !== undefined && (!isIdle || isDatabaseDown(failure)))
    }
  }
  return db
}
