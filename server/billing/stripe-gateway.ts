import Stripe from 'stripe'
import { isLive, type LifetimePayment, type SubscriptionState } from '../../core/billing/entitlement.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { AppError } from '../http/app-error.ts'
import { inTime } from '../in-time.ts'
import type { CheckoutOrder, CheckoutReport, PaymentEvent, PaymentService } from './payment-service.ts'
import { findPortal, findPrices } from './stripe-account.ts'

export interface StripeSettings {
  secretKey: string
  /** Several while one replaces the other. */
  webhookSecrets: string[]
  /** The sandbox; Stripe itself when absent. */
  apiUrl?: string | undefined
  catalogue: Catalogue
  giveUpAfterMs?: number
}

const timeoutMs = 10_000
/** Tries again included: somebody waits for the answer, and a connection to the database is held meanwhile. */
const patienceMs = 12_000
const retries = 2
const signatureToleranceSeconds = 300

const toDate = (seconds: number) => new Date(seconds * 1_000)
const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** The one place where a running shop calls Stripe. What cannot be reached or answers nonsense becomes `payment-service-down`. */
export function createStripeGateway({
  secretKey,
  webhookSecrets,
  apiUrl,
  catalogue,
  giveUpAfterMs = patienceMs,
}: StripeSettings): PaymentService {
  const stripe = connectStripe(secretKey, apiUrl)
  const ask = <Answer>(question: () => Promise<Answer>) => askInTime(question, giveUpAfterMs)

  return {
    async createCustomer({ id, email }, idempotencyKey) {
      const customer = await ask(() =>
        stripe.customers.create({ email, metadata: { userId: id } }, { idempotencyKey }),
      )
      return customer.id
    },

    async hasCustomer(customerId) {
      const customer = await ask(() => stripe.customers.retrieve(customerId).catch(nullWhenMissing))
      return customer !== null && !customer.deleted
    },

    readState: (customerId) =>
      ask(async () => {
        const [subscriptions, payments] = await Promise.all([
          stripe.subscriptions
            .list({ customer: customerId, status: 'all', limit: 100, expand: ['data.latest_invoice'] })
            .autoPagingToArray({ limit: 10_000 })
            .catch(nothingWhenUnknown),
          stripe.paymentIntents
            .list({ customer: customerId, limit: 100, expand: ['data.latest_charge'] })
            .autoPagingToArray({ limit: 10_000 })
            .catch(nothingWhenUnknown),
        ])
        const lifetime = payments.filter(
          ({ metadata, status }) => metadata.plan === 'lifetime' && status === 'succeeded',
        )
        return {
          subscriptions: subscriptions.map(subscriptionState),
          payments: await Promise.all(lifetime.map((payment) => lifetimePayment(stripe, payment))),
        }
      }),

    async openCheckout(order) {
      const price = (await this.priceIds())[order.price]
      const session = await ask(() =>
        stripe.checkout.sessions.create(
          sessionParams(order, price),
          order.hold ? { idempotencyKey: order.hold.id } : {},
        ),
      )
      if (!session.url) throw new AppError('payment-service-down', { cause: 'a session without a url' })
      return { id: session.id, url: session.url, expiresAt: toDate(session.expires_at) }
    },

    async readCheckout(sessionId) {
      // It comes from the address bar, and becomes part of an address at Stripe.
      if (!isSessionId(sessionId)) return null
      const session = await ask(() =>
        stripe.checkout.sessions
          .retrieve(sessionId, { expand: ['payment_intent', 'subscription'] })
          .catch(nullWhenMissing),
      )
      if (!session) return null
      return {
        status: checkoutStatus(session),
        userId: session.client_reference_id,
        customerId: idOf(session.customer),
      }
    },

    async expireCheckout(sessionId) {
      try {
        await ask(() => stripe.checkout.sessions.expire(sessionId))
        return true
      } catch (error) {
        // Refused when it is no longer open: paid in the meantime, or over.
        const session = await this.readCheckout(sessionId)
        if (session?.status === 'open') throw error
        // One that was made with another key takes no money with this one.
        return !session || session.status === 'over'
      }
    },

    findCheckoutOfHold: (customerIds, holdId) =>
      ask(async () => {
        for (const customer of customerIds) {
          const sessions = await stripe.checkout.sessions
            .list({ customer, limit: 100 })
            .autoPagingToArray({ limit: 1_000 })
            .catch(nothingWhenUnknown)
          const found = sessions.find(({ metadata }) => metadata?.hold === holdId)
          if (found) return found.id
        }
        return null
      }),

    openPortal: (customerId, returnUrl) =>
      ask(async () => {
        const portal = await findPortal(stripe)
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...(portal && { configuration: portal.id }),
        })
        return session.url
      }),

    cancelNow: (subscriptionId, unused) =>
      ask(async () => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
          expand: ['latest_invoice.payments'],
        })
        const isOver = subscription.status === 'canceled'
        if (isOver ? isPaidAfterEnd(subscription) : unused === 'refund')
          await refundUnused(stripe, subscription)
        if (isOver) return
        // What is not paid yet would be credited all the same.
        const credit = unused === 'credit' && latestInvoice(subscription)?.status === 'paid'
        await stripe.subscriptions.cancel(subscriptionId, { prorate: credit, invoice_now: credit })
      }),

    refund: (paymentId) => ask(() => refundWholly(stripe, paymentId)),

    priceIds: () => ask(() => findPrices(stripe, catalogue)),

    verifyEvent(rawBody, signature) {
      const event = verifySignature(stripe, rawBody, signature, webhookSecrets)
      return paymentEvent(event)
    },

    readEvent: async (eventId) => paymentEvent(await ask(() => stripe.events.retrieve(eventId))),
  }
}

