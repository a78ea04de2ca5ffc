import type { BillingDeps } from '../deps.ts'
import { lockUser } from '../store.ts'
import type { CreatedCheckoutSession } from '../stripe/payment-service.ts'
import { type AttemptRow, findAttempt, isSameAttempt, recordSession, removeAttempt } from './attempt-store.ts'

type SessionDeps = Pick<BillingDeps, 'db' | 'payments' | 'seats' | 'siteUrl'>

/**
 * Creates the Checkout Session of a stored attempt, or learns of the one that was created before: the attempt's id is the
 * idempotency key. `replaced`: another attempt has taken its place meanwhile. `customer-gone`: there can be no session.
 */
export async function createSession(
  { db, payments, seats, siteUrl }: SessionDeps,
  attempt: AttemptRow,
): Promise<CreatedCheckoutSession | 'replaced' | 'customer-gone'> {
  const { userId, attemptId, plan, customerId, stripePriceId, holdId, trialDays, createdAt } = attempt
  if (!attemptId || !customerId || !stripePriceId) throw new Error('The attempt has no session to create.')
  const session = await payments.createCheckoutSession({
    attemptId,
    userId,
    customerId,
    plan,
    stripePriceId,
    holdId,
    trialDays,
    createdAt,
    successUrl: `${siteUrl}/welcome?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${siteUrl}/pricing`,
  })
  const isRecorded = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if (session === 'customer-gone') {
      if (isSameAttempt(await findAttempt(tx, userId), attempt)) await removeAttempt(tx, attempt)
      return true
    }
    if (!(await recordSession(tx, attempt, session))) return false
    const hold = await seats.find(tx, userId)
    if (hold && hold.id === holdId) await seats.attach(tx, hold, session.id)
    return true
  })
  if (session === 'customer-gone' || isRecorded) return session
  // Whoever replaced the attempt expired its session, or did not know of it: either way nobody may pay it.
  await payments.expireCheckoutSession(session.id)
  return 'replaced'
}
