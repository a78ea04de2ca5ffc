import type { Catalogue } from './catalogue.ts'
import type { SubscriptionPlanId } from './plan.ts'
import { currenciesOf, priceAmount } from './plan-card.ts'

/** Of the lifetime plan, in schema.org's words; null while it is not known. */
export type LifetimeAvailability = 'InStock' | 'LimitedAvailability' | 'OutOfStock' | null

/** What search engines read of the page: the plans as offers, at the prices that `catalogue` has now. */
export function productJsonLd(
  catalogue: Catalogue,
  { url, description, lifetime }: { url: string; description: string; lifetime: LifetimeAvailability },
) {
  const { product, plans } = catalogue
  const offer = (name: string, price: number, priceCurrency: string, availability: LifetimeAvailability) => ({
    '@type': 'Offer',
    name,
    url,
    price,
    priceCurrency,
    ...(availability && { availability: `https://schema.org/${availability}` as const }),
  })
  const renewedOffer = (plan: SubscriptionPlanId, name: string, currency: string) => {
    const price = priceAmount(catalogue, plan, currency)
    const priceCurrency = currency.toUpperCase()
    const billingDuration = plan === 'yearly' ? 'P1Y' : 'P1M'
    return {
      ...offer(name, price, priceCurrency, 'InStock'),
      priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency, billingDuration },
    }
  }
  const offersIn = (currency: string) => [
    offer(plans.free.name, 0, currency.toUpperCase(), 'InStock'),
    renewedOffer('monthly', plans.monthly.name, currency),
    ...(plans.yearly ? [renewedOffer('yearly', plans.yearly.name, currency)] : []),
    offer(
      plans.lifetime.name,
      priceAmount(catalogue, 'lifetime', currency),
      currency.toUpperCase(),
      lifetime,
    ),
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description,
    url,
    offers: currenciesOf(catalogue).flatMap(offersIn),
  }
}
