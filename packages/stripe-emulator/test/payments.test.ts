import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { cards, daySeconds } from '../src/testing.ts'
import { setUpEmulator } from './set-up-emulator.ts'

const { emulator, stripe } = setUpEmulator()

const readIntent = (intent: Stripe.PaymentIntent) => stripe.paymentIntents.retrieve(intent.id)
const readSession = (session: Stripe.Checkout.Session) => stripe.checkout.sessions.retrieve(session.id)
const typesAfter = async (event: string | undefined) => {
  const events = await stripe.events.list({ limit: 100, ...(event && { ending_before: event }) })
  return events.data.map(({ type }) => type as string).reverse()
}
const lastEvent = async () => (await stripe.events.list({ limit: 1 })).data[0]?.id

// docs.stripe.com/payments/oxxo/accept-a-payment, and the same pages of boleto, konbini and bank-transfers;
// docs.stripe.com/checkout/fulfillment: delayed notification payment methods.
describe('vouchers and bank transfers', () => {
  it.each([
    ['boleto', 'boleto_display_details'],
    ['oxxo', 'oxxo_display_details'],
    ['konbini', 'konbini_display_details'],
    ['customer_balance', 'display_bank_transfer_instructions'],
  ])(
    '%s leaves the session complete and unpaid, the intent in requires_action, with no charge',
    async (method, action) => {
      const { session, intent } = await emulator.buy(method)
      expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
      expect(intent).toMatchObject({
        status: 'requires_action',
        next_action: { type: action },
        latest_charge: null,
      })
      await emulator.advance(2 * daySeconds)
      expect((await readIntent(intent)).status).toBe('requires_action')
      await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow('status of `complete`')
      const before = await lastEvent()
      await emulator.control('/async-payments', { session: session.id, outcome: 'succeeded' })
      expect(await readSession(session)).toMatchObject({ status: 'complete', payment_status: 'paid' })
      expect(await readIntent(intent)).toMatchObject({ status: 'succeeded', next_action: null })
      expect(await typesAfter(before)).toEqual([
        'charge.succeeded',
        'payment_intent.succeeded',
        'checkout.session.async_payment_succeeded',
      ])
    },
  )

  it('a voucher expires by itself after three days, a transfer never', async () => {
    const voucher = await emulator.buy('boleto')
    const transfer = await emulator.buy('customer_balance')
    await emulator.advance(3 * daySeconds + 60)
    expect(await readIntent(voucher.intent)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
    })
    expect(await readSession(voucher.session)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    })
    const failed = await stripe.events.list({ type: 'checkout.session.async_payment_failed' })
    expect(failed.data.map(({ data }) => (data.object as { id: string }).id)).toEqual([voucher.session.id])
    await emulator.advance(60 * daySeconds)
    expect((await readIntent(transfer.intent)).status).toBe('requires_action')
  })

  it.each(['failed', 'expired'])('can be %s by the control route, once', async (outcome) => {
    const { session, intent } = await emulator.buy('konbini')
    await emulator.control('/async-payments', { session: session.id, outcome })
    expect((await readIntent(intent)).status).toBe('requires_payment_method')
    const again = await emulator.tryControl('/async-payments', { session: session.id, outcome: 'succeeded' })
    expect(again.status).toBe(409)
  })

  // docs.stripe.com/payments/oxxo/accept-a-payment, compatibility: "Subscription mode: No".
  it('do not pay for subscriptions', async () => {
    const { monthly } = await emulator.prices()
    const { id } = await emulator.subscriptionSession((await stripe.customers.create({})).id, monthly.id)
    expect((await emulator.pay(id, 'oxxo')).status).toBe(402)
  })

  const lifetimeOrder = async () => ({
    mode: 'payment' as const,
    line_items: [{ price: (await emulator.prices()).lifetime.id, quantity: 1 }],
    success_url: 'http://shop.test',
  })

  // node_modules/stripe: Checkout.SessionCreateParams.allowed_payment_method_types; the older name is of older versions.
  it('are taken only where the session allows them', async () => {
    const order = await lifetimeOrder()
    const cardOnly = await stripe.checkout.sessions.create({
      ...order,
      allowed_payment_method_types: ['card'],
    })
    expect(cardOnly.payment_method_types).toEqual(['card'])
    expect((await emulator.pay(cardOnly.id, 'boleto')).status).toBe(402)
    const older = {
      ...order,
      payment_method_types: ['card', 'boleto'],
    } as Stripe.Checkout.SessionCreateParams
    await expect(stripe.checkout.sessions.create(older)).rejects.toMatchObject({ code: 'parameter_unknown' })
    const session = await stripe.checkout.sessions.create(older, { apiVersion: '2025-08-27.basil' })
    expect((await emulator.pay(session.id, 'boleto')).status).toBe(200)
  })

  // docs.stripe.com/changelog/clover/2025-09-30/exclude-payment-methods-checkout-sessions: `payment_method_types` "doesn't include
  // any of the excluded payment methods, and the UI doesn't present them".
  it('are neither offered nor taken where the session excludes them', async () => {
    const order = await lifetimeOrder()
    const every = await stripe.checkout.sessions.create(order)
    expect(every).not.toHaveProperty('excluded_payment_method_types')
    expect(every.payment_method_types).toContain('customer_balance')
    const session = await stripe.checkout.sessions.create({
      ...order,
      excluded_payment_method_types: ['customer_balance', 'oxxo'],
    })
    expect(session.excluded_payment_method_types).toEqual(['customer_balance', 'oxxo'])
    const left = every.payment_method_types.filter((type) => !['customer_balance', 'oxxo'].includes(type))
    expect(session.payment_method_types).toEqual(left)
    const page = await (await fetch(session.url ?? '')).text()
    expect(page).toContain('value="boleto"')
    for (const method of ['customer_balance', 'oxxo']) {
      expect(page).not.toContain(`value="${method}"`)
      expect((await emulator.pay(session.id, method)).status).toBe(402)
    }
    expect((await readSession(session)).payment_intent).toBeNull()
    expect((await emulator.pay(session.id, 'boleto')).status).toBe(200)
    const none = { ...order, excluded_payment_method_types: every.payment_method_types } as typeof order
    await expect(stripe.checkout.sessions.create(none)).rejects.toMatchObject({ statusCode: 400 })
  })
})

