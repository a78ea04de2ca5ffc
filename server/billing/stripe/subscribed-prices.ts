import type Stripe from 'stripe'
import type { SubscribedPrice } from '../../../core/billing/price-move.ts'
import { type TaxBehavior, taxBehaviors } from '../../../core/plans/catalogue.ts'
import { isEnded } from '../../../core/plans/subscription-status.ts'
import { idOf } from './fields.ts'
import { itemOfPlan } from './subscriptions.ts'

export function subscribedPrice(
  subscription: Stripe.Subscription,
  amountMinor: number | null,
): SubscribedPrice | null {
  const customerId = idOf(subscription.customer)
  const item = itemOfPlan(subscription)
  const price = item?.price
  if (isEnded(subscription.status) || !customerId || !price?.recurring || amountMinor === null) return null
  return {
    subscriptionId: subscription.id,
    customerId,
    stripePriceId: price.id,
    amountMinor,
    quantity: item?.quantity ?? 1,
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
 * What one of the plan costs a period in the subscription's currency. Lists of subscriptions cannot hold the options of a price:
 * too deep.
 */
export function createAmountReader(stripe: Stripe) {
  const known = new Map<string, Promise<Stripe.Price>>()
  const readPrice = (id: string) => {
    const price = known.get(id) ?? stripe.prices.retrieve(id, { expand: ['currency_options'] })
    known.set(id, price)
    price.catch(() => known.delete(id))
    return price
  }
  return async (subscription: Stripe.Subscription): Promise<number | null> => {
    const price = itemOfPlan(subscription)?.price
    if (!price) return null
    const { currency } = subscription
    if (price.currency === currency) return price.unit_amount
    return (await readPrice(price.id)).currency_options?.[currency]?.unit_amount ?? null
  }
}

/**
 * What a period costs; null with a code, or a tax that is added, where each payment has an amount of its own, and where
 * something else is billed with it, which may have a period of its own.
 */
export async function readPeriodAmount(
  readAmount: ReturnType<typeof createAmountReader>,
  subscription: Stripe.Subscription,
): Promise<number | null> {
  const { discounts, automatic_tax, items } = subscription
  const [item, ...others] = items.data
  const isTaxAdded = automatic_tax.enabled && item?.price.tax_behavior === 'exclusive'
  if (!item || others.length > 0 || discounts.length > 0 || isTaxAdded) return null
  const ofOneMinor = await readAmount(subscription)
  return ofOneMinor === null ? null : ofOneMinor * (item.quantity ?? 1)
}
