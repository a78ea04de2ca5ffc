import Stripe from 'stripe'
import type { CheckoutPrice } from '../../../core/billing/decide-checkout.ts'
import type { Catalogue } from '../../../core/plans/catalogue.ts'
import { type PriceKey, priceKeys, priceMinor } from '../../../core/plans/plan-card.ts'
import { ConfigurationError } from '../../configuration-error.ts'

const lookupKeys: Record<PriceKey, string> = {
  monthly: 'fairseat_monthly',
  lifetime: 'fairseat_lifetime',
  lifetimeLater: 'fairseat_lifetime_later',
}

/** Also one that was replaced by a later price: its subscribers keep it. */
export const isMonthlyPrice = ({ lookup_key, metadata }: Stripe.Price): boolean =>
  lookup_key === lookupKeys.monthly || metadata.fairseat === 'monthly'

/** Rule P1: the price shown is the price charged. */
export async function findPrices(
  stripe: Stripe,
  catalogue: Catalogue,
): Promise<Record<PriceKey, CheckoutPrice>> {
  const found = await stripe.prices.list({ lookup_keys: Object.values(lookupKeys), active: true })
  const priceFor = (name: PriceKey): CheckoutPrice => {
    const price = found.data.find(({ lookup_key }) => lookup_key === lookupKeys[name])
    const amountMinor = priceMinor(catalogue, name)
    if (!price) throw new ConfigurationError(`Stripe has no price for ${name}. Run \`npm run stripe:setup\`.`)
    if (price.unit_amount !== amountMinor || price.currency !== catalogue.currency) {
      throw new ConfigurationError(
        `Stripe would charge ${price.unit_amount} ${price.currency} for ${name}, the catalogue says ${amountMinor} ${catalogue.currency}. Run \`npm run stripe:setup\`.`,
      )
    }
    return { stripePriceId: price.id, amountMinor }
  }
  return {
    monthly: priceFor('monthly'),
    lifetime: priceFor('lifetime'),
    lifetimeLater: priceFor('lifetimeLater'),
  }
}

/** What keeps the account from taking payments, and only its owner can mend. */
export function findAccountProblem(account: Stripe.Account, isLive: boolean): string | null {
  if (isLive && !account.charges_enabled) return 'it may not take payments yet: complete it at Stripe'
  const name = account.business_profile?.name || account.settings?.dashboard.display_name
  return name ? null : 'it has no name, without which Stripe opens no payment page: give it one at Stripe'
}

/** Makes at Stripe what every shop needs there. Safe to run any number of times. */
export async function setUpStripe(stripe: Stripe, catalogue: Catalogue): Promise<void> {
  await Promise.all([setUpPrices(stripe, catalogue), setUpPortal(stripe)])
}

/** A changed price takes over the lookup key; a product follows the plan's name, which stands on receipts. */
async function setUpPrices(stripe: Stripe, catalogue: Catalogue): Promise<void> {
  const { data } = await stripe.prices.list({
    lookup_keys: Object.values(lookupKeys),
    active: true,
    expand: ['data.product'],
  })
  for (const name of priceKeys) {
    const plan = name === 'monthly' ? name : 'lifetime'
    const unit_amount = priceMinor(catalogue, name)
    const productName = `${catalogue.product.name} ${catalogue.plans[plan].name}`
    const fitting = data.find(
      (price) =>
        price.lookup_key === lookupKeys[name] &&
        price.unit_amount === unit_amount &&
        price.currency === catalogue.currency,
    )
    if (fitting) {
      const { product } = fitting
      if (typeof product === 'object' && !product.deleted && product.name !== productName)
        await stripe.products.update(product.id, { name: productName })
      continue
    }
    await stripe.prices.create({
      currency: catalogue.currency,
      unit_amount,
      lookup_key: lookupKeys[name],
      transfer_lookup_key: true,
      product_data: { name: productName },
      metadata: { fairseat: name },
      ...(plan === 'monthly' && { recurring: { interval: 'month' as const } }),
    })
  }
}

/** The customer portal that was saved in the dashboard, or else the one made here. Without either none can be opened. */
export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  return (
    data.find((portal) => portal.is_default) ?? data.find(({ metadata }) => metadata?.fairseat === 'portal')
  )
}

async function setUpPortal(stripe: Stripe): Promise<void> {
  if (await findPortal(stripe)) return
  await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true },
    },
    metadata: { fairseat: 'portal' },
  })
}

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
