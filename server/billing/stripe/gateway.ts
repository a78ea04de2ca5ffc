import { isUndeliverable } from '../../../core/identity/undeliverable.ts'
import { type Catalogue, taxBehaviorOf } from '../../../core/plans/catalogue.ts'
import { isEnded } from '../../../core/plans/subscription-status.ts'
import { ConfigurationError } from '../../configuration-error.ts'
import { paymentPage } from '../../http/destination.ts'
import { checkTax, findPortal, findPrices, findSwitchPortal, usedEvents } from './account.ts'
import { defaultCallsPerSecond, isInBackground, requestLimit } from './call-budget.ts'
import { cached, callInTime, readPages } from './calls.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import {
  checkoutReport,
  createCheckoutSession,
  isCheckoutSessionId,
  listCheckoutSessions,
} from './checkout-sessions.ts'
import { connectStripe } from './connect-stripe.ts'
import { readState } from './customer-state.ts'
import { paymentEvent, verifySignature } from './events.ts'
import {
  isForbidden,
  isMissing,
  isNothingUpcoming,
  isReplayed,
  isSavedFailure,
  nullWhen,
  nullWhenMissing,
} from './expected-errors.ts'
import { idOf } from './fields.ts'
import { stripeLocale } from './locale.ts'
import { findReceipt, listCharges, readPaymentRecords } from './payment-records.ts'
import type { FailedRefund, PaymentEvent, PaymentService, StripePrice } from './payment-service.ts'
import { isLostRefund, refundOnce } from './refunds.ts'
import { createAmountReader, subscribedPrice } from './subscribed-prices.ts'
import { hasPriceOfOurs, isOurs, itemOfPlan } from './subscriptions.ts'
import { takeBackCredit } from './take-back-credit.ts'
import { isStuckDraft, readUnpaid } from './unpaid-invoices.ts'

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

const priceCacheMs = 300_000
/** What four jobs at a time need to read a customer each. */
const callsOfAllJobs = 20
/** An invoice is a draft for an hour. */
const freshDraftSeconds = 7_200

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
  const pageAt = (address: string) => paymentPage(address, apiUrl)
  const readAmount = createAmountReader(stripe)
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
      call(() => readState(stripe, readAmount, customerId, freeLifetimes)),

    async readPayer(paymentId) {
      const payment = await call(() => stripe.paymentIntents.retrieve(paymentId).catch(nullWhenMissing))
      return idOf(payment?.customer)
    },

    createCheckoutSession: (order) =>
      call(() => createCheckoutSession(stripe, order, { catalogue, logoUrl, pageAt })),

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

    listCheckoutSessions: (customerId) => call(() => listCheckoutSessions(stripe, customerId)),

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
      return pageAt(portalSession.url)
    },

    async openPlanSwitch({ customerId, subscriptionId, stripePriceId, returnUrl, language }) {
      const configuration = await switchPortal()
      if (!configuration)
        throw new ConfigurationError(
          'Stripe has no page to change between month and year. Run `npm run stripe:setup`.',
        )
      const portalSession = await call(async () => {
        const item = itemOfPlan(await stripe.subscriptions.retrieve(subscriptionId))
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
              items: [{ id: item?.id ?? '', price: stripePriceId, quantity: item?.quantity ?? 1 }],
            },
          },
        })
      })
      return pageAt(portalSession.url)
    },

    hasDisputes: (customerIds) =>
      call(async () => {
        const charges = await Promise.all(customerIds.map((customer) => listCharges(stripe, customer)))
        return charges.flat().some(({ disputed }) => disputed)
      }),

    async findReceipt(customerIds) {
      const address = await call(() => findReceipt(stripe, customerIds))
      return address === null ? null : pageAt(address)
    },

    readPaymentRecords: (customerIds) => call(() => readPaymentRecords(stripe, customerIds)),

    cancelSubscription: (subscriptionId, options) =>
      call(() => cancelSubscription(stripe, subscriptionId, options)),

    takeBackCredit: (subscriptionId) => call(() => takeBackCredit(stripe, subscriptionId)),

    readNextCharge: (subscription) =>
      call(async () => {
        const isNothing = (error: unknown) => isMissing(error) || isNothingUpcoming(error)
        const next = await stripe.invoices.createPreview({ subscription }).catch(nullWhen(isNothing))
        return next && { amountMinor: next.amount_due, currency: next.currency }
      }),

    readUnpaid: (subscriptionId) => call(() => readUnpaid(stripe, subscriptionId)),

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
          ? subscribedPrice(subscription, await call(() => readAmount(subscription)))
          : null
        if (subscribed) yield subscribed
      }
    },

    async readSubscribedPrice(subscriptionId) {
      const found = await call(() => stripe.subscriptions.retrieve(subscriptionId).catch(nullWhenMissing))
      return found && subscribedPrice(found, await call(() => readAmount(found)))
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

    verifyEvent: (rawBody, signature) =>
      paymentEvent(verifySignature(rawBody, signature, webhookSecrets, now().getTime())),

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
        if (isLostRefund(refund) && key && paymentId)
          failed.push({ key, paymentId, amountMinor: refund.amount })
      }
      return failed
    },
  }
}
