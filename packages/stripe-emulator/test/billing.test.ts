import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { cards, daySeconds, openEmulator } from '../src/testing.ts'
import { marchMs, setUpEmulator } from './set-up-emulator.ts'

const { emulator, stripe } = setUpEmulator('test', { realMs: marchMs })

const periodEnd = (subscription: Stripe.Subscription) =>
  subscription.items.data[0]?.current_period_end ?? Number.NaN
const read = (subscription: Stripe.Subscription) => stripe.subscriptions.retrieve(subscription.id)
const inPortal = async (subscription: Stripe.Subscription, action: 'cancel' | 'resume') => {
  const { url } = await emulator.openPortal(String(subscription.customer))
  await fetch(url, { method: 'POST', body: new URLSearchParams({ action, subscription: subscription.id }) })
  return read(subscription)
}

// docs.stripe.com/billing/subscriptions/billing-mode/compare#scheduled-subscription-cancellation;
// the default: docs.stripe.com/changelog/clover/2025-09-30/billing-mode-default-flexible
describe('billing mode', () => {
  async function subscribeIn(
    billing_mode: Stripe.Checkout.SessionCreateParams.SubscriptionData.BillingMode | undefined,
    apiVersion?: string,
  ) {
    const { monthly } = await emulator.prices()
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: (await stripe.customers.create({})).id,
        line_items: [{ price: monthly.id, quantity: 1 }],
        success_url: 'http://shop.test',
        ...(billing_mode && { subscription_data: { billing_mode } }),
      },
      apiVersion ? { apiVersion } : {},
    )
    await emulator.pay(session.id)
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    return done.subscription as Stripe.Subscription
  }

  it('is flexible from 2025-09-30 on and classic before, unless it is said', async () => {
    const modes = await Promise.all([
      subscribeIn(undefined),
      subscribeIn(undefined, '2025-08-27.basil'),
      subscribeIn({ type: 'flexible' }, '2025-08-27.basil'),
      subscribeIn({ type: 'classic' }),
    ])
    expect(modes.map(({ billing_mode }) => billing_mode.type)).toEqual([
      'flexible',
      'classic',
      'flexible',
      'classic',
    ])
  })

  it('flexible: a cancellation in the portal sets only cancel_at; the subscription ends then', async () => {
    const subscription = await subscribeIn({ type: 'flexible' })
    const cancel_at = periodEnd(subscription)
    const leaving = await inPortal(subscription, 'cancel')
    expect(leaving).toMatchObject({ status: 'active', cancel_at, cancel_at_period_end: false })
    expect(leaving.canceled_at).not.toBeNull()
    const back = { cancel_at: null, canceled_at: null, cancel_at_period_end: false }
    expect(await inPortal(subscription, 'resume')).toMatchObject(back)
    await inPortal(subscription, 'cancel')
    await emulator.advance(32 * daySeconds)
    expect(await read(subscription)).toMatchObject({ status: 'canceled', ended_at: cancel_at })
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
  })

  it('classic: a cancellation in the portal sets cancel_at_period_end', async () => {
    const subscription = await subscribeIn({ type: 'classic' })
    const cancel_at = periodEnd(subscription)
    expect(await inPortal(subscription, 'cancel')).toMatchObject({ cancel_at, cancel_at_period_end: true })
    expect(await inPortal(subscription, 'resume')).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
    })
  })

  // docs.stripe.com/api/subscriptions/update#update_subscription-cancel_at
  it('cancel_at ends a subscription in the middle of a period', async () => {
    const subscription = await subscribeIn(undefined)
    const cancel_at = subscription.created + 10 * daySeconds
    expect(await stripe.subscriptions.update(subscription.id, { cancel_at })).toMatchObject({ cancel_at })
    await emulator.advance(11 * daySeconds)
    expect(await read(subscription)).toMatchObject({ status: 'canceled', ended_at: cancel_at })
  })
})

