import { daySeconds } from '@fairseat/stripe-emulator/testing'
import { expect, test } from 'vitest'
import type { OwnDocuments } from '../../core/billing/contract.ts'
import { type BillingKit, describeWithBillingKit } from '../../tests/support/billing/billing-kit.ts'

type Buyer = Awaited<ReturnType<BillingKit['signIn']>>
const read = async (buyer: Buyer, query = ''): Promise<OwnDocuments> =>
  (await buyer.get(`/api/billing/documents${query}`)).json()
const text = async (url: string | null | undefined) => (await fetch(url ?? '')).text()

describeWithBillingKit('invoices and receipts', (kit) => {
  test('M1: a lifetime has an invoice and a receipt, which its buyer alone is told of', async () => {
    const buyer = await kit.signIn()
    expect(await read(buyer)).toEqual({ documents: [], next: null })
    await buyer.buy('lifetime')
    await kit.deliver()
    const { documents } = await read(buyer)
    expect(documents).toMatchObject([
      { amount: '$89', status: 'paid', issuedAt: expect.stringMatching(/Z$/) },
    ])
    expect(await text(documents[0]?.invoiceUrl)).toMatch(/Invoice .*Lifetime.*\$89\.00.*Amount paid/s)
    expect(await text(documents[0]?.receiptUrl)).toContain('$89.00')
    expect((await read(await kit.signIn())).documents).toEqual([])
  })

  test('M1: a lifetime of the version before, without an invoice, has its receipt', async () => {
    const buyer = await kit.signIn()
    const { url } = await (await buyer.checkout('lifetime')).json()
    const { stripe } = kit.emulator
    const [open] = (await stripe.checkout.sessions.list({ limit: 1 })).data
    expect(url).toContain(open?.id)
    const [price] = (await stripe.prices.list({ lookup_keys: ['fairseat_lifetime'] })).data
    const { id } = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer: String(open?.customer),
      client_reference_id: buyer.id,
      line_items: [{ price: price?.id ?? '', quantity: 1 }],
      payment_intent_data: { metadata: { plan: 'lifetime', userId: buyer.id } },
      success_url: 'http://shop.test/welcome',
    })
    await kit.emulator.pay(id)
    await kit.deliver()
    expect(await buyer.plan()).toBe('lifetime')
    const { documents } = await read(buyer)
    expect(documents).toMatchObject([{ amount: '$89', status: 'paid', invoiceUrl: null }])
    expect(await text(documents[0]?.receiptUrl)).toContain('$89.00')
  })

  test('M1: of Monthly there is one for each payment, the newest first, in pages, also once it has ended', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    for (let month = 0; month < 12; month += 1) await kit.emulator.advance(31 * daySeconds)
    await kit.deliver()
    const [subscription] = (await kit.emulator.stripe.subscriptions.list({ limit: 1 })).data
    await kit.emulator.stripe.subscriptions.cancel(subscription?.id ?? '')
    await kit.deliver()
    expect(await buyer.plan()).toBe('free')
    const first = await read(buyer)
    expect(first.documents).toHaveLength(10)
    const rest = await read(buyer, `?after=${first.next}`)
    expect(rest.next).toBeNull()
    const all = [...first.documents, ...rest.documents]
    // The trial was free.
    expect(all.at(-1)).toMatchObject({ amount: '$0', status: 'paid', receiptUrl: null })
    expect(all.slice(0, -1).every(({ amount }) => amount === '$9')).toBe(true)
    const times = all.map(({ issuedAt }) => issuedAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  test('M1: a refund is seen at once', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    const [payment] = (await kit.emulator.stripe.paymentIntents.list({ limit: 1 })).data
    const refund = (amount: number) =>
      kit.emulator.stripe.refunds.create({ payment_intent: payment?.id ?? '', amount })
    await refund(1_000)
    expect((await read(buyer)).documents[0]?.status).toBe('partly-refunded')
    await refund(7_900)
    expect((await read(buyer)).documents[0]?.status).toBe('refunded')
  })

  test('M1: while Stripe is silent a sentence says so', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.emulator.control('/api-faults', { status: 500, path: '/v1/invoices', count: 10 })
    const response = await buyer.get('/api/billing/documents')
    await kit.emulator.control('/api-faults', { count: 0 })
    expect(response.status).toBe(502)
    expect((await response.json()).error).toMatch(/payment/i)
  })
})
