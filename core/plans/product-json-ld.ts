import type { Catalogue } from './catalogue.ts'

/** Of the lifetime plan, in schema.org's words; null while it is not known. */
export type LifetimeAvailability = 'InStock' | 'LimitedAvailability' | 'OutOfStock' | null

/** What search engines read of the page: the plans as offers, at the prices that `catalogue` has now. */
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
  const renewedOffer = ({ name, price }: { name: string; price: number }, billingDuration: string) => ({
    ...offer(name, price, 'InStock'),
    priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency, billingDuration },
  })
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description,
    url,
    offers: [
      offer(plans.free.name, 0, 'InStock'),
      renewedOffer(plans.monthly, 'P1M'),
      ...(plans.yearly ? [renewedOffer(plans.yearly, 'P1Y')] : []),
      offer(plans.lifetime.name, plans.lifetime.price, lifetime),
    ],
  }
}
