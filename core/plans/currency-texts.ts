/** A text with an amount, by currency; one text where there is one currency. */
export type CurrencyTexts = string | Readonly<Record<string, string>>

/** In a currency that is not among them it is the first. */
export const textIn = (texts: CurrencyTexts, currency: string): string =>
  typeof texts === 'string' ? texts : (texts[currency] ?? Object.values(texts)[0] ?? '')

/** Where nothing can be chosen. */
export const allTexts = (texts: CurrencyTexts): string =>
  typeof texts === 'string' ? texts : Object.values(texts).join(' / ')
