import type { UrgencyVariant } from '../plans/catalogue.ts'
import type { LiveUrgency } from './contract.ts'

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

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
  const { remaining, price, plan, until } = options
  const spots = `${remaining} ${plural(remaining, 'spot', 'spots')}`
  switch (variant) {
    case 'seats':
      return `${remaining} ${plural(remaining, 'seat', 'seats')} left at ${price} — Only ${spots} remaining!`
    case 'time':
      return `Limited time: ${price} ${plan} deal${until ? ` until ${until}` : ''} — Only ${remaining} left!`
    case 'demand':
      return `High demand: ${spots} remaining before price increase!`
  }
}

/** Rule L7: why there is no seat to buy; null while there is one. */
export function noSeatText(urgency: LiveUrgency, plan: string): string | null {
  const { cap, sold, remaining, isClosed, price } = urgency
  if (isClosed) return `${sold < cap ? 'The deal has ended.' : 'Sold out.'} ${plan} is now ${price}.`
  if (remaining > 0) return null
  const held = cap - sold
  const taken = cap === 1 ? 'The only seat is taken.' : `All ${cap} seats are taken.`
  if (held < 1) return taken
  if (cap === 1) return 'The only seat is being paid for; it may come free within 30 minutes.'
  return `${taken} ${held} ${plural(held, 'is', 'are')} being paid for; one may come free within 30 minutes.`
}
