import type Stripe from 'stripe'
import type { SubscribedPrice } from '../../../core/billing/price-move.ts'
import { type TaxBehavior, taxBehaviors } from '../../../core/plans/catalogue.ts'
import { isEnded } from '../../../core/plans/subscription-status.ts'
import { isSubscriptionPrice } from './account.ts'
import { idOf } from './fields.ts'

export function subscribedPrice(
  subscription: Stripe.Subscription,
  amountMinor: number | null,
): SubscribedPrice | null {
  const customerId = idOf(subscription.customer)
  const price = (
    subscription.items.data.find((item) => isSubscriptionPrice(item.price)) ?? subscription.items.data[0]
  )?.price
  if (isEnded(subscription.status) || !customerId || !price?.recurring || amountMinor === null) return null
  return {
    subscriptionId: subscription.id,
    customerId,
    stripePriceId: price.id,
    amountMinor,
    currency: subscription.currency,
    interval: price.recurring.interval,
    taxBehavior: taxOf(subscription, price),
    isEnding: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    hasDiscount: subscription.discounts.length > 0,
  }
}

function taxOf({ automatic_tax }: Stripe.Subscription, { tax_behavior }: Stripe.Price): TaxBehavior | null {
  if (!automatic_tax.enabled) return null
  return taxBehaviors.find((each) => each === tax_behavior) ?? null
}

/**
 * What a period costs in the subscription's currency; null with a code, or a tax that is added, where each payment has an
 * amount of its own. Lists of subscriptions cannot hold the options of a price: too deep.
 */
export function createAmountReader(stripe: Stripe) {
  const known = new Map<string, Promise<Stripe.Price>>()
  const readPrice = (id: string) => {
    const price = known.get(id) ?? stripe.prices.retrieve(id, { expand: ['currency_options'] })
    known.set(id, price)
    price.catch(() => known.delete(id))
    return price
  }
  return async ({ items, currency }: Stripe.Subscription): Promise<number | null> => {
    const price = items.data[0]?.price
    if (!price) return null
    if (price.currency === currency) return price.unit_amount
    return (await readPrice(price.id)).currency_options?.[currency]?.unit_amount ?? null
  }
}

export const isPriceOnly = ({ discounts, automatic_tax, items }: Stripe.Subscription): boolean =>
  discounts.length === 0 &&
  !(automatic_tax.enabled && items.data.some(({ price }) => price.tax_behavior === 'exclusive'))
