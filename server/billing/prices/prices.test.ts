import { cards } from '@fairseat/stripe-emulator/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalogue } from '../../../core/plans/catalogue.ts'
import { createTestBrowser, createTestServer, newAddress } from '../../../tests/support/app/test-app.ts'
import { type BillingKit, sessionIn, startBillingKit } from '../../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../../tests/support/database/both-databases.ts'
import { currencyCatalogue } from '../../../tests/support/plans/commerce-config.ts'
import { customers, users } from '../../db/schema.ts'
import { enqueueJob } from '../../jobs/store.ts'
import { loadCatalogue } from '../../plans/load-catalogue.ts'
import { setUpStripe } from '../stripe/account.ts'
import { announceJob, priceMoveKey } from './move-price.ts'
import { countByPrice, planPriceMove } from './plan-price-move.ts'

const dayMs = 86_400_000
const shipped = loadCatalogue('pricing.config.json')
const withPrice = (price: number): Catalogue => ({
  ...shipped,
  plans: { ...shipped.plans, monthly: { ...shipped.plans.monthly, price } },
})

const withYearInEuros = (yearly: number): Catalogue =>
  currencyCatalogue({ currencies: { eur: { monthly: 8.5, yearly, lifetime: 85, laterPrice: 139 } } })

describeMainlyOnPostgres('a change of the monthly price', (openTestDatabase) => {
  let kit: BillingKit
  let passedMs = 0
  const now = () => new Date(Date.now() + passedMs)
  beforeAll(async () => {
    kit = await startBillingKit((await openTestDatabase()).db, { now })
  })
  afterAll(() => kit.stop())

  type Buyer = ReturnType<typeof createTestBrowser> & { id: string; email: string }
  async function subscriptionOf({ id }: Buyer) {
    const [row] = await kit.db.select().from(customers).where(eq(customers.userId, id))
    const { data } = await kit.emulator.stripe.subscriptions.list({ customer: row?.id ?? '' })
    if (!data[0]) throw new Error('No subscription')
    return data[0]
  }
  const priceOf = async (buyer: Buyer) => (await subscriptionOf(buyer)).items.data[0]?.price
  const restartAt = (price: number) => restartWith(withPrice(price))
  /** As an operator does it: the catalogue, `stripe:setup`, a restart. */
  async function restartWith(catalogue: Catalogue) {
    await setUpStripe(kit.emulator.stripe, catalogue)
    const payments = kit.connect({ catalogue })
    const { app, jobs } = createTestServer(kit.db, {}, catalogue, payments, { now })
    const mailsTo = async ({ email }: Buyer) => {
      const mails = await (await createTestBrowser(app).get(`/dev/outbox.json?to=${email}`)).json()
      return mails.filter(({ subject }: { subject: string }) => subject.includes('price'))
    }
    async function sync({ id }: { id: string }) {
      await enqueueJob(kit.db, { kind: 'sync', key: id })
      await jobs.runDue()
    }
    return {
      deps: { db: kit.db, payments },
      payments,
      jobs,
      mailsTo,
      sync,
      async subscribe(
        wish: { plan: string; currency?: string } = { plan: 'monthly' },
        payment: Parameters<typeof kit.emulator.pay>[2] = {},
      ): Promise<Buyer> {
        const browser = createTestBrowser(app)
        const email = newAddress()
        const id = await browser.signIn(email)
        const { url } = await (await browser.post('/api/stripe/create-checkout', wish)).json()
        await kit.emulator.pay(sessionIn(url), cards.pays, payment)
        await sync({ id })
        return { ...browser, id, email }
      },
      async pass(days: number) {
        await kit.emulator.advance(days * 86_400)
        passedMs += days * dayMs
        await jobs.runDue()
      },
      async get(buyer: Buyer, path: string) {
        const browser = createTestBrowser(app)
        for (const [name, value] of buyer.cookies) browser.cookies.set(name, value)
        return (await browser.get(path)).json()
      },
    }
  }

  test('M9: subscribers keep their price, though it was archived, and newcomers pay the new one', async () => {
    const buyer = await (await restartAt(9)).subscribe()
    const before = await priceOf(buyer)
    const shop = await restartAt(12)
    await kit.emulator.stripe.prices.update(before?.id ?? '', { active: false })
    await shop.pass(8)
    await shop.sync(buyer)
    expect((await priceOf(buyer))?.id).toBe(before?.id)
    const { subscription, plan } = await shop.get(buyer, '/api/subscription')
    expect(plan).toBe('monthly')
    expect(subscription).toMatchObject({ status: 'active', amount: '$9' })
    const invoices = await kit.emulator.stripe.invoices.list({
      subscription: (await subscriptionOf(buyer)).id,
    })
    expect(invoices.data[0]?.amount_paid).toBe(900)
    expect((await shop.payments.prices()).monthly.amountsMinor).toEqual({ usd: 1_200 })
    const counts = await countByPrice(shop.deps)
    expect(counts.find(({ price }) => price.stripePriceId === before?.id)).toMatchObject({
      subscribers: 1,
      isToday: false,
    })
  })

  test('M9: the operator moves them: one mail, then the days of notice, then the next renewal at the new price', async () => {
    const { subscribe } = await restartAt(10)
    const [moved, cancelled, leaving] = [await subscribe(), await subscribe(), await subscribe()]
    const from = (await priceOf(moved))?.id ?? ''
    const cancel = async (buyer: Buyer) => {
      const { id } = await subscriptionOf(buyer)
      await kit.emulator.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    }
    await cancel(cancelled)
    const shop = await restartAt(15)
    await expect(planPriceMove(shop.deps, { from, noticeDays: 13, write: true })).rejects.toThrow('14 days')
    const order = { from, noticeDays: 30, write: false }
    const plan = {
      to: [expect.objectContaining({ amountMinor: 1_500 })],
      toMove: 2,
      told: 0,
      ending: 1,
      otherTerms: 0,
      sameAmount: 0,
      unknown: 0,
    }
    expect(await planPriceMove(shop.deps, order)).toEqual(plan)
    await shop.jobs.runDue()
    expect(await shop.mailsTo(moved)).toEqual([])
    // Twice, as after a command that was interrupted.
    await planPriceMove(shop.deps, { ...order, write: true })
    expect(await planPriceMove(shop.deps, { ...order, write: true })).toEqual(plan)
    await shop.jobs.runDue()
    await planPriceMove(shop.deps, { ...order, write: true })
    await shop.jobs.runDue()
    expect(await planPriceMove(shop.deps, order)).toEqual({ ...plan, toMove: 0, told: 2 })
    // A crash after the mail was recorded and before its job was: the job runs again.
    const { id: subscriptionId } = await subscriptionOf(moved)
    const to = (await shop.payments.prices()).monthly.stripePriceId
    await enqueueJob(kit.db, {
      kind: announceJob,
      key: priceMoveKey(subscriptionId, to),
      payload: { userId: moved.id, subscriptionId, from, to, noticeDays: 30 },
    })
    await shop.jobs.runDue()
    const mails = await shop.mailsTo(moved)
    expect(mails).toHaveLength(1)
    expect(mails[0].text).toContain('Monthly will cost $15 instead of $10 from your first renewal after')
    expect(await shop.mailsTo(cancelled)).toEqual([])
    for (const told of [moved, leaving])
      expect((await shop.get(told, '/api/billing')).priceChange).toMatchObject({ amount: '$15' })

    // The trial ends within the notice: that month is at the price that was agreed.
    await shop.pass(29)
    expect((await priceOf(moved))?.id).toBe(from)
    // One cancels within the notice.
    await cancel(leaving)
    await shop.sync(leaving)
    expect((await shop.get(leaving, '/api/billing')).priceChange).toBeUndefined()
    const customer = String((await subscriptionOf(moved)).customer)
    const charges = async () => (await kit.emulator.stripe.charges.list({ customer })).data.length
    const chargesBefore = await charges()
    await shop.pass(2)
    expect((await priceOf(moved))?.unit_amount).toBe(1_500)
    expect((await priceOf(leaving))?.id).toBe(from)
    // Nothing is charged for the change itself.
    expect(await charges()).toBe(chargesBefore)
    expect((await shop.get(moved, '/api/billing')).priceChange).toBeUndefined()
    expect((await shop.get(moved, '/api/subscription')).subscription.amount).toBe('$15')
    await shop.pass(8)
    const { data } = await kit.emulator.stripe.invoices.list({
      subscription: (await subscriptionOf(moved)).id,
    })
    expect(data.map(({ amount_paid }) => amount_paid)).toEqual([1_500, 1_000, 0])
  })

  test('M9: who subscribes again after an end at once, within the notice, is not told of a price that is in force', async () => {
    const { subscribe } = await restartAt(10)
    const buyer = await subscribe()
    const from = (await priceOf(buyer))?.id ?? ''
    const shop = await restartAt(15)
    await planPriceMove(shop.deps, { from, noticeDays: 30, write: true })
    await shop.jobs.runDue()
    expect((await shop.get(buyer, '/api/billing')).priceChange).toMatchObject({ amount: '$15' })
    const { id, customer } = await subscriptionOf(buyer)
    await kit.emulator.stripe.subscriptions.cancel(id)
    const price = (await shop.payments.prices()).monthly.stripePriceId
    const session = await kit.emulator.subscriptionSession(String(customer), price)
    await kit.emulator.pay(session.id)
    await shop.sync(buyer)
    expect((await shop.get(buyer, '/api/subscription')).subscription.amount).toBe('$15')
    expect((await shop.get(buyer, '/api/billing')).priceChange).toBeUndefined()
  })

  test('M9: by the year and in another currency they move to the price of their own interval and currency', async () => {
    const { subscribe } = await restartWith(withYearInEuros(85))
    const inEuros = await subscribe({ plan: 'yearly', currency: 'eur' })
    const inDollars = await subscribe({ plan: 'yearly' })
    const from = (await priceOf(inEuros))?.id ?? ''
    expect((await priceOf(inDollars))?.id).toBe(from)
    const shop = await restartWith(withYearInEuros(95))
    const plan = await planPriceMove(shop.deps, { from, noticeDays: 30, write: true })
    expect(plan).toMatchObject({ toMove: 1, sameAmount: 1, otherTerms: 0 })
    await shop.jobs.runDue()
    expect(await shop.mailsTo(inDollars)).toEqual([])
    const counts = await countByPrice(shop.deps)
    const ofFrom = counts.filter(({ price }) => price.stripePriceId === from)
    expect(ofFrom.map(({ price, subscribers }) => [price.amountMinor, subscribers]).sort()).toEqual([
      [8_500, 1],
      [9_000, 1],
    ])
    const [mail] = await shop.mailsTo(inEuros)
    expect(mail.text).toContain('Yearly will cost €95 instead of €85 from your first renewal after')

    await shop.pass(31)
    const amount = async (buyer: Buyer) => (await shop.get(buyer, '/api/subscription')).subscription.amount
    expect([await amount(inEuros), await amount(inDollars)]).toEqual(['€95', '$90'])
    // Nothing is charged before the year is over.
    const paid = async (buyer: Buyer) => {
      const { id } = await subscriptionOf(buyer)
      const { data } = await kit.emulator.stripe.invoices.list({ subscription: id })
      return data
        .filter(({ amount_paid }) => amount_paid > 0)
        .map((each) => [each.amount_paid, each.currency])
    }
    const before = await paid(inEuros)
    await shop.pass(345)
    expect(await paid(inEuros)).toEqual([[9_500, 'eur'], ...before])
    expect((await paid(inDollars))[0]).toEqual([9_000, 'usd'])
  })

  test('M9: a code and a tax that is added are not in the price: mail and account say so', async () => {
    const { stripe } = kit.emulator
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' })
    await stripe.promotionCodes.create({ code: 'HALF', promotion: { type: 'coupon', coupon } })
    const taxed = (price: number): Catalogue => ({
      ...withPrice(price),
      tax: { mode: 'stripe', behavior: 'exclusive' },
      promotionCodes: true,
    })
    const { subscribe } = await restartWith(taxed(40))
    const discounted = await subscribe(undefined, { country: 'DE', promotionCode: 'HALF' })
    const plain = await subscribe(undefined, { country: 'DE' })
    const from = (await priceOf(plain))?.id ?? ''
    const shop = await restartWith(taxed(48))
    await planPriceMove(shop.deps, { from, noticeDays: 14, write: true })
    await shop.jobs.runDue()
    const told = async (buyer: Buyer) => ({
      text: (await shop.mailsTo(buyer))[0].text,
      change: (await shop.get(buyer, '/api/billing')).priceChange,
    })
    const prices = 'Monthly will cost $48 plus VAT instead of $40 plus VAT from'
    const after = expect.stringMatching(/Z$/)
    const [toDiscounted, toPlain] = [await told(discounted), await told(plain)]
    expect(toDiscounted.text).toContain(prices)
    expect(toDiscounted.text).toContain('Your discount isn’t included here.')
    expect(toDiscounted.change).toEqual({ amount: '$48', after, isTaxAdded: true, hasDiscount: true })
    expect(toPlain.text).toContain(prices)
    expect(toPlain.text).not.toContain('discount')
    expect(toPlain.change).toEqual({ amount: '$48', after, isTaxAdded: true })
    await shop.pass(15)
    await shop.pass(30)
    const paid = async (buyer: Buyer) =>
      (await stripe.invoices.list({ subscription: (await subscriptionOf(buyer)).id })).data[0]?.amount_paid
    expect([await paid(discounted), await paid(plain)]).toEqual([2_856, 5_712])
  })

  test('M9: who has two is told what both will cost, and pays that', async () => {
    const { stripe } = kit.emulator
    const { subscribe, payments, sync } = await restartAt(26)
    const buyer = await subscribe()
    const { id: trial, customer: owner } = await subscriptionOf(buyer)
    const customer = String(owner)
    await stripe.subscriptions.cancel(trial)
    const from = (await payments.prices()).monthly.stripePriceId
    const [card] = (await stripe.customers.listPaymentMethods(customer)).data
    await stripe.subscriptions.create({
      ...{ customer, items: [{ price: from, quantity: 2 }] },
      default_payment_method: card?.id ?? '',
    })
    await sync(buyer)
    const shop = await restartAt(28)
    await planPriceMove(shop.deps, { from, noticeDays: 14, write: true })
    await shop.jobs.runDue()
    const [mail] = await shop.mailsTo(buyer)
    expect(mail.text).toContain('Monthly will cost $56 instead of $52 from')
    expect((await shop.get(buyer, '/api/billing')).priceChange).toMatchObject({ amount: '$56' })
    await shop.pass(15)
    await shop.pass(30)
    const { data } = await stripe.charges.list({ customer })
    expect(data.map(({ amount }) => amount)).toEqual([5_600, 5_200])
  })

  test('M9: a price that has changed again meanwhile moves nobody', async () => {
    const buyer = await (await restartAt(20)).subscribe()
    const from = (await priceOf(buyer))?.id ?? ''
    const shop = await restartAt(25)
    await planPriceMove(shop.deps, { from, noticeDays: 14, write: true })
    await shop.jobs.runDue()
    expect(await shop.mailsTo(buyer)).toHaveLength(1)
    const later = await restartAt(22)
    await later.pass(15)
    expect((await priceOf(buyer))?.id).toBe(from)
  })

  test('M9: who has no e-mail address cannot be told, and keeps the price', async () => {
    const buyer = await (await restartAt(30)).subscribe()
    const from = (await priceOf(buyer))?.id ?? ''
    await kit.db
      .update(users)
      .set({ email: `${buyer.id}@users.invalid` })
      .where(eq(users.id, buyer.id))
    const shop = await restartAt(35)
    await planPriceMove(shop.deps, { from, noticeDays: 14, write: true })
    await shop.jobs.runDue()
    await shop.pass(15)
    expect((await priceOf(buyer))?.id).toBe(from)
  })
})
