import type Stripe from 'stripe'
import { checkoutSessionStatus } from '../../../core/billing/checkout-session-status.ts'
import type { PaymentPage } from '../../../core/billing/contract.ts'
import type { LifetimePayment } from '../../../core/billing/entitlement.ts'
import type { ListedPurchase } from '../../../core/billing/is-as-recorded.ts'
import { longHex } from '../../../core/brand/contrast.ts'
import { type Catalogue, taxBehaviorOf } from '../../../core/plans/catalogue.ts'
import { fullHoldMs } from '../../../core/seats/hold-policy.ts'
import { isExpiryRefused, isKeySpent, isMissing, isRefused, nothingWhenUnknown } from './expected-errors.ts'
import { expanded, idOf, toDate } from './fields.ts'
import { stripeLocale } from './locale.ts'
import type {
  CheckoutList,
  CheckoutOrder,
  CheckoutReport,
  CreatedCheckoutSession,
} from './payment-service.ts'
import { isOurs, latestInvoice } from './subscriptions.ts'

/** Stripe allows 24 hours; the half leaves room for a clock that is off in either direction. */
const longestLifeMs = 12 * 3_600_000

interface CheckoutSessionLook {
  catalogue: Catalogue
  logoUrl: string | undefined
  pageAt: (address: string) => PaymentPage
}

export async function createCheckoutSession(
  stripe: Stripe,
  order: CheckoutOrder,
  { catalogue, logoUrl, pageAt }: CheckoutSessionLook,
): Promise<CreatedCheckoutSession | 'customer-gone' | 'in-use'> {
  const create = (lifeMs: number, idempotencyKey: string) =>
    stripe.checkout.sessions.create(sessionParams(order, lifeMs, catalogue, logoUrl), { idempotencyKey })
  try {
    const { id, url, expires_at } = await create(fullHoldMs, order.attemptId).catch((error) => {
      // Our clock is behind Stripe's. The Checkout Session is expired by us when the hold is over, so it may live longer there.
      if (order.holdId && isExpiryRefused(error)) return create(longestLifeMs, `${order.attemptId}-clock`)
      throw error
    })
    return { id, url: url ? pageAt(url) : null, expiresAt: toDate(expires_at) }
  } catch (error) {
    if (isRefused(error) && isMissing(error) && error.param === 'customer') return 'customer-gone'
    if (isKeySpent(error)) return 'in-use'
    throw error
  }
}

/**
 * Bank transfers: one that is never sent leaves a payment that neither ends nor can be cancelled (decision 10), and with it a
 * seat that is held for ever. Boleto and OXXO: Stripe cannot refund them, and what found no seat, is paid twice or is left of a
 * month has to go back.
 */
const excludedMethods: Stripe.Checkout.SessionCreateParams.ExcludedPaymentMethodType[] = [
  'customer_balance',
  'boleto',
  'oxxo',
]

function sessionParams(
  order: CheckoutOrder,
  lifeMs: number,
  catalogue: Catalogue,
  logoUrl: string | undefined,
): Stripe.Checkout.SessionCreateParams {
  const { userId, plan, trialDays, holdId } = order
  const metadata = { userId, plan, ...(holdId && { hold: holdId }) }
  const branding = brandingSettings(catalogue, logoUrl)
  return {
    customer: order.customerId,
    client_reference_id: userId,
    metadata,
    line_items: [{ price: order.stripePriceId, quantity: 1 }],
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    ...(order.language && { locale: stripeLocale(order.language) }),
    // What the page says is what is charged: nothing is converted at a rate of the day.
    adaptive_pricing: { enabled: false },
    ...(order.cardOnly
      ? { allowed_payment_method_types: ['card'] }
      : { excluded_payment_method_types: excludedMethods }),
    ...(branding && { branding_settings: branding }),
    // Else Stripe would choose by the buyer's address, and not what the page showed.
    ...(Object.keys(catalogue.currencies).length > 0 && order.currency && { currency: order.currency }),
    ...(holdId && { expires_at: Math.floor((order.createdAt.getTime() + lifeMs) / 1_000) }),
    ...(plan === 'lifetime'
      ? {
          mode: 'payment',
          payment_intent_data: { metadata },
          invoice_creation: { enabled: true, invoice_data: { metadata } },
        }
      : {
          mode: 'subscription',
          subscription_data: { metadata, ...(trialDays > 0 && { trial_period_days: trialDays }) },
        }),
    ...(taxBehaviorOf(catalogue) && automaticTax),
    // Never for a seat of a deal: what it costs is shown to everybody.
    ...(catalogue.promotionCodes && !holdId && { allow_promotion_codes: true }),
  }
}

/** Checkout saves the address that it is worked out by, for the renewals. */
const automaticTax = {
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
} as const satisfies Partial<Stripe.Checkout.SessionCreateParams>

