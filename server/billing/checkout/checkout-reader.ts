import type { SeatHold } from '../../../core/seats/seat-hold.ts'
import { batchCalls } from '../../db/batch-reads.ts'
import type { BillingDeps } from '../deps.ts'
import { listCurrentCustomers, listSubscriptionsOf, type SubscriptionRow } from '../store.ts'
import { type AttemptRow, listAttempts } from './attempt-store.ts'

/** What our tables say about a buyer. */
interface CheckoutRows {
  attempt: AttemptRow | null
  hold: SeatHold | null
  customerId: string | null
  subscriptions: SubscriptionRow[]
}

export type CheckoutReader = (userId: string) => Promise<CheckoutRows>

/** Four statements for all who are at a step of their checkout at the same moment, so that a crowd costs little more than one. */
export function createCheckoutReader({ db, seats }: Pick<BillingDeps, 'db' | 'seats'>): CheckoutReader {
  return batchCalls(async (userIds: string[]) => {
    const asked = [...new Set(userIds)]
    const attempts = await listAttempts(db, asked)
    const holds = await seats.list(db, asked)
    const customers = await listCurrentCustomers(db, asked)
    const subscriptions = await listSubscriptionsOf(db, asked)
    return userIds.map((userId) => {
      const isOfUser = (row: { userId: string | null }) => row.userId === userId
      return {
        attempt: attempts.find(isOfUser) ?? null,
        hold: holds.find(isOfUser) ?? null,
        customerId: customers.find(isOfUser)?.id ?? null,
        subscriptions: subscriptions.filter(isOfUser),
      }
    })
  })
}
