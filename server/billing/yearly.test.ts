import { cards, daySeconds } from '@fairseat/stripe-emulator/testing'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { createTestApp, createTestBrowser } from '../../tests/support/app/test-app.ts'
import {
  type BillingKit,
  describeWithBillingKit,
  sessionIn,
} from '../../tests/support/billing/billing-kit.ts'
import { yearlyCatalogue } from '../../tests/support/plans/commerce-config.ts'
import { checkouts, customers, replacedSubscriptions, subscriptions } from '../db/schema.ts'
import { enqueueJob } from '../jobs/store.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { findPortal, findSwitchPortal, setUpStripe } from './stripe/account.ts'

type Buyer = Awaited<ReturnType<BillingKit['signIn']>>
const rowOf = async ({ db }: BillingKit, { id }: Buyer) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.userId, id)))[0]
const urlOf = async (buyer: Buyer, plan: string): Promise<string> =>
  (await (await buyer.checkout(plan)).json()).url
const confirm = (url: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'confirm' }), redirect: 'manual' })

describeWithBillingKit(
  'a yearly plan',
  (kit) => {
    const invoicesOf = async (subscription: string) =>
      (await kit.emulator.stripe.invoices.list({ subscription })).data
    const subscriptionOf = async (buyer: Buyer) => (await buyer.get('/api/subscription')).json()

    /** Who has paid for a month or a year: the trial is over. */
    async function subscriber(plan: 'monthly' | 'yearly', card?: string): Promise<Buyer> {
      const buyer = await kit.signIn()
      await buyer.buy(plan, card)
      await kit.deliver()
      const row = await rowOf(kit, buyer)
      await kit.emulator.stripe.subscriptions.update(row?.id ?? '', { trial_end: 'now' })
      await kit.deliver()
      return buyer
    }

    /** Who has paid for a year and changed to months: the rest of the year is credit on the balance. */
    async function changedToMonths() {
      const buyer = await subscriber('yearly')
      await confirm(await urlOf(buyer, 'monthly'))
      await kit.deliver()
      const { id = '' } = (await rowOf(kit, buyer)) ?? {}
      const { customer: owner } = await kit.emulator.stripe.subscriptions.retrieve(id)
      const customer = String(owner)
      const balance = async () => {
        const found = await kit.emulator.stripe.customers.retrieve(customer)
        return found.deleted ? null : found.balance
      }
      return { buyer, id, customer, balance }
    }

    test('M5: is bought with the trial of the month, renewed by the year, and known by its name everywhere', async () => {
      const buyer = await kit.signIn()
      const { checkoutSessionId } = await buyer.buy('yearly')
      await kit.deliver()
      const session = await kit.emulator.stripe.checkout.sessions.retrieve(checkoutSessionId, {
        expand: ['line_items'],
      })
      expect(session.line_items?.data[0]).toMatchObject({
        amount_total: 9_000,
        price: { recurring: { interval: 'year' } },
      })
      expect(await subscriptionOf(buyer)).toMatchObject({
        plan: 'yearly',
        subscription: { status: 'trialing', amount: '$90', isYearly: true },
      })
      const response = await buyer.checkout('yearly')
      expect([response.status, (await response.json()).error]).toEqual([
        409,
        'You’re already on Yearly. You can manage it in your account.',
      ])
      const row = await rowOf(kit, buyer)
      await kit.emulator.stripe.subscriptions.update(row?.id ?? '', { trial_end: 'now' })
      await kit.deliver()
      expect((await invoicesOf(row?.id ?? ''))[0]).toMatchObject({ amount_paid: 9_000, status: 'paid' })
      const days =
        ((await rowOf(kit, buyer))?.periodEndsAt?.getTime() ?? 0) / 86_400_000 - Date.now() / 86_400_000
      expect(Math.round(days)).toBeGreaterThanOrEqual(365)
    })

    test('F39: bought again under another customer after a restored backup, the subscription that is kept can be changed and cancelled', async () => {
      const buyer = await subscriber('monthly')
      const kept = await rowOf(kit, buyer)
      for (const table of [customers, checkouts, subscriptions])
        await kit.db.delete(table).where(eq(table.userId, buyer.id))
      // Stripe forgets an idempotency key after a day, and makes another customer: docs.stripe.com/api/idempotent_requests
      await kit.emulator.advance(25 * 3_600)
      await buyer.buy('monthly')
      await kit.deliver()
      await kit.emulator.stripe.subscriptions.update(kept?.id ?? '', { description: 'renewed' })
      await kit.deliver()
      expect(await rowOf(kit, buyer)).toMatchObject({ id: kept?.id, status: 'active' })
      expect(await (await fetch(await urlOf(buyer, 'yearly'))).text()).toContain('Confirm your updates')
      const { url } = await (await buyer.post('/api/stripe/portal')).json()
      const cancels = new URLSearchParams({ action: 'cancel', subscription: kept?.id ?? '' })
      await fetch(url, { method: 'POST', body: cancels })
      await kit.deliver()
      expect(await rowOf(kit, buyer)).toMatchObject({ id: kept?.id, cancelAtPeriodEnd: true })
    })

    test('M5: from month to year: Stripe’s page says what is due, charges it, and nothing is subscribed twice', async () => {
      const buyer = await subscriber('monthly')
      const url = await urlOf(buyer, 'yearly')
      const page = await (await fetch(url)).text()
      expect(page).toContain('Confirm your updates')
      expect(page).toMatch(/Unused time on subscription<\/dt><dd>-\$(9\.00|8\.99)/)
      expect(page).toMatch(/Due today<\/dt><dd>\$81\.0/)
      expect(await buyer.plan()).toBe('monthly')
      const done = await confirm(url)
      expect([done.status, done.headers.get('location')]).toEqual([
        303,
        expect.stringMatching(/\/account\?refresh=1$/),
      ])
      expect(await (await buyer.get('/api/subscription?refresh=1')).json()).toMatchObject({
        plan: 'yearly',
        subscription: { status: 'active', amount: '$90', isYearly: true },
      })
      const row = await rowOf(kit, buyer)
      const [switched] = await invoicesOf(row?.id ?? '')
      expect(switched).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' })
      expect([8_100, 8_101]).toContain(switched?.amount_paid)
      expect((await confirm(url)).status).toBe(200)
      expect((await invoicesOf(row?.id ?? ''))[0]?.id).toBe(switched?.id)
    })

    test('M5: from year to month: what is not used of the year pays for the months', async () => {
      const buyer = await subscriber('yearly')
      const url = await urlOf(buyer, 'monthly')
      expect(await (await fetch(url)).text()).toMatch(/\$(81\.00|80\.99) go to your credit balance/)
      await confirm(url)
      await kit.deliver()
      expect(await buyer.plan()).toBe('monthly')
      const row = await rowOf(kit, buyer)
      expect(row).toMatchObject({ plan: 'monthly', amountMinor: 900 })
      expect((await invoicesOf(row?.id ?? ''))[0]).toMatchObject({ amount_paid: 0, status: 'paid' })
    })

    test('M5: a card that is declined changes nothing', async () => {
      const buyer = await subscriber('monthly')
      const row = await rowOf(kit, buyer)
      const { customer } = await kit.emulator.stripe.subscriptions.retrieve(row?.id ?? '')
      const portal = await kit.emulator.openPortal(String(customer))
      const form = new URLSearchParams({ action: 'card', number: cards.failsWhenCharged })
      await fetch(portal.url, { method: 'POST', body: form })
      const declined = await confirm(await urlOf(buyer, 'yearly'))
      expect(await declined.text()).toContain('Your card was declined. Nothing was changed.')
      await kit.deliver()
      expect(await subscriptionOf(buyer)).toMatchObject({
        plan: 'monthly',
        subscription: { status: 'active', amount: '$9' },
      })
    })

    test('M5: a trial goes on when somebody changes, and costs nothing', async () => {
      const buyer = await kit.signIn()
      await buyer.buy('monthly')
      await kit.deliver()
      const before = await rowOf(kit, buyer)
      await confirm(await urlOf(buyer, 'yearly'))
      await kit.deliver()
      expect(await rowOf(kit, buyer)).toMatchObject({
        id: before?.id,
        plan: 'yearly',
        status: 'trialing',
        periodEndsAt: before?.periodEndsAt,
      })
    })

    test('M2 M5: a year that was changed to months and is given back leaves no credit behind', async () => {
      const { buyer, id, customer, balance } = await changedToMonths()
      expect(await balance()).toBeLessThan(-8_000)
      expect((await buyer.post('/api/billing/withdraw', { purchase: id })).status).toBe(200)
      await kit.runJobs()
      const { data } = await kit.emulator.stripe.charges.list({ customer })
      expect(data.map(({ amount, amount_refunded }) => [amount, amount_refunded])).toEqual([[9_000, 9_000]])
      expect(await balance()).toBe(0)
      // Another process does the same once more.
      await enqueueJob(kit.db, { kind: 'withdraw', key: id, payload: { userId: buyer.id } })
      await kit.emulator.stripe.customers.createBalanceTransaction(customer, {
        amount: -500,
        currency: 'usd',
      })
      await kit.runJobs()
      expect(await balance()).toBe(-500)
    })

    test('M5: a lifetime replaces a year, and what is not used of it goes back', async () => {
      const buyer = await subscriber('yearly')
      const { id = '' } = (await rowOf(kit, buyer)) ?? {}
      await buyer.buy('lifetime')
      await kit.deliver()
      await kit.runJobs()
      expect(await buyer.plan()).toBe('lifetime')
      expect((await kit.emulator.stripe.subscriptions.retrieve(id)).status).toBe('canceled')
      const [replaced] = await kit.db
        .select()
        .from(replacedSubscriptions)
        .where(eq(replacedSubscriptions.userId, buyer.id))
      expect(replaced).toMatchObject({ plan: 'yearly', currency: 'usd' })
      expect(replaced?.refundedMinor).toBeGreaterThan(8_990)
      expect(replaced?.refundedMinor).toBeLessThanOrEqual(9_000)
    })

    test.each([
      ['a month that became a year', 'monthly', ['yearly']],
      ['a year that became months and a year again', 'yearly', ['monthly', 'yearly']],
    ] as const)(
      'M5 F34: a lifetime replaces %s: all that was paid for it and not used goes back',
      async (_, first, changes) => {
        const buyer = await subscriber(first)
        for (const plan of changes) {
          await confirm(await urlOf(buyer, plan))
          await kit.deliver()
        }
        const { id = '' } = (await rowOf(kit, buyer)) ?? {}
        const { customer } = await kit.emulator.stripe.subscriptions.retrieve(id)
        await buyer.buy('lifetime')
        await kit.deliver()
        await kit.runJobs()
        const { data } = await kit.emulator.stripe.charges.list({ customer: String(customer), limit: 10 })
        const [, ...paid] = data
        const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
        expect(sum(paid.map(({ amount }) => amount))).toBeGreaterThanOrEqual(8_999)
        expect(sum(paid.map(({ amount_refunded }) => amount_refunded))).toBeGreaterThanOrEqual(8_990)
        const { replaced } = await (await buyer.get('/api/billing')).json()
        expect(replaced.returned).toEqual({ to: 'card', amount: expect.stringMatching(/^\$(90|89\.9\d)$/) })
        // Once more, by another process.
        await enqueueJob(kit.db, {
          kind: 'cancel-subscription',
          key: id,
          payload: { userId: buyer.id, reason: 'replaced' },
        })
        await kit.runJobs()
        const after = await kit.emulator.stripe.refunds.list({ limit: 100 })
        const keys = after.data.map(({ metadata }) => metadata?.fairseat)
        expect(new Set(keys).size).toBe(keys.length)
      },
    )

    test('M5 F34: a lifetime replaces months that were a year: the month goes back, and the credit stays', async () => {
      const { buyer, customer, balance } = await changedToMonths()
      await buyer.buy('lifetime')
      await kit.deliver()
      await kit.runJobs()
      const { data } = await kit.emulator.stripe.charges.list({ customer })
      const [, year] = data
      expect(year?.amount).toBe(9_000)
      expect([898, 899, 900]).toContain(year?.amount_refunded)
      expect([-8_100, -8_099]).toContain(await balance())
      const { replaced } = await (await buyer.get('/api/billing')).json()
      expect(replaced.returned).toEqual({ to: 'card', amount: expect.stringMatching(/^\$(9|8\.9\d)$/) })
    })

    test('F41 M5: a lost dispute about the month that became a year: the year ends, and what was paid for it goes back', async () => {
      const { stripe, control } = kit.emulator
      const buyer = await subscriber('monthly')
      const { id = '' } = (await rowOf(kit, buyer)) ?? {}
      const { customer } = await stripe.subscriptions.retrieve(id)
      const charges = async () => (await stripe.charges.list({ customer: String(customer) })).data
      const [month] = await charges()
      await control('/disputes', { charge: month?.id })
      await confirm(await urlOf(buyer, 'yearly'))
      await kit.deliver()
      expect(await buyer.plan()).toBe('yearly')
      await control('/disputes', { charge: month?.id, outcome: 'lost' })
      await kit.deliver()
      await kit.runJobs()
      expect(await buyer.plan()).toBe('free')
      const [year, before] = await charges()
      expect([8_100, 8_101]).toContain(year?.amount)
      expect(year?.amount_refunded).toBeGreaterThanOrEqual(8_095)
      expect(before).toMatchObject({ id: month?.id, amount_refunded: 0 })
    })

    test('M5: a year whose renewal fails is kept for the days of grace', async () => {
      const buyer = await kit.signIn()
      await buyer.buy('yearly', cards.failsWhenCharged)
      await kit.deliver()
      const row = await rowOf(kit, buyer)
      await kit.emulator.stripe.subscriptions.update(row?.id ?? '', { trial_end: 'now' })
      await kit.deliver()
      expect(await subscriptionOf(buyer)).toMatchObject({
        plan: 'yearly',
        subscription: { status: 'past_due', isYearly: true },
      })
      expect(await urlOf(buyer, 'monthly')).toContain('/p/session/')
    })

    test('M5: an open page for a month is not handed out for a year', async () => {
      const buyer = await kit.signIn()
      const month = sessionIn(await urlOf(buyer, 'monthly'))
      const year = sessionIn(await urlOf(buyer, 'yearly'))
      expect(year).not.toBe(month)
      expect((await kit.emulator.pay(month)).status).toBe(409)
      expect((await kit.emulator.pay(year)).status).toBe(200)
    })

    test('M5: the portal offers both prices while the catalogue does', async () => {
      const { stripe } = kit.emulator
      const portal = await findSwitchPortal(stripe)
      expect(portal?.features.subscription_update.enabled).toBe(true)
      await setUpStripe(stripe, yearlyCatalogue())
      const { data } = await stripe.billingPortal.configurations.list()
      expect(data.filter(({ metadata }) => metadata?.fairseat === 'portal')).toHaveLength(1)
      await setUpStripe(stripe, loadCatalogue('pricing.config.json'))
      expect(await findSwitchPortal(stripe)).toBeUndefined()
      expect((await findPortal(stripe))?.features.subscription_update.enabled).toBe(false)
      await setUpStripe(stripe, yearlyCatalogue())
      expect((await findSwitchPortal(stripe))?.id).toBe(portal?.id)
    })
  },
  { catalogue: { ...yearlyCatalogue(), guaranteeDays: 14 } },
)