// docs.stripe.com/payments/sepa-debit, docs.stripe.com/payments/ach-direct-debit: the PaymentIntent is `processing`.
it.each([
  [cards.debitPays, 'succeeded'],
  [cards.usDebitPays, 'succeeded'],
  [cards.usDebitBounces, 'requires_payment_method'],
])('the debit %s stays in processing until the bank has answered: %s', async (account, end) => {
  const { session, intent } = await emulator.buy(account)
  expect([session.status, session.payment_status, intent.status]).toEqual([
    'complete',
    'unpaid',
    'processing',
  ])
  await emulator.advance(300)
  expect((await readIntent(intent)).status).toBe(end)
})

// docs.stripe.com/payments/3d-secure/authentication-flow; docs.stripe.com/payments/paymentintents/lifecycle
describe('3-D Secure', () => {
  async function ask() {
    const { lifetime } = await emulator.prices()
    const session = await emulator.paymentSession((await stripe.customers.create({})).id, lifetime.id)
    expect((await emulator.pay(session.id, cards.needsConfirmation)).body.result).toBe('requires_action')
    const open = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
    return { session: open, intent: open.payment_intent as Stripe.PaymentIntent }
  }

  it('shows requires_action while the buyer is with their bank, and no money may still come by itself', async () => {
    const { session, intent } = await ask()
    expect(session.status).toBe('open')
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(
      (await emulator.tryControl('/async-payments', { session: session.id, outcome: 'succeeded' })).status,
    ).toBe(409)
    await emulator.pay(session.id, cards.needsConfirmation, { authenticate: 'confirm' })
    expect(await readIntent(intent)).toMatchObject({ status: 'succeeded', next_action: null })
  })

  it('that fails asks for another payment method', async () => {
    const { session, intent } = await ask()
    expect((await emulator.pay(session.id, cards.needsConfirmation, { authenticate: 'fail' })).status).toBe(
      402,
    )
    expect(await readIntent(intent)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await emulator.pay(session.id)).status).toBe(200)
  })

  it('ends with the session when that is expired', async () => {
    const { session, intent } = await ask()
    await stripe.checkout.sessions.expire(session.id)
    expect((await readIntent(intent)).status).toBe('canceled')
  })

  // docs.stripe.com/testing#authentication-and-setup: 3184 always authenticates, also off session.
  it('at every payment makes a renewal fail until somebody confirms it', async () => {
    const { monthly } = await emulator.prices()
    const customer = await stripe.customers.create({})
    const { id } = await emulator.subscriptionSession(customer.id, monthly.id)
    await emulator.pay(id, cards.alwaysNeedsConfirmation, { authenticate: 'confirm' })
    await emulator.advance(32 * daySeconds)
    const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data
    expect(subscription?.status).toBe('past_due')
    const asked = await stripe.events.list({ type: 'invoice.payment_action_required' })
    expect(asked.data[0]?.data.object).toMatchObject({ id: subscription?.latest_invoice })
    // docs.stripe.com/billing/subscriptions/overview: the intent of a payment that requires action has the status `requires_action`.
    const [intent] = (await stripe.paymentIntents.list({ customer: customer.id })).data
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(intent?.latest_charge).toBeNull()
  })
})

