import Stripe from 'stripe'
import { checkoutSessionStatus } from '../../core/billing/checkout-session-status.ts'
import type { LifetimePayment, SubscriptionState } from '../../core/billing/entitlement.ts'
import { unusedAmountMinor } from '../../core/billing/unused-amount.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { fullHoldMs } from '../../core/seats/hold-policy.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { AppError } from '../http/app-error.ts'
import { inTime } from '../in-time.ts'
import type { CheckoutOrder, CheckoutReport, PaymentEvent, PaymentService } from './payment-service.ts'
import { findPortal, findPrices, isMonthlyPrice } from './stripe-account.ts'

export interface StripeSettings {
  secretKey: string
  /** Several while one replaces the other. */
  webhookSecrets: string[]
  /** The sandbox; Stripe itself when absent. */
  apiUrl?: string | undefined
  catalogue: Catalogue
  giveUpAfterMs?: number
  /** The time by the database: the clock of this machine may be wrong. */
  now?: () => Date
}

const timeoutMs = 10_000
/** Tries again included: somebody waits for the answer, and a connection to the database is held meanwhile. */
const patienceMs = 12_000
const retries = 2
const signatureToleranceSeconds = 300

/** Stripe allows 24 hours; the half leaves room for a clock that is off in either direction. */
const longestLifeMs = 12 * 3_600_000

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
  now = () => new Date(),
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
        const succeeded = payments.filter(({ status }) => status === 'succeeded')
        const lifetime = succeeded.filter(({ metadata }) => metadata.plan === 'lifetime')
        const others = succeeded.filter((payment) => !lifetime.includes(payment))
        const disputed = await findDisputedSubscriptions(stripe, others)
        return {
          subscriptions: await Promise.all(
            subscriptions.filter(isOurs).map((each) => subscriptionState(stripe, each, disputed)),
          ),
          payments: await Promise.all(lifetime.map((payment) => lifetimePayment(stripe, payment))),
        }
      }),

    async readPayer(paymentId) {
      const payment = await ask(() => stripe.paymentIntents.retrieve(paymentId).catch(nullWhenMissing))
      return idOf(payment?.customer)
    },

    async openCheckout(order) {
      const price = (await this.priceIds())[order.price]
      const create = (lifeMs: number, idempotencyKey?: string) =>
        stripe.checkout.sessions.create(
          sessionParams(order, price, lifeMs),
          idempotencyKey ? { idempotencyKey } : {},
        )
      const session = await ask(() =>
        create(fullHoldMs, order.hold?.id).catch((error) => {
          // Our clock is behind Stripe's. The session is ended by us when the hold is over, so it may live longer there.
          if (order.hold && isExpiryRefused(error)) return create(longestLifeMs, `${order.hold.id}-clock`)
          throw error
        }),
      )
      if (!session.url) throw new AppError('payment-service-down', { cause: 'a session without a url' })
      return { id: session.id, url: session.url, expiresAt: toDate(session.expires_at) }
    },

    async readCheckout(sessionId) {
      // It comes from the address bar, and becomes part of an address at Stripe.
      if (!isSessionId(sessionId)) return null
      const session = await ask(() =>
        stripe.checkout.sessions
          .retrieve(sessionId, { expand: ['payment_intent', 'subscription.latest_invoice', 'line_items'] })
          .catch(nullWhenMissing),
      )
      if (!session) return null
      return {
        status: checkoutStatus(session),
        userId: session.client_reference_id,
        customerId: idOf(session.customer),
        stripePriceId: session.line_items?.data[0]?.price?.id ?? null,
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
        return !session || session.status === 'closed'
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
        const expand = ['latest_invoice.payments']
        const found = await stripe.subscriptions.retrieve(subscriptionId, { expand })
        // What is not paid yet would be credited all the same.
        const credit = unused === 'credit' && latestInvoice(found)?.status === 'paid'
        // Cancelled first: a refund that is refused must not leave a subscription running that charges again.
        const ended =
          found.status === 'canceled'
            ? found
            : await stripe.subscriptions.cancel(subscriptionId, {
                prorate: credit,
                invoice_now: credit,
                expand,
              })
        if (unused === 'refund' || isPaidAfterEnd(ended)) await refundUnused(stripe, ended)
      }),

    refund: (paymentId) => ask(() => refundWholly(stripe, paymentId)),

    priceIds: () => ask(() => findPrices(stripe, catalogue)),

    verifyEvent(rawBody, signature) {
      const event = verifySignature(stripe, rawBody, signature, webhookSecrets, now().getTime())
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

function sessionParams(
  order: CheckoutOrder,
  price: string,
  lifeMs: number,
): Stripe.Checkout.SessionCreateParams {
  const { userId, plan, trialDays, hold } = order
  const metadata = { userId, plan, ...(hold && { hold: hold.id }) }
  return {
    customer: order.customerId,
    client_reference_id: userId,
    metadata,
    line_items: [{ price, quantity: 1 }],
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    // Counted from the hold, so that a repeated call is the same call and the idempotency key holds.
    ...(hold && { expires_at: Math.floor((hold.takenAt.getTime() + lifeMs) / 1_000) }),
    ...(plan === 'lifetime'
      ? { mode: 'payment', payment_intent_data: { metadata } }
      : {
          mode: 'subscription',
          subscription_data: { metadata, ...(trialDays > 0 && { trial_period_days: trialDays }) },
        }),
  }
}

/** What else the customer has bought of the same account is none of our business. */
const isOurs = ({ metadata, items }: Stripe.Subscription): boolean =>
  metadata.plan === 'monthly' || items.data.some(({ price }) => isMonthlyPrice(price))

async function subscriptionState(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  disputed: ReadonlySet<string>,
): Promise<SubscriptionState> {
  const periodEnd = subscription.items.data[0]?.current_period_end
  return {
    id: subscription.id,
    status: subscription.status,
    createdAt: toDate(subscription.created),
    periodEndsAt: periodEnd ? toDate(periodEnd) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    hadTrial: subscription.trial_start !== null,
    paymentFailedAt:
      subscription.status === 'past_due' ? await oldestUnpaidAt(stripe, subscription.id) : null,
    paidAfterEnd: isPaidAfterEnd(subscription),
    disputeLost: disputed.has(subscription.id),
  }
}

/** Every month that stays unpaid has an invoice of its own: the first of them is when the payments failed. */
async function oldestUnpaidAt(stripe: Stripe, subscription: string): Promise<Date | null> {
  const unpaid = await stripe.invoices
    .list({ subscription, status: 'open', limit: 100 })
    .autoPagingToArray({ limit: 1_000 })
  const [oldest] = unpaid.map(({ created }) => created).sort((a, b) => a - b)
  return oldest === undefined ? null : toDate(oldest)
}

/** Subscriptions of which the bank has taken a payment back. */
async function findDisputedSubscriptions(
  stripe: Stripe,
  payments: Stripe.PaymentIntent[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const payment of payments) {
    const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null
    if (!charge?.disputed || !(await isDisputeLost(stripe, payment.id))) continue
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: payment.id },
      expand: ['data.invoice'],
    })
    for (const { invoice } of data) {
      if (typeof invoice === 'string' || invoice.deleted) continue
      const subscription = idOf(invoice.parent?.subscription_details?.subscription)
      if (subscription) found.add(subscription)
    }
  }
  return found
}