describeWithBillingKit(
  'a yearly plan whose tax is added',
  (kit) => {
    test('M4 M5 F34: a lifetime replaces a month that became a year: the tax of both goes back', async () => {
      const { stripe, pay } = kit.emulator
      const buyer = await kit.signIn()
      const inGermany = { country: 'DE' }
      await pay(sessionIn(await urlOf(buyer, 'monthly')), cards.pays, inGermany)
      await kit.deliver()
      const { id = '' } = (await rowOf(kit, buyer)) ?? {}
      await stripe.subscriptions.update(id, { trial_end: 'now' })
      await kit.deliver()
      await confirm(await urlOf(buyer, 'yearly'))
      await kit.deliver()
      await pay(sessionIn(await urlOf(buyer, 'lifetime')), cards.pays, inGermany)
      await kit.deliver()
      await kit.runJobs()
      const { customer } = await stripe.subscriptions.retrieve(id)
      const [, year, month] = (await stripe.charges.list({ customer: String(customer) })).data
      expect(month?.amount).toBe(1_071)
      expect([9_639, 9_640]).toContain(year?.amount)
      const refunded = (year?.amount_refunded ?? 0) + (month?.amount_refunded ?? 0)
      expect(refunded).toBeGreaterThanOrEqual(10_705)
      expect(refunded).toBeLessThanOrEqual(10_711)
    })
  },
  { catalogue: { ...yearlyCatalogue(), tax: { mode: 'stripe', behavior: 'exclusive' } } },
)

