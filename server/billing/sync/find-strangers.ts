import { inArray } from 'drizzle-orm'
import type { Drizzle } from '../../db/database.ts'
import { customers } from '../../db/schema.ts'
import type { PaymentService } from '../stripe/payment-service.ts'

const sample = 100

/**
 * Of the newest customers at Stripe that carry a user's id of ours, those that are not in this database: it was moved or
 * restored, or is the wrong one, and their owners would be sent to pay again.
 */
export async function findStrangers(
  db: Drizzle,
  payments: Pick<PaymentService, 'listCustomers'>,
): Promise<string[]> {
  const ids: string[] = []
  for await (const { customerId } of payments.listCustomers()) {
    ids.push(customerId)
    if (ids.length === sample) break
  }
  if (ids.length === 0) return []
  const known = await db.select({ id: customers.id }).from(customers).where(inArray(customers.id, ids))
  const knownIds = new Set(known.map(({ id }) => id))
  return ids.filter((id) => !knownIds.has(id))
}

export const strangersWarning = (count: number): string =>
  `Stripe knows ${count} customers of this shop who are not in this database. Was it moved, restored, or is DATABASE_URL another one? They would be asked to pay again: run \`npm run stripe:reconcile\` before you sell.`
