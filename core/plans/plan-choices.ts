import type { Catalogue } from './catalogue.ts'
import { regionsOf } from './currencies.ts'
import { currenciesOf } from './plan-card.ts'

/**
 * What a visitor chooses for all plans: the name of the fields and of the cookie, and its values, the first by default. A
 * value is suggested to visitors from the regions that it names.
 */
export interface PlanChoice {
  name: 'interval' | 'currency'
  values: { value: string; regions: string }[]
}

export function planChoices(catalogue: Catalogue): PlanChoice[] {
  const intervals = ['monthly', 'yearly'].map((value) => ({ value, regions: '' }))
  const currencies = currenciesOf(catalogue).map((value) => ({ value, regions: regionsOf(value) }))
  return [
    ...(catalogue.plans.yearly ? [{ name: 'interval' as const, values: intervals }] : []),
    ...(currencies.length > 1 ? [{ name: 'currency' as const, values: currencies }] : []),
  ]
}
