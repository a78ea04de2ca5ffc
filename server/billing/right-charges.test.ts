import { cards } from '@fairseat/stripe-emulator/testing'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatMoney } from '../../core/plans/money.ts'
import { createTestApp, createTestBrowser } from '../../tests/support/app/test-app.ts'
import {
  describeWithBillingKit,
  sessionIn,
  startBillingKit,
} from '../../tests/support/billing/billing-kit.ts'
import { customers, jobs, replacedSubscriptions, subscriptions } from '../db/schema.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { setUpStripe } from './stripe/account.ts'

const daySeconds = 86_400

describeWithBillingKit('nobody is charged wrongly', (kit) => {
  async function customerOf(userId: string): Promise<string> {
    const [row] = await kit.db.select().from(customers).where(eq(customers.userId, userId))
    return row?.id ?? ''
  }
  const subscriptionsOf = async (userId: string) =>
    (await kit.emulator.stripe.subscriptions.list({ customer: await customerOf(userId), status: 'all' })).data

  /** A subscription to something that is not ours, of the same customer. */
  async function subscribeToAddOn(userId: string): Promise<string> {
    const price = await kit.emulator.stripe.prices.create({
      currency: 'usd',
      unit_amount: 100,
      recurring: { interval: 'month' },
      product_data: { name: 'Add-on' },
    })
    const session = await kit.emulator.subscriptionSession(await customerOf(userId), price.id)
    await kit.emulator.pay(session.id)
    const done = await kit.emulator.stripe.checkout.sessions.retrieve(session.id)
    return String(done.subscription)
  }

  test('F30: an unrelated subscription of the customer is no plan, and a lifetime leaves it alone', async () => {
    const buyer = await kit.signIn()
    await buyer.checkout('lifetime')
    const addOn = await subscribeToAddOn(buyer.id)
    await kit.deliver()
    expect(await buyer.plan()).toBe('free')
    await buyer.buy('lifetime')
    await kit.deliver()
    await kit.runJobs()
    expect(await buyer.plan()).toBe('lifetime')
    expect((await kit.emulator.stripe.subscriptions.retrieve(addOn)).status).toBe('active')
    const refunds = await kit.emulator.stripe.refunds.list({ limit: 100 })
    expect(refunds.data.filter(({ metadata }) => metadata?.fairseat?.includes(addOn))).toEqual([])
  })

  test('F30: a subscription at our price counts, though it was made without our metadata', async () => {
    const buyer = await kit.signIn()
    await buyer.checkout('lifetime')
    const { monthly } = await kit.payments.prices()
    const session = await kit.emulator.subscriptionSession(await customerOf(buyer.id), monthly.stripePriceId)
    await kit.emulator.pay(session.id)
    await kit.deliver()
    expect(await buyer.plan()).toBe('monthly')
  })

  test('F36: after a bounced first debit was paid by card, Lifetime is for sale', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const [trial] = await subscriptionsOf(buyer.id)
    await kit.emulator.stripe.subscriptions.cancel(trial?.id ?? '')
    await buyer.buy('monthly', cards.debitBounces)
    await kit.emulator.advance(300)
    await kit.deliver()
    const [late] = (await subscriptionsOf(buyer.id)).filter(({ status }) => status === 'past_due')
    const { url } = await kit.emulator.openPortal(String(late?.customer))
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'card', number: cards.pays }) })
    const invoice = String(late?.latest_invoice)
    const open = await kit.emulator.stripe.invoices.retrieve(invoice)
    if (open.status === 'open') await kit.emulator.stripe.invoices.pay(invoice)
    await kit.deliver()
    expect(await buyer.plan()).toBe('monthly')
    expect((await buyer.checkout('lifetime')).status).toBe(200)
  })

  test('an invoice that is paid after Stripe has ended the subscription for it buys nothing, and goes back whole', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly', cards.failsWhenCharged)
    await kit.deliver()
    await kit.emulator.advance(60 * daySeconds)
    await kit.deliver()
    const [ended] = await subscriptionsOf(buyer.id)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    expect(await buyer.plan()).toBe('free')

    const { url } = await kit.emulator.openPortal(String(ended?.customer))
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'card', number: cards.pays }) })
    const { data: methods } = await kit.emulator.stripe.customers.listPaymentMethods(String(ended?.customer))
    const payment_method = methods[0]?.id ?? ''
    await kit.emulator.stripe.invoices.pay(String(ended?.latest_invoice), { payment_method })
    await kit.deliver()
    await kit.runJobs()
    const { data } = await kit.emulator.stripe.charges.list({ customer: String(ended?.customer) })
    expect(
      data
        .filter(({ status }) => status === 'succeeded')
        .map(({ amount, amount_refunded }) => [amount, amount_refunded]),
    ).toEqual([[900, 900]])
    expect(await buyer.plan()).toBe('free')
  })

  test('and so does each of several that Stripe has left open, in whatever order they are paid', async () => {
    const patient = await startBillingKit(kit.db, { retryDays: [40] })
    try {
      const { stripe, advance, openPortal } = patient.emulator
      const buyer = await patient.signIn()
      await buyer.buy('monthly', cards.failsWhenCharged)
      await advance(60 * daySeconds)
      await patient.deliver()
      const customer = await customerOf(buyer.id)
      const [ended] = (await stripe.subscriptions.list({ customer, status: 'all' })).data
      expect(ended?.cancellation_details?.reason).toBe('payment_failed')
      const open = (await stripe.invoices.list({ customer, status: 'open' })).data
      expect(open.map(({ id }) => id)[0]).toBe(ended?.latest_invoice)
      expect(open).toHaveLength(2)

      const { url } = await openPortal(customer)
      await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'card', number: cards.pays }) })
      const payment_method = (await stripe.customers.listPaymentMethods(customer)).data[0]?.id ?? ''
      const given = []
      for (const { id } of open.reverse()) {
        await stripe.invoices.pay(id ?? '', { payment_method })
        await patient.deliver()
        await patient.runJobs()
        const { data } = await stripe.charges.list({ customer, limit: 100 })
        given.push(data.filter(({ paid }) => paid).map(({ amount_refunded }) => amount_refunded))
      }
      expect(given).toEqual([[900], [900, 900]])
    } finally {
      await patient.stop()
    }
  })

  test('F39: of two subscriptions one is left, also when the other becomes the better one before the surplus is cancelled', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const { stripe, control } = kit.emulator
    const { monthly } = await kit.payments.prices()
    const session = await kit.emulator.subscriptionSession(await customerOf(buyer.id), monthly.stripePriceId)
    await kit.emulator.advance(60)
    await kit.emulator.pay(session.id)
    await control('/api-faults', { status: 500, method: 'DELETE', count: 100 })
    await kit.deliver()
    const [newer, older] = (await subscriptionsOf(buyer.id)).map(({ id }) => id)
    await stripe.subscriptions.update(older ?? '', { cancel_at_period_end: true })
    await kit.deliver()
    await control('/api-faults', { count: 0 })
    await kit.runJobs()
    await kit.deliver()
    const left = (await subscriptionsOf(buyer.id)).filter(({ status }) => status !== 'canceled')
    expect(left.map(({ id }) => id)).toEqual([newer])
    expect(await buyer.plan()).toBe('monthly')
  })

  test('F37: grace counts from the oldest unpaid invoice, not from the newest', async () => {
    const patient = await startBillingKit(kit.db, { retryDays: [90] })
    try {
      const buyer = await patient.signIn()
      await buyer.buy('monthly', cards.failsWhenCharged)
      const graceEnd = async () => {
        await patient.deliver()
        const rows = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
        return rows[0]?.graceEndsAt
      }
      await patient.emulator.advance(8 * daySeconds)
      const first = await graceEnd()
      expect(first).toBeInstanceOf(Date)
      await patient.emulator.advance(35 * daySeconds)
      const unpaid = await patient.emulator.stripe.invoices.list({ status: 'open', limit: 100 })
      expect(unpaid.data).toHaveLength(2)
      expect(await graceEnd()).toEqual(first)
    } finally {
      await patient.stop()
    }
  })

  test('F29: a voucher that is not paid yet is still processing: nothing else is sold, and it counts when it is paid', async () => {
    const buyer = await kit.signIn()
    const { checkoutSessionId } = await buyer.buy('lifetime', 'konbini')
    await kit.deliver()
    const status = async () =>
      (await (await buyer.get(`/api/stripe/checkout-status?session_id=${checkoutSessionId}`)).json()).status
    expect(await status()).toBe('processing')
    for (const plan of ['monthly', 'lifetime']) expect((await buyer.checkout(plan)).status).toBe(409)
    await kit.emulator.control('/async-payments', { session: checkoutSessionId, outcome: 'succeeded' })
    await kit.deliver()
    expect(await status()).toBe('paid')
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('F35: after a change of price the open session with the old one is replaced', async () => {
    const buyer = await kit.signIn()
    const before = sessionIn((await (await buyer.checkout('lifetime')).json()).url)
    const shipped = loadCatalogue('pricing.config.json')
    const cheaper = {
      ...shipped,
      plans: { ...shipped.plans, lifetime: { ...shipped.plans.lifetime, price: 49 } },
    }
    try {
      await setUpStripe(kit.emulator.stripe, cheaper)
      const restarted = createTestBrowser(
        createTestApp(kit.db, {}, cheaper, kit.connect({ catalogue: cheaper })),
      )
      for (const [name, value] of buyer.cookies) restarted.cookies.set(name, value)
      const response = await restarted.post('/api/stripe/create-checkout', { plan: 'lifetime' })
      const after = sessionIn((await response.json()).url)
      expect(after).not.toBe(before)
      expect((await kit.emulator.stripe.checkout.sessions.retrieve(after)).amount_total).toBe(4_900)
      expect((await kit.emulator.stripe.checkout.sessions.retrieve(before)).status).toBe('expired')
    } finally {
      await setUpStripe(kit.emulator.stripe, shipped)
    }
  })

  test.each([
    ['with a trial, the open page that charges at once is replaced', 0, 7, 0],
    ['without one, the open page that begins with a trial is replaced', 7, 0, 900],
  ])('F35: after a restart %s', async (_, daysBefore, daysAfter, due) => {
    const shipped = loadCatalogue('pricing.config.json')
    const withTrial = (trialDays: number) => ({
      ...shipped,
      plans: { ...shipped.plans, monthly: { ...shipped.plans.monthly, trialDays } },
    })
    const buyer = await kit.signIn()
    const pageAfterStart = async (trialDays: number) => {
      const catalogue = withTrial(trialDays)
      const started = createTestBrowser(createTestApp(kit.db, {}, catalogue, kit.connect({ catalogue })))
      for (const [name, value] of buyer.cookies) started.cookies.set(name, value)
      const response = await started.post('/api/stripe/create-checkout', { plan: 'monthly' })
      return sessionIn((await response.json()).url)
    }
    const before = await pageAfterStart(daysBefore)
    const after = await pageAfterStart(daysAfter)
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(after)).amount_total).toBe(due)
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(before)).status).toBe('expired')
    expect(await pageAfterStart(daysAfter)).toBe(after)
  })

  test('F27: a page that begins with a trial is replaced once the mailbox has used its trial elsewhere', async () => {
    const buyer = await kit.signIn('ada.once@example.com')
    const before = sessionIn((await (await buyer.checkout('monthly')).json()).url)
    const sameMailbox = await kit.signIn('ada.once+again@example.com')
    await sameMailbox.buy('monthly')
    await kit.deliver()
    const after = sessionIn((await (await buyer.checkout('monthly')).json()).url)
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(after)).amount_total).toBe(900)
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(before)).status).toBe('expired')
  })

  async function payForAMonth() {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const [trial] = await subscriptionsOf(buyer.id)
    await kit.emulator.stripe.subscriptions.update(trial?.id ?? '', { trial_end: 'now' })
    await kit.deliver()
    const { data } = await kit.emulator.stripe.charges.list({ customer: await customerOf(buyer.id) })
    return { buyer, trial, charge: data[0]?.id }
  }

  test('F41: a lost dispute about a month ends the subscription, and the card is not charged again', async () => {
    const { buyer, charge } = await payForAMonth()
    await kit.emulator.control('/disputes', { charge })
    await kit.deliver()
    expect(await buyer.plan()).toBe('monthly')
    await kit.emulator.control('/disputes', { charge, outcome: 'lost' })
    await kit.deliver()
    await kit.runJobs()
    expect(await buyer.plan()).toBe('free')
    expect((await subscriptionsOf(buyer.id))[0]?.status).toBe('canceled')
    expect((await kit.emulator.stripe.refunds.list({ charge: charge ?? '' })).data).toEqual([])
  })

  test('F41: a lost dispute about an earlier month ends the subscription, and the rest of the present month goes back', async () => {
    const { buyer, charge } = await payForAMonth()
    await kit.emulator.advance(40 * daySeconds)
    await kit.deliver()
    await kit.emulator.control('/disputes', { charge, outcome: 'lost' })
    await kit.deliver()
    await kit.runJobs()
    expect(await buyer.plan()).toBe('free')
    const { data } = await kit.emulator.stripe.charges.list({ customer: await customerOf(buyer.id) })
    expect(data.map(({ amount }) => amount)).toEqual([900, 900])
    const [present, disputed] = data
    expect(present?.amount_refunded).toBeGreaterThan(500)
    expect(present?.amount_refunded).toBeLessThan(700)
    expect(disputed).toMatchObject({ id: charge, amount_refunded: 0 })
  })

  /** Whose refund waits for the bank. */
  async function replaceDisputedMonth() {
    const { buyer, charge = '' } = await payForAMonth()
    await kit.emulator.control('/disputes', { charge })
    await buyer.buy('lifetime')
    await kit.deliver()
    await kit.runJobs()
    return {
      buyer,
      refunds: async () => (await kit.emulator.stripe.refunds.list({ charge })).data,
      billing: async () => (await buyer.get('/api/billing')).json(),
      async end(outcome: 'won' | 'lost') {
        await kit.emulator.control('/disputes', { charge, outcome })
        await kit.deliver()
        await kit.runJobs()
      },
    }
  }

  test('F34: of a month under dispute the rest goes back once the operator has won, and the account says so from then on', async () => {
    const { refunds, billing, end } = await replaceDisputedMonth()
    expect(await refunds()).toEqual([])
    expect(await billing()).toMatchObject({ isReplacing: true, replaced: { returned: { to: 'nobody' } } })
    await end('won')
    const [refund] = await refunds()
    const own = await billing()
    expect(own.replaced.returned).toEqual({ to: 'card', amount: formatMoney(refund?.amount ?? 0, 'usd') })
    expect(own).not.toHaveProperty('isReplacing')
  })

  test('F34 F41: of a month that the bank took back nothing is refunded, and the account does not say so', async () => {
    const { refunds, billing, end } = await replaceDisputedMonth()
    await end('lost')
    expect(await refunds()).toEqual([])
    const own = await billing()
    expect(own.replaced.returned).toEqual({ to: 'nobody' })
    expect(own).not.toHaveProperty('isReplacing')
  })

  test('F34: what the version before had recorded as refunded is put right when its refund is over', async () => {
    const { buyer, billing, end } = await replaceDisputedMonth()
    const ofBuyer = eq(replacedSubscriptions.userId, buyer.id)
    await kit.db.update(replacedSubscriptions).set({ refunds: null, refundedMinor: 899 }).where(ofBuyer)
    expect((await billing()).replaced.returned).toEqual({ to: 'card', amount: '$8.99' })
    const ofRefund = sql`${jobs.kind} = 'refund' and ${jobs.payload} ->> 'userId' = ${buyer.id}`
    await kit.db
      .update(jobs)
      .set({ payload: sql`${jobs.payload} || '{"amountMinor": 899}'` })
      .where(ofRefund)
    await end('lost')
    expect((await billing()).replaced.returned).toEqual({ to: 'nobody' })
  })

  test('F34: a replaced month whose debit arrives after its end: the account says what went back of it', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly', cards.debitPays)
    await kit.deliver()
    const [row] = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
    await kit.emulator.stripe.subscriptions.update(row?.id ?? '', { trial_end: 'now' })
    await kit.deliver()
    await buyer.buy('lifetime')
    await kit.deliver()
    await kit.runJobs()
    const returned = async () => (await (await buyer.get('/api/billing')).json()).replaced.returned
    expect(await returned()).toEqual({ to: 'nobody' })
    await kit.emulator.advance(300)
    await kit.deliver()
    await kit.runJobs()
    expect(await returned()).toEqual({ to: 'card', amount: expect.stringMatching(/^\$(9|8\.9\d)$/) })
  })

  test('F41: who lost a month by a dispute and subscribes again before it is cancelled gets no second trial', async () => {
    const { buyer, trial, charge } = await payForAMonth()
    await kit.emulator.control('/disputes', { charge, outcome: 'lost' })
    await buyer.buy('monthly')
    await kit.deliver()
    await kit.runJobs()
    const given = (await subscriptionsOf(buyer.id)).filter(({ trial_start }) => trial_start !== null)
    expect(given.map(({ id }) => id)).toEqual([trial?.id])
    expect(await buyer.plan()).toBe('monthly')
  })

  test.each(['monthly', 'lifetime'] as const)(
    'F41: who lost a month by a dispute gets a page for %s only when the month is cancelled at Stripe',
    async (plan) => {
      const { buyer, charge } = await payForAMonth()
      await kit.emulator.control('/disputes', { charge, outcome: 'lost' })
      expect((await buyer.checkout(plan)).status).toBe(200)
      expect((await subscriptionsOf(buyer.id)).map(({ status }) => status)).toEqual(['canceled'])
    },
  )

  test('F41: checkout and its job cancel one subscription at the same moment, and neither fails', async () => {
    const { trial } = await payForAMonth()
    await kit.emulator.control('/api-delay', { delayMs: 100 })
    try {
      const cancel = () => kit.payments.cancelSubscription(trial?.id ?? '', { credit: false })
      const outcomes = await Promise.all([cancel(), cancel()])
      expect(outcomes.map((outcome) => outcome?.wasCancelled).sort()).toEqual([false, true])
    } finally {
      await kit.emulator.control('/api-delay', { delayMs: 0 })
    }
  })

  test('F29: a page that was opened while a refund was under way cannot be paid once the refund has failed', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    const { stripe } = kit.emulator
    const { data } = await stripe.charges.list({ customer: await customerOf(buyer.id) })
    const refund = await stripe.refunds.create({ charge: data[0]?.id ?? '' })
    await kit.deliver()
    expect(await buyer.plan()).toBe('free')
    const page = sessionIn((await (await buyer.checkout('lifetime')).json()).url)
    await kit.emulator.control('/refunds', { refund: refund.id, outcome: 'failed' })
    await kit.deliver()
    await kit.runJobs()
    expect(await buyer.plan()).toBe('lifetime')
    expect((await stripe.checkout.sessions.retrieve(page)).status).toBe('expired')
  })

  test('F29: of two lifetime payments one is kept and the other goes back in full', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    const { lifetime } = await kit.payments.prices()
    // As if two sessions had been payable in spite of everything.
    const second = await kit.emulator.paymentSession(await customerOf(buyer.id), lifetime.stripePriceId)
    await kit.emulator.pay(second.id)
    await kit.deliver()
    await kit.runJobs()
    expect(await buyer.plan()).toBe('lifetime')
    const { data } = await kit.emulator.stripe.charges.list({ customer: await customerOf(buyer.id) })
    expect(data.map(({ refunded }) => refunded).sort()).toEqual([false, true])
  })
})
