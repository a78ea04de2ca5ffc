import type { UrgencyVariant } from '../plans/catalogue.ts'

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
