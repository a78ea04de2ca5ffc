import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entitlement } from '../../../core/billing/entitlement.ts'
import { loadCatalogue } from '../../plans/load-catalogue.ts'
import { inBackground } from './call-budget.ts'
import { createStripeGateway } from './gateway.ts'

let subscription: object
let invoices: { status: string }[] = []
const calls: string[] = []
const list = (data: object[]) => ({ object: 'list', data, has_more: false })
const stripe = createServer(({ url = '' }, response) => {
  calls.push(url)
  const { pathname, searchParams } = new URL(url, 'http://stripe')
  const listed: Record<string, object[]> = {
    '/v1/subscriptions': [subscription],
    '/v1/invoices': invoices.filter(({ status }) => status === searchParams.get('status')),
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(list(listed[pathname] ?? [])))
})
beforeAll(() => new Promise<void>((resolve) => void stripe.listen(0, '127.0.0.1', resolve)))
afterAll(() => void stripe.close())

const connect = (options: { callsPerSecond?: number; giveUpAfterMs?: number } = {}) =>
  createStripeGateway({
    secretKey: 'sk_test_other',
    webhookSecrets: ['whsec_of_the_tests'],
    apiUrl: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
    catalogue: loadCatalogue('pricing.config.json'),
    ...options,
  })

const now = 1_900_000_000
const daySeconds = 86_400
const daysAgo = (days: number) => now - days * daySeconds

const invoice = (status: string, created: number, more: object = {}) => ({
  id: `in_${created}`,
  object: 'invoice',
  status,
  created,
  billing_reason: 'subscription_cycle',
  amount_paid: 0,
  last_finalization_error: null,
  status_transitions: {},
  lines: list([]),
  payments: list([]),
  ...more,
})

const subscriptionWith = (status: string, latest: object) => ({
  id: 'sub_1',
  object: 'subscription',
  status,
  customer: 'cus_1',
  created: daysAgo(100),
  ended_at: null,
  metadata: { plan: 'monthly' },
  currency: 'usd',
  discounts: ['di_1'],
  trial_start: null,
  cancel_at: null,
  cancel_at_period_end: false,
  automatic_tax: { enabled: false },
  pause_collection: null,
  cancellation_details: null,
  latest_invoice: latest,
  items: {
    data: [
      {
        current_period_end: now + 10 * daySeconds,
        price: { metadata: {}, recurring: { interval: 'month' } },
      },
    ],
  },
})

async function statusOf(
  status: string,
  latest: { status: string },
  others: { status: string }[] = [],
  more: object = {},
) {
  subscription = { ...subscriptionWith(status, latest), ...more }
  invoices = [latest, ...others]
  const state = await connect().readState('cus_1')
  const [shown] = entitlement(state, 7, new Date(now * 1_000)).subscriptions
  return shown?.status
}

describe('the invoice of a period that is a draft', () => {
  // docs.stripe.com/billing/subscriptions/pause-payment: made while collection was paused, it stays a draft when that ends.
  test('F33: takes nothing away where the operator wants it', async () => {
    expect(await statusOf('active', invoice('draft', daysAgo(20), { auto_advance: false }))).toBe('active')
  })

  const stuck = { last_finalization_error: { code: 'customer_tax_location_invalid' } }

  test('F33: takes nothing away while the operator has paused the collection, also when it could not be made final before', async () => {
    const paused = { pause_collection: { behavior: 'keep_as_draft', resumes_at: null } }
    expect(await statusOf('active', invoice('draft', daysAgo(20), stuck), [], paused)).toBe('active')
  })

  test('F33: of several the oldest since a period was paid counts, also while the newest has no error yet', async () => {
    const old = invoice('draft', daysAgo(30), stuck)
    expect(await statusOf('active', invoice('draft', daysAgo(0)), [old])).toBe('past_due')
    expect(await statusOf('active', invoice('draft', daysAgo(0)), [old, invoice('paid', daysAgo(20))])).toBe(
      'active',
    )
    const later = [old, invoice('paid', daysAgo(20))]
    expect(await statusOf('active', invoice('draft', daysAgo(5), stuck), later)).toBe('active')
    expect(await statusOf('active', invoice('draft', daysAgo(12), stuck), later)).toBe('past_due')
  })

  test('F33: takes the plan away when Stripe cannot make it final, after the days of grace', async () => {
    expect(await statusOf('active', invoice('draft', daysAgo(5), stuck))).toBe('active')
    expect(await statusOf('active', invoice('draft', daysAgo(8), stuck))).toBe('past_due')
  })
})

describe('the days of grace', () => {
  test('F11: are there when something else of the subscription was paid since the failure', async () => {
    const paid = invoice('paid', daysAgo(1), { billing_reason: 'manual' })
    expect(await statusOf('past_due', invoice('open', daysAgo(2)), [paid])).toBe('active')
    const older = invoice('open', daysAgo(60))
    expect(await statusOf('past_due', invoice('open', daysAgo(2)), [older, paid])).toBe('active')
  })

  test('F37: begin with the oldest failure since a period was paid', async () => {
    const paid = invoice('paid', daysAgo(40))
    expect(
      await statusOf('past_due', invoice('open', daysAgo(2)), [invoice('open', daysAgo(70)), paid]),
    ).toBe('active')
    expect(
      await statusOf('past_due', invoice('open', daysAgo(2)), [invoice('open', daysAgo(32)), paid]),
    ).toBe('past_due')
  })

  test('F47: one failure costs no look at what was paid', async () => {
    const before = calls.length
    await statusOf('past_due', invoice('open', daysAgo(2)))
    const about = calls.slice(before).filter((url) => url.startsWith('/v1/invoices'))
    expect(about).toEqual([expect.stringContaining('status=open')])
  })
})

test('F47: with few calls a second the jobs that read a customer at the same time all end', async () => {
  const failed = invoice('open', daysAgo(2))
  subscription = subscriptionWith('past_due', failed)
  invoices = [failed]
  const payments = connect({ callsPerSecond: 4, giveUpAfterMs: 1_000 })
  const reading = () => inBackground(60_000, () => payments.readState('cus_1'))
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(reading))
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
})
