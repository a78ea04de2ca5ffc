import { cards, daySeconds, openEmulator } from '@fairseat/stripe-emulator/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, createTestBrowser } from '../../tests/support/app/test-app.ts'
import {
  type BillingKit,
  describeWithBillingKit,
  liveCatalogue,
  startBillingKit,
} from '../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import { checkouts, customers, purchases, replacedSubscriptions, subscriptions } from '../db/schema.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { offerTerms, openOffer } from '../seats/open-offer.ts'
import { separateModes } from '../seats/separate-modes.ts'
import { findSoldSeat } from '../seats/store.ts'
import { applyLivemode } from './livemode-store.ts'
import { exportBilling, findReplaced, recordUnusedRefund } from './store.ts'
import { setUpStripe } from './stripe/account.ts'

const shipped = loadCatalogue('pricing.config.json')
const monthly = { ...shipped.plans.monthly, unusedOnLifetime: 'credit' as const }
const crediting = { ...shipped, plans: { ...shipped.plans, monthly } }

type Buyer = Awaited<ReturnType<BillingKit['signIn']>>
const read = async (buyer: Buyer, path: string) => (await buyer.get(path)).json()

/** By a lifetime, when its trial is over. */
async function replacePaidMonth(kit: BillingKit): Promise<Buyer> {
  const buyer = await kit.signIn()
  await buyer.buy('monthly')
  await kit.emulator.advance(10 * daySeconds)
  await kit.deliver()
  await buyer.buy('lifetime')
  await kit.deliver()
  await kit.runJobs()
  return buyer
}

