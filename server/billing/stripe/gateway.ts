import Stripe from 'stripe'
import type { PaymentRecords } from '../../../core/billing/billing-documents.ts'
import { checkoutSessionStatus } from '../../../core/billing/checkout-session-status.ts'
import { disputeState } from '../../../core/billing/dispute.ts'
import type {
  LifetimePayment,
  SubscriptionState,
  UnsettledPayment,
} from '../../../core/billing/entitlement.ts'
import { creditToTakeBackMinor } from '../../../core/billing/guarantee.ts'
import type { ListedPurchase } from '../../../core/billing/is-as-recorded.ts'
import type { SubscribedPrice } from '../../../core/billing/price-move.ts'
import { sumOf } from '../../../core/billing/sum-amounts.ts'
import {
  isUnusedCredited,
  lineTotalMinor,
  paidForPeriodMinor,
  type RefundablePayment,
  unusedRefundKey,
} from '../../../core/billing/unused-amount.ts'
import { longHex } from '../../../core/brand/contrast.ts'
import { isUndeliverable } from '../../../core/identity/undeliverable.ts'
import {
  type Catalogue,
  type TaxBehavior,
  taxBehaviorOf,
  taxBehaviors,
} from '../../../core/plans/catalogue.ts'
import { isSubscriptionPlan, planOfInterval, type SubscriptionPlanId } from '../../../core/plans/plan.ts'
import { isEnded } from '../../../core/plans/subscription-status.ts'
import { fullHoldMs } from '../../../core/seats/hold-policy.ts'
import { ConfigurationError } from '../../configuration-error.ts'
import { isInTransaction } from '../../db/transaction-context.ts'
import { AppError } from '../../errors.ts'
import { withTimeout } from '../../with-timeout.ts'
import {
  checkTax,
  findPortal,
  findPrices,
  findSwitchPortal,
  isSubscriptionPrice,
  usedEvents,
} from './account.ts'
import {
  BudgetExceeded,
  createCallBudget,
  defaultCallsPerSecond,
  isInBackground,
  remainingMs,
  requestLimit,
} from './call-budget.ts'
import { createHttpClient } from './http-client.ts'
import type {
  CancelledSubscription,
  CheckoutOrder,
  CheckoutReport,
  FailedRefund,
  PaymentEvent,
  PaymentService,
  RefundOrder,
  RefundResult,
  StripePrice,
} from './payment-service.ts'

export interface StripeSettings {
  secretKey: string
  /** Several while one replaces the other. */
  webhookSecrets: string[]
  /** The emulator; Stripe itself when absent. */
  apiUrl?: string | undefined
  catalogue: Catalogue
  /** Where Stripe finds the logo for its page. */
  logoUrl?: string | undefined
  giveUpAfterMs?: number
  /** Of this process; as many at once. */
  callsPerSecond?: number
  /** The time by the database: the clock of this machine may be wrong. */
  now?: () => Date
}

const timeoutMs = 10_000
const retries = 2
const priceCacheMs = 300_000
const busyRetrySeconds = 5
const maxFailedRefunds = 3
/** What four jobs at a time need to read a customer each. */
const callsOfAllJobs = 20
/** An invoice is a draft for an hour. */
const freshDraftSeconds = 7_200
const signatureToleranceSeconds = 300

/** Stripe allows 24 hours; the half leaves room for a clock that is off in either direction. */
const longestLifeMs = 12 * 3_600_000

/** What was asked for together with what refers to it. */
const expanded = <Row extends { id: string }>(reference: string | Row | null | undefined): Row | null =>
  typeof reference === 'object' ? reference : null

