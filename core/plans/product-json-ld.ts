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
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description,
    url,
    offers: [
      offer(plans.free.name, 0, 'InStock'),
      {
        ...offer(plans.monthly.name, plans.monthly.price, 'InStock'),
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: plans.monthly.price,
          priceCurrency,
          billingDuration: 'P1M',
        },
      },
      offer(plans.lifetime.name, plans.lifetime.price, lifetime),
    ],
  }
}
