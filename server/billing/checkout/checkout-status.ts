import { checkoutOutcome } from '../../../core/billing/checkout-outcome.ts'
import type { CheckoutStatus } from '../../../core/billing/contract.ts'
import { currentPlan } from '../../../core/billing/current-plan.ts'
import type { Language } from '../../../core/messages/languages.ts'
import { AppError } from '../../errors.ts'
import type { BillingDeps } from '../deps.ts'
import { findPending } from '../own-billing.ts'
import { findBought, findLivePlans, listSubscriptions } from '../store.ts'
import { withinRequest } from '../stripe/call-budget.ts'
import { syncUser } from '../sync/sync-user.ts'
import { findAttempt } from './attempt-store.ts'

/**
 * The state of a Checkout Session, for its owner only: knowing the id is not enough. Runs the same sync as the webhook, so
 * it does not matter which of the two comes first.
 */
export function checkoutStatus(
  deps: BillingDeps,
  userId: string,
  checkoutSessionId: string,
  language: Language,
): Promise<CheckoutStatus> {
  return withinRequest(async () => {
    const { db, payments, seats } = deps
    const attempt = await findAttempt(db, userId)
    const isOwn = attempt !== null && attempt.checkoutSessionId === checkoutSessionId
    // The page polls every few seconds: once the webhook has come, no call to Stripe is needed.
    if (isOwn && (await findLivePlans(db, userId)).includes(attempt.plan))
      return { status: 'paid', plan: attempt.plan }
    const checkoutSession = await payments.readCheckoutSession(checkoutSessionId)
    if (checkoutSession?.userId !== userId) throw new AppError('not-your-checkout')
    await syncUser(deps, userId)
    const plan = currentPlan(await findLivePlans(db, userId))
    const status = checkoutOutcome({
      session: checkoutSession.status,
      isOversold: await seats.isCheckoutSessionOversold(db, checkoutSessionId),
      plan,
      bought: await findBought(db, userId, checkoutSession.purchaseId),
    })
    if (checkoutSession.status !== 'processing' || status !== 'processing') return { status, plan }
    const pending = findPending(await listSubscriptions(db, userId), language)
    return { status, plan, ...(pending && { pending }) }
  })
}