const toDate = (seconds: number) => new Date(seconds * 1_000)
const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** The one place where a running shop calls Stripe. A failed or malformed response becomes `payment-service-down`. */
export function createStripeGateway({
  secretKey,
  webhookSecrets,
  apiUrl,
  catalogue,
  logoUrl,
  giveUpAfterMs = requestLimit.ms,
  callsPerSecond = defaultCallsPerSecond,
  now = () => new Date(),
}: StripeSettings): PaymentService {
  const stripe = connectStripe(secretKey, apiUrl, callsPerSecond)
  const branding = brandingSettings(catalogue, logoUrl)
  const hasCurrencies = Object.keys(catalogue.currencies).length > 0
  const readAmounts = createAmountReader(stripe)
  const taxParams = taxBehaviorOf(catalogue) ? automaticTax : {}
  // Never for a seat of a deal: what it costs is shown to everybody.
  const codeParams = ({ holdId }: CheckoutOrder) =>
    catalogue.promotionCodes && !holdId ? { allow_promotion_codes: true } : {}
  // Nobody waits for a job, which may have to wait for the calls of all others.
  const limitMs = () => giveUpAfterMs + (isInBackground() ? (callsOfAllJobs / callsPerSecond) * 1_000 : 0)
  const call = <Result>(request: () => Promise<Result>) => callInTime(request, limitMs())
  const prices = cached(priceCacheMs, () =>
    call(async () => {
      await checkTax(stripe, catalogue)
      return findPrices(stripe, catalogue)
    }),
  )
  const portal = cached(priceCacheMs, () => call(() => findPortal(stripe)))
  const switchPortal = cached(priceCacheMs, () => call(() => findSwitchPortal(stripe)))

  return {
    livemode: secretKey.includes('_live_'),

    async createCustomer({ id, email }, idempotencyKey) {
      const customer = await call(() =>
        stripe.customers
          .create({ ...(!isUndeliverable(email) && { email }), metadata: { userId: id } }, { idempotencyKey })
          .catch(nullWhen(isSavedFailure)),
      )
      return customer && { id: customer.id, isNew: !isReplayed(customer.lastResponse) }
    },

    async readAccount() {
      const account = await call(() => stripe.accounts.retrieveCurrent().catch(nullWhen(isForbidden)))
      return account?.id ?? null
    },

    async readCustomerUser(customerId) {
      const customer = await call(() => stripe.customers.retrieve(customerId).catch(nullWhenMissing))
      return customer && !customer.deleted ? (customer.metadata.userId ?? null) : null
    },

    async hasOurPrice(customerId) {
      const list = () => stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })
      const subscriptions = await call(() => list().catch(nullWhenMissing))
      return subscriptions?.data.some(hasPriceOfOurs) ?? false
    },

    async removeCustomerUser(customerId) {
      const metadata = { userId: '' }
      await call(() => stripe.customers.update(customerId, { metadata }).catch(nullWhenMissing))
    },

    async *listCustomers(most = Number.POSITIVE_INFINITY) {
      let read = 0
      for await (const { id, metadata } of readPages((page) => call(() => stripe.customers.list(page)))) {
        if (metadata.userId) yield { customerId: id, userId: metadata.userId }
        read += 1
        if (read >= most) return
      }
    },

    readState: (customerId, freeLifetimes) =>
      call(async () => {
        const [subscriptions, payments, free] = await Promise.all([
          stripe.subscriptions
            .list({ customer: customerId, status: 'all', limit: 100, expand: ['data.latest_invoice'] })
            .autoPagingToArray({ limit: 10_000 })
            .catch(nothingWhenUnknown),
          stripe.paymentIntents
            .list({ customer: customerId, limit: 100, expand: ['data.latest_charge'] })
            .autoPagingToArray({ limit: 10_000 })
            .catch(nothingWhenUnknown),
          // Also when no codes are taken any more: one may have been used before.
          freeLifetimes ?? listSessions(stripe, customerId, { status: 'complete' }).then(freeLifetimesOf),
        ])
        const succeeded = payments.filter(({ status }) => status === 'succeeded')
        const lifetime = succeeded.filter(({ metadata }) => metadata.plan === 'lifetime')
        const others = succeeded.filter((payment) => !lifetime.includes(payment))
        const pending = payments.filter(isPending)
        const disputed = await findDisputedSubscriptions(stripe, others)
        return {
          subscriptions: await Promise.all(
            subscriptions.filter(isOurs).map(async (each) => ({
              ...(await subscriptionState(stripe, each, disputed, pending.find(isForSubscription))),
              amountMinor: isPriceOnly(each) ? await readAmounts(each) : null,
              paidAfterEnd: await readPaidAfterEnd(stripe, each, succeeded),
            })),
          ),
          pending: pending.filter(({ metadata }) => metadata.plan === 'lifetime').map(pendingPayment),
          payments: [
            ...(await Promise.all(lifetime.map((payment) => lifetimePayment(stripe, payment)))),
            ...free,
          ],
        }
      }),

    async readPayer(paymentId) {
      const payment = await call(() => stripe.paymentIntents.retrieve(paymentId).catch(nullWhenMissing))
      return idOf(payment?.customer)
    },

    async createCheckoutSession(order) {
      const create = (lifeMs: number, idempotencyKey: string) =>
        stripe.checkout.sessions.create(
          {
            ...sessionParams(order, lifeMs, { branding, hasCurrencies }),
            ...taxParams,
            ...codeParams(order),
          },
          { idempotencyKey },
        )
      const checkoutSession = await call(() =>
        create(fullHoldMs, order.attemptId)
          .catch((error) => {
            // Our clock is behind Stripe's. The Checkout Session is expired by us when the hold is over, so it may live longer there.
            if (order.holdId && isExpiryRefused(error))
              return create(longestLifeMs, `${order.attemptId}-clock`)
            throw error
          })
          .catch((error) => {
            if (isRefused(error) && isMissing(error) && error.param === 'customer')
              return 'customer-gone' as const
            if (isKeySpent(error)) return 'in-use' as const
            throw error
          }),
      )
      if (typeof checkoutSession === 'string') return checkoutSession
      // Only one that is over has none, as when an old attempt is repeated.
      return {
        id: checkoutSession.id,
        url: checkoutSession.url ?? '',
        expiresAt: toDate(checkoutSession.expires_at),
      }
    },

    async readCheckoutSession(checkoutSessionId) {
      // It comes from the address bar, and becomes part of an address at Stripe.
      if (!isCheckoutSessionId(checkoutSessionId)) return null
      const checkoutSession = await call(() =>
        stripe.checkout.sessions
          .retrieve(checkoutSessionId, {
            expand: ['customer', 'payment_intent', 'subscription.latest_invoice'],
          })
          .catch(nullWhenMissing),
      )
      return checkoutSession && checkoutReport(checkoutSession)
    },

    listCheckoutSessions: (customerId) =>
      call(async () => {
        const sessions = await listSessions(stripe, customerId, {
          expand: ['data.customer', 'data.payment_intent.latest_charge', 'data.subscription.latest_invoice'],
        })
        return {
          reports: sessions.map((session) => ({ id: session.id, ...checkoutReport(session) })),
          purchases: sessions.filter(isPurchase).map(listedPurchase),
          freeLifetimes: freeLifetimesOf(sessions),
        }
      }),

    async expireCheckoutSession(checkoutSessionId) {
      try {
        await call(() => stripe.checkout.sessions.expire(checkoutSessionId))
        return true
      } catch (error) {
        // Refused when it is no longer open: paid in the meantime, or over.
        const checkoutSession = await this.readCheckoutSession(checkoutSessionId)
        if (checkoutSession?.status === 'open') throw error
        // One that was made with another key takes no money with this one.
        return !checkoutSession || checkoutSession.status === 'closed'
      }
    },

    async openPortal(customerId, returnUrl, language) {
      const configuration = await portal()
      const portalSession = await call(() =>
        stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          locale: stripeLocale(language),
          ...(configuration && { configuration: configuration.id }),
        }),
      )
      return portalSession.url
    },

    async openPlanSwitch({ customerId, subscriptionId, stripePriceId, returnUrl, language }) {
      const configuration = await switchPortal()
      if (!configuration)
        throw new ConfigurationError(
          'Stripe has no page to change between month and year. Run `npm run stripe:setup`.',
        )
      const portalSession = await call(async () => {
        const { items } = await stripe.subscriptions.retrieve(subscriptionId)
        return stripe.billingPortal.sessions.create({
          customer: customerId,
          configuration: configuration.id,
          return_url: returnUrl,
          locale: stripeLocale(language),
          flow_data: {
            type: 'subscription_update_confirm',
            after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
            subscription_update_confirm: {
              subscription: subscriptionId,
              items: [{ id: items.data[0]?.id ?? '', price: stripePriceId, quantity: 1 }],
            },
          },
        })
      })
      return portalSession.url
    },

    hasDisputes: (customerIds) =>
      call(async () => {
        const charges = await Promise.all(customerIds.map((customer) => listCharges(stripe, customer)))
        return charges.flat().some(({ disputed }) => disputed)
      }),

    findReceipt: (customerIds) =>
      call(async () => {
        const charges = await Promise.all(
          customerIds.map((customer) =>
            stripe.charges
              .list({ customer, limit: 10 })
              .then(({ data }) => data)
              .catch(nothingWhenUnknown),
          ),
        )
        const [newest] = charges
          .flat()
          .filter(({ paid, receipt_url }) => paid && receipt_url)
          .sort((a, b) => b.created - a.created)
        return newest?.receipt_url ?? null
      }),

    readPaymentRecords: (customerIds) =>
      call(async () => {
        const records = await Promise.all(customerIds.map((customer) => paymentRecords(stripe, customer)))
        return {
          invoices: records.flatMap(({ invoices }) => invoices),
          charges: records.flatMap(({ charges }) => charges),
        }
      }),

    cancelSubscription: (subscriptionId, { credit }) =>
      call(async () => {
        const expand = ['latest_invoice.payments']
        const read = () => stripe.subscriptions.retrieve(subscriptionId, { expand })
        const found = await read().catch(nullWhenMissing)
        // Made with another key it charges nothing with this one; when that key is back, the sync reads it again.
        if (!found) return null
        // What is not paid yet would be credited all the same.
        const prorate = credit && latestInvoice(found)?.status === 'paid'
        const wasOver = found.status === 'canceled'
        // Stripe does not find one to cancel that another has cancelled since.
        const cancelled = wasOver
          ? null
          : await stripe.subscriptions
              .cancel(subscriptionId, { prorate, invoice_now: prorate, expand })
              .catch(nullWhenMissing)
        const justEnded = cancelled ?? (wasOver ? found : await read())
        const isUnderWay = await isPaymentPending(stripe, subscriptionId)
        // What is no longer under way may have settled since it was read.
        const ended = !isUnderWay && latestInvoice(justEnded)?.status === 'open' ? await read() : justEnded
        return {
          customerId: idOf(ended.customer),
          plan: planOf(ended),
          currency: ended.currency,
          wasCancelled: cancelled === null,
          isPaidAfterEnd: isPaidAfterEnd(ended),
          isPaymentPending: isUnderWay,
          isCredited: isUnusedCredited(lineTotals(latestInvoice(ended))),
          lastPeriod: await paidPeriod(stripe, ended, latestInvoice(ended)),
          earlierLate: await earlierLatePeriods(stripe, ended),
        }
      }),

    takeBackCredit: (subscriptionId) =>
      call(async () => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId).catch(nullWhenMissing)
        const customerId = idOf(subscription?.customer)
        if (!subscription || !customerId) return
        const customer = await stripe.customers.retrieve(customerId)
        if (customer.deleted || customer.currency !== subscription.currency) return
        const entries = await stripe.customers
          .listBalanceTransactions(customerId, { limit: 100 })
          .autoPagingToArray({ limit: 1_000 })
        const key = `credit-of-${subscriptionId}`
        if (entries.some(({ metadata }) => metadata?.fairseat === key)) return
        const invoices = await listInvoices(stripe, subscriptionId)
        const amount = creditToTakeBackMinor(
          invoices.map(({ total }) => total),
          customer.balance,
        )
        if (amount === 0) return
        await stripe.customers.createBalanceTransaction(
          customerId,
          { amount, currency: subscription.currency, metadata: { fairseat: key } },
          { idempotencyKey: key },
        )
      }),

    readNextCharge: (subscription) =>
      call(async () => {
        const isNothing = (error: unknown) => isMissing(error) || isNothingUpcoming(error)
        const next = await stripe.invoices.createPreview({ subscription }).catch(nullWhen(isNothing))
        return next && { amountMinor: next.amount_due, currency: next.currency }
      }),

    readUnpaid: (subscription) =>
      call(async () => {
        const open = await listUnpaid(stripe, subscription)
        const unpaid = open.length > 0 ? open : await listStuckDrafts(stripe, subscription)
        const amountMinor = sumOf(unpaid.map((invoice) => invoice.amount_remaining))
        const [first] = unpaid
        return first && amountMinor > 0 ? { amountMinor, currency: first.currency } : null
      }),

    async listStuckInvoices() {
      const created = { lt: Math.floor(now().getTime() / 1_000) - freshDraftSeconds }
      const { data } = await call(() => stripe.invoices.list({ status: 'draft', created, limit: 100 }))
      const stuck: { id: string; reason: string }[] = []
      for (const invoice of data.filter(isStuckDraft)) {
        const id = idOf(invoice.parent?.subscription_details?.subscription)
        const subscription =
          id && (await call(() => stripe.subscriptions.retrieve(id).catch(nullWhenMissing)))
        if (!subscription || isEnded(subscription.status) || subscription.pause_collection) continue
        if (hasPriceOfOurs(subscription))
          stuck.push({ id: invoice.id, reason: invoice.last_finalization_error?.message ?? '' })
      }
      return stuck
    },

    async *listSubscribedPrices() {
      const subscriptions = readPages((page) => call(() => stripe.subscriptions.list(page)))
      for await (const subscription of subscriptions) {
        const subscribed = isOurs(subscription)
          ? subscribedPrice(subscription, await call(() => readAmounts(subscription)))
          : null
        if (subscribed) yield subscribed
      }
    },

    async readSubscribedPrice(subscriptionId) {
      const found = await call(() => stripe.subscriptions.retrieve(subscriptionId).catch(nullWhenMissing))
      return found && subscribedPrice(found, await call(() => readAmounts(found)))
    },

    async readSubscriptionPrices() {
      const { monthly, yearly } = await prices()
      const taxBehavior = taxBehaviorOf(catalogue)
      const inEachCurrency = ({ stripePriceId, amountsMinor }: StripePrice, interval: string) =>
        Object.entries(amountsMinor).map(([currency, amountMinor]) => ({
          stripePriceId,
          amountMinor,
          currency,
          interval,
          taxBehavior,
        }))
      return [...inEachCurrency(monthly, 'month'), ...(yearly ? inEachCurrency(yearly, 'year') : [])]
    },

    changePrice: (subscriptionId, from, to) =>
      call(async () => {
        const { items } = await stripe.subscriptions.retrieve(subscriptionId)
        const item = items.data.find(({ price }) => price.id === from)
        if (item)
          await stripe.subscriptions.update(subscriptionId, {
            items: [{ id: item.id, price: to }],
            proration_behavior: 'none',
          })
      }),

    refund: (order) => call(() => refundOnce(stripe, order)),

    prices,

    verifyEvent(rawBody, signature) {
      const event = verifySignature(stripe, rawBody, signature, webhookSecrets, now().getTime())
      return paymentEvent(event)
    },

    readEvent: async (eventId) => paymentEvent(await call(() => stripe.events.retrieve(eventId))),

    async listEvents({ since, until }) {
      const created = {
        gte: Math.floor(since.getTime() / 1_000),
        ...(until && { lt: Math.ceil(until.getTime() / 1_000) }),
      }
      const pages = readPages((page) =>
        call(() => stripe.events.list({ created, types: [...usedEvents], ...page })),
      )
      const events: PaymentEvent[] = []
      for await (const event of pages) events.push(paymentEvent(event))
      return events.reverse()
    },

    async listFailedRefunds(since) {
      const created = { gte: Math.floor(since.getTime() / 1_000) }
      const failed: FailedRefund[] = []
      for await (const refund of readPages((page) => call(() => stripe.refunds.list({ created, ...page })))) {
        const [key, paymentId] = [refund.metadata?.fairseat, idOf(refund.payment_intent)]
        if (refund.status === 'failed' && key && paymentId)
          failed.push({ key, paymentId, amountMinor: refund.amount })
      }
      return failed
    },
  }
}