describeWithBillingKit(
  'a yearly plan whose price its operator changes',
  (kit) => {
    /** Who pays for a year and, in the same subscription, for something else by the month. */
    async function subscriberWithAddOn(addOns = 1) {
      const { stripe } = kit.emulator
      const buyer = await kit.signIn()
      await buyer.buy('yearly')
      await kit.deliver()
      const { id: trial = '' } = (await rowOf(kit, buyer)) ?? {}
      const customer = String((await stripe.subscriptions.cancel(trial)).customer)
      const prices = await Promise.all(
        Array.from({ length: addOns }, () =>
          stripe.prices.create({
            ...{ currency: 'usd', unit_amount: 3_100 / addOns, recurring: { interval: 'month' } },
            product_data: { name: 'Add-on' },
          }),
        ),
      )
      const { yearly } = await kit.payments.prices()
      const [card] = (await stripe.customers.listPaymentMethods(customer)).data
      const { id } = await stripe.subscriptions.create({
        customer,
        items: [...prices.map(({ id: price }) => ({ price })), { price: yearly?.stripePriceId ?? '' }],
        billing_mode: { type: 'flexible' },
        default_payment_method: card?.id ?? '',
      })
      await kit.deliver()
      return { buyer, customer, id }
    }

    test('F34: of a year and an add-on that Stripe has ended unpaid, what is paid late for the add-on goes back, and no more', async () => {
      const { stripe, advance, openPortal } = kit.emulator
      const { customer, id } = await subscriberWithAddOn()
      const { url } = await openPortal(customer)
      const useCard = (number: string) =>
        fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'card', number }) })
      await useCard(cards.failsWhenCharged)
      await advance(100 * daySeconds)
      await kit.deliver()
      const ended = await stripe.subscriptions.retrieve(id)
      expect(ended.cancellation_details?.reason).toBe('payment_failed')
      await useCard(cards.pays)
      const [card] = (await stripe.customers.listPaymentMethods(customer)).data
      await stripe.invoices.pay(String(ended.latest_invoice), { payment_method: card?.id ?? '' })
      await kit.deliver()
      await kit.runJobs()
      const { data } = await stripe.charges.list({ customer })
      const paid = data.filter(({ status }) => status === 'succeeded')
      expect(paid.map(({ amount, amount_refunded }) => [amount, amount_refunded])).toEqual([
        [3_100, 3_100],
        [12_100, 0],
      ])
    })

    test('M5 F34: a lifetime replaces a year beside which something is paid by the month: of both goes back what is not used', async () => {
      const { stripe, advance } = kit.emulator
      const { buyer, customer } = await subscriberWithAddOn()
      const own = await (await buyer.get('/api/subscription?refresh=1')).json()
      expect(own).toMatchObject({ plan: 'yearly', subscription: { status: 'active', isYearly: true } })
      expect(own.subscription.amount).toBeUndefined()
      // The last invoice is of the add-on alone.
      await advance(50 * daySeconds)
      await kit.deliver()
      await buyer.buy('lifetime')
      await kit.deliver()
      await kit.runJobs()
      const { data } = await stripe.charges.list({ customer })
      const [, month, first] = data
      expect([month?.amount, first?.amount]).toEqual([3_100, 12_100])
      const refunded = data.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0)
      // 315 days of 365, and 9 to 12 of a month.
      expect(refunded).toBeGreaterThan(7_760 + 890)
      expect(refunded).toBeLessThan(7_780 + 1_210)
    })

    test('F34: of an invoice of more than ten lines, of which Stripe shows ten, each line counts', async () => {
      const { buyer, customer } = await subscriberWithAddOn(10)
      await kit.emulator.advance(20 * daySeconds)
      await kit.deliver()
      await buyer.buy('lifetime')
      await kit.deliver()
      await kit.runJobs()
      const [, first] = (await kit.emulator.stripe.charges.list({ customer })).data
      expect(first?.amount).toBe(12_100)
      // 345 days of 365, and 8 to 11 of a month.
      expect(first?.amount_refunded).toBeGreaterThan(8_500 + 790)
      expect(first?.amount_refunded).toBeLessThan(8_520 + 1_110)
    })

    test.each([
      ['gave the month back', 'month', 'refund', 3_100, [7_760, 7_780]],
      ['lost the month to the bank', 'month', 'dispute', 0, [7_760, 7_780]],
      ['lost the year to the bank', 'first', 'dispute', [890, 1_210], 0],
    ] as const)(
      'F34 F41: of a year and an add-on of which the operator %s, what is left of the other goes back',
      async (_, which, how, ofMonth, ofFirst) => {
        const { stripe, advance, control } = kit.emulator
        const { buyer, customer } = await subscriberWithAddOn()
        await advance(35 * daySeconds)
        await kit.deliver()
        const [month, first] = (await stripe.charges.list({ customer })).data
        const charge = { month, first }[which]?.id ?? ''
        if (how === 'refund') await stripe.refunds.create({ charge })
        await advance(15 * daySeconds)
        await kit.deliver()
        if (how === 'refund') await buyer.buy('lifetime')
        else {
          await control('/disputes', { charge })
          await kit.deliver()
          await control('/disputes', { charge, outcome: 'lost' })
        }
        await kit.deliver()
        await kit.runJobs()
        for (const [paid, expected] of [
          [month, ofMonth],
          [first, ofFirst],
        ] as const) {
          const { amount_refunded } = await stripe.charges.retrieve(paid?.id ?? '')
          const [least, most] = typeof expected === 'number' ? [expected, expected] : expected
          expect(amount_refunded).toBeGreaterThanOrEqual(least)
          expect(amount_refunded).toBeLessThanOrEqual(most)
        }
      },
    )

    test.each([
      ['a cheaper', 60, 1_450, 1_600],
      ['a dearer', 120, 2_950, 3_100],
    ])(
      'M5 F34: a lifetime replaces a year that went on at %s price: what is not used of that goes back',
      async (_, price, least, most) => {
        const { stripe, advance, pay } = kit.emulator
        await setUpStripe(stripe, yearlyCatalogue())
        const buyer = await kit.signIn()
        await buyer.buy('yearly')
        await kit.deliver()
        const { id = '' } = (await rowOf(kit, buyer)) ?? {}
        await stripe.subscriptions.update(id, { trial_end: 'now' })
        await advance(182 * daySeconds)
        await kit.deliver()
        const { plans, ...rest } = yearlyCatalogue()
        const changed = { ...rest, plans: { ...plans, yearly: { ...plans.yearly, price } } } as Catalogue
        await setUpStripe(stripe, changed)
        const payments = kit.connect({ catalogue: changed })
        const { yearly } = await payments.prices()
        const { customer, items } = await stripe.subscriptions.retrieve(id)
        const { url } = await stripe.billingPortal.sessions.create({
          customer: String(customer),
          configuration: (await findSwitchPortal(stripe))?.id ?? '',
          flow_data: {
            type: 'subscription_update_confirm',
            subscription_update_confirm: {
              subscription: id,
              items: [{ id: items.data[0]?.id ?? '', price: yearly?.stripePriceId ?? '', quantity: 1 }],
            },
          },
        })
        expect((await confirm(url)).status).toBeLessThan(400)
        await advance(91 * daySeconds)
        await kit.deliver()
        const { cookies, post } = createTestBrowser(createTestApp(kit.db, {}, changed, payments))
        for (const [name, value] of buyer.cookies) cookies.set(name, value)
        const checkout = await (await post('/api/stripe/create-checkout', { plan: 'lifetime' })).json()
        await pay(sessionIn(checkout.url))
        await kit.deliver()
        await kit.runJobs()
        const { data } = await stripe.charges.list({ customer: String(customer) })
        const [lifetime, ...year] = data.map(({ amount_refunded }) => amount_refunded)
        expect(lifetime).toBe(0)
        const refunded = year.reduce((sum, amount) => sum + amount, 0)
        expect(refunded).toBeGreaterThan(least)
        expect(refunded).toBeLessThan(most)
      },
    )
  },
  { catalogue: yearlyCatalogue() },
)
