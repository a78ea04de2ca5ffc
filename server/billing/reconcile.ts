import { isDeepStrictEqual } from 'node:util'
import { findUnknownCustomers, listBillingUsers, listCustomers, listSubscriptions } from './store.ts'
import { adoptCustomer } from './sync/adopt-customer.ts'
import { previewSync, type SyncDeps, syncUser } from './sync/sync-user.ts'

interface Drift {
  userId: string
  ours: string
  theirs: string
}

interface ReconcileResult {
  drifts: Drift[]
  /** Users who could not be compared, and why. */
  failures: { userId: string; reason: unknown }[]
  /** Customers at Stripe that name a user who is not in this database. */
  unknownCustomers: string[]
}

interface ReconcileOptions {
  /** Without it nothing is written. */
  fix: boolean
  onProgress: (done: number, all: number) => void
}

/**
 * Compares every user with Stripe: what a lost webhook or a restored backup has left behind shows here. One who cannot be
 * compared does not keep the others from it.
 */
export async function reconcile(
  deps: SyncDeps,
  { fix, onProgress }: ReconcileOptions,
): Promise<ReconcileResult> {
  const result: ReconcileResult = { drifts: [], failures: [], unknownCustomers: [] }
  await findLostCustomers(deps, fix, result)
  const users = await listBillingUsers(deps.db)
  for (const [index, userId] of users.entries()) {
    try {
      const drift = await compare(deps, userId, fix)
      if (drift) result.drifts.push(drift)
    } catch (reason) {
      result.failures.push({ userId, reason })
    }
    onProgress(index + 1, users.length)
  }
  return result
}

/** Customers who were made after the backup that this database was restored from. */
async function findLostCustomers(deps: SyncDeps, fix: boolean, result: ReconcileResult): Promise<void> {
  for await (const { customerId, userId } of deps.payments.listCustomers()) {
    const known = await listCustomers(deps.db, userId)
    if (known.includes(customerId)) continue
    const outcome = await adoptCustomer(deps, { customerId, userId, write: fix })
    if (outcome === 'no-user')
      result.unknownCustomers.push(...(await findUnknownCustomers(deps.db, [customerId])))
    else if (!fix) result.drifts.push({ userId, ours: 'no such customer', theirs: customerId })
  }
}

async function compare(deps: SyncDeps, userId: string, fix: boolean): Promise<Drift | null> {
  const ours = describe(await listSubscriptions(deps.db, userId))
  if (fix) await syncUser(deps, userId)
  const theirs = describe(fix ? await listSubscriptions(deps.db, userId) : await previewSync(deps, userId))
  return isDeepStrictEqual(ours, theirs) ? null : { userId, ours: ours.join(', '), theirs: theirs.join(', ') }
}

const describe = (rows: readonly { id: string; plan: string; status: string }[]): string[] =>
  rows.map(({ id, plan, status }) => `${plan} ${status} (${id})`).sort()
