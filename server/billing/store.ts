import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { PlanId } from '../../core/plans/plan.ts'
import type { Drizzle } from '../db/database.ts'
import { subscriptions } from '../db/schema.ts'

const liveStatuses = ['trialing', 'active']
const endedStatuses = ['canceled', 'incomplete_expired']

const ofUser = (userId: string) => eq(subscriptions.userId, userId)

/** Rule D3: this user's live subscriptions, and nobody else's (D4). */
export async function findLivePlans(db: Drizzle, userId: string): Promise<PlanId[]> {
  const rows = await db
    .select({ plan: subscriptions.plan })
    .from(subscriptions)
    .where(and(ofUser(userId), inArray(subscriptions.status, liveStatuses)))
  return rows.map(({ plan }) => plan)
}

/** A subscription that is not over may still be charged, also one whose last payment failed. */
export async function isStillCharged(db: Drizzle, userId: string): Promise<boolean> {
  const [running] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(ofUser(userId), eq(subscriptions.plan, 'monthly'), notInArray(subscriptions.status, endedStatuses)),
    )
    .limit(1)
  return running !== undefined
}

/** To be called in the transaction that removes the user; touches nothing while something may still be charged. */
export async function removeSubscriptions(tx: Drizzle, userId: string): Promise<'removed' | 'still-charged'> {
  if (await isStillCharged(tx, userId)) return 'still-charged'
  await tx.delete(subscriptions).where(ofUser(userId))
  return 'removed'
}
