import { cards, openEmulator } from '@fairseat/stripe-emulator/testing'
import type Stripe from 'stripe'
import { usedEvents } from '../../../server/billing/stripe/account.ts'
import { startOlderVersion } from '../../support/billing/older-version.ts'
import type { Card, Lifecycle } from './steps.ts'

const mostEvents = 2_000
/** Those that the endpoint is registered for. */
const isUsed = new Set<string>(usedEvents)
/** So often our server tries a refund before it calls the operator. */
const mostRefunds = 3

export type Account = Awaited<ReturnType<typeof openAccount>>
export type Held = Awaited<ReturnType<Account['held']>>

const isOver = ({ status }: Stripe.Subscription) => ['canceled', 'incomplete_expired'].includes(status)
export const isLost = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

export const chargeOf = ({ latest_charge }: Stripe.PaymentIntent) => latest_charge as Stripe.Charge | null
const paidAt = (payment: Stripe.PaymentIntent) => chargeOf(payment)?.created ?? payment.created

/** An account at the payment service, in which our user is the only customer, and which of its events were delivered. */
export async function openAccount(
  {
    afterRetries,
    retries,
    debitSeconds,
    eventSpacingSeconds,
    offersTransfers,
  }: Pick<Lifecycle, 'afterRetries' | 'retries' | 'debitSeconds' | 'eventSpacingSeconds' | 'offersTransfers'>,
  livemode: boolean,
) {
  const emulator = await openEmulator({
    afterRetries,
    asyncPaymentSeconds: debitSeconds,
    eventSpacingSeconds,
    ...(retries === 'late' && { retryDays: [90] }),
  })
  const older = offersTransfers ? await startOlderVersion(emulator.url) : undefined
  const { stripe } = emulator
  /** The pages whose address the user has seen, newest last. */
  const pages: string[] = []
  /** Events that were delivered, or never will be. */
  const done = new Set<string>()
  const unrelated = { subscriptions: [] as string[], payments: [] as string[] }
  let isEndpointDeleted = false
  let wasEndpointDeleted = false

  const listEvents = () => stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: mostEvents })

  /** Payments for what is not ours: single ones, and those of such subscriptions. */
  async function unrelatedPayments(): Promise<Set<string>> {
    const found = new Set(unrelated.payments)
    for (const subscription of unrelated.subscriptions) {
      const { data } = await stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] })
      for (const { payments } of data)
        for (const { payment } of payments?.data ?? []) found.add(String(payment.payment_intent))
    }
    return found
  }

  /** What the user has here of ours. */
  async function held() {
    const [everySubscription, everyIntent, disputes, refunds, others] = await Promise.all([
      stripe.subscriptions.list({ status: 'all', limit: 100, expand: ['data.latest_invoice'] }),
      stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] }),
      stripe.disputes.list({ limit: 100 }),
      stripe.refunds.list({ limit: 100 }),
      unrelatedPayments(),
    ])
    const subscriptions = everySubscription.data.filter(({ id }) => !unrelated.subscriptions.includes(id))
    const intents = everyIntent.data.filter(({ id }) => !others.has(id))
    const disputed = (is: string[]) =>
      disputes.data
        .filter(({ status }) => is.includes(status))
        .map(({ payment_intent }) => String(payment_intent))
    const lost = disputed(['lost'])
    const forLifetime = intents.filter(({ metadata }) => metadata.plan === 'lifetime')
    const paid = forLifetime.filter(({ status }) => status === 'succeeded')
    const [first, ...rest] = paid
      .filter((each) => (chargeOf(each)?.amount_refunded ?? 0) < each.amount && !lost.includes(each.id))
      .sort((a, b) => paidAt(a) - paidAt(b) || (a.id < b.id ? -1 : 1))
    const isGivenUp = (payment: Stripe.PaymentIntent) =>
      refunds.data.filter(
        (refund) => refund.metadata?.fairseat && refund.payment_intent === payment.id && isLost(refund),
      ).length >= mostRefunds
    return {
      subscriptions,
      running: subscriptions.filter((subscription) => !isOver(subscription)),
      /** Without those whose refund is the operator's business by now. */
      owned: first ? [first, ...rest.filter((payment) => !isGivenUp(payment))] : [],
      paid,
      processing: forLifetime.filter(({ status }) => ['processing', 'requires_action'].includes(status)),
      intents,
      lost: intents.filter(({ id }) => lost.includes(id)),
      /** Payments that the bank has not decided about. */
      disputed: disputed(['needs_response', 'under_review']),
      refunds: refunds.data,
      unrelatedPayments: everyIntent.data.filter(({ id }) => others.has(id)),
    }
  }

  return {
    emulator,
    /** Where our server finds it. */
    apiUrl: older?.url ?? emulator.url,
    async close() {
      older?.stop()
      await emulator.close()
    },
    livemode,
    pages,
    unrelated,
    held,
    deletions: 0,
    /** Each makes the last customer the current one if none is, also one that was deleted. */
    startsSinceDeletion: 0,
    /** A backup was restored or the key changed: we forgot a page that can still be paid, and what is paid twice goes back. */
    isForgetful: false,
    /** A backup was restored, and what was bought since has not been looked for in this account. */
    isReconciliationDue: false,
    wasEndpointDeleted: () => wasEndpointDeleted,
    async changeEndpoint(is: 'deleted' | 'created') {
      if ((is === 'deleted') === isEndpointDeleted) return
      isEndpointDeleted = is === 'deleted'
      wasEndpointDeleted = true
      // What happened before is not delivered to the next one.
      for (const { id } of await listEvents()) done.add(id)
    },
    acknowledge: (event: Stripe.Event) => void done.add(event.id),
    isAcknowledged: (event: Stripe.Event) => done.has(event.id),
    async waiting(): Promise<Stripe.Event[]> {
      if (isEndpointDeleted) return []
      return (await listEvents()).filter(({ id, type }) => !done.has(id) && isUsed.has(type))
    },
    /** Made by the operator at the payment service, for a product that is not ours. */
    async sellUnrelated(customer: string, what: 'subscription' | 'payment', card: Card) {
      const price = await stripe.prices.create({
        currency: 'usd',
        unit_amount: what === 'payment' ? 700 : 300,
        product_data: { name: 'Something else' },
        ...(what === 'subscription' && { recurring: { interval: 'month' as const } }),
      })
      const { id } = await stripe.checkout.sessions.create({
        mode: what,
        customer,
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: 'http://shop.test/',
        cancel_url: 'http://shop.test/',
      })
      await emulator.pay(id, cards[card])
      const { subscription, payment_intent } = await stripe.checkout.sessions.retrieve(id)
      if (subscription) unrelated.subscriptions.push(String(subscription))
      if (payment_intent) unrelated.payments.push(String(payment_intent))
    },
  }
}
