import type { TaxBehavior } from '../plans/catalogue.ts'
import type { PlanId, SubscriptionPlanId } from '../plans/plan.ts'
import { isEnded } from '../plans/subscription-status.ts'

/** A subscription as far as its price goes. */
export interface SubscribedPrice {
  subscriptionId: string
  customerId: string
  stripePriceId: string
  /** Of one. */
  amountMinor: number
  quantity: number
  currency: string
  /** `month` or `year`. */
  interval: string
  /** Null where no tax is worked out. */
  taxBehavior: TaxBehavior | null
  /** It ends with the period that is paid. */
  isEnding: boolean
  /** A code or a discount comes off the amount. */
  hasDiscount: boolean
}

export type NewPrice = Pick<
  SubscribedPrice,
  'stripePriceId' | 'amountMinor' | 'currency' | 'interval' | 'taxBehavior'
>

/**
 * The price to move to, or why it stays: it is on another price, will not be charged again, there is none of its interval,
 * currency and tax, or the amount in its currency is the same.
 */
export type PriceMove = NewPrice | 'other-price' | 'ending' | 'other-terms' | 'same-amount'

/**
 * Rule M9: subscribers keep their price unless the operator moves those of one price to today's. Asked before the notice and
 * again when its days are over.
 */
export function decidePriceMove(
  subscription: SubscribedPrice,
  from: string,
  today: readonly NewPrice[],
): PriceMove {
  const isToday = today.some(({ stripePriceId }) => stripePriceId === from)
  if (subscription.stripePriceId !== from || isToday) return 'other-price'
  if (subscription.isEnding) return 'ending'
  const { currency, interval, taxBehavior } = subscription
  const fitting = today.find(
    (price) =>
      price.currency === currency &&
      price.interval === interval &&
      (taxBehavior === null || taxBehavior === price.taxBehavior),
  )
  if (!fitting) return 'other-terms'
  return fitting.amountMinor === subscription.amountMinor ? 'same-amount' : fitting
}

/** What a subscriber pays a period who has several. */
export const timesQuantity = <Price extends { amountMinor: number }>(
  price: Price,
  quantity: number,
): Price => ({
  ...price,
  amountMinor: price.amountMinor * quantity,
})

/** What a subscriber was told. */
export interface AnnouncedPrice {
  subscriptionId: string
  plan: SubscriptionPlanId
  amountMinor: number
  currency: string
  /** What the amount is without. */
  isTaxAdded: boolean
  hasDiscount: boolean
}

/** Whether it is still to come, as far as our copy of the subscription says: not once it has ended, is cancelled or of another plan. */
export const isPriceChangeAhead = (
  { subscriptionId, plan }: Pick<AnnouncedPrice, 'subscriptionId' | 'plan'>,
  subscription: { id: string; plan: PlanId; status: string; cancelAtPeriodEnd: boolean },
): boolean =>
  subscription.id === subscriptionId &&
  subscription.plan === plan &&
  !isEnded(subscription.status) &&
  !subscription.cancelAtPeriodEnd

/**
 * Enough to read a mail and to decide. Visa Europe's rules on recurring payments ask for seven working days before a changed
 * one (adyen.com/blog/visa-europe-update-on-recurring-transaction-agreements).
 */
const leastRiseDays = 14

/** How many days before the change its payer has to be told. */
export const leastNoticeDays = (from: { amountMinor: number }, to: { amountMinor: number }): number =>
  to.amountMinor > from.amountMinor ? leastRiseDays : 0
