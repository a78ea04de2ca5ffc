import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { cards } from '../src/testing.ts'
import { setUpEmulator } from './set-up-emulator.ts'

const { emulator, stripe } = setUpEmulator()

async function buyWithInvoice(card: string) {
  const { lifetime } = await emulator.prices()
  const customer = await stripe.customers.create({ email: 'bob@example.com' })
  const { id } = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    line_items: [{ price: lifetime.id, quantity: 1 }],
    invoice_creation: { enabled: true, invoice_data: { metadata: { plan: 'lifetime' } } },
    success_url: 'http://shop.test/welcome',
  })
  await emulator.pay(id, card)
  const invoices = async () => (await stripe.invoices.list({ customer: customer.id })).data
  const session = () => stripe.checkout.sessions.retrieve(id, { expand: ['invoice.payments'] })
  return { id, session, invoices }
}

async function buyTaxed(behavior: 'inclusive' | 'exclusive', more: object, interval?: 'month') {
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 11_900,
    tax_behavior: behavior,
    product_data: { name: 'Lifetime' },
    ...(interval && { recurring: { interval } }),
  })
  const customer = await stripe.customers.create({ email: 'tax@example.com' })
  const { id } = await stripe.checkout.sessions.create({
    mode: interval ? 'subscription' : 'payment',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    allow_promotion_codes: true,
    customer_update: { address: 'auto', name: 'auto' },
    ...(!interval && { invoice_creation: { enabled: true } }),
    success_url: 'http://shop.test/welcome',
  })
  const paid = await emulator.pay(id, cards.pays, more)
  const session = await stripe.checkout.sessions.retrieve(id)
  const invoices = (await stripe.invoices.list({ customer: customer.id })).data
  return { paid, session, invoices, customer }
}

// docs.stripe.com/tax/checkout, docs.stripe.com/tax/products-prices-tax-categories-tax-behavior.
describe('automatic tax', () => {
  it.each([
    ['inclusive', { country: 'DE' }, 1_900, 11_900],
    ['exclusive', { country: 'DE' }, 2_261, 14_161],
    ['exclusive', { country: 'US' }, 0, 11_900],
    ['exclusive', { country: 'DE', taxId: 'DE123456789' }, 0, 11_900],
  ] as const)('%s, %j: tax %i of %i', async (behavior, buyer, tax, total) => {
    const { session, invoices } = await buyTaxed(behavior, buyer)
    expect(session).toMatchObject({
      amount_subtotal: 11_900,
      amount_total: total,
      total_details: { amount_tax: tax },
      automatic_tax: { status: 'complete' },
    })
    expect(invoices[0]).toMatchObject({
      subtotal: 11_900,
      total,
      amount_paid: total,
      total_excluding_tax: total - tax,
      total_taxes: [{ amount: tax, tax_behavior: behavior }],
    })
    const [charge] = (await stripe.charges.list({ limit: 1 })).data
    expect(charge?.amount).toBe(total)
  })

  it('a renewal is taxed by the address that Checkout saved', async () => {
    const { customer } = await buyTaxed('exclusive', { country: 'DE' }, 'month')
    await emulator.advance(32 * 86_400)
    const { data } = await stripe.invoices.list({ customer: customer.id })
    expect(data.map(({ total }) => total)).toEqual([14_161, 14_161])
  })

  it('needs a tax behaviour on the price and an address that may be saved', async () => {
    const { lifetime } = await emulator.prices()
    const create = (more: object) =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: lifetime.id, quantity: 1 }],
        success_url: 'http://shop.test/welcome',
        ...more,
      })
    await expect(create({ automatic_tax: { enabled: true } })).rejects.toMatchObject({ param: 'line_items' })
  })
})

// docs.stripe.com/payments/checkout/discounts, docs.stripe.com/payments/checkout/no-cost-orders.
describe('promotion codes', () => {
  const newCode = async (coupon: Stripe.CouponCreateParams) => {
    const { id } = await stripe.coupons.create(coupon)
    return (await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id } })).code
  }

  it('come off before the tax', async () => {
    const promotionCode = await newCode({ percent_off: 50 })
    const { session, invoices } = await buyTaxed('exclusive', { country: 'DE', promotionCode })
    expect(session.total_details).toMatchObject({ amount_discount: 5_950, amount_tax: 1_131 })
    expect(session.amount_total).toBe(7_081)
    expect(invoices[0]).toMatchObject({ total: 7_081, total_discount_amounts: [{ amount: 5_950 }] })
  })

  it('an order that costs nothing has no payment intent', async () => {
    const promotionCode = await newCode({ amount_off: 20_000, currency: 'usd' })
    const { session } = await buyTaxed('inclusive', { promotionCode })
    expect(session).toMatchObject({
      status: 'complete',
      amount_total: 0,
      payment_intent: null,
      payment_status: 'no_payment_required',
    })
  })

  it.each([
    [{ duration: 'once' }, [0, 11_900, 11_900]],
    [{ duration: 'repeating', duration_in_months: 2 }, [0, 0, 11_900]],
    [{ duration: 'forever' }, [0, 0, 0]],
  ] as const)('%j: the invoices of three months', async (duration, totals) => {
    const promotionCode = await newCode({ percent_off: 100, ...duration })
    const { session, customer } = await buyTaxed('inclusive', { promotionCode }, 'month')
    expect(session.payment_status).toBe('no_payment_required')
    await emulator.advance(32 * 86_400)
    await emulator.advance(31 * 86_400)
    const { data } = await stripe.invoices.list({ customer: customer.id })
    expect(data.map(({ total }) => total).reverse()).toEqual(totals)
  })

  it('that are unknown, or for another currency, are refused', async () => {
    expect((await buyTaxed('inclusive', { promotionCode: 'NOPE' })).paid.status).toBe(402)
    const promotionCode = await newCode({ amount_off: 500, currency: 'eur' })
    expect((await buyTaxed('inclusive', { promotionCode })).paid.status).toBe(402)
  })
})

// docs.stripe.com/payments/checkout/receipts: "Paid invoices" for payment mode, with `invoice_creation`.
describe('the invoice of a single payment', () => {
  it('is there once the payment is, and paid by it', async () => {
    const { session, invoices } = await buyWithInvoice(cards.pays)
    const done = await session()
    const [invoice] = await invoices()
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'manual',
      parent: null,
      total: 9900,
      amount_paid: 9900,
      metadata: { plan: 'lifetime' },
      number: expect.stringMatching(/-0001$/),
    })
    const { payments } = done.invoice as Stripe.Invoice
    expect(payments?.data[0]).toMatchObject({
      status: 'paid',
      amount_paid: 9900,
      payment: { payment_intent: done.payment_intent },
    })
    expect(await (await fetch(invoice?.hosted_invoice_url ?? '')).text()).toMatch(/Lifetime.*\$99\.00/s)
  })

  it('waits for money that takes days', async () => {
    const { id, session, invoices } = await buyWithInvoice(cards.debitPays)
    expect(await invoices()).toEqual([])
    await emulator.control('/async-payments', { session: id, outcome: 'succeeded' })
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid'])
    expect((await session()).payment_status).toBe('paid')
  })

  it('is not made unless it is asked for, nor for a subscription', async () => {
    const { customer } = await emulator.buy()
    expect((await stripe.invoices.list({ customer: customer.id })).data).toEqual([])
    const { monthly } = await emulator.prices()
    const wrong = stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: monthly.id, quantity: 1 }],
      invoice_creation: { enabled: true },
      success_url: 'http://shop.test/welcome',
    })
    await expect(wrong).rejects.toMatchObject({ param: 'invoice_creation' })
  })
})
