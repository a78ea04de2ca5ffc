import type { Drizzle } from '../db/database.ts'
import { enqueueJobs } from '../jobs/store.ts'
import { findAttempt, isSameAttempt } from './checkout/attempt-store.ts'
import { releaseHold } from './checkout/release-hold.ts'
import type { BillingDeps } from './deps.ts'
import { isStillCharged, listCustomers, lockUser, removeSubscriptions } from './store.ts'
import { withinRequest } from './stripe/call-budget.ts'
import { syncUser } from './sync/sync-user.ts'

/**
 * Expires the open Checkout Session, then removes the billing data in the transaction that `removeUser` opens. Refuses
 * while something may still be charged.
 */
export function deleteBillingData(
  deps: BillingDeps,
  userId: string,
  removeUser: (
    removeRest: (tx: Drizzle) => Promise<'removed' | 'still-charged' | 'paying'>,
  ) => Promise<'removed' | 'still-charged' | 'paying'>,
): Promise<'removed' | 'still-charged' | 'paying'> {
  return withinRequest(async () => {
    const { db, payments, seats } = deps
    const attempt = await findAttempt(db, userId)
    if (attempt?.checkoutSessionId) {
      const checkoutSession = await payments.readCheckoutSession(attempt.checkoutSessionId)
      if (checkoutSession?.status === 'processing') return 'paying'
      if (
        checkoutSession?.status === 'open' &&
        !(await payments.expireCheckoutSession(attempt.checkoutSessionId))
      )
        return 'paying'
    }
    await syncUser(deps, userId)
    const hold = await seats.find(db, userId)
    const outcome = hold && (await releaseHold(deps, { hold, reason: 'the account was deleted' }))
    if (outcome === 'paying') return 'paying'
    return removeUser(async (tx) => {
      await lockUser(tx, userId)
      const current = await findAttempt(tx, userId)
      // Another tab began a checkout meanwhile.
      const isNew = current !== null && !isSameAttempt(current, attempt)
      if (isNew || (await seats.find(tx, userId))) return 'paying'
      if (await isStillCharged(tx, userId)) return 'still-charged'
      await removeSubscriptions(tx, userId)
      const customerIds = await listCustomers(tx, userId)
      await enqueueJobs(
        tx,
        customerIds.map((key) => ({ kind: 'remove-customer-user', key })),
      )
      return 'removed'
    })
  })
}
