import type { BillingDeps } from '../deps.ts'
import { findCustomer, hasUser, listCustomers, lockUser, saveCustomer } from '../store.ts'

interface Adoption {
  customerId: string
  userId: string
  /** Without it nothing is written. */
  write: boolean
}

/**
 * A customer at Stripe that carries our user's id and is not in this database, as after a backup was restored. Matched by
 * our own id alone, never by e-mail.
 */
export async function adoptCustomer(
  { db, payments }: Pick<BillingDeps, 'db' | 'payments'>,
  { customerId, userId, write }: Adoption,
): Promise<'adopted' | 'no-user'> {
  if (!(await hasUser(db, userId))) return 'no-user'
  if (!write) return 'adopted'
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await listCustomers(tx, userId)).includes(customerId)) return
    const current = await findCustomer(tx, userId)
    const { livemode } = payments
    await saveCustomer(tx, { userId, customerId, livemode })
    // The one that is in use stays so.
    if (current) await saveCustomer(tx, { userId, customerId: current, livemode })
  })
  return 'adopted'
}
