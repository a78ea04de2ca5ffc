import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { setUpEmulator } from '../../test/set-up-emulator.ts'
import { apiVersion } from '../objects/common.ts'
import { connectSdk, daySeconds, secretKey } from '../testing.ts'

const { emulator, stripe } = setUpEmulator()

const raw = (path: string, init: RequestInit = {}) =>
  fetch(`${emulator.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${secretKey}`, ...init.headers },
  })

// docs.stripe.com/api/errors: the status of each kind; docs.stripe.com/error-codes: resource_missing, parameter_unknown, parameter_missing.
describe('errors', () => {
  // docs.stripe.com/api/versioning: the header Stripe-Version sets the version of one request.
  it('speaks the version of the installed SDK, and takes and echoes any other; a malformed one is refused', async () => {
    expect(Stripe.API_VERSION).toBe(apiVersion)
    const { lastResponse } = await stripe.customers.list()
    expect(lastResponse.apiVersion).toBe(apiVersion)
    expect(lastResponse.requestId).toMatch(/^req_/)
    for (const version of ['2020-08-27', '2025-08-27.basil', '2025-09-30.preview; feature_beta=v1']) {
      const old = await raw('/v1/customers', { headers: { 'stripe-version': version } })
      expect([old.status, old.headers.get('stripe-version')]).toEqual([200, version])
    }
    for (const version of ['latest', '2020-8-27', 'v1']) {
      const malformed = await raw('/v1/customers', { headers: { 'stripe-version': version } })
      expect(malformed.status).toBe(400)
      expect(await malformed.json()).toMatchObject({
        error: { type: 'invalid_request_error', message: `Invalid Stripe API version: ${version}` },
      })
    }
  })

  // docs.stripe.com/api/authentication
  it('a missing or wrong key is 401', async () => {
    const wrong = new Stripe('sk_test_wrong', { host: '127.0.0.1', port: emulator.port, protocol: 'http' })
    await expect(wrong.customers.list()).rejects.toThrow(Stripe.errors.StripeAuthenticationError)
    const missing = await fetch(`${emulator.url}/v1/customers`)
    expect(missing.status).toBe(401)
    expect(await missing.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  // The SDK takes a 404 without `error` for a success.
  it('an unknown route rejects in the SDK', async () => {
    await expect(stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404 })
    await expect(stripe.rawRequest('GET', '/v1/nothing/at/all')).rejects.toMatchObject({ statusCode: 404 })
    const elsewhere = await raw('/elsewhere')
    expect(await elsewhere.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  it('an unknown id is 404 in the path and 400 in a parameter', async () => {
    const missing = { code: 'resource_missing', message: "No such customer: 'cus_x'" }
    await expect(stripe.customers.retrieve('cus_x')).rejects.toMatchObject({ ...missing, statusCode: 404 })
    await expect(stripe.billingPortal.sessions.create({ customer: 'cus_x' })).rejects.toMatchObject({
      ...missing,
      statusCode: 400,
      param: 'customer',
    })
  })

  // docs.stripe.com/api/customer_portal/sessions/create: without a configuration, the default one
  it('a portal opens only with a configuration that is active, as none is saved in a dashboard', async () => {
    const { id: customer } = await stripe.customers.create({})
    const open = (configuration?: string) =>
      stripe.billingPortal.sessions.create({ customer, ...(configuration && { configuration }) })
    await expect(open()).rejects.toThrow('No configuration provided')
    const configuration = String((await emulator.openPortal(customer)).configuration)
    expect(await open(configuration)).toMatchObject({ configuration, customer })
    const listed = async () => (await stripe.billingPortal.configurations.list({ active: true })).data
    expect(await listed()).toMatchObject([{ id: configuration, is_default: false }])
    await stripe.billingPortal.configurations.update(configuration, { active: false })
    expect(await listed()).toEqual([])
    await expect(open(configuration)).rejects.toMatchObject({ statusCode: 400, param: 'configuration' })
  })

  it('unknown, missing and malformed parameters are named', async () => {
    const send = (form: string) =>
      raw('/v1/checkout/sessions', { method: 'POST', body: form }).then((r) => r.json())
    const good = 'mode=payment&success_url=http://a.test&line_items[0][price]=p'
    expect(await send(`${good}&custommer=cus_x`)).toMatchObject({
      error: {
        code: 'parameter_unknown',
        param: 'custommer',
        message: 'Received unknown parameter: custommer',
      },
    })
    expect(await send(`${good}&subscription_data[trial_days]=3`)).toMatchObject({
      error: { code: 'parameter_unknown', param: 'subscription_data[trial_days]' },
    })
    expect(await send('mode=payment&success_url=http://a.test')).toMatchObject({
      error: { code: 'parameter_missing', param: 'line_items' },
    })
    expect(await send(`${good}&expires_at=soon`)).toMatchObject({
      error: { code: 'parameter_invalid_integer' },
    })
    expect(await send(`${good}&mode=gift`)).toMatchObject({ error: { param: 'mode' } })
    expect(await send(`${good}&success_url=/welcome`)).toMatchObject({ error: { code: 'url_invalid' } })
  })

  // docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
  it('a session expires after 30 minutes at the earliest and 24 hours at the latest', async () => {
    const { lifetime } = await emulator.prices()
    const now = Math.floor(Date.now() / 1000)
    const create = (expires_at: number) =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: lifetime.id, quantity: 1 }],
        success_url: 'http://shop.test',
        expires_at,
      })
    await expect(create(now + 29 * 60)).rejects.toThrow('at least 30 minutes')
    await expect(create(now + 25 * 3600)).rejects.toThrow('less than 24 hours')
    expect((await create(now + 31 * 60)).expires_at).toBe(now + 31 * 60)
  })

  // docs.stripe.com/api/checkout/sessions/create#create_checkout_session-mode
  it('mode and price have to agree', async () => {
    const { lifetime, monthly } = await emulator.prices()
    const customer = await stripe.customers.create({})
    await expect(emulator.paymentSession(customer.id, monthly.id)).rejects.toThrow('passed a recurring price')
    await expect(emulator.subscriptionSession(customer.id, lifetime.id)).rejects.toThrow(
      'one recurring price',
    )
  })
})

// docs.stripe.com/api/idempotent_requests
describe('idempotency', () => {
  it('the same key answers the same, and says that it does', async () => {
    const options = { idempotencyKey: 'same' }
    const first = await stripe.customers.create({ email: 'a@example.com' }, options)
    const second = await stripe.customers.create({ email: 'a@example.com' }, options)
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  })

  it('the same key with other parameters, or elsewhere, is refused', async () => {
    const options = { idempotencyKey: 'other' }
    await stripe.customers.create({ email: 'a@example.com' }, options)
    const refused = { type: 'StripeIdempotencyError', statusCode: 400 }
    await expect(stripe.customers.create({ email: 'b@example.com' }, options)).rejects.toMatchObject(refused)
    await expect(stripe.products.create({ name: 'x' }, options)).rejects.toMatchObject(refused)
  })

  it('at the same time the second is told to wait, and the SDK’s own retry gets the first answer', async () => {
    await emulator.control('/api-faults', { delayMs: 4_000, path: '/v1/customers' })
    const options = { idempotencyKey: 'at-once' }
    const first = stripe.customers.create({ name: 'once' }, options)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect(stripe.customers.create({ name: 'once' }, options)).rejects.toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
    const patient = connectSdk(emulator.port, { maxNetworkRetries: 20 })
    const retried = await patient.customers.create({ name: 'once' }, options)
    expect(retried.id).toBe((await first).id)
  })

  it('what failed the checks may be mended under the same key', async () => {
    const options = { idempotencyKey: 'mended' }
    await expect(stripe.products.create({ name: '' }, options)).rejects.toThrow()
    expect(await stripe.products.create({ name: 'mended' }, options)).toMatchObject({ name: 'mended' })
  })

  // docs.stripe.com/api/idempotent_requests: "Subsequent requests with the same key return the same result, including 500 errors."
  it('a failure half-way is repeated for its key for a day, and for no other', async () => {
    const failure = { status: 500, saved: true, path: '/v1/customers' }
    await emulator.control('/api-faults', failure)
    const create = (idempotencyKey: string) =>
      stripe.customers.create({ name: 'half-way' }, { idempotencyKey })
    for (let tries = 0; tries < 3; tries += 1)
      await expect(create('half-way')).rejects.toMatchObject({ statusCode: 500 })
    expect(await create('another')).toMatchObject({ name: 'half-way' })
    await emulator.advance(daySeconds)
    expect(await create('half-way')).toMatchObject({ name: 'half-way' })
  })

  it('a lost answer is found again by the SDK’s retry: one customer, not two', async () => {
    await emulator.control('/api-faults', { status: 500, when: 'after', path: '/v1/customers' })
    const patient = connectSdk(emulator.port, { maxNetworkRetries: 2 })
    await patient.customers.create({ email: 'lost@example.com' })
    expect((await stripe.customers.list({ email: 'lost@example.com' })).data).toHaveLength(1)
  })
})

// docs.stripe.com/api/pagination, docs.stripe.com/api/pagination/auto
describe('lists', () => {
  it('pages forward, backward and by itself', async () => {
    for (const name of ['1', '2', '3', '4', '5'])
      await stripe.customers.create({ name, email: 'p@example.com' })
    const names = (list: Stripe.ApiList<Stripe.Customer>) => list.data.map((customer) => customer.name)
    const email = 'p@example.com'
    const first = await stripe.customers.list({ email, limit: 2 })
    expect([names(first), first.has_more]).toEqual([['5', '4'], true])
    const second = await stripe.customers.list({
      email,
      limit: 2,
      starting_after: first.data[1]?.id as string,
    })
    expect([names(second), second.has_more]).toEqual([['3', '2'], true])
    const last = await stripe.customers.list({
      email,
      limit: 2,
      starting_after: second.data[1]?.id as string,
    })
    expect([names(last), last.has_more]).toEqual([['1'], false])
    const back = await stripe.customers.list({ email, limit: 2, ending_before: last.data[0]?.id as string })
    expect([names(back), back.has_more]).toEqual([['3', '2'], true])
    const all = await stripe.customers.list({ email, limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map((customer) => customer.name)).toEqual(['5', '4', '3', '2', '1'])
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
  })

  // docs.stripe.com/api/prices/create#create_price-transfer_lookup_key
  it('prices by lookup key, which moves only when told to', async () => {
    const { lifetime } = await emulator.prices()
    const again = {
      currency: 'usd',
      unit_amount: 1,
      product: String(lifetime.product),
      lookup_key: 'lifetime',
    }
    await expect(stripe.prices.create(again)).rejects.toThrow('already using the lookup key')
    const moved = await stripe.prices.create({ ...again, transfer_lookup_key: true })
    const found = await stripe.prices.list({
      lookup_keys: ['lifetime'],
      active: true,
      expand: ['data.product'],
    })
    expect(found.data.map((price) => price.id)).toEqual([moved.id])
    expect(found.data[0]?.product).toMatchObject({ object: 'product', name: 'Lifetime' })
    expect((await stripe.prices.retrieve(lifetime.id)).lookup_key).toBeNull()
  })

  // docs.stripe.com/api/checkout/sessions/list
  it('sessions by customer, status, subscription and payment intent', async () => {
    const { session, customer, intent } = await emulator.buy()
    const other = await emulator.subscribe()
    const ids = async (params: Stripe.Checkout.SessionListParams) =>
      (await stripe.checkout.sessions.list(params)).data.map(({ id }) => id)
    expect(await ids({ customer: customer.id })).toEqual([session.id])
    expect(await ids({ customer: customer.id, status: 'open' })).toEqual([])
    expect(await ids({ payment_intent: intent.id })).toEqual([session.id])
    expect(await ids({ subscription: other.subscription.id })).toEqual([other.session.id])
  })

  // docs.stripe.com/api/events/list
  it('events by type and time', async () => {
    const { customer } = await emulator.buy()
    const [latest] = (await stripe.events.list({ types: ['customer.created'] })).data
    expect(latest?.data.object).toMatchObject({ id: customer.id })
    const future = await stripe.events.list({ created: { gt: (latest?.created ?? 0) + 60 } })
    expect(future.data).toEqual([])
    expect(await stripe.events.retrieve(latest?.id ?? '')).toMatchObject({ type: 'customer.created' })
  })
})

// docs.stripe.com/api/expanding_objects, docs.stripe.com/api/metadata
describe('expand and metadata', () => {
  it('expands nested objects, and refuses what cannot be expanded', async () => {
    const { session } = await emulator.buy()
    const expand = ['line_items.data.price.product', 'payment_intent.latest_charge', 'customer']
    const full = await stripe.checkout.sessions.retrieve(session.id, { expand })
    expect(full).toMatchObject({
      customer: { object: 'customer' },
      payment_intent: { latest_charge: { object: 'charge' } },
      line_items: { data: [{ price: { product: { name: 'Lifetime' } } }] },
    })
    const plain = await stripe.checkout.sessions.retrieve(session.id)
    expect([typeof plain.customer, plain.line_items]).toEqual(['string', undefined])
    await expect(stripe.checkout.sessions.retrieve(session.id, { expand: ['status'] })).rejects.toThrow(
      'This property cannot be expanded (status)',
    )
  })

  it('merges metadata; an empty value deletes a field, an empty whole deletes all', async () => {
    const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } })
    expect((await stripe.customers.update(id, { metadata: { b: '', c: 3 } })).metadata).toEqual({
      a: '1',
      c: '3',
    })
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
  })

  // docs.stripe.com/api/customers/delete
  it('a deleted customer is answered as deleted and can do nothing', async () => {
    const { customer, subscription } = await emulator.subscribe()
    await stripe.customers.del(customer.id)
    expect(await stripe.customers.retrieve(customer.id)).toEqual({
      id: customer.id,
      object: 'customer',
      deleted: true,
    })
    await expect(stripe.customers.update(customer.id, {})).rejects.toMatchObject({ statusCode: 404 })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
  })
})

