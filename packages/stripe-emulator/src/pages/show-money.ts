import { amountIn } from '../behaviour/amount-in.ts'
import type { Tx } from '../behaviour/tx.ts'
import type { Price } from '../objects/catalogue.ts'

/** Minor units as a person reads them; some currencies have no minor unit, some have three digits of it. */
export function showMoney(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amountMinor / 10 ** maximumFractionDigits)
}

export function showPrice(tx: Tx, price: Price, currency: string, quantity = 1): string {
  const amount = showMoney(amountIn(tx, price, currency) * quantity, currency)
  if (!price.recurring) return amount
  const { interval, interval_count: count } = price.recurring
  return `${amount} per ${count === 1 ? interval : `${count} ${interval}s`}`
}

export function showDay(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)
}
