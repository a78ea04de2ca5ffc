import type { Price } from '../objects/catalogue.ts'
import type { Rows } from '../store/store.ts'

/** What a price costs in a currency (docs.stripe.com/products-prices/pricing-models#multicurrency); undefined when it has none in it. */
export function findAmount(rows: Pick<Rows, 'get'>, price: Price, currency: string): number | undefined {
  return price.currency === currency
    ? price.unit_amount
    : rows.get('price_currencies', price.id)?.amounts[currency]
}

export function amountIn(rows: Pick<Rows, 'get'>, price: Price, currency: string): number {
  const amount = findAmount(rows, price, currency)
  if (amount === undefined) throw new Error(`${price.id} costs nothing in ${currency}.`)
  return amount
}
