import type { UrgencyVariant } from '../plans/catalogue.ts'
import type { PaidPlanId } from '../plans/plan.ts'

export const urgencyPath = '/api/urgency'
export const howWeCountPath = '/pricing/how-we-count'

/** A purchase as everybody may see it (L4). */
export interface PublicPurchase {
  /** Says nothing but that it is the same purchase. */
  id: string
  /** Null without the buyer's leave. */
  name: string | null
  /** Null where too few share it. */
  country: string | null
  plan: PaidPlanId
}

/** What GET /api/urgency answers: the same for everybody. */
export interface LiveUrgency {
  /** When the figures were read, by the database's clock. */
  asOf: string
  cap: number
  sold: number
  remaining: number
  /** Nobody can buy at the deal's price any more. */
  isClosed: boolean
  /** When the deal ends at the latest; null when only the seats end it. */
  closesAt: string | null
  /** What the lifetime plan costs now, as shown. */
  price: string
  /** The banner that the figures bear out; null for none. */
  variant: UrgencyVariant | null
  purchases: PublicPurchase[]
}

interface OfferFigures {
  remaining: number
  closesAt: Date | null
  purchasesInWindow: number
  demandMinimum: number
}

/** A variant is shown only when what it says is so: time needs a closing time, demand a counted number of purchases. */
export function earnedVariant(variant: UrgencyVariant, figures: OfferFigures): UrgencyVariant | null {
  if (figures.remaining < 1) return null
  if (variant === 'time' && !figures.closesAt) return null
  if (variant === 'demand' && figures.purchasesInWindow < figures.demandMinimum) return null
  return variant
}
