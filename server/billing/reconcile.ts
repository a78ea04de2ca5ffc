import { isDeepStrictEqual } from 'node:util'
import type { Drizzle } from '../db/database.ts'
import { findUserOfCustomer, listCurrentCustomers, listSubscriptions } from './store.ts'
import { type SyncParts, syncCustomer } from './sync-customer.ts'

export interface Drift {
  customerId: string
  ours: string
  theirs: string
}

interface ReconcileOptions {
  /** Without it nothing is written. */
  fix: boolean
  onProgress: (done: number, all: number) => void
}

/** Compares every customer with the payment service: what a lost webhook has left behind shows here. */
export async function reconcile(
  parts: SyncParts & { db: Drizzle },
  { fix, onProgress }: ReconcileOptions,
): Promise<Drift[]> {
  const customers = await listCurrentCustomers(parts.db)
  const drifts: Drift[] = []
  for (const [index, customerId] of customers.entries()) {
    const drift = await compare(parts, customerId, fix)
    if (drift) drifts.push(drift)
    onProgress(index + 1, customers.length)
  }
  return drifts
}

/** Thrown to undo a comparison that must leave no trace. */
class Undo extends Error {}

async function compare(
  parts: SyncParts & { db: Drizzle },
  customerId: string,
  fix: boolean,
): Promise<Drift | null> {
  let drift: Drift | null = null
  try {
    await parts.db.transaction(async (tx) => {
      const userId = await findUserOfCustomer(tx, customerId)
      if (!userId) return
      const ours = await rowsOf(tx, userId)
      await syncCustomer(parts, tx, customerId)
      const theirs = await rowsOf(tx, userId)
      if (!isDeepStrictEqual(ours, theirs))
        drift = { customerId, ours: ours.join(', '), theirs: theirs.join(', ') }
      if (!fix) throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return drift
}

async function rowsOf(tx: Drizzle, userId: string): Promise<string[]> {
  const rows = await listSubscriptions(tx, userId)
  return rows.map(({ id, plan, status }) => `${plan} ${status} (${id})`).sort()
}