export function connectStripe(
  secretKey: string,
  apiUrl: string | undefined,
  callsPerSecond = defaultCallsPerSecond,
): Stripe {
  const api = apiUrl ? new URL(apiUrl) : undefined
  return new Stripe(secretKey, {
    httpClient: createHttpClient(createCallBudget({ callsPerSecond, burst: callsPerSecond })),
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

/** Each page is a call by itself: however many there are, each has the whole time, and none is read inside a transaction. */
async function* readPages<Row extends { id: string }>(
  readPage: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Row>>,
): AsyncGenerator<Row> {
  for (let last: string | undefined; ; ) {
    const { data, has_more } = await readPage({ limit: 100, ...(last && { starting_after: last }) })
    yield* data
    last = data.at(-1)?.id
    if (!has_more) return
  }
}

/**
 * At the start: a price other than the one shown, or a key that is refused, is fatal. When Stripe cannot
 * be reached it is a warning, since every checkout reads the prices again.
 */
export async function checkPrices(payments: Pick<PaymentService, 'prices'>): Promise<string | null> {
  try {
    await payments.prices()
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

/**
 * Bank transfers: one that is never sent leaves a payment that neither ends nor can be cancelled (decision 10), and with it a
 * seat that is held for ever. Vouchers expire by themselves.
 */
const endlessMethods: Stripe.Checkout.SessionCreateParams.ExcludedPaymentMethodType[] = ['customer_balance']

function sessionParams(
  order: CheckoutOrder,
  lifeMs: number,
  {
    branding,
    hasCurrencies,
  }: {
    branding: Stripe.Checkout.SessionCreateParams.BrandingSettings | undefined
    hasCurrencies: boolean
  },
): Stripe.Checkout.SessionCreateParams {
  const { userId, plan, trialDays, holdId } = order
  const metadata = { userId, plan, ...(holdId && { hold: holdId }) }
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
    ...(branding && { branding_settings: branding }),
    // Else Stripe would choose by the buyer's address, and not what the page showed.
    ...(hasCurrencies && order.currency && { currency: order.currency }),
    ...(holdId && { expires_at: Math.floor((order.createdAt.getTime() + lifeMs) / 1_000) }),
    ...(plan === 'lifetime'
      ? {
          mode: 'payment',
          excluded_payment_method_types: endlessMethods,
          payment_intent_data: { metadata },
          invoice_creation: { enabled: true, invoice_data: { metadata } },
        }
      : {
          mode: 'subscription',
          subscription_data: { metadata, ...(trialDays > 0 && { trial_period_days: trialDays }) },
        }),
  }
}

/** Checkout saves the address that it is worked out by, for the renewals. */
const automaticTax = {
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
} as const satisfies Partial<Stripe.Checkout.SessionCreateParams>

/** Stripe's pages know all of ours but Arabic: then they take the browser's. */
const stripeLocale = (language: string) =>
  stripeLocales.find((locale) => locale === language) ?? ('auto' as const)
const stripeLocales = ['en', 'de', 'fr', 'es', 'pt', 'ja'] as const

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

/** What else the customer has bought of the same account is none of our business. */
const isOurs = ({ metadata, items }: Stripe.Subscription): boolean =>
  isSubscriptionPlan(metadata.plan) || hasPriceOfOurs({ items })

const hasPriceOfOurs = ({ items }: Pick<Stripe.Subscription, 'items'>): boolean =>
  items.data.some(({ price }) => isSubscriptionPrice(price))

/** By its price: a subscriber may have changed since it was bought. */
const planOf = ({ items }: Stripe.Subscription): SubscriptionPlanId =>
  planOfInterval(items.data[0]?.price.recurring?.interval)

function subscribedPrice(
  subscription: Stripe.Subscription,
  amountMinor: number | null,
): SubscribedPrice | null {
  const customerId = idOf(subscription.customer)
  const price = (
    subscription.items.data.find((item) => isSubscriptionPrice(item.price)) ?? subscription.items.data[0]
  )?.price
  if (isEnded(subscription.status) || !customerId || !price?.recurring || amountMinor === null) return null
  return {
    subscriptionId: subscription.id,
    customerId,
    stripePriceId: price.id,
    amountMinor,
    currency: subscription.currency,
    interval: price.recurring.interval,
    taxBehavior: taxOf(subscription, price),
    isEnding: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    hasDiscount: subscription.discounts.length > 0,
  }
}

function taxOf({ automatic_tax }: Stripe.Subscription, { tax_behavior }: Stripe.Price): TaxBehavior | null {
  if (!automatic_tax.enabled) return null
  return taxBehaviors.find((each) => each === tax_behavior) ?? null
}

async function subscriptionState(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  disputed: ReadonlySet<string>,
  pending: Stripe.PaymentIntent | undefined,
): Promise<Omit<SubscriptionState, 'amountMinor' | 'paidAfterEnd'>> {
  const [item] = subscription.items.data
  const { cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod } = subscription
  const renewsAt = item?.current_period_end ?? null
  // A later end is no end yet: until then it renews. With the period it ends when that does, also when the period was moved.
  const isTimed = !endsWithPeriod && cancelAt !== null && renewsAt !== null && cancelAt <= renewsAt
  const periodEnd = isTimed ? cancelAt : renewsAt
  // Only the first payment decides whether it begins.
  const isPendingFirst = pending && hasYetToBegin(subscription)
  return {
    id: subscription.id,
    plan: planOf(subscription),
    status: isPendingFirst ? 'incomplete' : subscription.status,
    createdAt: toDate(subscription.created),
    periodEndsAt: periodEnd ? toDate(periodEnd) : null,
    cancelAtPeriodEnd: endsWithPeriod || isTimed,
    hadTrial: subscription.trial_start !== null,
    currency: subscription.currency,
    pendingSince: isPendingFirst ? toDate(pending.created) : null,
    pendingMethod: isPendingFirst ? methodOf(pending) : null,
    paymentFailedAt:
      subscription.status === 'past_due' ? await oldestUnpaidAt(stripe, subscription.id) : null,
    stuckSince: await stuckSince(stripe, subscription),
    disputeLost: disputed.has(subscription.id),
    endedUnpaid: isEndedUnpaid(subscription),
  }
}

/** The operator may want a draft: after a pause of the collection, or until a date of their own. */
const isStuckDraft = ({ status, last_finalization_error }: Stripe.Invoice): boolean =>
  status === 'draft' && last_finalization_error !== null

/** A new draft has no error yet; what decides is the oldest since a period was paid. */
async function stuckSince(stripe: Stripe, subscription: Stripe.Subscription): Promise<Date | null> {
  const latest = latestInvoice(subscription)
  if (subscription.pause_collection || latest?.status !== 'draft') return null
  const stuck = await listStuckDrafts(stripe, subscription.id)
  if (stuck.length === 0 && isStuckDraft(latest)) stuck.push(latest)
  return stuck.length > 0 ? toDate(Math.min(...stuck.map(({ created }) => created))) : null
}

/** Those from before a period was paid are given up: a draft of a subscription cannot be deleted. */
async function listStuckDrafts(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ subscription, status: 'draft', limit: 100 })
  const stuck = data.filter(isStuckDraft)
  if (stuck.length === 0) return []
  const paidAt = await lastPaidAt(stripe, subscription)
  return stuck.filter(({ created }) => created >= paidAt)
}

const isEndedUnpaid = ({ status, cancellation_details }: Stripe.Subscription): boolean =>
  isEnded(status) && cancellation_details?.reason === 'payment_failed'

/** Nothing was ever paid for it. While a debit is under way Stripe calls it `incomplete` or, more often, already `active`. */
function hasYetToBegin(subscription: Stripe.Subscription): boolean {
  const invoice = latestInvoice(subscription)
  if (subscription.status !== 'active' || !invoice) return subscription.status === 'incomplete'
  return isFirstInvoice(invoice) && invoice.status === 'open'
}

/**
 * What a period costs in the subscription's currency; null with a code, or a tax that is added, where each payment has an
 * amount of its own. Lists of subscriptions cannot hold the options of a price: too deep.
 */
function createAmountReader(stripe: Stripe) {
  const known = new Map<string, Promise<Stripe.Price>>()
  const readPrice = (id: string) => {
    const price = known.get(id) ?? stripe.prices.retrieve(id, { expand: ['currency_options'] })
    known.set(id, price)
    price.catch(() => known.delete(id))
    return price
  }
  return async ({ items, currency }: Stripe.Subscription): Promise<number | null> => {
    const price = items.data[0]?.price
    if (!price) return null
    if (price.currency === currency) return price.unit_amount
    return (await readPrice(price.id)).currency_options?.[currency]?.unit_amount ?? null
  }
}

const isPriceOnly = ({ discounts, automatic_tax, items }: Stripe.Subscription): boolean =>
  discounts.length === 0 &&
  !(automatic_tax.enabled && items.data.some(({ price }) => price.tax_behavior === 'exclusive'))

/** Vouchers and bank transfers: the buyer has been told what to pay and where. */
const awaited = /^(\w+)_display_details$|^display_(bank_transfer)_instructions$/

/** A bank asks to confirm a card in `requires_action` too: that is no money on its way. */
const isPending = ({ status, next_action }: Stripe.PaymentIntent): boolean =>
  status === 'processing' || (status === 'requires_action' && awaited.test(next_action?.type ?? ''))

const isForSubscription = ({ metadata }: Stripe.PaymentIntent): boolean => metadata.plan !== 'lifetime'

function methodOf({ next_action, latest_charge }: Stripe.PaymentIntent): string {
  const [, voucher, transfer] = awaited.exec(next_action?.type ?? '') ?? []
  const charge = expanded(latest_charge)
  return voucher ?? transfer ?? charge?.payment_method_details?.type ?? 'unknown'
}

const pendingPayment = (intent: Stripe.PaymentIntent): UnsettledPayment => ({
  id: intent.id,
  amountMinor: intent.amount,
  currency: intent.currency,
  pendingSince: toDate(intent.created),
  pendingMethod: methodOf(intent),
})

/**
 * Every month that stays unpaid has an invoice of its own: the first since one was paid is when the payments failed. Null when
 * that is the one it began with: nothing was ever paid.
 */
async function oldestUnpaidAt(stripe: Stripe, subscription: string): Promise<Date | null> {
  const unpaid = await listUnpaid(stripe, subscription)
  const oldest = unpaid.length > 1 ? await oldestSincePaid(stripe, subscription, unpaid) : unpaid[0]
  return oldest && !isFirstInvoice(oldest) ? toDate(oldest.created) : null
}

async function oldestSincePaid(stripe: Stripe, subscription: string, unpaid: Stripe.Invoice[]) {
  const paidAt = await lastPaidAt(stripe, subscription)
  const newestFirst = unpaid.toSorted((a, b) => b.created - a.created)
  // What was paid last need not be a period.
  return newestFirst.findLast(({ created }) => created >= paidAt) ?? newestFirst[0]
}

async function lastPaidAt(stripe: Stripe, subscription: string): Promise<number> {
  const { data } = await stripe.invoices.list({ subscription, status: 'paid', limit: 1 })
  return data[0]?.created ?? 0
}

const isFirstInvoice = ({ billing_reason }: Stripe.Invoice) => billing_reason === 'subscription_create'

const listUnpaid = (stripe: Stripe, subscription: string) =>
  stripe.invoices
    .list({ subscription, status: 'open', limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit: 1_000 })

/** The end of a subscription does not stop a debit or a voucher that is under way. */
async function isPaymentPending(stripe: Stripe, subscription: string): Promise<boolean> {
  const unpaid = await listUnpaid(stripe, subscription)
  for (const { payment } of unpaid.flatMap(({ payments }) => payments?.data ?? [])) {
    const id = idOf(payment.payment_intent)
    if (id && isPending(await stripe.paymentIntents.retrieve(id))) return true
  }
  return false
}

/** Subscriptions of which the bank has taken a payment back. */
async function findDisputedSubscriptions(
  stripe: Stripe,
  payments: Stripe.PaymentIntent[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const payment of payments) {
    const charge = expanded(payment.latest_charge)
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

async function readDisputeState(stripe: Stripe, about: { payment_intent: string } | { charge: string }) {
  const { data } = await stripe.disputes.list(about)
  return disputeState(
    data.map(({ status, payment_method_details }) => ({
      status,
      caseType: payment_method_details?.card?.case_type ?? null,
    })),
  )
}

const isDisputeLost = async (stripe: Stripe, paymentId: string): Promise<boolean> =>
  (await readDisputeState(stripe, { payment_intent: paymentId })) === 'lost'

const latestInvoice = ({ latest_invoice }: Stripe.Subscription) => expanded(latest_invoice)

const lineTotals = (invoice: Stripe.Invoice | null): number[] =>
  invoice?.lines.data.map(({ amount, discount_amounts, taxes }) =>
    lineTotalMinor({
      amountMinor: amount,
      discountMinor: sumOf((discount_amounts ?? []).map((discount) => discount.amount)),
      addedTaxMinor: sumOf(
        (taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'exclusive').map((tax) => tax.amount),
      ),
    }),
  ) ?? []

const isPaidAfterEnd = (subscription: Stripe.Subscription): boolean =>
  isPaidLate(latestInvoice(subscription), subscription)

function isPaidLate(invoice: Stripe.Invoice | null, { ended_at }: Stripe.Subscription): boolean {
  if (!invoice?.amount_paid || ended_at === null) return false
  return (invoice.status_transitions.paid_at ?? 0) > ended_at
}

/** The newest first. While it is past due Stripe goes on to bill it: one that ends unpaid leaves several that can be paid. */
async function listPaidLate(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  const all = isEndedUnpaid(subscription)
    ? await listInvoices(stripe, subscription.id)
    : [latestInvoice(subscription)]
  return all.filter((invoice) => invoice !== null).filter((invoice) => isPaidLate(invoice, subscription))
}

/** Of several the first of which nothing has gone back yet. */
async function readPaidAfterEnd(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  succeeded: Stripe.PaymentIntent[],
): Promise<SubscriptionState['paidAfterEnd']> {
  const invoices = await listPaidLate(stripe, subscription)
  const late = await Promise.all(invoices.map((invoice) => lateMoney(stripe, invoice, succeeded)))
  return late.find(({ refundedMinor }) => refundedMinor === 0) ?? late[0] ?? null
}

async function lateMoney(stripe: Stripe, invoice: Stripe.Invoice, succeeded: Stripe.PaymentIntent[]) {
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id ?? '', limit: 100 })
  const ids = data.map(({ payment }) => idOf(payment.payment_intent))
  const charges = succeeded
    .filter(({ id }) => ids.includes(id))
    .map(({ latest_charge }) => expanded(latest_charge))
  return {
    amountMinor: invoice.amount_paid,
    refundedMinor: sumOf(charges.map((charge) => charge?.amount_refunded ?? 0)),
  }
}

async function lifetimePayment(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<LifetimePayment> {
  const charge = expanded(payment.latest_charge)
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

const listSessions = (
  stripe: Stripe,
  customer: string,
  params: Pick<Stripe.Checkout.SessionListParams, 'status' | 'expand'>,
): Promise<Stripe.Checkout.Session[]> =>
  stripe.checkout.sessions
    .list({ customer, limit: 100, ...params })
    .autoPagingToArray({ limit: 1_000 })
    .catch(nothingWhenUnknown)

/** A code made the total zero: there is no payment, and the Checkout Session stands for it. */
const freeLifetimesOf = (sessions: Stripe.Checkout.Session[]): LifetimePayment[] =>
  sessions
    .filter(
      ({ mode, payment_status, metadata }) =>
        mode === 'payment' && payment_status === 'no_payment_required' && metadata?.plan === 'lifetime',
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

const listCharges = (stripe: Stripe, customer: string): Promise<Stripe.Charge[]> =>
  stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1_000 }).catch(nothingWhenUnknown)

async function paymentRecords(stripe: Stripe, customer: string): Promise<PaymentRecords> {
  const [invoices, charges] = await Promise.all([
    stripe.invoices
      .list({ customer, limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1_000 })
      .catch(nothingWhenUnknown),
    listCharges(stripe, customer),
  ])
  const settled = invoices.flatMap(({ payments }) => payments?.data ?? [])
  /** A debit is charged days before it is paid. A payment without an invoice, of an older version, tells the former alone. */
  const paidAt = (paymentId: string) =>
    settled.find(({ payment }) => idOf(payment.payment_intent) === paymentId)?.status_transitions.paid_at
  return {
    invoices: invoices.map((invoice) => ({
      id: invoice.id,
      subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
      status: invoice.status ?? 'draft',
      createdAt: toDate(invoice.created),
      totalMinor: invoice.total,
      currency: invoice.currency,
      url: invoice.hosted_invoice_url ?? null,
      paymentIds: (invoice.payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []),
    })),
    charges: await Promise.all(
      charges
        .filter(({ status }) => status === 'succeeded')
        .map(async (charge) => {
          const paymentId = idOf(charge.payment_intent) ?? charge.id
          return {
            paymentId,
            paidAt: toDate(paidAt(paymentId) ?? charge.created),
            amountMinor: charge.amount,
            refundedMinor: charge.amount_refunded,
            // `disputed` stays true when the operator has won.
            isDisputed: charge.disputed && (await readDisputeState(stripe, { charge: charge.id })) !== null,
            currency: charge.currency,
            receiptUrl: charge.receipt_url,
          }
        }),
    ),
  }
}

async function earlierLatePeriods(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<CancelledSubscription['earlierLate']> {
  if (!isEndedUnpaid(subscription)) return []
  const late = await listPaidLate(stripe, subscription)
  const earlier = late.filter(({ id }) => id !== latestInvoice(subscription)?.id)
  const periods = await Promise.all(earlier.map((invoice) => paidPeriod(stripe, subscription, invoice)))
  return periods.filter((period) => period !== null)
}

/** What was paid for a period of a subscription that has ended, by its invoice or by credit of earlier ones. */
async function paidPeriod(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice | null,
): Promise<CancelledSubscription['lastPeriod']> {
  const item = subscription.items.data[0]
  if (!item || !invoice?.id || invoice.status !== 'paid' || subscription.ended_at === null) return null
  const lines = lineTotals(invoice)
  const balanceUsedMinor = Math.max(0, (invoice.ending_balance ?? 0) - invoice.starting_balance)
  const isPaidByCredit = balanceUsedMinor > 0 || lines.some((total) => total < 0)
  const all = isPaidByCredit ? await listInvoices(stripe, subscription.id) : []
  const paidMinor = paidForPeriodMinor({
    amountPaidMinor: invoice.amount_paid,
    lineTotals: lines,
    balanceUsedMinor,
    totals: all.map(({ total }) => total),
  })
  const payments: RefundablePayment[] = []
  let refundedMinor = 0
  for (const { id, payments: paid } of [invoice, ...all.filter(({ id }) => id !== invoice.id)])
    for (const { payment, status, amount_paid } of paid?.data ?? []) {
      const paymentId = idOf(payment.payment_intent)
      if (status !== 'paid' || !paymentId || sumOf(payments.map(({ leftMinor }) => leftMinor)) >= paidMinor)
        continue
      const others = await sumRefunds(stripe, paymentId, subscription.id)
      if (id === invoice.id) refundedMinor += others
      const leftMinor = Math.max(0, (amount_paid ?? 0) - others)
      payments.push({ paymentId, leftMinor, isLost: await isDisputeLost(stripe, paymentId) })
    }
  if (paidMinor === 0 || payments.length === 0) return null
  return {
    invoiceId: invoice.id,
    paidMinor,
    refundedMinor,
    payments,
    startsAt: toDate(item.current_period_start),
    endsAt: toDate(item.current_period_end),
    endedAt: toDate(subscription.ended_at),
  }
}

/** The newest first. */
const listInvoices = (stripe: Stripe, subscription: string) =>
  stripe.invoices
    .list({ subscription, limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit: 1_000 })

/** Without those of what was not used: asked for again, the same is to be given back. */
async function sumRefunds(stripe: Stripe, paymentId: string, subscriptionId: string): Promise<number> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
  const others = data.filter(
    ({ metadata, status }) =>
      !metadata?.fairseat?.startsWith(unusedRefundKey(subscriptionId, '')) &&
      // Made by the version before there were jobs.
      metadata?.subscription !== subscriptionId &&
      !failedRefunds.includes(status ?? ''),
  )
  return sumOf(others.map(({ amount }) => amount))
}

const failedRefunds = ['failed', 'canceled']

/** Refunds carry our key, since an idempotency key is forgotten after a day. */
async function refundOnce(stripe: Stripe, order: RefundOrder): Promise<RefundResult> {
  const { key, paymentId, amountMinor } = order
  const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
  const earlier = data.filter(
    ({ metadata }) =>
      metadata?.fairseat === key ||
      // Made by the version before there were jobs.
      (metadata?.subscription && key.startsWith(`unused-${metadata.subscription}-`)),
  )
  const failed = earlier.filter(({ status }) => failedRefunds.includes(status ?? ''))
  const made = earlier.filter((refund) => !failed.includes(refund))
  if (made.length > 0)
    return { status: 'refunded', isNew: false, amountMinor: sumOf(made.map(({ amount }) => amount)) }
  const dispute = await readDisputeState(stripe, { payment_intent: paymentId })
  if (dispute) return { status: 'disputed', isOpen: dispute === 'open' }
  if (failed.length >= maxFailedRefunds) return { status: 'failed', times: failed.length }
  const idempotencyKey = `refund-${key}-${failed.length}`
  const create = (amount: number | null, idempotencyKey: string) =>
    stripe.refunds.create(
      { payment_intent: paymentId, metadata: { fairseat: key }, ...(amount !== null && { amount }) },
      { idempotencyKey },
    )
  try {
    const { amount } = await create(amountMinor, idempotencyKey).catch(async (error) => {
      if (amountMinor === null || !isRefused(error)) throw error
      // The operator has given a part back since the amount was decided. Asked for without one, the rest goes back.
      const leftMinor = await readUnrefunded(stripe, paymentId)
      if (leftMinor === 0 || leftMinor >= amountMinor) throw error
      return create(null, `${idempotencyKey}-rest`)
    })
    return { status: 'refunded', isNew: true, amountMinor: amount }
  } catch (error) {
    if (!isRefused(error) || error.code !== 'charge_already_refunded') throw error
    return { status: 'refunded', isNew: false, amountMinor: 0 }
  }
}

async function readUnrefunded(stripe: Stripe, paymentId: string): Promise<number> {
  const payment = await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] })
  const charge = expanded(payment.latest_charge)
  return charge ? charge.amount - charge.amount_refunded : 0
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

interface SubscriptionDetails {
  subscription_details?: { metadata: Stripe.Metadata | null } | null
}

/** Of an event only who it is about is used: what it says of their state may be out of date. */
function paymentEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as {
    object?: string
    id?: string
    customer?: Reference
    payment_intent?: Reference
    metadata?: Stripe.Metadata | null
    parent?: SubscriptionDetails | null
    /** Events that are fetched have the form of the account's version: before `parent` came, that of 2025-03-31. */
    subscription_details?: SubscriptionDetails['subscription_details']
    status?: string
    amount?: number
  }
  const customerId = object.object === 'customer' ? (object.id ?? null) : idOf(object.customer)
  return {
    id: event.id,
    type: event.type,
    createdAt: toDate(event.created),
    customerId,
    paymentId: idOf(object.payment_intent),
    // An invoice has a copy of its subscription's metadata.
    userId:
      object.metadata?.userId ?? (object.parent ?? object).subscription_details?.metadata?.userId ?? null,
    failedRefund:
      object.object === 'refund' && object.status === 'failed' && object.metadata?.fairseat
        ? { key: object.metadata.fairseat, amountMinor: object.amount ?? 0 }
        : null,
  }
}

