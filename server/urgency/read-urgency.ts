import type { UrgencyVariant } from '../../core/plans/catalogue.ts'
import type { LiveUrgency, PublicPurchase } from '../../core/urgency/contract.ts'
import { earnedVariant } from '../../core/urgency/earned-variant.ts'

interface OfferFigures {
  cap: number
  taken: number
  sold: number
  isOpen: boolean
  closesAt: Date | null
  /** When they were read, by the database. */
  asOf: Date
}

export interface UrgencyDeps {
  /** The very row that checkout enforces. */
  readOffer: () => Promise<OfferFigures>
  variant: UrgencyVariant
  priceLabels: { deal: string; later: string }
  demandMinimum: number
  /** The newest purchases that may be shown. */
  listPurchases: () => Promise<PublicPurchase[]>
  /** How many there were within the window, counted no further than the minimum. */
  countPurchases: () => Promise<number>
}

/** Rule L1: read from the very row that checkout enforces. */
export async function readUrgency(deps: UrgencyDeps): Promise<LiveUrgency> {
  const offer = await deps.readOffer()
  const purchases = await deps.listPurchases()
  const purchasesInWindow = deps.variant === 'demand' ? await deps.countPurchases() : 0
  const { cap, taken, sold, closesAt, isOpen, asOf } = offer
  const remaining = isOpen ? cap - taken : 0
  return {
    asOf: asOf.toISOString(),
    cap,
    sold,
    remaining,
    isClosed: !isOpen,
    closesAt: closesAt?.toISOString() ?? null,
    price: isOpen ? deps.priceLabels.deal : deps.priceLabels.later,
    variant: earnedVariant(deps.variant, {
      remaining,
      closesAt,
      purchasesInWindow,
      demandMinimum: deps.demandMinimum,
    }),
    purchases,
  }
}
