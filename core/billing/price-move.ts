/** A subscription as far as its price goes. */
export interface SubscribedPrice {
  subscriptionId: string
  customerId: string
  stripePriceId: string
  amountMinor: number
  currency: string
  /** `month` or `year`. */
  interval: string
  /** It ends with the period that is paid. */
  isEnding: boolean
}

export type NewPrice = Pick<SubscribedPrice, 'stripePriceId' | 'amountMinor' | 'currency' | 'interval'>

/** `keep` with the reason: what is not on the price to move from, has ended or will not be charged again stays as it is. */
export type PriceMove = 'move' | 'other-price' | 'ending' | 'other-terms'

/**
 * Rule M9: subscribers keep their price unless the operator moves those of one price to today's. Asked before the notice and
 * again when its days are over.
 */
export function decidePriceMove(subscription: SubscribedPrice, from: string, to: NewPrice): PriceMove {
  if (subscription.stripePriceId !== from || from === to.stripePriceId) return 'other-price'
  if (subscription.isEnding) return 'ending'
  const isSameTerms = subscription.currency === to.currency && subscription.interval === to.interval
  return isSameTerms ? 'move' : 'other-terms'
}

/** Visa asks for seven working days before a recurring payment whose amount has changed; two weeks hold eight at least. */
const leastRiseDays = 14

/** How many days before the change its payer has to be told. */
export const leastNoticeDays = (from: { amountMinor: number }, to: { amountMinor: number }): number =>
  to.amountMinor > from.amountMinor ? leastRiseDays : 0
