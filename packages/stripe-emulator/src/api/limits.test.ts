import type Stripe from 'stripe'
import { describe, expect, it, vi } from 'vitest'
import { setUpEmulator } from '../../test/set-up-emulator.ts'
import { connectSdk, secretKey } from '../testing.ts'

let nowMs = Date.UTC(2026, 2, 10, 12)
const { emulator, stripe } = setUpEmulator('test', { realMs: () => nowMs })

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${emulator.url}${path}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${secretKey}`, ...headers },
  })

// docs.stripe.com/api/idempotent_requests
describe('idempotency keys', () => {
  it('are forgotten once they are 24 hours old by the emulator’s clock, not before', async () => {
    const options = { idempotencyKey: 'day' }
    const first = await stripe.customers.create({ name: 'Ada' }, options)
    await emulator.advance(86_400 - 60)
    expect((await stripe.customers.create({ name: 'Ada' }, options)).id).toBe(first.id)
    await emulator.advance(60)
    const second = await stripe.customers.create({ name: 'Bob' }, options)
    expect(second.id).not.toBe(first.id)
    expect((await stripe.customers.create({ name: 'Bob' }, options)).id).toBe(second.id)
  })

  it('are up to 255 characters long', async () => {
    await stripe.customers.create({}, { idempotencyKey: 'k'.repeat(255) })
    const tooLong = stripe.customers.create({}, { idempotencyKey: 'k'.repeat(256) })
    await expect(tooLong).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })
})

// docs.stripe.com/rate-limits: 429, the header Stripe-Rate-Limited-Reason, no Retry-After; the SDK does not retry it.
describe('the rate limit', () => {
  it('refuses what comes above the burst, and admits again as time passes', async () => {
    await emulator.control('/rate-limit', { rate: 2, burst: 3 })
    const call = () => stripe.balance.retrieve()
    for (let i = 0; i < 3; i += 1) await call()
    await expect(call()).rejects.toMatchObject({
      type: 'StripeRateLimitError',
      statusCode: 429,
      code: 'rate_limit',
      headers: { 'stripe-rate-limited-reason': 'global-rate' },
    })
    nowMs += 500
    await call()
    await expect(call()).rejects.toMatchObject({ statusCode: 429 })
    expect(await emulator.control('/traffic')).toMatchObject({ admitted: 4, refused: 2 })
    await emulator.control('/rate-limit', { rate: null })
    for (let i = 0; i < 10; i += 1) await call()
  })

  it('changes nothing: the refused call can be repeated with its idempotency key', async () => {
    await emulator.control('/rate-limit', { rate: 1, burst: 1 })
    const create = () => stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'once' })
    await stripe.balance.retrieve()
    await expect(create()).rejects.toMatchObject({ statusCode: 429 })
    await emulator.control('/rate-limit', { rate: null })
    expect((await stripe.customers.list()).data).toEqual([])
    await create()
  })

  it('keeps a list of the calls since it was set, with what they were about, refused ones too', async () => {
    const calls = async () => (await emulator.control('/calls')).calls
    await stripe.balance.retrieve()
    expect(await calls()).toEqual([])
    await emulator.control('/rate-limit', { rate: 1, burst: 2 })
    const { id } = await stripe.customers.create({ metadata: { userId: 'ada' } })
    await stripe.customers.retrieve(id)
    await expect(stripe.charges.list({ customer: id })).rejects.toMatchObject({ statusCode: 429 })
    expect(await calls()).toEqual([
      { method: 'POST', path: '/v1/customers', form: 'metadata[userId]=ada' },
      { method: 'GET', path: `/v1/customers/${id}`, form: '' },
      { method: 'GET', path: '/v1/charges', form: `customer=${id}` },
    ])
    await emulator.control('/rate-limit', { rate: null })
    await stripe.balance.retrieve()
    expect(await calls()).toEqual([])
  })
})

it('every call is delayed when asked for, also those that come at the same time', async () => {
  await emulator.control('/api-delay', { delayMs: 150 })
  const timed = async () => {
    const before = performance.now()
    await stripe.balance.retrieve()
    return performance.now() - before
  }
  for (const took of await Promise.all([timed(), timed(), timed()])) expect(took).toBeGreaterThanOrEqual(145)
  await expect(connectSdk(emulator.port, { timeout: 50 }).balance.retrieve()).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  await emulator.control('/api-delay', { delayMs: 0 })
  expect(await emulator.control('/traffic')).toMatchObject({ delayMs: 0 })
})

// What Stripe knows is told by the SDK's typings (schema/known-params.test.ts). docs.stripe.com/error-codes: parameter_unknown.
describe('parameters', () => {
  it('known to Stripe and not acted on here are ignored with one line; unknown ones are refused', async () => {
    const lines: string[] = []
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      lines.push(String(text))
      return true
    })
    const shipping = 'shipping[name]=Ada&shipping[address][city]=London&name=Ada'
    const first = await post('/v1/customers', shipping)
    const again = await post('/v1/customers', shipping)
    const unknown = await post('/v1/customers', `${shipping}&shipping[planet]=Mars`)
    stderr.mockRestore()
    expect([first.status, again.status]).toEqual([200, 200])
    expect(await first.json()).toMatchObject({ name: 'Ada' })
    expect(lines).toEqual([
      'emulator: POST /v1/customers: shipping[name], shipping[address][city] ignored: Stripe knows it, the emulator does not act on it\n',
    ])
    expect([unknown.status, await unknown.json()]).toMatchObject([
      400,
      { error: { code: 'parameter_unknown', param: 'shipping[planet]' } },
    ])
  })

  it('inside of lists are told apart as well', async () => {
    const { lifetime } = await emulator.prices()
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const form = `mode=payment&success_url=http://a.test&line_items[0][price]=${lifetime.id}&line_items[0][quantity]=1`
    const known = await post('/v1/checkout/sessions', `${form}&line_items[0][tax_rates][0]=txr_1`)
    const unknown = await post('/v1/checkout/sessions', `${form}&line_items[0][colour]=red`)
    stderr.mockRestore()
    expect(known.status).toBe(200)
    expect([unknown.status, await unknown.json()]).toMatchObject([
      400,
      { error: { code: 'parameter_unknown', param: 'line_items[0][colour]' } },
    ])
  })
})

