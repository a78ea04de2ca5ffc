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

export const yearlyCatalogue = (): Catalogue => Catalogue.parse(yearlyConfig())
