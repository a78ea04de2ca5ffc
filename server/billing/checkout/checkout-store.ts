import { sql } from 'drizzle-orm'
import type { SeatHold } from '../../../core/seats/seat-hold.ts'
import { batchCalls } from '../../db/batch-reads.ts'
import type { Drizzle } from '../../db/database.ts'
import { type JsonRow, jsonRowReader } from '../../db/json-row.ts'
import { checkouts, customers, seatHolds, subscriptions } from '../../db/schema.ts'
import type { SubscriptionRow } from '../store.ts'
import type { AttemptRow } from './attempt-store.ts'

/** What our tables say about a buyer. */
interface CheckoutRows {
  attempt: AttemptRow | null
  hold: SeatHold | null
  customerId: string | null
  /** Customers that were replaced, or that Stripe no longer knows. */
  retiredCustomers: string[]
  /** The newest first. */
  subscriptions: SubscriptionRow[]
}

export type CheckoutReader = (userId: string) => Promise<CheckoutRows>

const attemptOf = jsonRowReader(checkouts)
const holdOf = jsonRowReader(seatHolds)
const customerOf = jsonRowReader(customers)
const subscriptionOf = jsonRowReader(subscriptions)

/** All who are at a step of their checkout at the same moment are read by one call of the database (migration 0023). */
export function createCheckoutReader(db: Drizzle): CheckoutReader {
  const call = db
    .select({
      attempts: sql<JsonRow[] | null>`attempts`,
      holds: sql<JsonRow[] | null>`holds`,
      buyers: sql<JsonRow[] | null>`buyers`,
      bought: sql<JsonRow[] | null>`bought`,
    })
    .from(sql`read_checkouts(${sql.placeholder('userIds')})`)
    // Without a name: behind PgBouncer the next statement may run on another connection.
    .prepare('')

  return batchCalls(async (userIds: string[]) => {
    const [found] = await call.execute({ userIds: [...new Set(userIds)] })
    const attempts = (found?.attempts ?? []).map(attemptOf)
    const holds = (found?.holds ?? []).map(holdOf)
    const buyers = (found?.buyers ?? []).map(customerOf)
    const bought = (found?.bought ?? []).map(subscriptionOf)
    return userIds.map((userId) => {
      const isOfUser = (row: { userId: string | null }) => row.userId === userId
      const ofUser = buyers.filter(isOfUser)
      return {
        attempt: attempts.find(isOfUser) ?? null,
        hold: holds.find(isOfUser) ?? null,
        customerId: ofUser.find(({ current }) => current)?.id ?? null,
        retiredCustomers: ofUser.filter(({ current }) => !current).map(({ id }) => id),
        subscriptions: bought.filter(isOfUser),
      }
    })
  })
}
