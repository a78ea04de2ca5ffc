import Stripe from 'stripe'
import { type Catalogue, planOf, taxBehaviorOf } from '../../../core/plans/catalogue.ts'
import { isSubscriptionPlan } from '../../../core/plans/plan.ts'
import { currenciesOf, type PriceKey, priceKeysOf, priceMinor } from '../../../core/plans/plan-card.ts'
import { ConfigurationError } from '../../configuration-error.ts'
import type { CheckoutPrices, StripePrice } from './payment-service.ts'

const lookupKeys: Record<PriceKey, string> = {
  monthly: 'fairseat_monthly',
  yearly: 'fairseat_yearly',
  lifetime: 'fairseat_lifetime',
  lifetimeLater: 'fairseat_lifetime_later',
}

/** Also one that was replaced by a later price: its subscribers keep it. */
export const isSubscriptionPrice = ({ lookup_key, metadata }: Stripe.Price): boolean =>
  isSubscriptionPlan(metadata.fairseat) ||
  lookup_key === lookupKeys.monthly ||
  lookup_key === lookupKeys.yearly

/** Rule P1: the price shown is the price charged. */
export async function findPrices(stripe: Stripe, catalogue: Catalogue): Promise<CheckoutPrices> {
  const found = await stripe.prices.list({
    lookup_keys: Object.values(lookupKeys),
    active: true,
    expand: ['data.currency_options'],
  })
  const priceFor = (name: PriceKey): StripePrice => {
    const price = found.data.find(({ lookup_key }) => lookup_key === lookupKeys[name])
    if (!price) throw new ConfigurationError(`Stripe has no price for ${name}. Run \`npm run stripe:setup\`.`)
    const amountsMinor = shownAmounts(catalogue, name)
    if (!isCharged(price, amountsMinor, catalogue.currency)) {
      throw new ConfigurationError(
        `Stripe would charge ${inWords(chargedAmounts(price))} for ${name}, the catalogue says ${inWords(amountsMinor)}. Run \`npm run stripe:setup\`.`,
      )
    }
    const behavior = taxBehaviorOf(catalogue)
    if (behavior && price.tax_behavior !== behavior)
      throw new ConfigurationError(
        `Stripe's price for ${name} is ${price.tax_behavior} of tax, the catalogue says ${behavior}. Run \`npm run stripe:setup\`.`,
      )
    return { stripePriceId: price.id, amountsMinor }
  }
  return {
    monthly: priceFor('monthly'),
    ...(catalogue.plans.yearly && { yearly: priceFor('yearly') }),
    lifetime: priceFor('lifetime'),
    lifetimeLater: priceFor('lifetimeLater'),
  }
}

type Amounts = Record<string, number>

const shownAmounts = (catalogue: Catalogue, name: PriceKey): Amounts =>
  Object.fromEntries(
    currenciesOf(catalogue).map((currency) => [currency, priceMinor(catalogue, name, currency)]),
  )

/** By currency; Stripe lists that of the price among its options. */
function chargedAmounts({ currency, unit_amount, currency_options = {} }: Stripe.Price): Amounts {
  const options = Object.entries(currency_options).map(([name, option]) => [name, option.unit_amount ?? 0])
  return { [currency]: unit_amount ?? 0, ...Object.fromEntries(options) }
}

/** In no other currency either: Stripe chooses among those of a price by the buyer's address. */
function isCharged(price: Stripe.Price, amounts: Amounts, currency: string): boolean {
  const charged = chargedAmounts(price)
  return (
    price.currency === currency &&
    Object.keys(charged).length === Object.keys(amounts).length &&
    Object.entries(amounts).every(([name, amountMinor]) => charged[name] === amountMinor)
  )
}

const inWords = (amounts: Amounts): string =>
  Object.entries(amounts)
    .map(([currency, amountMinor]) => `${amountMinor} ${currency}`)
    .join(', ')

/** Stripe Tax must be active before a payment page can work a tax out. */
export async function checkTax(stripe: Stripe, catalogue: Catalogue): Promise<void> {
  const problem = taxBehaviorOf(catalogue) && findTaxProblem(await stripe.tax.settings.retrieve())
  if (problem) throw new ConfigurationError(problem)
}

export function findTaxProblem({
  status,
  status_details,
}: Pick<Stripe.Tax.Settings, 'status' | 'status_details'>): string | null {
  if (status === 'active') return null
  const missing = status_details.pending?.missing_fields?.join(', ') || 'its settings'
  return `The catalogue says "tax": { "mode": "stripe" }, but Stripe Tax is not active in this account: it lacks ${missing}. Complete it at https://dashboard.stripe.com/settings/tax, or choose "mode": "none".`
}

/** What keeps the account from taking payments, and only its owner can mend. */
export function findAccountProblem(account: Stripe.Account, isLive: boolean): string | null {
  if (isLive && !account.charges_enabled) return 'it may not take payments yet: complete it at Stripe'
  const name = account.business_profile?.name || account.settings?.dashboard.display_name
  return name ? null : 'it has no name, without which Stripe opens no payment page: give it one at Stripe'
}

