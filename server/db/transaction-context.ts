import { AsyncLocalStorage } from 'node:async_hooks'
import type { Drizzle } from './database.ts'

const currentTransaction = new AsyncLocalStorage<{ isOver: boolean }>()

/** Whether the caller runs inside a database transaction: then it must not wait for the network. */
export const isInTransaction = (): boolean => currentTransaction.getStore()?.isOver === false

/** Makes `isInTransaction` true for everything that runs in a transaction of this database. */
export function trackTransactions(db: Drizzle): Drizzle {
  const begin = db.transaction.bind(db)
  db.transaction = (work, config) => {
    const transaction = { isOver: false }
    const tracked = begin((tx) => currentTransaction.run(transaction, () => work(tx)), config)
    return tracked.finally(() => {
      transaction.isOver = true
    })
  }
  return db
}

/**
 * To be called before the database is used through any connection but that of a transaction. On the embedded database,
 * which has one connection, it would wait for ever; on PostgreSQL for a second one of a pool that may have none left.
 */
export function refuseInTransaction(): void {
  if (isInTransaction())
    throw new Error('The database was used inside a transaction past its own connection.')
}
