import type { CurrencyTexts } from '../../core/plans/currency-texts.ts'

/** The text in every currency; styles show the one that was chosen (server/pages/document.ts). */
export const InCurrency = ({ texts }: { texts: CurrencyTexts }) =>
  typeof texts === 'string'
    ? texts
    : Object.entries(texts).map(([currency, text]) => (
        <span key={currency} data-in={currency}>
          {text}
        </span>
      ))
