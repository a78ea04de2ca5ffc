import type { UrgencyVariant } from '../plans/catalogue.ts'

/** Rules U1–U3: exact for every number, also for one seat. `price` is the lifetime price as shown. */
export function bannerText(variant: UrgencyVariant, remaining: number, price: string): string {
  switch (variant) {
    case 'seats':
      return `${remaining} seats left at ${price} — Only ${remaining} spots remaining!`
    case 'time':
      return `Limited time: ${price} Lifetime deal — Only ${remaining} left!`
    case 'demand':
      return `High demand: ${remaining} spots remaining before price increase!`
  }
}
