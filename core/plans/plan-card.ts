import * as messages from '../messages/messages.ts'
import { pagePath } from '../messages/page-path.ts'
import { type Catalogue, planOf, plansOf, taxBehaviorOf, urgencySource } from './catalogue.ts'
import type { CurrencyTexts } from './currency-texts.ts'
import { formatMoney, toMinorUnits } from './money.ts'
import { isSubscriptionPlan, type PaidPlanId, type PlanId } from './plan.ts'
import type { PlanButton } from './plan-action.ts'

/** A plan as its card shows it. */
export interface PlanCardContent {
  id: PlanId
  name: string
  description: string
  price: CurrencyTexts
  period: string
  /** What else is to be said of the price. */
  terms?: string
  features: string[]
  button: PlanButton
  /** What stands below the button for one who could have it: a trial and what follows, or the price after the deal. */
  offer?: CurrencyTexts
}

/** What can be charged. `lifetimeLater` is the lifetime plan once the deal is over. */
export type PriceKey = PaidPlanId | 'lifetimeLater'

export const priceKeysOf = (catalogue: Pick<Catalogue, 'plans'>): PriceKey[] => [
  ...plansOf(catalogue).filter((plan) => plan !== 'free'),
  'lifetimeLater',
]

/** The first is that of the plans. */
export const currenciesOf = ({ currency, currencies }: Pick<Catalogue, 'currency' | 'currencies'>) => [
  currency,
  ...Object.keys(currencies),
]

/** As the operator writes it, in one of the currencies of the catalogue. */
export function priceAmount(
  { plans, currency, currencies }: Catalogue,
  name: PriceKey,
  wanted: string = currency,
): number {
  const amounts = currencies[wanted]
  const amount =
    name === 'lifetimeLater'
      ? (amounts ?? plans.lifetime).laterPrice
      : amounts
        ? amounts[name]
        : plans[name]?.price
  if (amount === undefined) throw new RangeError(`There is no price ${name} in ${wanted}.`)
  return amount
}

/** A price in the smallest unit of a currency, that of the plans unless given. */
export function priceMinor(catalogue: Catalogue, name: PriceKey, currency = catalogue.currency): number {
  const amountMinor = toMinorUnits(priceAmount(catalogue, name, currency), currency)
  if (amountMinor === null) throw new RangeError(`The price ${name} was not validated.`)
  return amountMinor
}

/** What a year costs less than twelve months, in whole units of the currency unless it is less than one. */
export function yearlySavingMinor(catalogue: Catalogue, currency = catalogue.currency): number {
  const [month, year] = [
    priceMinor(catalogue, 'monthly', currency),
    priceMinor(catalogue, 'yearly', currency),
  ]
  const savedMinor = 12 * month - year
  const unitMinor = toMinorUnits(1, currency) ?? 1
  return savedMinor < unitMinor ? savedMinor : savedMinor - (savedMinor % unitMinor)
}

/** A text for each currency of the catalogue. */
export function inEachCurrency(catalogue: Catalogue, textIn: (currency: string) => string): CurrencyTexts {
  const [first = '', ...others] = currenciesOf(catalogue)
  if (others.length === 0) return textIn(first)
  return Object.fromEntries([first, ...others].map((currency) => [currency, textIn(currency)]))
}

export const priceLabel = (catalogue: Catalogue, name: PriceKey): CurrencyTexts =>
  inEachCurrency(catalogue, (currency) => formatMoney(priceMinor(catalogue, name, currency), currency))

export const planPrice = (catalogue: Catalogue, plan: PlanId): CurrencyTexts =>
  plan === 'free'
    ? inEachCurrency(catalogue, (currency) => formatMoney(0, currency))
    : priceLabel(catalogue, plan)

/** The catalogue once the deal is over. */
export const atLaterPrice = (catalogue: Catalogue): Catalogue => {
  const { lifetime } = catalogue.plans
  const later = Object.entries(catalogue.currencies).map(([currency, amounts]) => [
    currency,
    { ...amounts, lifetime: amounts.laterPrice },
  ])
  return {
    ...catalogue,
    currencies: Object.fromEntries(later),
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
    const offer = planOffer(catalogue, id)
    return {
      id,
      name,
      description,
      period,
      ...(terms && { terms }),
      features,
      button: action,
      price,
      ...(offer && { offer }),
    }
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

/** Of a deal only while it is one: with the live source, at the deal's price. */
function planOffer(catalogue: Catalogue, plan: PlanId): CurrencyTexts | undefined {
  const { monthly, lifetime } = catalogue.plans
  const labelIn = (name: PriceKey, currency: string) =>
    formatMoney(priceMinor(catalogue, name, currency), currency)
  if (isSubscriptionPlan(plan))
    return monthly.trialDays > 0
      ? inEachCurrency(catalogue, (currency) =>
          messages.trialThen({
            days: monthly.trialDays,
            price: labelIn(plan, currency),
            period: planOf(catalogue, plan).period,
          }),
        )
      : undefined
  if (plan === 'free' || urgencySource(catalogue) !== 'live' || lifetime.price === lifetime.laterPrice)
    return undefined
  return inEachCurrency(catalogue, (currency) =>
    messages.afterDeal({ price: labelIn('lifetimeLater', currency) }),
  )
}

const ownPage = /^\/(sign-in|pricing|account|welcome)(?=[/?#]|$)/

/** A page of ours is meant in the language of this one, and so is the one that it leads on to. */
function localHref(href: string): string {
  if (!ownPage.test(href)) return href
  const [path = '', next] = href.split('next=')
  return pagePath(path) + (next === undefined ? '' : `next=${localHref(next)}`)
}
