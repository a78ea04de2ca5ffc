import type { Drizzle } from '../db/database.ts'
import type { HeldSeat } from './seat-desk.ts'
import { listCustomers } from './store.ts'
import type { SyncParts } from './sync-customer.ts'

/**
 * Rule L2: first the payment page is made unpayable, then its seat is given back. False when it was paid or is being
 * paid: the seat stays, and the payment will settle it. To be called under the lock on the user.
 */
export async function shutPageOfSeat(
  { payments, seats }: SyncParts,
  tx: Drizzle,
  hold: HeldSeat,
  reason: string,
): Promise<boolean> {
  const sessionId =
    hold.sessionId ??
    (hold.userId && (await payments.findCheckoutOfHold(await listCustomers(tx, hold.userId), hold.id)))
  if (sessionId && !(await payments.expireCheckout(sessionId))) {
    // Should the page have been unknown to us until now, it can be followed from here.
    await seats.attach(tx, hold, sessionId)
    return false
  }
  await seats.release(tx, hold, reason)
  return true
}
