import type { UrgencyVariant } from '../../core/plans/catalogue.ts'
import { earnedVariant, type LiveUrgency, type PublicPurchase } from '../../core/urgency/live-urgency.ts'
import type { Drizzle } from '../db/database.ts'
import { findOffer } from './store.ts'

export interface UrgencyParts {
  db: Drizzle
  offerId: string
  variant: UrgencyVariant
  /** As shown. */
  prices: { deal: string; later: string }
  demandMinimum: number
  /** The newest purchases that may be shown. */
  listPurchases: () => Promise<PublicPurchase[]>
  /** How many there were within the window, counted no further than the minimum. */
  countPurchases: () => Promise<number>
}

/** Rule L1: read from the very row that checkout enforces. */
export async function readUrgency(parts: UrgencyParts): Promise<LiveUrgency> {
  const offer = await findOffer(parts.db, parts.offerId)
  if (!offer) throw new Error(`There is no offer ${parts.offerId}.`)
  const purchases = await parts.listPurchases()
  const purchasesInWindow = parts.variant === 'demand' ? await parts.countPurchases() : 0
  const { cap, taken, closesAt, isOpen, asOf } = offer
  const remaining = isOpen ? cap - taken : 0
  return {
    asOf: asOf.toISOString(),
    cap,
    remaining,
    price: isOpen ? parts.prices.deal : parts.prices.later,
    variant: earnedVariant(parts.variant, {
      remaining,
      closesAt,
      purchasesInWindow,
      demandMinimum: parts.demandMinimum,
    }),
    purchases,
  }
}