async function isDisputeLost(stripe: Stripe, payment_intent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent })
  return data.some(({ status }) => status === 'lost')
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
  return {
    id: payment.id,
    holdId: payment.metadata.hold ?? null,
    amountMinor: payment.amount_received,
    refundedMinor: charge?.amount_refunded ?? 0,
    currency: payment.currency,
    country:
      charge?.billing_details.address?.country ?? charge?.payment_method_details?.card?.country ?? null,
    paidAt: toDate(charge?.created ?? payment.created),
    disputeLost: charge?.disputed ? await isDisputeLost(stripe, payment.id) : false,
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
  if (!item || !invoice || !paymentIntent || subscription.ended_at === null) return
  // From what Stripe keeps, so that it is the same amount whenever this is repeated.
  const amount = unusedAmountMinor(
    {
      paidMinor: invoice.amount_paid,
      startsAt: toDate(item.current_period_start),
      endsAt: toDate(item.current_period_end),
    },
    toDate(subscription.ended_at),
  )
  if (amount === 0) return
  const alreadyRefunded = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 1 })
  if (alreadyRefunded.data.length > 0) return
  const metadata = { reason: 'unused part of the month', subscription: subscription.id }
  try {
    await stripe.refunds.create(
      { payment_intent: paymentIntent, amount, metadata },
      { idempotencyKey: `unused-${subscription.id}-${invoice.id}` },
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
  nowMs: number,
): Stripe.Event {
  let cause: unknown
  for (const secret of secrets) {
    try {
      const event = stripe.webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        signatureToleranceSeconds,
        undefined,
        nowMs,
      )
      // The SDK refuses only old timestamps; one from the future could be replayed for as long as it likes.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
      if (signedAt > nowMs / 1_000 + signatureToleranceSeconds) throw new Error('signed in the future')
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

const isExpiryRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'expires_at'

const isSessionId = (text: string): boolean => /^cs_\w{1,250}$/.test(text)

/** A completed session grants nothing while it is unpaid: some ways of paying take days, and may fail. */
function checkoutStatus(session: Stripe.Checkout.Session): CheckoutReport['status'] {
  const { payment_intent: intent, subscription } = session
  return checkoutSessionStatus({
    session: session.status ?? 'expired',
    payment: session.payment_status,
    intent: typeof intent === 'object' && intent ? intent.status : null,
    subscription:
      typeof subscription === 'object' && subscription
        ? {
            status: subscription.status,
            isLatestInvoicePaid: latestInvoice(subscription)?.status === 'paid',
          }
        : null,
  })
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
