import type { SeatHold } from '../../../core/seats/seat-hold.ts'
import type { BillingDeps } from '../deps.ts'
import { lockUser } from '../store.ts'
import type { CreatedCheckoutSession } from '../stripe/payment-service.ts'
import { type AttemptRow, recordCheckoutSession } from './attempt-store.ts'

type CheckoutSessionDeps = Pick<BillingDeps, 'db' | 'payments' | 'seats' | 'siteUrl' | 'languages'>

/**
 * Creates the Checkout Session of a stored attempt, or learns of the one that was created before: the attempt's id is the
 * idempotency key. `seat` is what its user holds. Nobody gets its address before it is recorded, so one that is not recorded is never paid. `replaced`:
 * another attempt has taken this one's place, or its seat is gone. `in-use`: an earlier call for it hangs or failed. `customer-gone`: there is none.
 */
export async function createCheckoutSession(
  { db, payments, seats, siteUrl, languages }: CheckoutSessionDeps,
  attempt: AttemptRow,
  seat: SeatHold | null,
): Promise<CreatedCheckoutSession | 'replaced' | 'in-use' | 'customer-gone'> {
  const { userId, attemptId, plan, customerId, stripePriceId, currency, holdId, trialDays, createdAt } =
    attempt
  if (!attemptId || !customerId || !stripePriceId)
    throw new Error('The attempt has no Checkout Session to create.')
  const { prefix } = languages.get(attempt.language)
  const checkoutSession = await payments.createCheckoutSession({
    attemptId,
    userId,
    customerId,
    plan,
    stripePriceId,
    currency,
    holdId,
    cardOnly: holdId !== null && seat?.id === holdId && seat.cardOnly,
    trialDays,
    createdAt,
    language: attempt.language,
    successUrl: `${siteUrl}${prefix}/welcome?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${siteUrl}${prefix}/pricing`,
  })
  if (typeof checkoutSession === 'string') return checkoutSession
  const isRecorded = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const hold = holdId === null ? null : await seats.find(tx, userId)
    if (hold?.id !== holdId && holdId !== null) return false
    if (!(await recordCheckoutSession(tx, attempt, checkoutSession))) return false
    if (hold) await seats.attach(tx, hold, checkoutSession.id)
    return true
  })
  if (isRecorded) return checkoutSession
  await payments.expireCheckoutSession(checkoutSession.id)
  return 'replaced'
}
