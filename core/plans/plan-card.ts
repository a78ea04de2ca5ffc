import { localPath } from '../messages/local-path.ts'
import * as messages from '../messages/messages.ts'
import { type Catalogue, planOf, plansOf, taxBehaviorOf } from './catalogue.ts'
import { formatMoney, toMinorUnits } from './money.ts'
import type { PaidPlanId, PlanId } from './plan.ts'
import type { PlanButton } from './plan-action.ts'

/** A plan as its card shows it. */
export interface PlanCardContent {
  id: PlanId
  name: string
  description: string
  price: string
  period: string
  /** What else is to be said of the price. */
  terms?: string
  features: string[]
  button: PlanButton
}

/** What can be charged. `lifetimeLater` is the lifetime plan once the deal is over. */
export type PriceKey = PaidPlanId | 'lifetimeLater'

export const priceKeysOf = (catalogue: Pick<Catalogue, 'plans'>): PriceKey[] => [
  ...plansOf(catalogue).filter((plan) => plan !== 'free'),
  'lifetimeLater',
]

/** A price in the smallest unit of the catalogue's currency. */
export function priceMinor({ plans, currency }: Catalogue, name: PriceKey): number {
  const amount = name === 'lifetimeLater' ? plans.lifetime.laterPrice : plans[name]?.price
  const amountMinor = amount === undefined ? null : toMinorUnits(amount, currency)
  if (amountMinor === null) throw new RangeError(`The price ${name} was not validated.`)
  return amountMinor
}

/** What a year costs less than twelve months, in whole units of the currency unless it is less than one. */
export function yearlySavingMinor(catalogue: Catalogue): number {
  const savedMinor = 12 * priceMinor(catalogue, 'monthly') - priceMinor(catalogue, 'yearly')
  const unitMinor = toMinorUnits(1, catalogue.currency) ?? 1
  return savedMinor < unitMinor ? savedMinor : savedMinor - (savedMinor % unitMinor)
}

export const priceLabel = (catalogue: Catalogue, name: PriceKey): string =>
  formatMoney(priceMinor(catalogue, name), catalogue.currency)

export const planPrice = (catalogue: Catalogue, plan: PlanId): string =>
  plan === 'free' ? formatMoney(0, catalogue.currency) : priceLabel(catalogue, plan)

/** The catalogue once the deal is over. */
export const atLaterPrice = (catalogue: Catalogue): Catalogue => {
  const { lifetime } = catalogue.plans
  return {
    ...catalogue,
    plans: { ...catalogue.plans, lifetime: { ...lifetime, price: lifetime.laterPrice } },
  }
}

export function planCards(catalogue: Catalogue): PlanCardContent[] {
  const { url } = catalogue.product
  return plansOf(catalogue).map((id) => {
    const { name, description, period, features, button } = planOf(catalogue, id)
    const price = planPrice(catalogue, id)
    // Whoever chooses free goes to the product, if it is known where that is.
    const action =
      id === 'free' ? { ...button, href: url ?? localHref(catalogue.plans.free.button.href) } : button
    const terms = priceTerms(catalogue, id)
    return { id, name, description, period, ...(terms && { terms }), features, button: action, price }
  })
}

function priceTerms(catalogue: Catalogue, plan: PlanId): string {
  if (plan === 'free') return ''
  const { guaranteeDays } = catalogue
  const behavior = taxBehaviorOf(catalogue)
  const terms = [
    behavior && (behavior === 'inclusive' ? messages.taxIncluded : messages.taxAdded),
    guaranteeDays && messages.moneyBackDays({ days: guaranteeDays }),
  ]
  return terms.filter(Boolean).join(' · ')
}

const ownPage = /^\/(sign-in|pricing|account|welcome)(?=[/?#]|$)/

/** A page of ours is meant in the language of this one, and so is the one that it leads on to. */
function localHref(href: string): string {
  if (!ownPage.test(href)) return href
  const [path = '', next] = href.split('next=')
  return localPath(path) + (next === undefined ? '' : `next=${localHref(next)}`)
}