/** How much of the brand Stripe's page takes over; without one it looks as the account is set in the dashboard. */
function brandingSettings(
  { brand, product }: Catalogue,
  logoUrl: string | undefined,
): Stripe.Checkout.SessionCreateParams.BrandingSettings | undefined {
  if (!brand) return undefined
  const { accent, radius } = brand
  return {
    display_name: product.name,
    ...(logoUrl && { logo: { type: 'url', url: logoUrl } }),
    ...(accent && { button_color: longHex(accent) }),
    ...(radius !== undefined && {
      border_style: radius === 0 ? 'rectangular' : radius < 20 ? 'rounded' : 'pill',
    }),
  }
}

export async function listCheckoutSessions(stripe: Stripe, customerId: string): Promise<CheckoutList> {
  const sessions = await listAllCheckoutSessions(stripe, customerId, {
    expand: [
      'data.customer.subscriptions',
      'data.payment_intent.latest_charge',
      'data.subscription.latest_invoice',
    ],
  })
  const purchases = sessions.filter(isPurchase).map(listedPurchase)
  const isListed = ({ id }: { id: string }) => purchases.some((purchase) => purchase.id === id)
  return {
    reports: sessions.map((session) => ({ id: session.id, ...checkoutReport(session) })),
    purchases: [...purchases, ...runningSubscriptions(sessions).filter((each) => !isListed(each))],
    freeLifetimes: freeLifetimesOf(sessions),
  }
}

export const listAllCheckoutSessions = (
  stripe: Stripe,
  customer: string,
  params: Pick<Stripe.Checkout.SessionListParams, 'status' | 'expand'>,
): Promise<Stripe.Checkout.Session[]> =>
  stripe.checkout.sessions
    .list({ customer, limit: 100, ...params })
    .autoPagingToArray({ limit: 1_000 })
    .catch(nothingWhenUnknown)

/** A code made the total zero: there is no payment, and the Checkout Session stands for it. */
export const freeLifetimesOf = (sessions: Stripe.Checkout.Session[]): LifetimePayment[] =>
  sessions
    .filter(
      ({ mode, status, payment_status, metadata }) =>
        mode === 'payment' &&
        status === 'complete' &&
        payment_status === 'no_payment_required' &&
        metadata?.plan === 'lifetime',
    )
    .map(({ id, created, currency, customer_details }) => ({
      id,
      holdId: null,
      amountMinor: 0,
      refundedMinor: 0,
      currency: currency ?? '',
      country: customer_details?.address?.country ?? null,
      paidAt: toDate(created),
      disputeLost: false,
    }))

/** What else the customer has bought of the same account is none of our business. */
const isPurchase = ({ status, metadata }: Stripe.Checkout.Session): boolean =>
  status === 'complete' && metadata?.plan !== undefined

function listedPurchase({ id, payment_intent, subscription }: Stripe.Checkout.Session): ListedPurchase {
  const [payment, subscribed] = [expanded(payment_intent), expanded(subscription)]
  const charge = expanded(payment?.latest_charge)
  return {
    id: subscribed?.id ?? payment?.id ?? id,
    subscription: subscribed && {
      status: subscribed.status,
      isLatestInvoicePaid: latestInvoice(subscribed)?.status === 'paid',
    },
    payment: payment && {
      status: payment.status,
      amountMinor: payment.amount_received,
      refundedMinor: charge?.amount_refunded ?? 0,
      isDisputed: charge?.disputed ?? false,
    },
  }
}

/** Also those that were not bought on a page of ours, as one that the operator has made. */
function runningSubscriptions([session]: Stripe.Checkout.Session[]): ListedPurchase[] {
  const customer = expanded(session?.customer)
  const running = customer && !customer.deleted ? (customer.subscriptions?.data ?? []) : []
  return running
    .filter(isOurs)
    .map(({ id, status }) => ({ id, subscription: { status, isLatestInvoicePaid: false }, payment: null }))
}

export const isCheckoutSessionId = (text: string): boolean => /^cs_\w{1,250}$/.test(text)

export const checkoutReport = (checkoutSession: Stripe.Checkout.Session): CheckoutReport => ({
  status: checkoutStatus(checkoutSession),
  userId: checkoutSession.client_reference_id,
  isCustomerDeleted: expanded(checkoutSession.customer)?.deleted === true,
  purchaseId:
    idOf(checkoutSession.subscription) ?? idOf(checkoutSession.payment_intent) ?? checkoutSession.id,
})

/** A completed Checkout Session grants nothing while it is unpaid: some ways of paying take days, and may fail. */
function checkoutStatus(checkoutSession: Stripe.Checkout.Session): CheckoutReport['status'] {
  const subscription = expanded(checkoutSession.subscription)
  return checkoutSessionStatus({
    session: checkoutSession.status ?? 'expired',
    payment: checkoutSession.payment_status,
    intent: expanded(checkoutSession.payment_intent)?.status ?? null,
    subscription: subscription && {
      status: subscription.status,
      isLatestInvoicePaid: latestInvoice(subscription)?.status === 'paid',
    },
  })
}