describeWithBillingKit('what a person is told of their own payments', (kit) => {
  test('F34: late money of a month that the version before had replaced without a refund is told when it went back', async () => {
    const buyer = await kit.signIn()
    await kit.db.insert(replacedSubscriptions).values({
      ...{ id: 'sub_before', userId: buyer.id, plan: 'monthly', currency: 'usd' },
      ...{ endedAt: new Date(), refundedMinor: 0 },
    })
    const late = { paymentId: 'pi_late', plannedMinor: 890, madeMinor: 890 }
    await recordUnusedRefund(kit.db, 'sub_before', late)
    await recordUnusedRefund(kit.db, 'sub_before', late)
    expect(await findReplaced(kit.db, buyer.id, false)).toMatchObject({ refundedMinor: 890 })
  })

  test('a bank debit under way: how much, for what, by which method and since when', async () => {
    const buyer = await kit.signIn()
    const { checkoutSessionId } = await buyer.buy('lifetime', cards.debitPays)
    await kit.deliver()
    const answer = await read(buyer, '/api/subscription')
    expect(answer).toEqual({
      plan: 'free',
      pending: { plan: 'lifetime', amount: '$89', method: 'sepa_debit', since: expect.stringMatching(/Z$/) },
    })
    const status = await read(buyer, `/api/stripe/checkout-status?session_id=${checkoutSessionId}`)
    expect(status).toEqual({ status: 'processing', ...answer })
    await kit.emulator.control('/async-payments', { session: checkoutSessionId, outcome: 'failed' })
    await kit.deliver()
    expect(await read(buyer, '/api/subscription')).toEqual({ plan: 'free' })
  })

  test('a voucher that waits to be paid, and what remains of it once it is', async () => {
    const buyer = await kit.signIn()
    const { checkoutSessionId } = await buyer.buy('lifetime', 'konbini')
    await kit.deliver()
    expect(await read(buyer, '/api/subscription')).toMatchObject({ pending: { method: 'konbini' } })
    await kit.emulator.control('/async-payments', { session: checkoutSessionId, outcome: 'succeeded' })
    await kit.deliver()
    expect(await read(buyer, '/api/subscription')).toEqual({ plan: 'lifetime' })
  })

  test('a card that the bank wants to have confirmed is no money on its way', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime', '4000002500003155')
    await kit.deliver()
    expect(await read(buyer, '/api/subscription')).toEqual({ plan: 'free' })
  })

  test('subscribers learn what they pay, also when the price was another one when they began', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    expect(await read(buyer, '/api/subscription')).toMatchObject({ subscription: { amount: '$9' } })
  })

  test('who has two of a month at Stripe learns what both cost', async () => {
    const { stripe } = kit.emulator
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    const [row] = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
    const customer = String((await stripe.subscriptions.cancel(row?.id ?? '')).customer)
    const { monthly } = await kit.payments.prices()
    const [card] = (await stripe.customers.listPaymentMethods(customer)).data
    await stripe.subscriptions.create({
      customer,
      items: [{ price: monthly.stripePriceId, quantity: 2 }],
      default_payment_method: card?.id ?? '',
    })
    await kit.deliver()
    const [charge] = (await stripe.charges.list({ customer })).data
    expect(charge?.amount).toBe(1_800)
    expect(await read(buyer, '/api/subscription')).toMatchObject({ subscription: { amount: '$18' } })
  })

  test('after a lifetime its amount and date, and the receipt at Stripe', async () => {
    const buyer = await kit.signIn()
    expect((await buyer.post('/api/stripe/receipt')).status).toBe(404)
    await buyer.buy('lifetime')
    await kit.deliver()
    expect(await read(buyer, '/api/billing')).toEqual({
      lifetime: { amount: '$89', paidAt: expect.stringMatching(/Z$/) },
      reminders: true,
    })
    const { url } = await (await buyer.post('/api/stripe/receipt')).json()
    expect(await (await fetch(url)).text()).toContain('$89.00')
  })

  test('after a refund what was taken back, why and when; nobody else learns of it', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    const [payment] = (await kit.emulator.stripe.paymentIntents.list({ limit: 1 })).data
    await kit.emulator.stripe.refunds.create({ payment_intent: payment?.id ?? '' })
    await kit.deliver()
    const revoked = { amount: '$89', reason: 'refund', at: expect.stringMatching(/Z$/) }
    expect(await read(buyer, '/api/billing')).toEqual({ revoked, reminders: true })
    expect(await read(await kit.signIn(), '/api/billing')).toEqual({ reminders: true })
    expect(await (await kit.app.request('/api/billing')).json()).toEqual({})
  })

  describe('the page after paying, opened again when the plan has ended, is done with it', () => {
    const statusOf = async (buyer: Buyer, checkoutSessionId: string) =>
      read(buyer, `/api/stripe/checkout-status?session_id=${checkoutSessionId}`)
    const paymentOf = async (checkoutSessionId: string) => {
      const session = await kit.emulator.stripe.checkout.sessions.retrieve(checkoutSessionId)
      return { payment_intent: String(session.payment_intent) }
    }
    const ended = { status: 'ended', plan: 'free' }

    test('F8: after a refund of all of it, and not of a part', async () => {
      const buyer = await kit.signIn()
      const { checkoutSessionId } = await buyer.buy('lifetime')
      await kit.deliver()
      expect(await statusOf(buyer, checkoutSessionId)).toEqual({ status: 'paid', plan: 'lifetime' })
      const { stripe } = kit.emulator
      await stripe.refunds.create({ ...(await paymentOf(checkoutSessionId)), amount: 100 })
      await kit.deliver()
      expect(await statusOf(buyer, checkoutSessionId)).toEqual({ status: 'paid', plan: 'lifetime' })
      await stripe.refunds.create(await paymentOf(checkoutSessionId))
      await kit.deliver()
      for (const _ of ['first', 'second']) expect(await statusOf(buyer, checkoutSessionId)).toEqual(ended)
    })

    test('F8: after a lost dispute', async () => {
      const buyer = await kit.signIn()
      const { checkoutSessionId } = await buyer.buy('lifetime')
      await kit.deliver()
      const { payment_intent } = await paymentOf(checkoutSessionId)
      const { latest_charge } = await kit.emulator.stripe.paymentIntents.retrieve(payment_intent)
      await kit.emulator.control('/disputes', { charge: String(latest_charge), outcome: 'lost' })
      await kit.deliver()
      expect(await statusOf(buyer, checkoutSessionId)).toEqual(ended)
    })

    test('F8: when a month has ended, until another one has begun', async () => {
      const buyer = await kit.signIn()
      const { checkoutSessionId } = await buyer.buy('monthly')
      await kit.deliver()
      const [row] = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
      await kit.emulator.stripe.subscriptions.cancel(row?.id ?? '')
      await kit.deliver()
      expect(await statusOf(buyer, checkoutSessionId)).toEqual(ended)
      const next = await buyer.buy('monthly')
      expect(await statusOf(buyer, next.checkoutSessionId)).toEqual({ status: 'paid', plan: 'monthly' })
    })
  })

  test('Monthly that a lifetime replaced: when it ended, and what went back', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    await buyer.buy('lifetime')
    // The payment is known, and the subscription that it replaces is not ended yet.
    await buyer.get('/api/subscription?refresh=1')
    expect(await read(buyer, '/api/billing')).toMatchObject({
      lifetime: { amount: '$89' },
      isReplacing: true,
    })
    await kit.deliver()
    await kit.runJobs()
    const billing = await read(buyer, '/api/billing')
    expect(billing).not.toHaveProperty('isReplacing')
    expect(billing).toMatchObject({
      lifetime: { amount: '$89' },
      // It was in its free trial.
      replaced: { endedAt: expect.stringMatching(/Z$/), returned: { to: 'nobody' } },
    })
  })

  test('of a month that was paid the rest went back', async () => {
    const { replaced } = await read(await replacePaidMonth(kit), '/api/billing')
    expect(replaced.returned).toEqual({ to: 'card', amount: expect.stringMatching(/^\$[78]/) })
  })
})

