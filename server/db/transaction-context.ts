import { AsyncLocalStorage } from 'node:async_hooks'
import type { Drizzle } from './database.ts'

const openTransaction = new AsyncLocalStorage<true>()

/** Whether the caller runs inside a database transaction: then it must not wait for the network. */
export const isInTransaction = (): boolean => openTransaction.getStore() === true

/** Makes `isInTransaction` true for everything that runs in a transaction of this database. */
export function trackTransactions(db: Drizzle): Drizzle {
  const begin = db.transaction.bind(db)
  db.transaction = (work, config) => begin((tx) => openTransaction.run(true, () => work(tx)), config)
  return db
}
