import type { Catalogue } from './catalogue.ts'

/** What a visitor chooses for all plans: the name of the fields and of the cookie, and its values, the first by default. */
export interface PlanChoice {
  name: 'interval'
  values: readonly string[]
}

export const planChoices = ({ plans }: Pick<Catalogue, 'plans'>): PlanChoice[] =>
  plans.yearly ? [{ name: 'interval', values: ['monthly', 'yearly'] }] : []
