import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { cards } from '../src/testing.ts'
import { marchMs, setUpEmulator } from './set-up-emulator.ts'

const { emulator, stripe } = setUpEmulator('test', { realMs: marchMs })
const daySeconds = 86_400

async function yearlyPrice() {
  return stripe.prices.create({
    currency: 'usd',
    unit_amount: 9_000,
    recurring: { interval: 'year' },
    product_data: { name: 'Pro by the year' },
  })
}

/** The address of the page that asks to confirm the change. */
async function openSwitch(
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  trial: 'continue_trial' | 'end_trial' = 'continue_trial',
) {
  const configuration = await stripe.billingPortal.configurations.create({
    features: {
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        products: [{ product: String(price.product), prices: [price.id] }],
        proration_behavior: 'always_invoice',
        trial_update_behavior: trial,
      },
    },
  })
  return stripe.billingPortal.sessions.create({
    customer: String(subscription.customer),
    configuration: configuration.id,
    flow_data: {
      type: 'subscription_update_confirm',
      after_completion: { type: 'redirect', redirect: { return_url: 'http://shop.test/account' } },
      subscription_update_confirm: {
        subscription: subscription.id,
        items: [{ id: subscription.items.data[0]?.id ?? '', price: price.id, quantity: 1 }],
      },
    },
  })
}

const confirm = (url: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'confirm' }), redirect: 'manual' })

// docs.stripe.com/billing/subscriptions/prorations, docs.stripe.com/customer-management/portal-deep-links
describe('a change to a price with another interval', () => {
  it('begins a new period, is invoiced at once, and credits the unused time', async () => {
    const { subscription } = await emulator.subscribe()
    const year = await yearlyPrice()
    const [item] = subscription.items.data
    const monthSeconds = (item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)
    await emulator.advance(monthSeconds / 2)
    const { url, flow } = await openSwitch(subscription, year)
    expect(flow?.type).toBe('subscription_update_confirm')
    const page = await (await fetch(url)).text()
    expect(page).toContain('Due today</dt><dd>$85.50')
    const done = await confirm(url)
    expect([done.status, done.headers.get('location')]).toEqual([303, 'http://shop.test/account'])
    const changed = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
    expect(changed.items.data[0]).toMatchObject({ id: item?.id, price: { id: year.id } })
    const [start = 0, end = 0] = [
      changed.items.data[0]?.current_period_start,
      changed.items.data[0]?.current_period_end,
    ]
    expect((end - start) / daySeconds).toBe(365)
    expect(changed.billing_cycle_anchor).toBe(start)
    const invoice = changed.latest_invoice
    if (typeof invoice !== 'object' || !invoice) throw new Error('no invoice')
    expect(invoice).toMatchObject({ amount_paid: 8_550, billing_reason: 'subscription_update' })
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-450, 9_000])
    expect(await emulator.eventTypes()).toContain('customer.subscription.updated')
    await emulator.advance(end - start + 3 * 3_600)
    expect((await stripe.invoices.list({ subscription: subscription.id })).data[0]).toMatchObject({
      amount_paid: 9_000,
      billing_reason: 'subscription_cycle',
    })
  })

  // docs.stripe.com/billing/customer/balance
  it('a credit that is larger than what is due goes to the balance', async () => {
    const { subscription } = await emulator.subscribe()
    const year = await yearlyPrice()
    await confirm((await openSwitch(subscription, year)).url)
    const { monthly } = await emulator.prices()
    const changed = await stripe.subscriptions.retrieve(subscription.id)
    await confirm((await openSwitch(changed, monthly)).url)
    const customer = await stripe.customers.retrieve(String(subscription.customer))
    expect(!customer.deleted && customer.balance).toBe(-8_100)
    // docs.stripe.com/billing/subscriptions/billing-mode/compare: what was debited is credited, whatever it was paid with.
    await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -9_000 })
  })

  // docs.stripe.com/billing/subscriptions/prorations: discounts are part of a proration's amount.
  it.each([
    ['half', 50, [-450, 9_000]],
    ['all', 100, [9_000]],
  ])('credits what was billed: a code had taken %s off', async (_, percent_off, amounts) => {
    const { id: coupon } = await stripe.coupons.create({ percent_off, duration: 'once' })
    const { code } = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon } })
    const { monthly } = await emulator.prices()
    const customer = await stripe.customers.create()
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: monthly.id, quantity: 1 }],
      allow_promotion_codes: true,
      success_url: 'http://shop.test/',
    })
    await emulator.pay(session.id, cards.pays, { promotionCode: code })
    const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data
    if (!subscription) throw new Error('no subscription')
    await confirm((await openSwitch(subscription, await yearlyPrice())).url)
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
    expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual(amounts)
  })

  it('a declined payment leaves everything as it was', async () => {
    const { subscription } = await emulator.subscribe(cards.pays)
    const portal = await emulator.openPortal(String(subscription.customer))
    const form = new URLSearchParams({ action: 'card', number: cards.failsWhenCharged })
    await fetch(portal.url, { method: 'POST', body: form })
    const { url } = await openSwitch(subscription, await yearlyPrice())
    expect(await (await confirm(url)).text()).toContain('Nothing was changed')
    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(after).toMatchObject({ status: 'active', latest_invoice: subscription.latest_invoice })
    expect(after.items.data[0]?.price.id).toBe(subscription.items.data[0]?.price.id)
  })

  // trial_update_behavior in docs.stripe.com/api/customer_portal/configurations/create
  it.each([
    ['continue_trial', 'trialing', 0],
    ['end_trial', 'active', 9_000],
  ] as const)('a trial: %s', async (behaviour, status, paid) => {
    const { subscription } = await emulator.subscribe(cards.pays, 7)
    await confirm((await openSwitch(subscription, await yearlyPrice(), behaviour)).url)
    const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
    expect(after.status).toBe(status)
    expect(after.latest_invoice).toMatchObject({ amount_paid: paid })
  })

  it('only a price that the configuration lists, of the customer’s own subscription', async () => {
    const { subscription } = await emulator.subscribe()
    const [year, other] = [await yearlyPrice(), await yearlyPrice()]
    const { configuration } = await openSwitch(subscription, year)
    const refused = stripe.billingPortal.sessions.create({
      customer: String(subscription.customer),
      configuration: String(configuration),
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: subscription.id,
          items: [{ id: subscription.items.data[0]?.id ?? '', price: other.id }],
        },
      },
    })
    await expect(refused).rejects.toThrow('not included in the portal configuration')
  })

  it('the portal’s own page offers it too', async () => {
    const { subscription } = await emulator.subscribe()
    const year = await yearlyPrice()
    const { configuration } = await openSwitch(subscription, year)
    const { url } = await stripe.billingPortal.sessions.create({
      customer: String(subscription.customer),
      configuration: String(configuration),
    })
    expect(await (await fetch(url)).text()).toContain('Change to $90.00 per year ($81.00 due today)')
    const form = new URLSearchParams({ action: 'switch', subscription: subscription.id, price: year.id })
    expect(await (await fetch(url, { method: 'POST', body: form })).text()).toContain('Your plan is changed')
  })
})