// docs.stripe.com/billing/subscriptions/webhooks and docs.stripe.com/invoicing/integration/workflow-transitions: about an hour.
describe('the invoice of a renewal', () => {
  const invoiceOf = async (subscription: Stripe.Subscription) =>
    stripe.invoices.retrieve(String((await read(subscription)).latest_invoice))

  it('is a draft for an hour, then finalized and paid; the first one is paid at once', async () => {
    const { subscription } = await emulator.subscribe()
    expect(await invoiceOf(subscription)).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
    })
    const renewsAt = periodEnd(subscription)
    await emulator.control('/clock', { to: renewsAt + 60 })
    expect(await read(subscription)).toMatchObject({ status: 'active' })
    const draft = await invoiceOf(subscription)
    expect(draft).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
      number: null,
      amount_paid: 0,
      attempted: false,
      automatically_finalizes_at: renewsAt + 3_600,
      status_transitions: { finalized_at: null, paid_at: null },
    })
    await emulator.control('/clock', { to: renewsAt + 3_600 })
    expect(await invoiceOf(subscription)).toMatchObject({
      id: draft.id,
      status: 'paid',
      amount_paid: 900,
      number: expect.stringMatching(/-0002$/),
      automatically_finalizes_at: null,
    })
    const events = await stripe.events.list({ created: { gte: renewsAt }, limit: 100 })
    const seen = events.data.reverse().map(({ type, created }) => [type, created - renewsAt] as const)
    expect(seen.filter(([type]) => type.startsWith('invoice.'))).toEqual([
      ['invoice.created', 0],
      ['invoice.finalized', 3_600],
      // Between them are those of the payment: a second for each.
      ['invoice.paid', 3_605],
      ['invoice.payment_succeeded', 3_606],
    ])
  })

  it('is past due only after the draft’s hour, when the card fails', async () => {
    const { subscription } = await emulator.subscribe(cards.failsWhenCharged, 7)
    await emulator.control('/clock', { to: periodEnd(subscription) + 60 })
    expect((await read(subscription)).status).toBe('active')
    await emulator.advance(3_600)
    expect((await read(subscription)).status).toBe('past_due')
  })

  it('can be finalized and paid by hand before, once', async () => {
    const { subscription } = await emulator.subscribe()
    await emulator.control('/clock', { to: periodEnd(subscription) })
    const { id } = await invoiceOf(subscription)
    expect(await stripe.invoices.finalizeInvoice(id ?? '')).toMatchObject({ status: 'open' })
    expect(await stripe.invoices.pay(id ?? '')).toMatchObject({ status: 'paid' })
    await emulator.advance(7_200)
    expect((await stripe.charges.list({ customer: String(subscription.customer) })).data).toHaveLength(2)
  })

  it('is not collected when the subscription is cancelled in that hour', async () => {
    const { subscription } = await emulator.subscribe()
    await emulator.control('/clock', { to: periodEnd(subscription) })
    await stripe.subscriptions.cancel(subscription.id)
    await emulator.advance(7_200)
    expect(await invoiceOf(subscription)).toMatchObject({ status: 'draft', auto_advance: false })
  })

  it('is paid at once where the option says so', async () => {
    const impatient = await openEmulator({ realMs: marchMs, invoiceDraftSeconds: 0 })
    const { subscription } = await impatient.subscribe()
    await impatient.control('/clock', { to: periodEnd(subscription) })
    const [latest] = (await impatient.stripe.invoices.list({ subscription: subscription.id })).data
    expect(latest?.status).toBe('paid')
    await impatient.close()
  })
})

