import { isDeepStrictEqual } from 'node:util'
import type { Drizzle } from '../db/database.ts'
import { findUserOfCustomer, listCurrentCustomers, listSubscriptions } from './store.ts'
import { type SyncParts, syncCustomer } from './sync-customer.ts'

interface Drift {
  customerId: string
  ours: string
  theirs: string
}

interface ReconcileResult {
  drifts: Drift[]
  /** Customers that could not be compared, and why. */
  failures: { customerId: string; reason: unknown }[]
}

interface ReconcileOptions {
  /** Without it nothing is written. */
  fix: boolean
  onProgress: (done: number, all: number) => void
}

/**
 * Compares every customer with the payment service: what a lost webhook has left behind shows here. A customer who cannot
 * be compared does not keep the others from it.
 */
export async function reconcile(
  parts: SyncParts & { db: Drizzle },
  { fix, onProgress }: ReconcileOptions,
): Promise<ReconcileResult> {
  const customers = await listCurrentCustomers(parts.db)
  const result: ReconcileResult = { drifts: [], failures: [] }
  for (const [index, customerId] of customers.entries()) {
    try {
      const drift = await compare(parts, customerId, fix)
      if (drift) result.drifts.push(drift)
    } catch (reason) {
      result.failures.push({ customerId, reason })
    }
    onProgress(index + 1, customers.length)
  }
  return result
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
