import { readFileSync } from 'node:fs'
import { Catalogue } from '../../../core/plans/catalogue.ts'

const shipped = JSON.parse(readFileSync('pricing.config.json', 'utf8'))

const yearly = { name: 'Yearly', price: 90, period: 'per year', button: { text: 'Upgrade to Yearly' } }

/** The shipped catalogue file with a yearly plan. */
export const yearlyConfig = (more: object = {}) => ({
  ...shipped,
  plans: { ...shipped.plans, yearly },
  ...more,
})

/** With hundredths, whole units and thousandths. */
const currencies = {
  eur: { monthly: 8.5, yearly: 85, lifetime: 85, laterPrice: 139 },
  jpy: { monthly: 1_400, yearly: 14_000, lifetime: 13_900, laterPrice: 22_900 },
  kwd: { monthly: 2.75, yearly: 27.5, lifetime: 27.25, laterPrice: 45.5 },
}

export const currencyConfig = (more: object = {}) => yearlyConfig({ currencies, ...more })

export const yearlyCatalogue = (): Catalogue => Catalogue.parse(yearlyConfig())
export const currencyCatalogue = (more: object = {}): Catalogue => Catalogue.parse(currencyConfig(more))
