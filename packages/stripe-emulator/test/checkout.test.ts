import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { cards } from '../src/testing.ts'
import { setUpEmulator } from './set-up-emulator.ts'

const { emulator } = setUpEmulator()

// docs.stripe.com/testing#cards: what each card does; docs.stripe.com/api/checkout/sessions/object: status and payment_status.
describe('checkout by card', () => {
  it('4242 pays a one-time price: session, payment intent and charge agree', async () => {
    const { session, intent, charge } = await emulator.buy()
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 9900,
      url: null,
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 9900,
      metadata: { plan: 'lifetime' },
    })
    expect(charge).toMatchObject({ paid: true, refunded: false, amount: 9900 })
    expect(charge.billing_details.address?.country).toBe('US')
  })

  it('4242 pays a subscription: active, with the period on the item', async () => {
    const { subscription, session } = await emulator.subscribe()
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', mode: 'subscription' })
    expect(subscription.status).toBe('active')
    const item = subscription.items.data[0] as Stripe.SubscriptionItem
    expect(item.current_period_end - item.current_period_start).toBeGreaterThan(27 * 86_400)
  })

  // docs.stripe.com/payments/checkout/free-trials
  it('a trial is not charged', async () => {
    const { subscription, session } = await emulator.subscribe(cards.pays, 7)
    expect(session).toMatchObject({ payment_status: 'no_payment_required', amount_total: 0 })
    expect(subscription).toMatchObject({ status: 'trialing', metadata: { plan: 'monthly' } })
    const charges = await emulator.stripe.charges.list({ customer: String(subscription.customer) })
    expect(charges.data).toEqual([])
  })

  // docs.stripe.com/declines/codes: generic_decline
  it('0002 is declined with the sentence, and another card pays the same session', async () => {
    const { lifetime } = await emulator.prices()
    const customer = await emulator.stripe.customers.create({ email: 'a@example.com' })
    const { id } = await emulator.paymentSession(customer.id, lifetime.id)
    const declined = await emulator.pay(id, '4000 0000 0000 0002')
    expect(declined).toMatchObject({ status: 402, body: { message: 'Your card was declined.' } })
    const open = await emulator.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
    expect(open.status).toBe('open')
    const failed = open.payment_intent as Stripe.PaymentIntent
    expect(failed.last_payment_error?.decline_code).toBe('generic_decline')
    expect((await emulator.pay(id)).status).toBe(200)
    const paid = await emulator.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
    expect(paid.payment_intent).toMatchObject({ id: failed.id, status: 'succeeded' })
    const charges = await emulator.stripe.charges.list({ payment_intent: failed.id })
    expect(charges.data.map((charge) => charge.status)).toEqual(['succeeded', 'failed'])
  })

  // docs.stripe.com/payments/3d-secure/authentication-flow
  it('3155 waits for the confirmation; failing it declines, confirming it pays', async () => {
    const { monthly } = await emulator.prices()
    const customer = await emulator.stripe.customers.create({ email: 'a@example.com' })
    const { id } = await emulator.subscriptionSession(customer.id, monthly.id)
    expect((await emulator.pay(id, cards.needsConfirmation)).body.result).toBe('requires_action')
    const failed = await emulator.pay(id, cards.needsConfirmation, { authenticate: 'fail' })
    expect(failed.body.message).toMatch(/^We are unable to authenticate/)
    const confirmed = await emulator.pay(id, cards.needsConfirmation, { authenticate: 'confirm' })
    expect(confirmed.body.result).toBe('complete')
  })

  it.each([
    ['succeeded', 'paid', 'checkout.session.async_payment_succeeded'],
    ['failed', 'unpaid', 'checkout.session.async_payment_failed'],
  ])('a bank debit completes unpaid and later has %s', async (outcome, status, type) => {
    const { session, intent } = await emulator.buy(cards.debitPays)
    expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    expect(intent.status).toBe('processing')
    await emulator.control('/async-payments', { session: session.id, outcome })
    const later = await emulator.stripe.checkout.sessions.retrieve(session.id)
    expect(later.payment_status).toBe(status)
    const events = await emulator.stripe.events.list({ type })
    expect(events.data[0]?.data.object).toMatchObject({ id: session.id })
  })

  // docs.stripe.com/testing#disputes
  it('0259 pays and is then disputed', async () => {
    const { charge } = await emulator.buy(cards.isDisputed)
    const disputes = await emulator.stripe.disputes.list({ charge: charge.id })
    expect(disputes.data).toMatchObject([{ status: 'needs_response', amount: 9900 }])
    expect((await emulator.stripe.charges.retrieve(charge.id)).disputed).toBe(true)
  })

  // docs.stripe.com/api/checkout/sessions/expire: only one that is open
  it('a paid session cannot be paid again, nor expired', async () => {
    const { session } = await emulator.buy()
    expect(await emulator.pay(session.id)).toMatchObject({ status: 409, body: { result: 'closed' } })
    await expect(emulator.stripe.checkout.sessions.expire(session.id)).rejects.toThrow('status of `complete`')
  })

  // docs.stripe.com/api/customers/delete
  it('a session for a deleted customer is refused; an open one can no longer be paid', async () => {
    const { lifetime } = await emulator.prices()
    const customer = await emulator.stripe.customers.create({})
    const { id } = await emulator.paymentSession(customer.id, lifetime.id)
    await emulator.stripe.customers.del(customer.id)
    await expect(emulator.paymentSession(customer.id, lifetime.id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
    expect((await emulator.pay(id)).status).toBe(402)
  })
})
