import { cards, openEmulator } from '@fairseat/stripe-emulator/testing'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { describeWithBillingKit, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { jobs, subscriptions } from '../db/schema.ts'

const daySeconds = 86_400

describeWithBillingKit('a month whose invoice stays open', (kit) => {
  /** The database's time goes with that of Stripe. */
  async function open(retryDays: number[]) {
    let aheadMs = 0
    const patient = await startBillingKit(kit.db, { retryDays, now: () => new Date(Date.now() + aheadMs) })
    const { stripe } = patient.emulator
    async function advance(days: number) {
      aheadMs += days * daySeconds * 1_000
      await patient.emulator.advance(days * daySeconds)
      await patient.deliver()
      await patient.runJobs()
    }
    const buyer = await patient.signIn()
    await buyer.buy('monthly')
    await patient.deliver()
    const [row] = await patient.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
    const id = row?.id ?? ''
    const customer = String((await stripe.subscriptions.retrieve(id)).customer)
    const { url } = await patient.emulator.openPortal(customer)
    const body = new URLSearchParams({ action: 'card', number: cards.failsWhenCharged })
    await fetch(url, { method: 'POST', body })
    async function cardEnding(last4: string) {
      const { data } = await stripe.customers.listPaymentMethods(customer)
      return data.find(({ card }) => card?.last4 === last4)?.id ?? ''
    }
    return {
      ...patient,
      buyer,
      customer,
      advance,
      /** The portal would pay at once what is open. */
      payWith: async (last4: string) =>
        stripe.subscriptions.update(id, { default_payment_method: await cardEnding(last4) }),
      payOldest: async () => {
        const { data } = await stripe.invoices.list({ customer, status: 'open' })
        await stripe.invoices.pay(data.at(-1)?.id ?? '', { payment_method: await cardEnding('4242') })
        await patient.deliver()
        await patient.runAllJobs()
      },
      /** The oldest first: what was paid, and what of it went back. */
      paid: async () => {
        const { data } = await stripe.charges.list({ customer, limit: 100 })
        return data
          .filter((charge) => charge.paid)
          .reverse()
          .map(({ amount, amount_refunded }) => [amount, amount_refunded])
      },
    }
  }
  type Shop = Awaited<ReturnType<typeof open>>
  async function within(retryDays: number[], work: (shop: Shop) => Promise<void>) {
    const shop = await open(retryDays)
    await work(shop).finally(shop.stop)
  }
  const failures = async ({ buyer }: Shop) =>
    (await buyer.mails()).filter(({ subject }: { subject: string }) => /failed/.test(subject)).length

  test('F11 M8: later months were paid: the next one that fails has its days of grace, and is told of', () =>
    within([300], async (shop) => {
      await shop.advance(8)
      await shop.advance(30.5)
      expect(await failures(shop)).toBe(1)
      await shop.payWith('4242')
      for (let month = 3; month <= 5; month += 1) await shop.advance(30.5)
      expect(await shop.buyer.plan()).toBe('monthly')
      await shop.payWith(cards.failsWhenCharged.slice(-4))
      await shop.advance(30.5)
      expect(await shop.buyer.plan()).toBe('monthly')
      expect(await failures(shop)).toBe(2)
      await shop.advance(14)
      expect(await shop.buyer.plan()).toBe('free')
    }))

  test('F14: paid when Stripe has ended the subscription for it, it goes back, and not what was paid in time', () =>
    within([40], async (shop) => {
      await shop.advance(8)
      await shop.payWith('4242')
      await shop.advance(32)
      await shop.payWith(cards.failsWhenCharged.slice(-4))
      await shop.advance(8)
      expect(await shop.paid()).toEqual([[900, 0]])
      await shop.payOldest()
      expect(await shop.paid()).toEqual([
        [900, 0],
        [900, 900],
      ])
    }))

  test('F14: it goes back also when the account was deleted before it was paid', () =>
    within([1], async (shop) => {
      await shop.advance(8)
      await shop.advance(40)
      expect((await shop.buyer.deleteAccount()).status).toBe(200)
      await shop.payOldest()
      expect(await shop.paid()).toEqual([[900, 900]])
    }))

  test('F14: also when the version before deleted it, which left the user’s id at Stripe', () =>
    within([1], async (shop) => {
      await shop.advance(8)
      await shop.advance(40)
      expect((await shop.buyer.deleteAccount()).status).toBe(200)
      await shop.runJobs()
      await shop.emulator.stripe.customers.update(shop.customer, { metadata: { userId: shop.buyer.id } })
      await shop.payOldest()
      expect(await shop.paid()).toEqual([[900, 900]])
    }))

  /** Another product of the same account, which also calls its users `userId` and its plans `monthly`. */
  async function subscribeElsewhere({ emulator: { stripe, pay, openPortal } }: Shop) {
    const { id: price } = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 5_000,
      recurring: { interval: 'month' },
      product_data: { name: 'Another product' },
    })
    const { id: customer } = await stripe.customers.create({ email: 'x@other.example' })
    const { id } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://other.example/',
      subscription_data: { metadata: { userId: 'a-user-elsewhere', plan: 'monthly' } },
    })
    await pay(id, cards.pays)
    const { url } = await openPortal(customer)
    const body = new URLSearchParams({ action: 'card', number: cards.failsWhenCharged })
    await fetch(url, { method: 'POST', body })
    return customer
  }

  test('F30: late money for another product of the account stays there, and costs no reading of its customer', () =>
    within([1], async (shop) => {
      const customer = await subscribeElsewhere(shop)
      const { stripe } = shop.emulator
      await shop.advance(31)
      await shop.advance(10)
      const invoice = (await stripe.invoices.list({ customer, status: 'open' })).data.at(-1)
      const cards = await stripe.customers.listPaymentMethods(customer)
      const good = cards.data.find(({ card }) => card?.last4 === '4242')?.id ?? ''
      const readState = vi.spyOn(shop.payments, 'readState')
      await stripe.invoices.pay(invoice?.id ?? '', { payment_method: good })
      await shop.deliver()
      await shop.runAllJobs()
      const charges = await stripe.charges.list({ customer })
      expect(charges.data.filter(({ paid }) => paid).map((charge) => charge.amount_refunded)).toEqual([0, 0])
      expect(readState).not.toHaveBeenCalledWith(customer)
      readState.mockRestore()
    }))

  // support.stripe.com/questions/manage-draft-subscription-invoices-with-invalid-tax-location-details: its subscription stays active.
  test('F33 M8: a renewal whose invoice cannot be finalized keeps the plan for the days of grace, and that is said once', async () => {
    let aheadMs = 0
    const emulator = await openEmulator({ finalizationFails: true })
    const stuck = await startBillingKit(kit.db, { emulator, now: () => new Date(Date.now() + aheadMs) })
    const advance = async (days: number) => {
      aheadMs += days * daySeconds * 1_000
      await emulator.advance(days * daySeconds)
      await stuck.deliver()
      await stuck.runAllJobs()
    }
    try {
      const buyer = await stuck.signIn()
      await buyer.buy('monthly')
      await stuck.deliver()
      await advance(8)
      await advance(2)
      expect(await buyer.plan()).toBe('monthly')
      const failures = async () =>
        (await buyer.mails()).filter(({ subject }: { subject: string }) => /failed/.test(subject)).length
      expect(await failures()).toBe(0)
      await advance(1.6)
      expect([await buyer.plan(), await failures()]).toEqual(['monthly', 1])
      await advance(1.5)
      await advance(1)
      expect([await buyer.plan(), await failures()]).toEqual(['free', 1])
      expect(await stuck.db.select().from(jobs).where(eq(jobs.kind, 'send-notice'))).toEqual([])
    } finally {
      await stuck.stop()
    }
  })
})
