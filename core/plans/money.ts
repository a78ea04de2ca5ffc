import { language } from '../messages/messages.ts'

// The payment service counts these currencies in whole units or in thousandths; all others in hundredths.
const wholeUnitCurrencies = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const thousandthCurrencies = new Set('bhd jod kwd omr tnd'.split(' '))

const fractionDigits = (currency: string): number => {
  const code = currency.toLowerCase()
  if (wholeUnitCurrencies.has(code)) return 0
  return thousandthCurrencies.has(code) ? 3 : 2
}

/** `9.99` usd is 999; `980` jpy is 980. Null when the amount has more decimals than the currency. */
export function toMinorUnits(amount: number, currency: string): number | null {
  const scaled = amount * 10 ** fractionDigits(currency)
  const amountMinor = Math.round(scaled)
  return Math.abs(scaled - amountMinor) < 1e-6 && Number.isSafeInteger(amountMinor) ? amountMinor : null
}

/** `$89`, `$9.99`, `¥980`: decimals appear only where there are any. */
export function formatMoney(amountMinor: number, currency: string, locale: string = language): string {
  const digits = fractionDigits(currency)
  const amount = amountMinor / 10 ** digits
  const shownDigits = Number.isInteger(amount) ? 0 : digits
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    // `US$` would come apart among letters from right to left: its sign would stand before it.
    currencyDisplay: locale === 'ar' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: shownDigits,
    maximumFractionDigits: shownDigits,
  }).format(amount)
}