// docs.stripe.com/payments/checkout/how-checkout-works, docs.stripe.com/payments/save-during-payment: setup_future_usage
describe('payment methods', () => {
  const saved = async (customer: string) => (await stripe.customers.listPaymentMethods(customer)).data

  it('are attached to the customer only when they are saved', async () => {
    const once = await emulator.buy()
    expect(await saved(once.customer.id)).toEqual([])
    const method = await stripe.paymentMethods.retrieve(String(once.charge.payment_method))
    expect(method.customer).toBeNull()
    await expect(stripe.paymentMethods.attach(method.id, { customer: once.customer.id })).rejects.toThrow(
      'It may not be used again',
    )
    const { lifetime } = await emulator.prices()
    const kept = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer: once.customer.id,
      line_items: [{ price: lifetime.id, quantity: 1 }],
      payment_intent_data: { setup_future_usage: 'off_session' },
      success_url: 'http://shop.test',
    })
    await emulator.pay(kept.id)
    expect(await saved(once.customer.id)).toHaveLength(1)
    const subscribed = await emulator.subscribe()
    expect(await saved(subscribed.customer.id)).toHaveLength(1)
  })

  it('that are detached are gone', async () => {
    const { customer } = await emulator.subscribe()
    const [method] = await saved(customer.id)
    await stripe.paymentMethods.detach(method?.id ?? '')
    expect(await saved(customer.id)).toEqual([])
  })
})

