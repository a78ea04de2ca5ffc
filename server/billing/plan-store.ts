import { sql } from 'drizzle-orm'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import { batchCalls } from '../db/batch-reads.ts'
import type { Drizzle } from '../db/database.ts'
import { type JsonRow, jsonRowReader } from '../db/json-row.ts'
import { subscriptions } from '../db/schema.ts'
import type { SubscriptionRow } from './store.ts'

/** The newest first. */
export type BoughtPlan = Omit<SubscriptionRow, 'id' | 'hadTrial' | 'createdAt' | 'updatedAt'>

/** Without a payment. */
interface GivenPlan {
  plan: PaidPlanId
  isForGood: boolean
}

export interface Plans {
  bought: BoughtPlan[]
  given: GivenPlan[]
  /** Whether a trial was given to this mailbox, perhaps to an account that is gone. */
  hadTrial: boolean
}

/** Without an address nothing is known of a trial. */
export type PlanReader = (user: { id: string; email?: string }) => Promise<Plans>

/** As JSON, by the names of the columns; null for none. */
interface StoredPlans {
  bought: JsonRow[] | null
  given: (GivenPlan & { userId: string })[] | null
  trials: string[] | null
}

const subscriptionOf = jsonRowReader(subscriptions)

/** All who ask at the same moment are answered by one call of the database (migration 0022): every signed-in page asks. */
export function createPlanReader(db: Drizzle, trialHashes: (email: string) => string[]): PlanReader {
  const parameter = sql.placeholder
  const call = db
    .select({
      bought: sql<StoredPlans['bought']>`bought`,
      given: sql<StoredPlans['given']>`given`,
      trials: sql<StoredPlans['trials']>`trials`,
    })
    .from(sql`read_plans(${parameter('userIds')}, ${parameter('emailHashes')})`)
    // Without a name: behind PgBouncer the next statement may run on another connection.
    .prepare('')

  const read = batchCalls(async (asked: { userId: string; emailHashes: string[] }[]): Promise<Plans[]> => {
    const plansOf = new Map(
      asked.map(({ userId }) => [userId, { bought: [] as BoughtPlan[], given: [] as GivenPlan[] }]),
    )
    const [found] = await call.execute({
      userIds: [...plansOf.keys()],
      emailHashes: [...new Set(asked.flatMap(({ emailHashes }) => emailHashes))],
    })
    for (const plan of (found?.bought ?? []).map(subscriptionOf)) plansOf.get(plan.userId)?.bought.push(plan)
    for (const { userId, ...plan } of found?.given ?? []) plansOf.get(userId)?.given.push(plan)
    const trials = new Set(found?.trials)
    return asked.map(({ userId, emailHashes }) => ({
      bought: plansOf.get(userId)?.bought ?? [],
      given: plansOf.get(userId)?.given ?? [],
      hadTrial: emailHashes.some((hash) => trials.has(hash)),
    }))
  })

  return ({ id, email }) => read({ userId: id, emailHashes: email === undefined ? [] : trialHashes(email) })
}
