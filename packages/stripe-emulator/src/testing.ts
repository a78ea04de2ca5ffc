import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { cardNumbers } from './behaviour/test-cards.ts'
import { type EmulatorOptions, startEmulator } from './start-emulator.ts'

/** What the emulator's own tests share; the SDK in it is the real one. */

export const secretKey = 'sk_test_kit'
export const webhookSecret = 'whsec_kit'
export const daySeconds = 86_400
export const cards = cardNumbers

export function connectSdk(port: number, options: Partial<Stripe.StripeConfig> = {}): Stripe {
  return new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...options,
  })
}

export type TestEmulator = Awaited<ReturnType<typeof openEmulator>>

export async function openEmulator(options: Partial<EmulatorOptions> = {}) {
  const emulator = await startEmulator({ secretKey, webhookRetryMs: 20, ...options })
  return { ...emulator, ...connectKit(emulator.url, emulator.port) }
}

export function connectKit(url: string, port: number) {
  const stripe = connectSdk(port)
  /** Calls the control API; returns the body and throws on a refusal. */
  async function control<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T> {
    const { status, body: result } = await tryControl<T>(path, body)
    if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(result)}`)
    return result
  }
  async function tryControl<T = Record<string, unknown>>(path: string, body?: unknown) {
    const response = await fetch(`${url}/_emulator${path}`, body === undefined ? {} : post(body))
    return { status: response.status, body: (await response.json()) as T }
  }
  const advance = (seconds: number) => control('/clock', { advance: seconds })
  const pay = (session: string, card: string = cards.pays, more = {}) =>
    tryControl<{ result: string; message?: string }>(`/checkout/${session}/pay`, { card, ...more })

  async function prices() {
    const monthly = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 900,
      recurring: { interval: 'month' },
      lookup_key: 'monthly',
      transfer_lookup_key: true,
      product_data: { name: 'Pro' },
    })
    const lifetime = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 9900,
      lookup_key: 'lifetime',
      transfer_lookup_key: true,
      product_data: { name: 'Lifetime' },
    })
    return { monthly, lifetime }
  }
  const urls = {
    success_url: 'http://shop.test/welcome?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.test/pricing',
  }
  function subscriptionSession(customer: string, price: string, trialDays?: number) {
    return stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price, quantity: 1 }],
      ...urls,
      ...(trialDays && {
        subscription_data: { trial_period_days: trialDays, metadata: { plan: 'monthly' } },
      }),
    })
  }
  function paymentSession(customer: string, price: string) {
    return stripe.checkout.sessions.create({
      mode: 'payment',
      customer,
      line_items: [{ price, quantity: 1 }],
      payment_intent_data: { metadata: { plan: 'lifetime' } },
      ...urls,
    })
  }
  /** A customer with a running subscription. */
  async function subscribe(card: string = cards.pays, trialDays?: number) {
    const { monthly } = await prices()
    const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: 'u1' } })
    const session = await subscriptionSession(customer.id, monthly.id, trialDays)
    const paid = await pay(session.id, card)
    if (paid.status !== 200) throw new Error(JSON.stringify(paid))
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    return { customer, session: done, subscription: done.subscription as Stripe.Subscription }
  }
  /** A customer with a paid lifetime purchase. */
  async function buy(card: string = cards.pays) {
    const { lifetime } = await prices()
    const customer = await stripe.customers.create({ email: 'bob@example.com' })
    const session = await paymentSession(customer.id, lifetime.id)
    const paid = await pay(session.id, card)
    if (paid.status !== 200) throw new Error(JSON.stringify(paid))
    const expand = ['payment_intent.latest_charge']
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand })
    const intent = done.payment_intent as Stripe.PaymentIntent
    return { customer, session: done, intent, charge: intent.latest_charge as Stripe.Charge }
  }
  /** The page where a customer changes the subscription; all that can be done there is allowed unless said otherwise. */
  async function openPortal(customer: string, { canCancel = true, returnUrl = 'http://shop.test/' } = {}) {
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: canCancel },
      },
    })
    return stripe.billingPortal.sessions.create({
      customer,
      configuration: configuration.id,
      return_url: returnUrl,
    })
  }
  const eventTypes = async () => {
    const events = await stripe.events.list({ limit: 100 })
    return events.data.map((event) => event.type).reverse()
  }
  return {
    stripe,
    control,
    tryControl,
    advance,
    pay,
    prices,
    subscriptionSession,
    paymentSession,
    subscribe,
    buy,
    openPortal,
    eventTypes,
  }
}

function post(body: unknown): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

interface Received {
  event: Stripe.Event
  signature: string
}

/** A shop's webhook: verifies each delivery with the SDK and responds with what `statusFor` returns. */
export async function startReceiver(
  statusFor: (event: Stripe.Event) => number | Promise<number> = () => 200,
) {
  const received: Received[] = []
  const stripe = new Stripe(secretKey)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const signature = String(request.headers['stripe-signature'])
      const event = stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, webhookSecret)
      const status = await statusFor(event)
      if (status < 300) received.push({ event, signature })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    types: () => received.map(({ event }) => event.type as string),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