describe('faults', () => {
  // Of the emulator alone.
  it.each([
    [{ status: 500 }, 'StripeAPIError'],
    [{ status: 429 }, 'StripeRateLimitError'],
    [{ garbage: true }, 'StripeAPIError'],
    [{ hangUp: true, count: 2 }, 'StripeConnectionError'],
  ])('%o reaches the SDK as %s, once', async (fault, type) => {
    await emulator.control('/api-faults', fault)
    await expect(stripe.balance.retrieve()).rejects.toMatchObject({ type })
    expect(await stripe.balance.retrieve()).toMatchObject({ object: 'balance' })
  })

  // docs.stripe.com/api/accounts/retrieve, docs.stripe.com/api/webhook_endpoints
  it('answers a doctor’s questions', async () => {
    expect(await stripe.accounts.retrieveCurrent()).toMatchObject({
      object: 'account',
      charges_enabled: true,
    })
    const endpoint = await stripe.webhookEndpoints.create({
      url: 'http://shop.test/hook',
      enabled_events: ['charge.refunded'],
      api_version: apiVersion as Stripe.WebhookEndpointCreateParams.ApiVersion,
    })
    expect(endpoint).toMatchObject({ secret: expect.stringMatching(/^whsec_/), api_version: apiVersion })
    const [listed] = (await stripe.webhookEndpoints.list()).data
    expect(listed).toMatchObject({ id: endpoint.id, status: 'enabled' })
    expect(listed?.secret).toBeUndefined()
    expect((await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })).status).toBe('disabled')
    expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true })
  })
})
