import type { Catalogue } from './catalogue.ts'
import type { SubscriptionPlanId } from './plan.ts'
import { priceAmount } from './plan-card.ts'

/** Of the lifetime plan, in schema.org's words; null while it is not known. */
export type LifetimeAvailability = 'InStock' | 'LimitedAvailability' | 'OutOfStock' | null

/**
 * What search engines read of the page: the plans as offers, at the prices that `catalogue` has now, in the currency of the
 * plans, which is what a visitor sees who has chosen none.
 */
export function productJsonLd(
  catalogue: Catalogue,
  { url, description, lifetime }: { url: string; description: string; lifetime: LifetimeAvailability },
) {
  const { product, plans } = catalogue
  const priceCurrency = catalogue.currency.toUpperCase()
  const offer = (name: string, price: number, availability: LifetimeAvailability) => ({
    '@type': 'Offer',
    name,
    url,
    price,
    priceCurrency,
    ...(availability && { availability: `https://schema.org/${availability}` as const }),
  })
  const renewedOffer = (plan: SubscriptionPlanId, name: string) => {
    const price = priceAmount(catalogue, plan)
    const billingDuration = plan === 'yearly' ? 'P1Y' : 'P1M'
    return {
      ...offer(name, price, 'InStock'),
      priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency, billingDuration },
    }
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description,
    url,
    offers: [
      offer(plans.free.name, 0, 'InStock'),
      renewedOffer('monthly', plans.monthly.name),
      ...(plans.yearly ? [renewedOffer('yearly', plans.yearly.name)] : []),
      offer(plans.lifetime.name, priceAmount(catalogue, 'lifetime'), lifetime),
    ],
  }
}