/** Makes at Stripe what every shop needs there. Safe to run any number of times. */
export async function setUpStripe(stripe: Stripe, catalogue: Catalogue): Promise<void> {
  await setUpPortal(stripe, await setUpPrices(stripe, catalogue))
}

/** A changed price takes over the lookup key; a product follows the plan's name, which stands on receipts. */
async function setUpPrices(stripe: Stripe, catalogue: Catalogue): Promise<SetUpPrices> {
  const { data } = await stripe.prices.list({
    lookup_keys: Object.values(lookupKeys),
    active: true,
    expand: ['data.product', 'data.currency_options'],
  })
  const prices: SetUpPrices = {}
  const tax_behavior = taxBehaviorOf(catalogue)
  for (const name of priceKeysOf(catalogue)) {
    const plan = name === 'lifetimeLater' ? 'lifetime' : name
    const amounts = shownAmounts(catalogue, name)
    const others = Object.entries(amounts).filter(([currency]) => currency !== catalogue.currency)
    const productName = `${catalogue.product.name} ${planOf(catalogue, plan).name}`
    const fitting = data.find(
      (price) =>
        price.lookup_key === lookupKeys[name] &&
        isCharged(price, amounts, catalogue.currency) &&
        (tax_behavior === null || price.tax_behavior === tax_behavior),
    )
    if (fitting) {
      prices[name] = fitting
      const { product } = fitting
      if (typeof product === 'object' && !product.deleted && product.name !== productName)
        await stripe.products.update(product.id, { name: productName })
      continue
    }
    prices[name] = await stripe.prices.create({
      currency: catalogue.currency,
      unit_amount: priceMinor(catalogue, name),
      ...(others.length > 0 && {
        currency_options: Object.fromEntries(
          others.map(([currency, amountMinor]) => [
            currency,
            { unit_amount: amountMinor, ...(tax_behavior && { tax_behavior }) },
          ]),
        ),
      }),
      lookup_key: lookupKeys[name],
      transfer_lookup_key: true,
      product_data: { name: productName },
      metadata: { fairseat: name },
      ...(tax_behavior && { tax_behavior }),
      ...(plan !== 'lifetime' && { recurring: { interval: plan === 'yearly' ? 'year' : 'month' } }),
    })
  }
  return prices
}

type SetUpPrices = Partial<Record<PriceKey, Stripe.Price>>

/** The customer portal that was saved in the dashboard, or else the one made here. Without either none can be opened. */
export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const portals = await listPortals(stripe)
  return portals.find((portal) => portal.is_default) ?? portals.find(isOurs)
}

/** Where a subscriber changes between month and year: always the one made here, which lists both prices. */
export const findSwitchPortal = async (stripe: Stripe) =>
  (await listPortals(stripe)).find((portal) => isOurs(portal) && portal.metadata?.prices)

const listPortals = async (stripe: Stripe) =>
  (await stripe.billingPortal.configurations.list({ active: true, limit: 100 })).data
const isOurs = ({ metadata }: Stripe.BillingPortal.Configuration) => metadata?.fairseat === 'portal'

async function setUpPortal(stripe: Stripe, { monthly, yearly }: SetUpPrices): Promise<void> {
  const portals = await listPortals(stripe)
  const own = portals.find(isOurs)
  const offered = monthly && yearly ? [monthly, yearly] : []
  // Told by this, since Stripe leaves the products out of its answers.
  const prices = offered.map(({ id }) => id).join(' ')
  const subscription_update = {
    enabled: offered.length > 0,
    default_allowed_updates: ['price' as const],
    products: offered.map(({ id, product }) => ({ product: idOf(product), prices: [id] })),
    // Charged or credited at once, as the page says before it is confirmed.
    proration_behavior: 'always_invoice' as const,
    trial_update_behavior: 'continue_trial' as const,
  }
  if (own) {
    if ((own.metadata?.prices ?? '') === prices) return
    await stripe.billingPortal.configurations.update(own.id, {
      features: { subscription_update },
      metadata: { prices },
    })
  } else if (prices || portals.every(({ is_default }) => !is_default))
    await stripe.billingPortal.configurations.create({
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true },
        ...(prices && { subscription_update }),
      },
      metadata: { fairseat: 'portal', ...(prices && { prices }) },
    })
}

const idOf = (reference: string | { id: string }) =>
  typeof reference === 'string' ? reference : reference.id

/** Where Stripe reports payments to us, if it does. */
export async function findWebhook(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint | undefined> {
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 })
  return endpoints.data.find((endpoint) => endpoint.url === url && endpoint.status === 'enabled')
}

/** Each of them can change what a customer has; of none is used more than whom it is about. */
export const usedEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** Stripe returns the signing secret only when the endpoint is created. */
export function createWebhook(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint> {
  return stripe.webhookEndpoints.create({
    url,
    enabled_events: [...usedEvents],
    api_version: Stripe.API_VERSION,
  })
}

/** One of an earlier version, or made by hand, may report less, or every event of the account. */
export async function updateWebhook(stripe: Stripe, { id }: Stripe.WebhookEndpoint): Promise<void> {
  await stripe.webhookEndpoints.update(id, { enabled_events: [...usedEvents] })
}
