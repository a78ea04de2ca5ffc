import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { cards, daySeconds } from '../src/testing.ts'
import { marchMs, setUpEmulator } from './set-up-emulator.ts'

const { emulator, stripe } = setUpEmulator('test', { realMs: marchMs })

const statusOf = async (subscription: Stripe.Subscription) =>
  (await stripe.subscriptions.retrieve(subscription.id)).status

// docs.stripe.com/billing/subscriptions/overview: the statuses, and what a renewal is made of.
describe('subscriptions by the clock', () => {
  it('a trial ends in a paid invoice; months follow, each on its day', async () => {
    const { subscription } = await emulator.subscribe(cards.pays, 7)
    await emulator.advance(5 * daySeconds)
    expect(await emulator.eventTypes()).toContain('customer.subscription.trial_will_end')
    expect(await statusOf(subscription)).toBe('trialing')
    await emulator.advance(3 * daySeconds)
    expect(await statusOf(subscription)).toBe('active')
    await emulator.advance(62 * daySeconds)
    const invoices = await stripe.invoices.list({ subscription: subscription.id })
    const billed = invoices.data.map(({ billing_reason, amount_paid, status }) => [
      billing_reason,
      amount_paid,
      status,
    ])
    expect(billed).toEqual([
      ['subscription_cycle', 900, 'paid'],
      ['subscription_cycle', 900, 'paid'],
      ['subscription_cycle', 900, 'paid'],
      ['subscription_create', 0, 'paid'],
    ])
    const days = invoices.data.slice(0, 3).map(({ created }) => new Date(created * 1000).getUTCDate())
    expect(new Set(days).size).toBe(1)
  })

  // docs.stripe.com/billing/revenue-recovery/smart-retries: tries by a schedule, and what follows the last one.
  it('a failing renewal goes past due, is tried again, and ends', async () => {
    const { subscription } = await emulator.subscribe(cards.failsWhenCharged, 7)
    await emulator.advance(8 * daySeconds)
    expect(await statusOf(subscription)).toBe('past_due')
    const [open] = (await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data
    expect(open).toMatchObject({ attempt_count: 1, next_payment_attempt: expect.any(Number) })
    await emulator.advance(9 * daySeconds)
    expect(await statusOf(subscription)).toBe('past_due')
    await emulator.advance(7 * daySeconds)
    const ended = await stripe.subscriptions.retrieve(subscription.id)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    const types = await emulator.eventTypes()
    expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4)
    expect(types.at(-1)).toBe('customer.subscription.deleted')
  })

  // docs.stripe.com/customer-management
  it('a past due subscription is mended by a new card in the portal', async () => {
    const { subscription, customer } = await emulator.subscribe(cards.failsWhenCharged, 7)
    await emulator.advance(8 * daySeconds)
    const { url } = await emulator.openPortal(customer.id)
    const body = new URLSearchParams({ action: 'card', card: cards.pays })
    expect(await (await fetch(url, { method: 'POST', body })).text()).toContain('The card is saved.')
    expect(await statusOf(subscription)).toBe('active')
    await emulator.advance(40 * daySeconds)
    expect(await statusOf(subscription)).toBe('active')
  })

  // docs.stripe.com/billing/subscriptions/cancel
  it('cancelled at period end it runs until then; resumed it goes on', async () => {
    const { subscription } = await emulator.subscribe()
    const leaving = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(leaving).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      canceled_at: expect.any(Number),
    })
    const back = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(back).toMatchObject({ cancel_at: null, canceled_at: null })
    await emulator.advance(32 * daySeconds)
    expect(await statusOf(subscription)).toBe('active')
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    await emulator.advance(32 * daySeconds)
    expect(await statusOf(subscription)).toBe('canceled')
    const list = (status?: Stripe.SubscriptionListParams.Status) =>
      stripe.subscriptions.list({ customer: String(subscription.customer), ...(status && { status }) })
    expect((await list()).data).toEqual([])
    expect((await list('all')).data).toHaveLength(1)
  })

  // docs.stripe.com/billing/subscriptions/prorations, docs.stripe.com/billing/customer/balance
  it('cancelled at once, half a month’s price is credited and used for the next subscription', async () => {
    const { subscription, customer } = await emulator.subscribe()
    await emulator.advance(15 * daySeconds)
    await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
    const { balance } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer
    expect(balance).toBeLessThan(-400)
    expect(balance).toBeGreaterThan(-500)
    const [entry] = (await stripe.customers.listBalanceTransactions(customer.id)).data
    expect(entry).toMatchObject({ amount: balance, ending_balance: balance })
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ statusCode: 404 })
    await expect(
      stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
    ).rejects.toThrow('A canceled subscription can only update')

    const { monthly } = await emulator.prices()
    await emulator.pay((await emulator.subscriptionSession(customer.id, monthly.id)).id)
    const [charge] = (await stripe.charges.list({ customer: customer.id })).data
    expect(charge?.amount).toBe(900 + balance)
  })

  // docs.stripe.com/billing/subscriptions/trials
  it('a trial cancelled at once gives nothing back; ended early it is charged at once', async () => {
    const { subscription, customer } = await emulator.subscribe(cards.pays, 7)
    await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 })
    const second = await emulator.subscribe(cards.pays, 7)
    const now = await stripe.subscriptions.update(second.subscription.id, { trial_end: 'now' })
    expect(now.status).toBe('active')
    expect((await stripe.charges.list({ customer: second.customer.id })).data).toMatchObject([
      { amount: 900 },
    ])
  })

  // docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums
  it('cancel_at_period_end follows a period that is moved, max_period_end does not', async () => {
    const trialEnd = (subscription: Stripe.Subscription) =>
      subscription.items.data[0]?.current_period_end ?? 0
    const [follows, stays] = await Promise.all(
      [{ cancel_at_period_end: true }, { cancel_at: 'max_period_end' } as const].map(async (wish) => {
        const { subscription } = await emulator.subscribe(cards.pays, 7)
        await stripe.subscriptions.update(subscription.id, wish)
        const moved = await stripe.subscriptions.update(subscription.id, { trial_end: 'now' })
        return { id: moved.id, trialEnd: trialEnd(subscription), moved, periodEnd: trialEnd(moved) }
      }),
    )
    expect(follows?.moved.cancel_at).toBe(follows?.periodEnd)
    expect(stays?.moved.cancel_at).toBe(stays?.trialEnd)
    await emulator.advance(8 * daySeconds)
    expect((await stripe.subscriptions.retrieve(follows?.id ?? '')).status).toBe('active')
    expect((await stripe.subscriptions.retrieve(stays?.id ?? '')).status).toBe('canceled')
    await emulator.advance(31 * daySeconds)
    const ended = await stripe.subscriptions.retrieve(follows?.id ?? '')
    expect(ended).toMatchObject({ status: 'canceled', ended_at: follows?.periodEnd })
  })

  // docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
  it('an unpaid session expires at its time, and cannot be paid after', async () => {
    const { lifetime } = await emulator.prices()
    const { id } = await emulator.paymentSession((await stripe.customers.create({})).id, lifetime.id)
    await emulator.advance(daySeconds + 1)
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null })
    expect((await emulator.pay(id)).status).toBe(409)
    expect(await emulator.eventTypes()).toContain('checkout.session.expired')
  })

  it.each([1 / 24, 90])(
    'after the clock was moved %f days, callers may go on counting from the real one',
    async (days) => {
      await emulator.advance(days * daySeconds)
      const { lifetime } = await emulator.prices()
      const session = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: lifetime.id, quantity: 1 }],
        success_url: 'http://shop.test',
        expires_at: Math.floor(marchMs() / 1000) + 31 * 60,
      })
      expect(session.expires_at - session.created).toBeGreaterThan(30 * 60)
      expect(session.expires_at - session.created).toBeLessThan(32 * 60)
    },
  )

  // docs.stripe.com/payments/sepa-debit: the PaymentIntent is `processing` until the bank has answered.
  it('a bank debit settles by itself', async () => {
    const { session } = await emulator.buy(cards.debitPays)
    await emulator.advance(300)
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
    const failing = await emulator.subscribe(cards.debitBounces)
    expect(failing.subscription.status).toBe('active')
    expect(failing.session.payment_status).toBe('unpaid')
    await emulator.advance(300)
    expect(await statusOf(failing.subscription)).toBe('past_due')
  })

  // As docs.stripe.com/billing/testing/test-clocks: a clock only advances.
  it('the clock refuses to go back', async () => {
    expect((await emulator.tryControl('/clock', { to: 1 })).status).toBe(400)
  })
})

