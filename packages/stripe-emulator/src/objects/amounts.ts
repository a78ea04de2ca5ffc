/** What a line of a session or an invoice is reduced and taxed by. */
export interface AmountTerms {
  /** Null without automatic tax. */
  taxPercent: number | null
  discount: AppliedDiscount | null
}

interface AppliedDiscount {
  /** Of the discount object; null before there is one. */
  id: string | null
  percentOff: number | null
  amountOff: number | null
}

export const noTerms: AmountTerms = { taxPercent: null, discount: null }

interface Line {
  amount: number
  isInclusive: boolean
  isDiscountable: boolean
}

export interface LineAmounts {
  discount: number
  tax: number
  /** What the tax is counted on, without it. */
  taxable: number
  total: number
}

/**
 * The standard rates of some countries; everywhere else nothing is taken, as at Stripe where the account is not registered
 * (docs.stripe.com/tax/zero-tax).
 */
const percents: Record<string, number> = {
  AT: 20,
  BE: 21,
  DE: 19,
  ES: 21,
  FR: 20,
  GB: 20,
  IE: 23,
  IT: 22,
  NL: 21,
  PL: 23,
  PT: 23,
  SE: 25,
}

/** Whoever gives a tax id owes the tax themselves (docs.stripe.com/tax/zero-tax#reverse-charges). */
export const taxPercentOf = (country: string | null | undefined, hasTaxId: boolean): number =>
  hasTaxId ? 0 : (percents[country ?? ''] ?? 0)

/**
 * Discounts come first, then the tax on what is left: added to an exclusive price, taken out of an inclusive one
 * (docs.stripe.com/billing/subscriptions/coupons, docs.stripe.com/tax/products-prices-tax-categories-tax-behavior). An
 * amount off is used up line by line.
 */
export function lineAmounts(lines: Line[], { taxPercent, discount }: AmountTerms): LineAmounts[] {
  let amountOff = discount?.amountOff ?? 0
  return lines.map(({ amount, isInclusive, isDiscountable }) => {
    const byPercent = discount?.percentOff ? Math.round((amount * discount.percentOff) / 100) : 0
    const reduced = discount && isDiscountable && amount > 0 ? Math.min(amount, byPercent || amountOff) : 0
    if (!byPercent) amountOff -= reduced
    const left = amount - reduced
    const rate = (taxPercent ?? 0) / 100
    const tax = isInclusive ? Math.round(left - left / (1 + rate)) : Math.round(left * rate)
    return isInclusive
      ? { discount: reduced, tax, taxable: left - tax, total: left }
      : { discount: reduced, tax, taxable: left, total: left + tax }
  })
}

export const sumOf = (lines: LineAmounts[], field: keyof LineAmounts): number =>
  lines.reduce((sum, line) => sum + line[field], 0)

/** As invoices and their lines carry it. */
export function taxesOf(amounts: LineAmounts, isInclusive: boolean, { taxPercent }: AmountTerms) {
  if (taxPercent === null) return []
  return [
    {
      amount: amounts.tax,
      tax_behavior: isInclusive ? 'inclusive' : 'exclusive',
      tax_rate_details: { tax_rate: `txr_emulator${taxPercent}` },
      taxability_reason: taxPercent > 0 ? 'standard_rated' : 'not_collecting',
      taxable_amount: amounts.taxable,
      type: 'tax_rate_details' as const,
    },
  ]
}

export const discountAmounts = (amount: number, { discount }: AmountTerms) =>
  discount?.id && amount > 0 ? [{ amount, discount: discount.id }] : []
