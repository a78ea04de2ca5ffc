import { currentPlan } from '../../core/billing/current-plan.ts'
import type { PlanId } from '../../core/plans/plan.ts'
import type { Drizzle } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { findCustomer, findLivePlans } from './store.ts'
import { type SyncParts, syncCustomer } from './sync-customer.ts'

export interface CheckoutStatus {
  /** `refunded`: the money came when no seat was left. */
  status: 'processing' | 'paid' | 'unpaid' | 'refunded'
  plan: PlanId
}

/**
 * What became of a payment, for the one who made it: whoever holds a session id is not thereby its owner. Runs the very
 * sync that the webhook runs, so that it does not matter which of the two comes first.
 */
export async function checkoutStatus(
  parts: SyncParts & { db: Drizzle },
  userId: string,
  sessionId: string,
): Promise<CheckoutStatus> {
  const session = await parts.payments.readCheckout(sessionId)
  if (session?.userId !== userId) throw new AppError('not-your-checkout')
  const { plan, turnedAway } = await parts.db.transaction(async (tx) => {
    const customerId = await findCustomer(tx, userId)
    if (customerId) await syncCustomer(parts, tx, customerId)
    return {
      plan: currentPlan(await findLivePlans(tx, userId)),
      turnedAway: await parts.seats.wasTurnedAway(tx, sessionId),
    }
  })
  if (turnedAway) return { status: 'refunded', plan }
  if (session.status === 'paid') return { status: plan === 'free' ? 'processing' : 'paid', plan }
  return { status: session.status === 'processing' ? 'processing' : 'unpaid', plan }
}
