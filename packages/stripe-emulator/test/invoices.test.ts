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