// docs.stripe.com/api-versions: the request's Stripe-Version counts.
// What an application on an SDK of 2025 calls (nextjs/saas-starter was refused at its first call).
it('an application of an older API version sets up, sells and opens the portal', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const older = connectSdk(emulator.port, { apiVersion: '2025-04-30.basil' as never })
  const product = await older.products.create({ name: 'Base', description: 'For small teams' })
  const price = await older.prices.create({
    product: product.id,
    unit_amount: 800,
    currency: 'usd',
    recurring: { interval: 'month', trial_period_days: 7 },
  })
  await older.products.update(product.id, { default_price: price.id })
  const prices = await older.prices.list({ expand: ['data.product'], active: true, type: 'recurring' })
  expect(prices.data.map(({ id }) => id)).toContain(price.id)
  const order = {
    payment_method_types: ['card'],
    line_items: [{ price: price.id, quantity: 1 }],
    mode: 'subscription' as const,
    success_url: 'http://shop.test/checkout?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.test/pricing',
    client_reference_id: '1',
    allow_promotion_codes: true,
    subscription_data: { trial_period_days: 14 },
  }
  const session = await older.checkout.sessions.create(order as Stripe.Checkout.SessionCreateParams)
  await emulator.pay(session.id)
  const expand = ['customer', 'subscription']
  const done = await older.checkout.sessions.retrieve(session.id, { expand })
  const { id, customer } = done.subscription as Stripe.Subscription
  const subscription = await older.subscriptions.retrieve(id, { expand: ['items.data.price.product'] })
  expect(subscription).toMatchObject({ status: 'trialing', billing_mode: { type: 'classic' } })
  expect(subscription.items.data[0]?.price.product).toMatchObject({ name: 'Base' })
  const configuration = await older.billingPortal.configurations.create({
    business_profile: { headline: 'Your plan' },
    features: {
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'create_prorations',
        products: [{ product: product.id, prices: [price.id] }],
      },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end',
        cancellation_reason: { enabled: true, options: ['unused'] },
      },
      payment_method_update: { enabled: true },
    },
  })
  const portal = await older.billingPortal.sessions.create({
    customer: String(customer),
    return_url: 'http://shop.test/dashboard',
    configuration: configuration.id,
  })
  expect(portal.url).toContain(emulator.url)
  stderr.mockRestore()
})