export function connectStripe(secretKey: string, apiUrl: string | undefined): Stripe {
  const api = apiUrl ? new URL(apiUrl) : undefined
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(api && {
      host: api.hostname,
      port: api.port,
      protocol: api.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
}

/**
 * At the start: a price other than the one shown, or a key that is refused, is fatal. A Stripe that does not answer is only
 * worth a warning, since every checkout looks at the prices again.
 */
export async function checkPrices(payments: Pick<PaymentService, 'priceIds'>): Promise<string | null> {
  try {
    await payments.priceIds()
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { cause } = error
    const { StripeAuthenticationError, StripePermissionError } = Stripe.errors
    if (cause instanceof StripeAuthenticationError || cause instanceof StripePermissionError)
      throw new ConfigurationError(
        'Stripe refuses STRIPE_SECRET_KEY. Run `npm run doctor` to see what it may do.',
      )
    return 'Stripe cannot be reached at the moment. Pages are served, and buying works as soon as it answers.'
  }
}

function sessionParams(order: CheckoutOrder, price: string): Stripe.Checkout.SessionCreateParams {
  const { userId, plan, trialDays, hold } = order
  const metadata = { userId, plan, ...(hold && { hold: hold.id }) }
  return {
    customer: order.customerId,
    client_reference_id: userId,
    metadata,
    line_items: [{ price, quantity: 1 }],
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    ...(hold && { expires_at: Math.floor(hold.expiresAt.getTime() / 1_000) }),
    ...(plan === 'lifetime'
      ? { mode: 'payment', payment_intent_data: { metadata } }
      : {
          mode: 'subscription',
          subscription_data: { metadata, ...(trialDays > 0 && { trial_period_days: trialDays }) },
        }),
  }
}

function subscriptionState(subscription: Stripe.Subscription): SubscriptionState {
  const periodEnd = subscription.items.data[0]?.current_period_end
  const invoice = latestInvoice(subscription)
  return {
    id: subscription.id,
    status: subscription.status,
    createdAt: toDate(subscription.created),
    periodEndsAt: periodEnd ? toDate(periodEnd) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    hadTrial: subscription.trial_start !== null,
    paymentFailedAt: subscription.status === 'past_due' && invoice ? toDate(invoice.created) : null,
    paidAfterEnd: isPaidAfterEnd(subscription),
  }
}

const latestInvoice = ({ latest_invoice }: Stripe.Subscription) =>
  typeof latest_invoice === 'object' ? latest_invoice : null

function isPaidAfterEnd(subscription: Stripe.Subscription): boolean {
  const invoice = latestInvoice(subscription)
  if (!invoice?.amount_paid || subscription.ended_at === null) return false
  return (invoice.status_transitions.paid_at ?? 0) > subscription.ended_at
}

async function lifetimePayment(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<LifetimePayment> {
  const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null
  const disputes = charge?.disputed
    ? await stripe.disputes.list({ payment_intent: payment.id })
    : { data: [] }
  return {
    id: payment.id,
    holdId: payment.metadata.hold ?? null,
    amountMinor: payment.amount_received,
    refundedMinor: charge?.amount_refunded ?? 0,
    currency: payment.currency,
    country:
      charge?.billing_details.address?.country ?? charge?.payment_method_details?.card?.country ?? null,
    paidAt: toDate(charge?.created ?? payment.created),
    disputeLost: disputes.data.some(({ status }) => status === 'lost'),
  }
}

async function refundWholly(stripe: Stripe, paymentId: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: paymentId }, { idempotencyKey: `whole-${paymentId}` })
  } catch (error) {
    const settled = ['charge_already_refunded', 'charge_disputed']
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && settled.includes(error.code ?? '')))
      throw error
  }
}

