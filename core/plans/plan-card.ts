import type { Catalogue } from './catalogue.ts'
import { formatMoney, toMinorUnits } from './money.ts'
import { type PlanId, planIds } from './plan.ts'
import type { PlanButton } from './plan-action.ts'

/** A plan as its card shows it. */
export interface PlanCardContent {
  id: PlanId
  name: string
  description: string
  price: string
  period: string
  features: string[]
  button: PlanButton
}

/** The price of a plan in the smallest unit of the catalogue's currency. */
export function planPriceMinor(catalogue: Catalogue, plan: PlanId): number {
  if (plan === 'free') return 0
  const amountMinor = toMinorUnits(catalogue.plans[plan].price, catalogue.currency)
  if (amountMinor === null) throw new RangeError(`The price of ${plan} was not validated.`)
  return amountMinor
}

export const planPrice = (catalogue: Catalogue, plan: PlanId): string =>
  formatMoney(planPriceMinor(catalogue, plan), catalogue.currency)

export function planCards(catalogue: Catalogue): PlanCardContent[] {
  return planIds.map((id) => {
    const { name, description, period, features, button } = catalogue.plans[id]
    return { id, name, description, period, features, button, price: planPrice(catalogue, id) }
  })
}