describe('several prices', () => {
  const price = (unit_amount: number, interval?: 'month' | 'year', currency = 'usd') =>
    stripe.prices.create({
      currency,
      unit_amount,
      product_data: { name: 'Thing' },
      ...(interval && { recurring: { interval } }),
    })
  const session = async (
    line_items: Stripe.Checkout.SessionCreateParams.LineItem[],
    more: Partial<Stripe.Checkout.SessionCreateParams> = {},
  ) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: (await stripe.customers.create({})).id,
      line_items,
      success_url: 'http://shop.test',
      ...more,
    })

  // node_modules/stripe, Checkout.SessionCreateParams.line_items: "Line items with one-time Prices will be on the initial
  // invoice only."
  it('a one-time price beside a recurring one is billed once', async () => {
    const [monthly, once] = [await price(900, 'month'), await price(5000)]
    const { id, amount_total } = await session([
      { price: once.id, quantity: 2 },
      { price: monthly.id, quantity: 1 },
    ])
    expect(amount_total).toBe(10_900)
    await emulator.pay(id)
    const done = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] })
    const subscription = done.subscription as Stripe.Subscription
    expect(subscription.items.data.map((item) => item.price.id)).toEqual([monthly.id])
    await emulator.advance(32 * daySeconds)
    const invoices = await stripe.invoices.list({ subscription: subscription.id })
    expect(invoices.data.map(({ amount_paid }) => amount_paid)).toEqual([900, 10_900])
  })

  // The same source: the initial invoice is issued when the trial begins (docs.stripe.com/billing/subscriptions/trials/free-trials).
  it('a trial does not defer the one-time price', async () => {
    const [monthly, once] = [await price(900, 'month'), await price(5000)]
    const items = [
      { price: monthly.id, quantity: 1 },
      { price: once.id, quantity: 1 },
    ]
    const { id, amount_total } = await session(items, { subscription_data: { trial_period_days: 7 } })
    expect(amount_total).toBe(5000)
    await emulator.pay(id)
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  })

  // docs.stripe.com/billing/subscriptions/mixed-interval and docs.stripe.com/changelog/basil/2025-07-30/support-mixed-intervals:
  // by the Subscriptions API and in flexible billing mode; Checkout refuses them.
  it('monthly and yearly items are billed at their own interval', async () => {
    const [monthly, yearly] = [await price(900, 'month'), await price(9000, 'year')]
    const mixed = [
      { price: yearly.id, quantity: 1 },
      { price: monthly.id, quantity: 1 },
    ]
    await expect(session(mixed)).rejects.toThrow('different billing intervals')
    const { customer } = await emulator.subscribe()
    const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data
    const order = { customer: customer.id, items: mixed, default_payment_method: method?.id ?? '' }
    const classic = stripe.subscriptions.create({ ...order, billing_mode: { type: 'classic' } })
    await expect(classic).rejects.toThrow('same billing interval')
    const subscription = await stripe.subscriptions.create(order)
    expect(subscription.status).toBe('active')
    await emulator.advance(370 * daySeconds)
    const invoices = await stripe.invoices.list({ subscription: subscription.id, limit: 100 })
    const paid = invoices.data.map(({ amount_paid }) => amount_paid).reverse()
    expect(paid).toEqual([9900, ...Array.from({ length: 11 }, () => 900), 9900])
    const [latest] = (await stripe.subscriptions.retrieve(subscription.id)).items.data
    expect(latest?.price.id).toBe(yearly.id)
  })

  // docs.stripe.com/api/checkout/sessions/create#create_checkout_session-line_items-quantity; docs.stripe.com/currencies
  it('have one currency, a quantity of one at least, and a total that Stripe can charge', async () => {
    const [usd, eur, cents] = [await price(900), await price(900, undefined, 'eur'), await price(49)]
    const pay = (line_items: Stripe.Checkout.SessionCreateParams.LineItem[]) =>
      session(line_items, { mode: 'payment' })
    await expect(pay([{ price: usd.id, quantity: 0 }])).rejects.toMatchObject({
      param: 'line_items[0][quantity]',
    })
    await expect(pay([{ price: usd.id }])).rejects.toMatchObject({ code: 'parameter_missing' })
    const two = [
      { price: usd.id, quantity: 1 },
      { price: eur.id, quantity: 1 },
    ]
    await expect(pay(two)).rejects.toThrow('expected currency: `usd`')
    await expect(pay([{ price: cents.id, quantity: 1 }])).rejects.toMatchObject({ code: 'amount_too_small' })
    expect((await pay([{ price: cents.id, quantity: 2 }])).amount_total).toBe(98)
    const yen = [await price(49, undefined, 'jpy'), await price(50, undefined, 'jpy')]
    await expect(pay([{ price: yen[0]?.id ?? '', quantity: 1 }])).rejects.toThrow('at least 50 jpy')
    await pay([{ price: yen[1]?.id ?? '', quantity: 1 }])
  })

  // docs.stripe.com/payments/checkout/no-cost-orders
  it('that cost nothing need no payment', async () => {
    const free = await price(0)
    const { id } = await session([{ price: free.id, quantity: 1 }], { mode: 'payment' })
    await emulator.pay(id)
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
    })
  })
})