/** The part of the paid month that is left goes back to the card, once, however often this is repeated. */
async function refundUnused(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const item = subscription.items.data[0]
  const invoice = latestInvoice(subscription)
  const paid = invoice?.payments?.data.find(({ status }) => status === 'paid')
  const paymentIntent = idOf(paid?.payment.payment_intent)
  if (!item || !invoice || !paymentIntent || invoice.amount_paid === 0) return
  const endsAt = subscription.ended_at ?? Math.floor(Date.now() / 1_000)
  const total = item.current_period_end - item.current_period_start
  const left = Math.max(0, item.current_period_end - endsAt)
  const amount = Math.floor((invoice.amount_paid * Math.min(left, total)) / total)
  if (amount === 0) return
  const alreadyRefunded = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 1 })
  if (alreadyRefunded.data.length > 0) return
  const metadata = { reason: 'unused part of the month', subscription: subscription.id }
  try {
    await stripe.refunds.create(
      { payment_intent: paymentIntent, amount, metadata },
      { idempotencyKey: `unused-${subscription.id}-${invoice.id}-${amount}` },
    )
  } catch (error) {
    // A disputed payment cannot be refunded: the bank decides about that money, and the subscription must end anyway.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_disputed'))
      throw error
  }
}

function verifySignature(
  stripe: Stripe,
  rawBody: string,
  signature: string,
  secrets: string[],
): Stripe.Event {
  let cause: unknown
  for (const secret of secrets) {
    try {
      const event = stripe.webhooks.constructEvent(rawBody, signature, secret, signatureToleranceSeconds)
      // The SDK refuses only old timestamps; one from the future could be replayed for as long as it likes.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
      if (signedAt > Date.now() / 1_000 + signatureToleranceSeconds) throw new Error('signed in the future')
      return event
    } catch (error) {
      cause = error
    }
  }
  throw new AppError('webhook-forged', { cause })
}

type Reference = string | { id: string } | null

/** Of an event only who it is about is used: what it says of their state may be out of date. */
function paymentEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as {
    object?: string
    id?: string
    customer?: Reference
    payment_intent?: Reference
  }
  const customerId = object.object === 'customer' ? (object.id ?? null) : idOf(object.customer)
  return {
    id: event.id,
    type: event.type,
    createdAt: toDate(event.created),
    customerId,
    paymentId: idOf(object.payment_intent),
  }
}

const isSessionId = (text: string): boolean => /^cs_\w{1,250}$/.test(text)

/** A completed session grants nothing while it is unpaid: some ways of paying take days, and may fail. */
function checkoutStatus(session: Stripe.Checkout.Session): CheckoutReport['status'] {
  if (session.status === 'open') return 'open'
  if (session.status !== 'complete') return 'over'
  if (session.payment_status !== 'unpaid') return 'paid'
  const { payment_intent: payment, subscription } = session
  const bounced = typeof payment === 'object' && payment && payment.status !== 'processing'
  // A subscription's session says `unpaid` for good; the subscription goes on as paid until the payment bounces.
  const stopped =
    typeof subscription === 'object' &&
    subscription &&
    !isLive(subscription.status) &&
    subscription.status !== 'incomplete'
  return bounced || stopped ? 'over' : 'processing'
}

/** A customer made with another key (test and live mixed up) holds nothing that counts with this one. */
const nothingWhenUnknown = (error: unknown): [] => {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return []
  throw error
}

const nullWhenMissing = (error: unknown): null => {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
  throw error
}

async function askInTime<Answer>(question: () => Promise<Answer>, limitMs: number): Promise<Answer> {
  try {
    return await inTime(question(), limitMs)
  } catch (cause) {
    if (cause instanceof AppError || cause instanceof ConfigurationError) throw cause
    throw new AppError('payment-service-down', { cause })
  }
}