// docs.stripe.com/testing#refunds, docs.stripe.com/refunds#failed-refunds
describe('refunds', () => {
  it('of 7726 are pending at first and succeed later', async () => {
    const { charge } = await emulator.buy(cards.refundPends)
    const refund = await stripe.refunds.create({ charge: charge.id })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    const before = await lastEvent()
    await emulator.advance(300)
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect(await typesAfter(before)).toEqual(['refund.updated', 'charge.refund.updated'])
  })

  it('of 5126 succeed and fail later: the amounts are restored, and it can be tried again', async () => {
    const { charge } = await emulator.buy(cards.refundFails)
    const refund = await stripe.refunds.create({ charge: charge.id })
    expect(refund.status).toBe('succeeded')
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ refunded: true, amount_refunded: 9900 })
    const before = await lastEvent()
    await emulator.advance(300)
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    })
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ refunded: false, amount_refunded: 0 })
    expect(await typesAfter(before)).toEqual(
      expect.arrayContaining(['refund.failed', 'refund.updated', 'charge.updated']),
    )
    const money = await stripe.balanceTransactions.list({ source: refund.id })
    expect(money.data.map(({ type, amount }) => [type, amount])).toEqual([
      ['refund_failure', 9900],
      ['refund', -9900],
    ])
    expect((await stripe.refunds.create({ charge: charge.id })).id).not.toBe(refund.id)
  })

  it('of any card can be made to fail by the control route', async () => {
    const { charge } = await emulator.buy()
    const refund = await stripe.refunds.create({ charge: charge.id, amount: 900 })
    const other = await stripe.refunds.create({ charge: charge.id, amount: 100 })
    expect(await emulator.control('/refunds', { refund: refund.id, outcome: 'failed' })).toMatchObject({
      status: 'failed',
    })
    expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(other.amount)
    expect((await emulator.tryControl('/refunds', { refund: 're_x', outcome: 'failed' })).status).toBe(404)
  })

  // docs.stripe.com/payments/boleto: "Refunds / Partial refunds: No / No"; docs.stripe.com/payments/oxxo: "can't be refunded".
  it.each(['boleto', 'oxxo'])('of %s are refused', async (method) => {
    const { session } = await emulator.buy(method)
    await emulator.control('/async-payments', { session: session.id, outcome: 'succeeded' })
    const { payment_intent } = await readSession(session)
    const refund = stripe.refunds.create({ payment_intent: payment_intent as string })
    await expect(refund).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining(method) })
  })

  // docs.stripe.com/refunds: the buyer is asked by e-mail for an account, meanwhile the refund `requires_action`, and can be
  // cancelled (docs.stripe.com/api/refunds/cancel).
  it('of konbini wait for the account of the buyer, and can be cancelled until it is named', async () => {
    const { session } = await emulator.buy('konbini')
    await emulator.control('/async-payments', { session: session.id, outcome: 'succeeded' })
    const { payment_intent } = await readSession(session)
    const order = { payment_intent: payment_intent as string }
    const refund = await stripe.refunds.create(order)
    expect(refund).toMatchObject({ status: 'requires_action', next_action: { type: 'display_details' } })
    const before = await lastEvent()
    expect(await stripe.refunds.cancel(refund.id)).toMatchObject({
      status: 'canceled',
      failure_reason: 'merchant_request',
    })
    expect(await stripe.charges.retrieve(refund.charge as string)).toMatchObject({
      refunded: false,
      amount_refunded: 0,
    })
    const types = await typesAfter(before)
    expect(types).toContain('refund.updated')
    expect(types).not.toContain('refund.failed')
    const again = await stripe.refunds.create(order)
    await emulator.advance(300)
    expect((await stripe.refunds.retrieve(again.id)).status).toBe('succeeded')
    await expect(stripe.refunds.cancel(again.id)).rejects.toMatchObject({ statusCode: 400 })
  })
})

// docs.stripe.com/disputes/how-disputes-work: fee, evidence, deadline; docs.stripe.com/testing#disputes: the two words.
describe('disputes', () => {
  async function dispute() {
    const { charge } = await emulator.buy(cards.isDisputed)
    const [found] = (await stripe.disputes.list({ charge: charge.id })).data
    if (!found) throw new Error('There is no dispute.')
    return found
  }

  it('cost a fee beside the amount; a won one gives the amount back, not the fee', async () => {
    const { id, balance_transactions } = await dispute()
    expect(balance_transactions).toMatchObject([
      { amount: -9900, fee: 1500, net: -11400, fee_details: [{ amount: 1500, type: 'stripe_fee' }] },
    ])
    const won = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
    expect(won.status).toBe('won')
    expect(won.balance_transactions.map(({ net }) => net)).toEqual([-11400, 9900])
  })

  it('need a response, are under review once it is submitted, and are decided by the bank', async () => {
    const { id, status } = await dispute()
    expect(status).toBe('needs_response')
    const evidence = { customer_name: 'Ada' }
    const staged = await stripe.disputes.update(id, { evidence, submit: false })
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence,
      evidence_details: { has_evidence: true },
    })
    const submitted = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'please' } })
    expect(submitted).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } })
    await emulator.advance(30 * daySeconds)
    expect((await stripe.disputes.retrieve(id)).status).toBe('under_review')
  })

  it('are lost when nobody responds in time', async () => {
    const { id } = await dispute()
    await emulator.advance(8 * daySeconds)
    expect((await stripe.disputes.retrieve(id)).status).toBe('lost')
  })
})
