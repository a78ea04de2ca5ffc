import * as messages from '../messages/messages.ts'
import type { UrgencyVariant } from '../plans/catalogue.ts'

/** Rules U1–U3: exact for every number, also for one seat. `price` is the lifetime price as shown. */
export function bannerText(variant: UrgencyVariant, remaining: number, price: string): string {
  switch (variant) {
    case 'seats':
      return messages.bannerSeats({ remaining, price })
    case 'time':
      return messages.bannerTime({ remaining, price })
    case 'demand':
      return messages.bannerDemand({ remaining })
  }
}
