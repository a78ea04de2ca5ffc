import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../plans/load-catalogue.ts'
import { checkPrices } from './check-prices.ts'
import { createStripeGateway } from './gateway.ts'

const noSuchCustomer = {
  error: {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'customer',
    message: "No such customer: 'cus_of_another_key'",
  },
}

/** Stripe refuses to list anything of a customer that the key does not know; the emulator answers an empty list. */
const emptyList = { status: 200, body: { object: 'list', data: [], has_more: false } }
let result: { status: number; body: object } = { status: 400, body: noSuchCustomer }
/** By the last id of the page before. */
let nextPages: Record<string, object> = {}
const stripe = createServer(({ url = '' }, response) => {
  const after = new URL(url, 'http://stripe').searchParams.get('starting_after')
  const { status, body } = after
    ? { status: 200, body: nextPages[after] ?? {} }
    : url.startsWith('/v1/payment_intents') && result.status === 200
      ? emptyList
      : result
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
})
beforeAll(() => new Promise<void>((resolve) => void stripe.listen(0, '127.0.0.1', resolve)))
afterAll(() => void stripe.close())

const connect = (apiUrl = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`) =>
  createStripeGateway({
    secretKey: 'sk_test_other',
    webhookSecrets: ['whsec_of_the_tests'],
    apiUrl,
    catalogue: loadCatalogue('pricing.config.json'),
  })

describe('at the start', () => {
  test('a Stripe that cannot be reached, or is in trouble, is worth a warning', async () => {
    expect(await checkPrices(connect('http://127.0.0.1:1'))).toMatch(/^Stripe cannot be reached/)
    result = { status: 500, body: { error: { type: 'api_error', message: 'Sorry' } } }
    expect(await checkPrices(connect())).toMatch(/^Stripe cannot be reached/)
  })

  test('a key that is refused ends it, with a sentence', async () => {
    for (const status of [401, 403]) {
      result = { status, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } }
      await expect(checkPrices(connect())).rejects.toThrow(/^Stripe refuses STRIPE_SECRET_KEY/)
    }
  })

  test('a price other than the one shown, or none, ends it', async () => {
    const monthly = { object: 'price', id: 'price_1', lookup_key: 'fairseat_monthly', currency: 'usd' }
    result = { status: 200, body: { object: 'list', data: [{ ...monthly, unit_amount: 1 }] } }
    await expect(checkPrices(connect())).rejects.toThrow(/^Stripe would charge 1 usd for monthly/)
    result = { status: 200, body: { object: 'list', data: [] } }
    await expect(checkPrices(connect())).rejects.toThrow(/^Stripe has no price for monthly/)
  })
})

test('F19: a customer of another key holds nothing, and reading it does not fail', async () => {
  result = { status: 400, body: noSuchCustomer }
  const payments = connect()
  expect(await payments.readState('cus_of_another_key')).toEqual({
    subscriptions: [],
    pending: [],
    payments: [],
  })
})

describe('all customers', () => {
  const page = (ids: string[], has_more: boolean) => ({
    object: 'list',
    data: ids.map((id) => ({ object: 'customer', id, metadata: { userId: `of ${id}` } })),
    has_more,
  })
  const readAll = async () => {
    const ids: string[] = []
    for await (const { customerId } of connect().listCustomers()) ids.push(customerId)
    return ids
  }

  test('F39: are read page by page, to the last', async () => {
    result = { status: 200, body: page(['cus_1', 'cus_2'], true) }
    nextPages = { cus_2: page(['cus_3'], true), cus_3: page(['cus_4'], false) }
    expect(await readAll()).toEqual(['cus_1', 'cus_2', 'cus_3', 'cus_4'])
  })

  test('a page that Stripe does not give is an outage of Stripe, as with any other call', async () => {
    result = { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } }
    await expect(readAll()).rejects.toMatchObject({ code: 'payment-service-down' })
  })
})

describe('the end of a cancelled subscription', () => {
  const [trialEnd, periodEnd] = [1_800_000_000, 1_802_000_000]
  const readEnd = async (cancellation: { cancel_at: number; cancel_at_period_end: boolean }) => {
    const subscription = {
      ...{ id: 'sub_1', object: 'subscription', status: 'active', customer: 'cus_1', created: 1_799_000_000 },
      ...{ metadata: { plan: 'monthly' }, currency: 'usd', discounts: ['di_1'], trial_start: 1_799_000_000 },
      ...{ automatic_tax: { enabled: false }, latest_invoice: null, ...cancellation },
      items: {
        data: [{ current_period_end: periodEnd, price: { recurring: { interval: 'month' }, metadata: {} } }],
      },
    }
    result = { status: 200, body: { object: 'list', data: [subscription], has_more: false } }
    const { subscriptions } = await connect().readState('cus_1')
    return subscriptions.map(({ periodEndsAt, cancelAtPeriodEnd }) => [periodEndsAt, cancelAtPeriodEnd])
  }

  // docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums
  test('is that of its period where it ends with it, also when the period was moved after the cancellation', async () => {
    const ends = await readEnd({ cancel_at: trialEnd, cancel_at_period_end: true })
    expect(ends).toEqual([[new Date(periodEnd * 1_000), true]])
  })

  test('is the time that was set, unless it renews before', async () => {
    expect(await readEnd({ cancel_at: trialEnd, cancel_at_period_end: false })).toEqual([
      [new Date(trialEnd * 1_000), true],
    ])
    expect(await readEnd({ cancel_at: periodEnd + 1, cancel_at_period_end: false })).toEqual([
      [new Date(periodEnd * 1_000), false],
    ])
  })
})

describe('what is paid a period', () => {
  const periodOf = { month: 1_802_000_000, year: 1_830_000_000 }
  const item = (
    interval: 'month' | 'year',
    unit_amount: number | null,
    quantity: number,
    fairseat?: string,
  ) => ({
    ...{ current_period_end: periodOf[interval], quantity },
    price: {
      ...{ id: 'price_1', currency: 'usd', unit_amount, recurring: { interval } },
      ...{ lookup_key: null, metadata: fairseat ? { fairseat } : {} },
    },
  })
  const month = item('month', 900, 1, 'monthly')
  const year = item('year', 9_000, 2, 'yearly')
  const other = item('month', 100, 1)

  test.each([
    ['one', [month], 'monthly', 900, 'month'],
    ['two of one price', [year], 'yearly', 18_000, 'year'],
    ['none, in a subscription that is kept', [{ ...month, quantity: 0 }], 'monthly', 0, 'month'],
    ['a price that depends on how many', [item('month', null, 3, 'monthly')], 'monthly', null, 'month'],
    ['something else beside', [year, other], 'yearly', null, 'year'],
    ['something else before', [other, year], 'yearly', null, 'year'],
  ] as const)('of a subscription with %s', async (_, data, plan, amountMinor, interval) => {
    const subscription = {
      ...{ id: 'sub_1', object: 'subscription', status: 'active', customer: 'cus_1', created: 1_799_000_000 },
      ...{ metadata: {}, currency: 'usd', discounts: [], trial_start: null, cancel_at: null },
      ...{ cancel_at_period_end: false, automatic_tax: { enabled: false }, latest_invoice: null },
      items: { data },
    }
    result = { status: 200, body: { object: 'list', data: [subscription], has_more: false } }
    const { subscriptions } = await connect().readState('cus_1')
    const periodEndsAt = new Date(periodOf[interval] * 1_000)
    expect(subscriptions).toEqual([expect.objectContaining({ plan, amountMinor, periodEndsAt })])
  })
})

test('F40: a subscription of another key needs no cancellation, and asking for one does not fail', async () => {
  result = { status: 404, body: { error: { ...noSuchCustomer.error, param: 'id' } } }
  const cancelled = await connect().cancelSubscription('sub_of_another_key', { credit: false })
  expect(cancelled).toBeNull()
})

test('what cannot be a checkout is not asked for', async () => {
  result = { status: 200, body: { object: 'checkout.session', id: 'cs_1', status: 'open' } }
  for (const id of ['', '.', '../customers', 'cs_1/../x', 'cs_1?a', `cs_${'1'.repeat(300)}`, 'evt_1'])
    expect(await connect().readCheckoutSession(id)).toBeNull()
  expect(await connect().readCheckoutSession('cs_1')).toMatchObject({ status: 'open' })
})

test('F16: while one signing secret replaces the other, either is taken and no third one', () => {
  const payments = createStripeGateway({
    secretKey: 'sk_test_any',
    webhookSecrets: ['whsec_the_new_one', 'whsec_the_old_one'],
    catalogue: loadCatalogue('pricing.config.json'),
  })
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'any', data: { object: {} } })
  const verify = (secret: string) =>
    payments.verifyEvent(
      Buffer.from(payload),
      new Stripe('sk_test_any').webhooks.generateTestHeaderString({ payload, secret }),
    )
  expect(verify('whsec_the_new_one').id).toBe('evt_1')
  expect(verify('whsec_the_old_one').id).toBe('evt_1')
  for (const other of ['whsec_a_third_one', 'whsec_the_new_one,whsec_the_old_one', 'whsec_the_new_on'])
    expect(() => verify(other)).toThrow('The signature does not fit')
})
