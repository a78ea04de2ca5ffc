import * as messages from '../messages/messages.ts'
import type { UrgencyVariant } from '../plans/catalogue.ts'
import { textIn } from '../plans/currency-texts.ts'
import type { LiveUrgency } from './contract.ts'

interface LiveTextOptions {
  remaining: number
  price: string
  /** The name of the lifetime plan. */
  plan: string
  /** When the deal ends, in the visitor's language and time zone; null when it has no date. */
  until: string | null
}

/** Rule L7: the texts of U1–U3 with correct plurals, and with the date that `time` is about. */
export function liveBannerText(variant: UrgencyVariant, options: LiveTextOptions): string {
  const { until } = options
  switch (variant) {
    case 'seats':
      return messages.liveSeats(options)
    case 'time':
      return until ? messages.liveTimeUntil({ ...options, until }) : messages.liveTime(options)
    case 'demand':
      return messages.liveDemand(options)
  }
}

/** Rule L7: why there is no seat to buy; null while there is one. */
export function noneFreeText(urgency: LiveUrgency, plan: string, currency = ''): string | null {
  const { cap, sold, remaining, isClosed } = urgency
  const price = textIn(urgency.price, currency)
  if (isClosed) return (sold < cap ? messages.dealEnded : messages.soldOut)({ plan, price })
  if (remaining > 0) return null
  const held = cap - sold
  return held < 1 ? messages.allSeatsTaken({ cap }) : messages.allSeatsHeld({ cap, held })
}
