import type { GetPath } from '../api-path.ts'
import type { UrgencyVariant } from '../plans/catalogue.ts'
import type { CurrencyTexts } from '../plans/currency-texts.ts'
import type { PaidPlanId } from '../plans/plan.ts'

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

/** The same for everybody. */
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
  price: CurrencyTexts
  /** The banner that the figures bear out; null for none. */
  variant: UrgencyVariant | null
  purchases: PublicPurchase[]
}

export const urgencyPath: GetPath<LiveUrgency> = '/api/urgency'
export const howWeCountPath = '/pricing/how-we-count'