// docs.stripe.com/api/subscriptions/update: without proration the period that was billed stays, the next one has the new price
describe('a change of an item’s price without proration', () => {
  const price = (params: Partial<Stripe.PriceCreateParams> = {}) =>
    stripe.prices.create({
      currency: 'usd',
      unit_amount: 1_200,
      recurring: { interval: 'month' },
      product_data: { name: 'Pro' },
      ...params,
    })
  const change = (
    { id, items }: Stripe.Subscription,
    to: string,
    proration_behavior: Stripe.SubscriptionUpdateParams.ProrationBehavior = 'none',
  ) =>
    stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: to }],
      proration_behavior,
    })

  it('charges nothing now, keeps the period, and bills the next one at the new price', async () => {
    const { subscription } = await emulator.subscribe()
    const [before] = subscription.items.data
    const dearer = await price()
    const changed = await change(subscription, dearer.id)
    expect(changed.items.data[0]).toMatchObject({
      id: before?.id,
      price: { id: dearer.id },
      current_period_end: before?.current_period_end,
    })
    expect(changed.latest_invoice).toBe(subscription.latest_invoice)
    expect(await emulator.eventTypes()).toContain('customer.subscription.updated')
    await emulator.advance(31 * daySeconds + 2 * 3_600)
    const { data } = await stripe.invoices.list({ subscription: subscription.id })
    expect(data.map(({ amount_paid }) => amount_paid)).toEqual([1_200, 900])
  })

  it('refuses an unknown item, an archived price, and what it does not do: proration, another interval or currency', async () => {
    const { subscription } = await emulator.subscribe()
    const archived = await price()
    await stripe.prices.update(archived.id, { active: false })
    await expect(change(subscription, archived.id)).rejects.toThrow('inactive')
    await expect(change(subscription, 'price_none')).rejects.toThrow('No such price')
    const { subscription: other } = await emulator.subscribe()
    const withItemOfAnother = { ...other, items: subscription.items }
    await expect(change(withItemOfAnother, (await price()).id)).rejects.toThrow('No such subscription_item')
    for (const terms of [{ recurring: { interval: 'year' } }, { currency: 'eur' }] as const)
      await expect(change(subscription, (await price(terms)).id)).rejects.toThrow(
        'same currency and interval',
      )
    await expect(change(subscription, (await price()).id, 'create_prorations')).rejects.toThrow('proration')
    expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[0]?.price.id).toBe(
      subscription.items.data[0]?.price.id,
    )
  })
})