describe('money back', () => {
  // docs.stripe.com/refunds
  it('partial refunds add up to a full one, and no further', async () => {
    const { charge, intent } = await emulator.buy()
    await stripe.refunds.create({ payment_intent: intent.id, amount: 900 })
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ refunded: false, amount_refunded: 900 })
    await expect(stripe.refunds.create({ charge: charge.id, amount: 9001 })).rejects.toMatchObject({
      param: 'amount',
    })
    await stripe.refunds.create({ charge: charge.id })
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ refunded: true, amount_refunded: 9900 })
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    expect((await stripe.refunds.list({ charge: charge.id })).data.map(({ amount }) => amount)).toEqual([
      9000, 900,
    ])
    const events = await stripe.events.list({ type: 'charge.refunded' })
    expect(events.data.map((event) => (event.data.object as Stripe.Charge).refunded)).toEqual([true, false])
  })

  // docs.stripe.com/disputes/how-disputes-work
  it('a dispute is won or lost; while it is open nothing is refunded', async () => {
    const { charge } = await emulator.buy(cards.isDisputed)
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
    const evidence = { uncategorized_text: 'winning_evidence' }
    expect(await stripe.disputes.update(dispute?.id ?? '', { evidence })).toMatchObject({ status: 'won' })
    const second = await emulator.buy()
    await emulator.control('/disputes', { charge: second.charge.id })
    const lost = await emulator.control('/disputes', { charge: second.charge.id, outcome: 'lost' })
    expect(lost.status).toBe('lost')
    const closed = await stripe.events.list({ type: 'charge.dispute.closed' })
    expect(closed.data.map((event) => (event.data.object as Stripe.Dispute).status)).toEqual(['lost', 'won'])
    // One payment was kept; each dispute cost its fee.
    expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: 9900 - 2 * 1500 }])
  })

  // docs.stripe.com/api/credit_notes/create
  it('a credit note gives a part of an invoice back, as credit and as money', async () => {
    const { subscription, customer } = await emulator.subscribe()
    const invoice = String(subscription.latest_invoice)
    await stripe.creditNotes.create({ invoice, credit_amount: 100, refund_amount: 200 })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -100 })
    expect((await stripe.charges.list({ customer: customer.id })).data).toMatchObject([
      { amount_refunded: 200 },
    ])
    await expect(stripe.creditNotes.create({ invoice, amount: 700 })).rejects.toMatchObject({
      param: 'amount',
    })
  })
})
