import { AsyncLocalStorage } from 'node:async_hooks'
import type { Drizzle } from './database.ts'

interface Transaction {
  tracker: object
  isOver: boolean
}

/** Those that the caller runs in: one of each database at most. */
const entered = new AsyncLocalStorage<readonly Transaction[]>()
const openTransactions = () => (entered.getStore() ?? []).filter(({ isOver }) => !isOver)

/** Whether the caller runs inside a database transaction: then it must not wait for the network. */
export const isInTransaction = (): boolean => openTransactions().length > 0

export type TransactionTracker = ReturnType<typeof createTransactionTracker>

/** For one database. */
export function createTransactionTracker() {
  const tracker = {
    /** Makes `isInTransaction` true for everything that runs in a transaction of it. */
    track(db: Drizzle): Drizzle {
      const begin = db.transaction.bind(db)
      db.transaction = (work, config) => {
        const transaction = { tracker, isOver: false }
        const entering = [...openTransactions(), transaction]
        const tracked = begin((tx) => entered.run(entering, () => work(tx)), config)
        return tracked.finally(() => {
          transaction.isOver = true
        })
      }
      return db
    },
    /**
     * To be called before it is used through any connection but that of a transaction. The embedded database, which has
     * one connection, would wait for ever; PostgreSQL for a second one of a pool that may have none left.
     */
    refuseInTransaction(): void {
      if (openTransactions().some((transaction) => transaction.tracker === tracker))
        throw new Error('The database was used inside a transaction past its own connection.')
    },
  }
  return tracker
}
