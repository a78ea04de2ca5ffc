import type { LifetimeAvailability } from '../plans/product-json-ld.ts'
import type { LiveUrgency } from './contract.ts'

/** What checkout would say now. Rule L5: figures that cannot be read claim nothing. */
export function lifetimeAvailability(
  figures: Pick<LiveUrgency, 'isClosed' | 'remaining'> | null,
): LifetimeAvailability {
  if (!figures) return null
  // After the deal anybody can buy at the later price.
  if (figures.isClosed) return 'InStock'
  return figures.remaining > 0 ? 'LimitedAvailability' : 'OutOfStock'
}
