import type { Drizzle } from '../../db/database.ts'
import { enqueueJob } from '../../jobs/store.ts'
import { findUnknownCustomers } from '../store.ts'
import type { PaymentService } from '../stripe/payment-service.ts'

const sample = 100
/** Others' customers may be at Stripe too. */
const mostRead = 1_000

/**
 * Of the newest customers at Stripe that carry a user's id of ours, those that are not in this database: it was moved or
 * restored, or is the wrong one, and their owners would be sent to pay again.
 */
export async function findUnknownAtStripe(
  db: Drizzle,
  payments: Pick<PaymentService, 'listCustomers'>,
): Promise<string[]> {
  const ids: string[] = []
  for await (const { customerId } of payments.listCustomers(mostRead)) {
    ids.push(customerId)
    if (ids.length === sample) break
  }
  return findUnknownCustomers(db, ids)
}

export const findUnknownJob = 'find-unknown-customers'

/** At the start. Null when Stripe does not answer: then a job asks until it does. */
export async function countUnknownAtStart(
  db: Drizzle,
  payments: Pick<PaymentService, 'listCustomers'>,
): Promise<number | null> {
  try {
    return (await findUnknownAtStripe(db, payments)).length
  } catch {
    await enqueueJob(db, { kind: findUnknownJob, key: 'start' })
    return null
  }
}

export const unknownCustomersWarning = (count: number): string =>
  `Stripe knows customers of this shop who are not in this database, at least ${count}. Was it moved, restored, or is DATABASE_URL another one? They would be asked to pay again: run \`npm run stripe:reconcile\` before you sell.`
