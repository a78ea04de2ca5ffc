import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cards, daySeconds, openEmulator, type TestEmulator } from '../../src/testing.ts'
import { createObjectChecker, type ObjectChecker } from './object-checker.ts'

let checker: ObjectChecker
let emulator: TestEmulator
let seen: { object: string }[]

beforeAll(async () => {
  checker = createObjectChecker()
  emulator = await openEmulator()
  seen = await liveLong(emulator)
})
afterAll(() => emulator.close())

/** Every behaviour once; answers everything that the SDK got to see. */
async function liveLong({ stripe, ...kit }: TestEmulator) {
  const direct: { object: string }[] = []
  const keep = <T extends { object: string }>(object: T): T => {
    direct.push(object)
    return object
  }
  const receiver = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/',
    enabled_events: ['price.deleted'],
  })
  keep(receiver)
  const paid = await kit.subscribe()
  const trial = await kit.subscribe(cards.pays, 7)
  const failing = await kit.subscribe(cards.failsWhenCharged, 3)
  const debit = await kit.subscribe(cards.debitPays)
  const authenticated = await kit.prices().then(async ({ lifetime }) => {
    const session = await kit.paymentSession(paid.customer.id, lifetime.id)
    keep(session)
    await kit.pay(session.id, cards.declines)
    keep(await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent', 'line_items'] }))
    await kit.pay(session.id, cards.needsConfirmation, { authenticate: 'confirm' })
    return session
  })
  const invoiced = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: paid.customer.id,
    line_items: [{ price: (await kit.prices()).lifetime.id, quantity: 1 }],
    invoice_creation: { enabled: true },
    excluded_payment_method_types: ['customer_balance'],
    success_url: 'http://shop.test/welcome',
  })
  await kit.pay(invoiced.id)
  keep(await stripe.checkout.sessions.retrieve(invoiced.id, { expand: ['invoice.payments'] }))
  const half = keep(
    await stripe.coupons.create({ percent_off: 50, duration: 'repeating', duration_in_months: 2 }),
  )
  const code = keep(
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: half.id }, code: 'HALF' }),
  )
  keep(await stripe.tax.settings.retrieve())
  for (const interval of ['month', null] as const) {
    const taxed = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 1_000,
      tax_behavior: interval ? 'exclusive' : 'inclusive',
      product_data: { name: 'Taxed' },
      ...(interval && { recurring: { interval } }),
    })
    const { id } = await stripe.checkout.sessions.create({
      mode: interval ? 'subscription' : 'payment',
      customer: paid.customer.id,
      line_items: [{ price: taxed.id, quantity: 1 }],
      allow_promotion_codes: true,
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      customer_update: { address: 'auto', name: 'auto' },
      ...(!interval && { invoice_creation: { enabled: true } }),
      success_url: 'http://shop.test/welcome',
    })
    await kit.pay(id, cards.pays, { country: 'DE', promotionCode: code.code })
    keep(await stripe.checkout.sessions.retrieve(id, { expand: ['invoice', 'subscription', 'line_items'] }))
  }
  const bought = await kit.buy()
  const refunded = await kit.buy()
  keep(
    await stripe.refunds.create({ charge: refunded.charge.id, amount: 100, reason: 'requested_by_customer' }),
  )
  keep(await stripe.refunds.create({ payment_intent: refunded.intent.id }))
  const won = await kit.buy(cards.isDisputed)
  await kit.control('/disputes', { charge: won.charge.id, outcome: 'won' })
  await kit.control('/disputes', { charge: bought.charge.id, outcome: 'lost' })
  await kit.buy(cards.debitBounces)
  for (const method of ['boleto', 'oxxo', 'konbini', 'customer_balance', cards.usDebitPays]) {
    const late = await kit.buy(method)
    keep(late.session)
    keep(late.intent)
    await kit.control('/async-payments', { session: late.session.id, outcome: 'succeeded' })
  }
  const expired = await kit.buy('oxxo')
  await kit.control('/async-payments', { session: expired.session.id, outcome: 'expired' })
  for (const card of [cards.refundPends, cards.refundFails]) {
    const { charge } = await kit.buy(card)
    keep(await stripe.refunds.create({ charge: charge.id }))
  }
  const asked = await kit.paymentSession(paid.customer.id, (await kit.prices()).lifetime.id)
  await kit.pay(asked.id, cards.needsConfirmation)
  keep(await stripe.checkout.sessions.retrieve(asked.id, { expand: ['payment_intent'] }))
  const { lifetime, monthly } = await kit.prices()
  const [saved] = (await stripe.customers.listPaymentMethods(paid.customer.id)).data
  keep(
    await stripe.subscriptions.create({
      customer: paid.customer.id,
      items: [{ price: monthly.id }],
      add_invoice_items: [{ price: lifetime.id }],
      billing_mode: { type: 'classic' },
      default_payment_method: saved?.id ?? '',
    }),
  )
  const open = await kit.paymentSession(paid.customer.id, lifetime.id)
  keep(await stripe.checkout.sessions.expire(open.id))
  const portal = keep(await kit.openPortal(paid.customer.id))
  keep(await stripe.billingPortal.configurations.retrieve(String(portal.configuration)))
  keep(await stripe.subscriptions.update(trial.subscription.id, { cancel_at_period_end: true }))
  await kit.advance(40 * daySeconds)
  keep(
    await stripe.subscriptions.retrieve(failing.subscription.id, {
      expand: ['latest_invoice.payments', 'customer'],
    }),
  )
  keep(await stripe.subscriptions.cancel(paid.subscription.id, { prorate: true, invoice_now: true }))
  keep(await stripe.customers.createBalanceTransaction(paid.customer.id, { amount: -50, currency: 'usd' }))
  const [invoice] = (await stripe.invoices.list({ subscription: debit.subscription.id, status: 'paid' })).data
  if (!invoice) throw new Error('The debit was not collected.')
  keep(await stripe.creditNotes.create({ invoice: invoice.id, credit_amount: 100, refund_amount: 200 }))
  keep(await stripe.products.update(String(monthly.product), { default_price: monthly.id }))
  keep(await stripe.customers.update(paid.customer.id, { name: 'Ada', address: { country: 'GB' } }))
  keep(await stripe.customers.del(trial.customer.id))
  keep((await stripe.customers.retrieve(trial.customer.id)) as Stripe.DeletedCustomer)
  keep(await stripe.accounts.retrieveCurrent())
  keep(await stripe.balance.retrieve())
  const expand = ['subscription', 'payment_intent.latest_charge', 'customer', 'line_items']
  keep(await stripe.checkout.sessions.retrieve(authenticated.id, { expand }))
  keep(await stripe.checkout.sessions.retrieve(paid.session.id, { expand }))
  keep(await stripe.charges.retrieve(refunded.charge.id, { expand: ['refunds', 'balance_transaction'] }))
  keep(await stripe.webhookEndpoints.del(receiver.id))

  const limit = 100
  const everything = await Promise.all([
    stripe.customers.list({ limit, expand: ['data.subscriptions'] }),
    stripe.products.list({ limit }),
    stripe.prices.list({ limit, expand: ['data.product'] }),
    stripe.checkout.sessions.list({ limit }),
    stripe.subscriptions.list({ limit, status: 'all', expand: ['data.default_payment_method'] }),
    stripe.invoices.list({ limit, expand: ['data.payments'] }),
    stripe.invoicePayments.list({ limit }),
    stripe.paymentIntents.list({ limit }),
    stripe.charges.list({ limit }),
    stripe.refunds.list({ limit }),
    stripe.disputes.list({ limit }),
    stripe.balanceTransactions.list({ limit }),
    stripe.creditNotes.list({ limit }),
    stripe.customers.listBalanceTransactions(paid.customer.id, { limit }),
    stripe.customers.listPaymentMethods(paid.customer.id, { limit }),
    stripe.checkout.sessions.listLineItems(paid.session.id),
  ])
  const events = await stripe.events.list({ limit }).autoPagingToArray({ limit: 10_000 })
  return [...direct, ...everything, ...events]
}