// node_modules/stripe, Customer.delinquent: "Paying an invoice or marking it uncollectible via the API will set this field to
// false. An automatic payment failure … will set this field to true."
describe('customer.delinquent', () => {
  const isDelinquent = async (id: string) =>
    ((await stripe.customers.retrieve(id)) as Stripe.Customer).delinquent

  it('follows the latest invoice: failed, paid, failed, given up by hand', async () => {
    const { customer, subscription } = await emulator.subscribe(cards.failsWhenCharged, 7)
    expect(await isDelinquent(customer.id)).toBe(false)
    await emulator.advance(8 * daySeconds)
    expect(await isDelinquent(customer.id)).toBe(true)
    const { url } = await emulator.openPortal(customer.id)
    const change = (card: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'card', card }) })
    await change(cards.pays)
    expect(await isDelinquent(customer.id)).toBe(false)
    await change(cards.failsWhenCharged)
    await emulator.advance(31 * daySeconds)
    expect(await isDelinquent(customer.id)).toBe(true)
    await stripe.invoices.markUncollectible(String((await read(subscription)).latest_invoice))
    expect(await isDelinquent(customer.id)).toBe(false)
    const changes = await stripe.events.list({ type: 'customer.updated', limit: 100 })
    const changed = changes.data.flatMap(({ data }) =>
      'delinquent' in (data.previous_attributes ?? {}) ? [(data.object as Stripe.Customer).delinquent] : [],
    )
    expect(changed).toEqual([false, true, false, true])
  })
})

// docs.stripe.com/billing/subscriptions/overview#subscription-statuses: incomplete, 23 hours, incomplete_expired
it('a subscription whose first payment fails is incomplete and expires after 23 hours', async () => {
  const { monthly } = await emulator.prices()
  const { customer } = await emulator.subscribe(cards.failsWhenCharged, 7)
  const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data
  const order = { customer: customer.id, items: [{ price: monthly.id }] }
  await expect(stripe.subscriptions.create(order)).rejects.toThrow('no attached payment source')
  const made = await stripe.subscriptions.create({ ...order, default_payment_method: method?.id ?? '' })
  expect(made.status).toBe('incomplete')
  await emulator.advance(23 * 3_600)
  expect((await read(made)).status).toBe('incomplete_expired')
  expect((await stripe.invoices.retrieve(String(made.latest_invoice))).status).toBe('void')
})

// docs.stripe.com/api/invoices/create_preview
describe('the preview of an invoice', () => {
  it('is what the next renewal will be, and leaves nothing behind', async () => {
    const { subscription } = await emulator.subscribe(cards.pays, 7)
    const customer = String(subscription.customer)
    await stripe.customers.createBalanceTransaction(customer, { amount: -250, currency: 'usd' })
    const before = await stripe.events.list({ limit: 1 })
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id })
    expect(preview).toMatchObject({ id: expect.stringMatching(/^upcoming_in_/), status: 'draft' })
    expect(preview.period_start).toBe(subscription.trial_end)
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1)
    expect((await stripe.events.list({ limit: 1 })).data).toEqual(before.data)
    expect((await read(subscription)).status).toBe('trialing')
    await emulator.advance(7 * daySeconds + 3_600)
    const [renewal] = (await stripe.invoices.list({ customer })).data
    expect([renewal?.amount_due, renewal?.total]).toEqual([preview.amount_due, preview.total])
    expect(preview.amount_due).toBe(650)
  })

  it('is refused where no invoice will come', async () => {
    const { subscription } = await emulator.subscribe()
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    await expect(stripe.invoices.createPreview({ subscription: subscription.id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    })
    await expect(stripe.invoices.createPreview({ subscription: 'sub_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })
})
