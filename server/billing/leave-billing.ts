import type { Drizzle } from '../db/database.ts'
import { shutPageOfSeat } from './shut-page.ts'
import { findCheckout, findCustomer, lockUser, removeSubscriptions } from './store.ts'
import { type SyncParts, syncCustomer } from './sync-customer.ts'

/**
 * To be called in the transaction that removes the user. Nobody leaves a page behind that can still be paid, nor a
 * payment that nobody would hear of: while something may be charged, nothing is touched.
 */
export async function leaveBilling(
  parts: SyncParts,
  tx: Drizzle,
  userId: string,
): Promise<'removed' | 'still-charged' | 'paying'> {
  const { payments, seats } = parts
  await lockUser(tx, userId)
  const customerId = await findCustomer(tx, userId)
  if (customerId) {
    const page = await findCheckout(tx, userId)
    const status = page && (await payments.readCheckout(page.sessionId))?.status
    if (page && status === 'open' && !(await payments.expireCheckout(page.sessionId))) return 'paying'
    if (status === 'processing') return 'paying'
    await syncCustomer(parts, tx, customerId)
    const hold = await seats.find(tx, userId)
    if (hold && !(await shutPageOfSeat(parts, tx, hold, 'the account was deleted'))) return 'paying'
  }
  return removeSubscriptions(tx, userId)
}