describe('the SDK’s typings allow', () => {
  it('every object of a long life', () => {
    const complaints = seen.flatMap((object) => checker.complaints(object))
    // The same complaint about many objects is one complaint.
    expect([...new Set(complaints.map((line) => line.replace(/ [a-z]+_\w+/, '')))]).toEqual([])
  })

  it('and that life has met every kind of object', () => {
    const text = JSON.stringify(seen)
    const kinds = Object.keys(checker.derived.schemas).filter((kind) => !kind.startsWith('deleted'))
    expect(kinds.filter((kind) => !text.includes(`"object":"${kind}"`))).toEqual([])
  })

  it('and every event that issue 4 names', () => {
    const types = new Set(seen.flatMap((object) => ('type' in object ? [String(object.type)] : [])))
    expect([...types]).toEqual(expect.arrayContaining(neededEvents))
  })
})

const neededEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.succeeded',
  'charge.refunded',
  'charge.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'payment_intent.requires_action',
]

describe('the check finds', () => {
  const one = (kind: string) => {
    const found = seen.find((object) => object.object === kind)
    return JSON.parse(JSON.stringify(found)) as Record<string, unknown>
  }

  it('a missing field', () => {
    const { cancel_at_period_end: _, ...subscription } = one('subscription')
    expect(checker.complaints(subscription).join()).toContain("required property 'cancel_at_period_end'")
  })

  it('a string that is not in an open enum, which tsc accepts', () => {
    expect(checker.complaints({ ...one('subscription'), status: 'running' }).join()).toContain('/status')
  })

  it('a field that the version does not have', () => {
    const old = { ...one('subscription'), current_period_end: 1 }
    expect(checker.complaints(old).join()).toContain('current_period_end')
  })

  it('null where the type has none, and a number for a string', () => {
    expect(checker.complaints({ ...one('subscription'), currency: null }).join()).toContain('/currency')
    expect(checker.complaints({ ...one('subscription'), id: 7 }).join()).toContain('/id')
  })

  it('an event with the wrong kind of object', () => {
    const event = { ...one('event'), type: 'charge.dispute.closed' }
    expect(checker.complaints(event).join()).toContain('not dispute')
  })
})
