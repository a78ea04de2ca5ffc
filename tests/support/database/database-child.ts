import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../../server/db/open-database.ts'
import { subscriptions } from '../../../server/db/schema.ts'
import type { ChildMessage, ChildOrders } from './start-database-child.ts'

// A process of its own that opens a database, for tests that kill it or let it compete for a data folder.

const orders = JSON.parse(process.argv[2] ?? '') as ChildOrders

/** Synchronous: what was said before a SIGKILL has arrived. */
function say(message: ChildMessage): void {
  fs.writeSync(1, `${JSON.stringify(message)}\n`)
}

if (orders.waitsForGo) {
  say({ waiting: true })
  await once(process.stdin, 'data')
}

try {
  if (orders.byInitdb) {
    const { initialiseDataFolder } = await import('../../../server/db/initialise-data-folder.ts')
    fs.mkdirSync(orders.dataDir, { recursive: true, mode: 0o700 })
    await initialiseDataFolder(path.join(orders.dataDir, 'postgres'), () => undefined)
  }
  const database = await openDatabase({ ...orders, embeddedAllowed: true })
  const rows = await database.db.select({ id: subscriptions.id }).from(subscriptions)
  say({ opened: rows.map((row) => row.id) })

  process.stdin.once('end', async () => {
    await database.close()
    process.exit(0)
  })
  process.stdin.resume()

  while (orders.fillsLog) {
    await database.db.execute(sql`select pg_logical_emit_message(true, '', repeat('a', 100000))`)
  }
  while (orders.writes) {
    const pair = randomUUID()
    await database.db.transaction(async (transaction) => {
      for (const half of ['a', 'b']) {
        const id = `${pair}-${half}`
        await transaction.insert(subscriptions).values({ id, userId: id, plan: 'monthly', status: 'active' })
      }
    })
    say({ committed: [`${pair}-a`, `${pair}-b`] })
  }
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}