describeWithBillingKit(
  'where the unused part of a month is credited',
  (kit) => {
    test('the account says that it is on the balance', async () => {
      const { replaced } = await read(await replacePaidMonth(kit), '/api/billing')
      expect(replaced.returned).toEqual({ to: 'balance' })
    })

    test('F39: a month that was bought again under another customer is refunded: its balance is of no use', async () => {
      const { stripe, advance } = kit.emulator
      const buyer = await kit.signIn()
      const subscriptionOf = async () =>
        (await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id)))[0]?.id ?? ''
      await buyer.buy('monthly')
      await advance(10 * daySeconds)
      await kit.deliver()
      const kept = await subscriptionOf()
      // As after a restored backup.
      for (const table of [customers, checkouts, subscriptions])
        await kit.db.delete(table).where(eq(table.userId, buyer.id))
      // Stripe forgets an idempotency key after a day, and makes another customer.
      await advance(daySeconds + 3_600)
      await buyer.buy('monthly')
      await kit.deliver()
      await stripe.subscriptions.update(await subscriptionOf(), { trial_end: 'now' })
      await stripe.subscriptions.update(kept, { description: 'renewed' })
      await kit.deliver()
      await kit.runJobs()
      expect(await subscriptionOf()).toBe(kept)
      const [surplus] = await kit.db
        .select()
        .from(customers)
        .where(and(eq(customers.userId, buyer.id), eq(customers.current, false)))
      const customer = surplus?.id ?? ''
      expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 })
      const [charge] = (await stripe.charges.list({ customer })).data
      expect(charge?.amount).toBe(900)
      expect(charge?.amount_refunded).toBeGreaterThan(890)
    })
  },
  { catalogue: crediting },
)

describeMainlyOnPostgres('plans by the names that the operator gave them', (openTestDatabase) => {
  test('in refusals and at Stripe, also when a name changes', async () => {
    const { db } = await openTestDatabase()
    const catalogue = loadCatalogue('pricing.config.json')
    const { plans } = catalogue
    const emulator = await openEmulator()
    await setUpStripe(emulator.stripe, catalogue)
    const lifetime = { ...plans.lifetime, name: 'Forever' }
    const renamed = await startBillingKit(db, {
      emulator,
      catalogue: { ...catalogue, plans: { ...plans, lifetime } },
    })
    const owner = await renamed.signIn()
    await owner.buy('lifetime')
    expect((await (await owner.checkout('monthly')).json()).error).toMatch(/^You own Forever already/)
    const products = await renamed.emulator.stripe.products.list({ limit: 100 })
    expect(products.data.map(({ name }) => name).filter((name) => name.endsWith('Lifetime'))).toEqual([])
    await renamed.stop()
  })
})

describeMainlyOnPostgres('with seats', (openTestDatabase) => {
  let kit: BillingKit
  beforeAll(async () => {
    kit = await startBillingKit((await openTestDatabase()).db, { catalogue: liveCatalogue(5) })
  })
  afterAll(() => kit.stop())

  test('a lifetime names its seat, numbered in the order of sale', async () => {
    for (const number of [1, 2]) {
      const buyer = await kit.signIn()
      await buyer.buy('lifetime')
      await kit.deliver()
      expect((await read(buyer, '/api/billing')).lifetime.seat).toEqual({ number, cap: 5 })
    }
  })

  test('F40 L1 L4 L9: after the change from the test key to a live one nothing shows what was bought before', async () => {
    const { db } = kit
    const buyer = await replacePaidMonth(kit)
    expect(await read(buyer, '/api/billing')).toMatchObject({ lifetime: { amount: '$89' }, replaced: {} })
    const seatOf = async (browser: Pick<Buyer, 'get'>) => (await (await browser.get('/api/seat')).json()).seat
    expect(await seatOf(buyer)).toMatchObject({ number: expect.any(Number) })
    expect(await findSoldSeat(db, buyer.id, false)).toMatchObject({ number: expect.any(Number) })

    await applyLivemode(db, true)
    const payments = { ...kit.payments, livemode: true }
    const live = createTestBrowser(createTestApp(db, {}, liveCatalogue(5), payments, { testMode: false }))
    for (const [name, value] of buyer.cookies) live.cookies.set(name, value)
    expect(await (await live.get('/api/billing')).json()).toEqual({ reminders: true })
    expect((await (await live.get('/api/urgency')).json()).purchases).toEqual([])
    // Also where an older version has let real sales into the same log.
    expect(await seatOf(live)).toBeNull()
    expect(await findSoldSeat(db, buyer.id, true)).toBeNull()
    const exported = await exportBilling(db, buyer.id)
    expect(exported.purchases).toMatchObject([{ userId: buyer.id, livemode: false }])

    // What was replaced with the test key was not replaced by what is bought for real.
    await db.insert(purchases).values({
      ...{ id: `pi_${buyer.id}`, userId: buyer.id, amountMinor: 8_900, currency: 'usd' },
      ...{ livemode: true, paidAt: new Date() },
    })
    const { lifetime, ...rest } = await (await live.get('/api/billing')).json()
    expect(lifetime).toMatchObject({ amount: '$89' })
    expect(rest).toEqual({ reminders: true })
    await db.delete(purchases).where(eq(purchases.id, `pi_${buyer.id}`))

    await separateModes(db, { livemode: true, unknownCustomers: 0 })
    await openOffer(db, offerTerms(liveCatalogue(5)))
    const begun = createTestApp(db, {}, liveCatalogue(5), payments, { testMode: false })
    expect(await (await createTestBrowser(begun).get('/api/urgency')).json()).toMatchObject({
      sold: 0,
      remaining: 5,
      cap: 5,
    })
  })
})
