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

/** What can be charged. `lifetimeLater` is the lifetime plan once the deal is over. */
export const priceNames = ['monthly', 'lifetime', 'lifetimeLater'] as const
export type PriceName = (typeof priceNames)[number]

/** A price in the smallest unit of the catalogue's currency. */
export function priceMinor({ plans, currency }: Catalogue, name: PriceName): number {
  const amount = name === 'lifetimeLater' ? plans.lifetime.laterPrice : plans[name].price
  const amountMinor = toMinorUnits(amount, currency)
  if (amountMinor === null) throw new RangeError(`The price ${name} was not validated.`)
  return amountMinor
}

export const shownPrice = (catalogue: Catalogue, name: PriceName): string =>
  formatMoney(priceMinor(catalogue, name), catalogue.currency)

export const planPrice = (catalogue: Catalogue, plan: PlanId): string =>
  plan === 'free' ? formatMoney(0, catalogue.currency) : shownPrice(catalogue, plan)

/** The catalogue once the deal is over. */
export const atLaterPrice = (catalogue: Catalogue): Catalogue => {
  const { lifetime } = catalogue.plans
  return {
    ...catalogue,
    plans: { ...catalogue.plans, lifetime: { ...lifetime, price: lifetime.laterPrice } },
  }
}

export function planCards(catalogue: Catalogue): PlanCardContent[] {
  return planIds.map((id) => {
    const { name, description, period, features, button } = catalogue.plans[id]
    return { id, name, description, period, features, button, price: planPrice(catalogue, id) }
  })
}