/** An earlier call with it hangs, had other parameters, or failed at Stripe, which repeats its response for a day. */
const isKeySpent = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError &&
    (error.code === 'idempotency_key_in_use' || (error.statusCode ?? 0) >= 500))

/** The response of an earlier call with the same idempotency key (Stripe's documentation of errors, "Sending idempotency keys"). */
const isReplayed = ({ headers }: { headers?: Record<string, string | undefined> }): boolean =>
  headers?.['idempotent-replayed'] === 'true'

/**
 * Only what Stripe says it has saved. After any other failure, and while an earlier call is under way, the same key leads to
 * the customer that may have been made; another one would make a second.
 */
const isSavedFailure = (error: unknown): boolean =>
  isKeySpent(error) &&
  error instanceof Stripe.errors.StripeError &&
  error.code !== 'idempotency_key_in_use' &&
  (error.statusCode === 400 || isReplayed(error))

const isRefused = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError

const isForbidden = (error: unknown) => error instanceof Stripe.errors.StripePermissionError

const isExpiryRefused = (error: unknown): boolean => isRefused(error) && error.param === 'expires_at'

const isCheckoutSessionId = (text: string): boolean => /^cs_\w{1,250}$/.test(text)

const checkoutReport = (checkoutSession: Stripe.Checkout.Session): CheckoutReport => ({
  status: checkoutStatus(checkoutSession),
  userId: checkoutSession.client_reference_id,
  isCustomerDeleted: expanded(checkoutSession.customer)?.deleted === true,
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

const isMissing = (error: unknown) => isRefused(error) && error.code === 'resource_missing'

const isNothingUpcoming = (error: unknown): boolean =>
  isRefused(error) && error.code === 'invoice_upcoming_none'

/** A customer made with another key (test and live mixed up) holds nothing that counts with this one. */
const nothingWhenUnknown = (error: unknown): [] => {
  if (isMissing(error)) return []
  throw error
}

const nullWhen = (isExpected: (error: unknown) => boolean) => (error: unknown) => {
  if (isExpected(error)) return null
  throw error
}

const nullWhenMissing = nullWhen((error) => isRefused(error) && error.statusCode === 404)

async function callInTime<Result>(request: () => Promise<Result>, limitMs: number): Promise<Result> {
  // A connection to the database would be held for as long as Stripe takes.
  if (isInTransaction()) throw new Error('Stripe was called inside a database transaction.')
  const leftMs = remainingMs()
  if (leftMs <= 0) throw new AppError('payment-service-busy', { retryAfterSeconds: busyRetrySeconds })
  try {
    return await withTimeout(request(), Math.min(limitMs, leftMs))
  } catch (cause) {
    if (cause instanceof AppError || cause instanceof ConfigurationError) throw cause
    if (isBudgetExceeded(cause))
      throw new AppError('payment-service-busy', { cause, retryAfterSeconds: busyRetrySeconds })
    throw new AppError('payment-service-down', { cause })
  }
}

/** The SDK wraps what its HTTP client throws. */
const isBudgetExceeded = (error: unknown): boolean =>
  error instanceof BudgetExceeded ||
  (error instanceof Stripe.errors.StripeConnectionError && error.detail instanceof BudgetExceeded)

/** What changes rarely, read once in a while. A failure is not kept. */
function cached<Value>(forMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | undefined
  return () => {
    if (kept && performance.now() < kept.until) return kept.value
    const value = read()
    kept = { value, until: performance.now() + forMs }
    value.catch(() => {
      kept = undefined
    })
    return value
  }
}
