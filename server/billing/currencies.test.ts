import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newAddress } from '../../tests/support/app/test-app.ts'
import {
  describeWithBillingKit,
  sessionIn,
  startBillingKit,
} from '../../tests/support/billing/billing-kit.ts'
import { currencyCatalogue, yearlyCatalogue } from '../../tests/support/plans/commerce-config.ts'
import { subscriptions } from '../db/schema.ts'
import { findPrices, setUpStripe } from './stripe/account.ts'

const catalogue = currencyCatalogue()

describeWithBillingKit(
  'several currencies',
  (kit) => {
    type Buyer = Awaited<ReturnType<typeof kit.signIn>>
    const checkout = (buyer: Buyer, plan: string, currency?: string) =>
      buyer.post('/api/stripe/create-checkout', { plan, currency })
    async function open(buyer: Buyer, plan: string, currency?: string) {
      const { url } = await (await checkout(buyer, plan, currency)).json()
      return kit.emulator.stripe.checkout.sessions.retrieve(sessionIn(url), { expand: ['line_items'] })
    }

    test('M6: an attempt in another currency is expired, not reused', async () => {
      const buyer = await kit.signIn()
      const euros = await open(buyer, 'lifetime', 'eur')
      expect((await open(buyer, 'lifetime', 'eur')).id).toBe(euros.id)
      const dollars = await open(buyer, 'lifetime')
      expect([euros.amount_total, dollars.amount_total]).toEqual([8_500, 8_900])
      expect((await kit.emulator.pay(euros.id)).status).toBe(409)
      expect((await kit.emulator.pay(dollars.id)).status).toBe(200)
    })

    test('M6: who has a subscription pays in its currency, also for Lifetime, and gets back in it', async () => {
      const buyer = await kit.signIn()
      const month = await open(buyer, 'monthly', 'eur')
      await kit.emulator.pay(month.id)
      await kit.deliver()
      expect(await (await buyer.get('/api/subscription')).json()).toMatchObject({
        subscription: { amount: '€8.50', currency: 'eur' },
      })
      const lifetime = await open(buyer, 'lifetime', 'jpy')
      expect([lifetime.currency, lifetime.amount_total]).toEqual(['eur', 8_500])
      const { url } = await (await checkout(buyer, 'yearly', 'jpy')).json()
      expect(await (await fetch(url)).text()).toContain('€85.00 per year')
    })

    test('M6 F34: what was not used of a month in dinars goes back, in an amount that Stripe gives back', async () => {
      const buyer = await kit.signIn()
      await kit.emulator.pay((await open(buyer, 'monthly', 'kwd')).id)
      await kit.emulator.advance(10 * 86_400)
      await kit.deliver()
      const lifetime = await open(buyer, 'lifetime', 'kwd')
      await kit.emulator.pay(lifetime.id)
      await kit.deliver()
      await kit.runJobs()
      const { data } = await kit.emulator.stripe.refunds.list({})
      const { replaced } = await (await buyer.get('/api/billing')).json()
      expect(data.map(({ status, currency, amount }) => [status, currency, amount % 10])).toEqual([
        ['succeeded', 'kwd', 0],
      ])
      expect(replaced.returned).toEqual({ to: 'card', amount: expect.stringMatching(/2\.\d\d0/) })
    })

    test('M6: who subscribed in a currency that is no longer sold can buy Lifetime in another, and manage the month', async () => {
      const before = await startBillingKit(kit.db, { catalogue })
      const email = newAddress()
      const buyer = await before.signIn(email)
      const month = await (await checkout(buyer, 'monthly', 'eur')).json()
      await before.emulator.pay(sessionIn(month.url))
      await before.deliver()
      const { emulator } = before
      const later = await startBillingKit(kit.db, { catalogue: yearlyCatalogue(), emulator })
      const again = await later.signIn(email)
      const lifetime = await (await again.checkout('lifetime')).json()
      const { currency, amount_total } = await emulator.stripe.checkout.sessions.retrieve(
        sessionIn(lifetime.url),
      )
      expect([currency, amount_total]).toEqual(['usd', 8_900])
      expect((await again.checkout('monthly')).status).toBe(409)
      // Stripe changes no price in a currency that it does not have.
      expect((await again.checkout('yearly')).status).toBe(400)
      const [row] = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
      await emulator.stripe.subscriptions.update(row?.id ?? '', { cancel_at_period_end: true })
      await later.deliver()
      expect((await (await again.checkout('yearly')).json()).url).toContain('/p/session/')
      await Promise.all([before.stop(), later.stop()])
    })

    test('M7: who had a trial is told so, and not offered another', async () => {
      const buyer = await kit.signIn()
      expect(await (await buyer.get('/api/subscription')).json()).toEqual({ plan: 'free' })
      const month = await open(buyer, 'monthly')
      await kit.emulator.pay(month.id)
      await kit.deliver()
      const [row] = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
      await kit.emulator.stripe.subscriptions.cancel(row?.id ?? '')
      await kit.deliver()
      expect(await (await buyer.get('/api/subscription')).json()).toEqual({ plan: 'free', hadTrial: true })
      expect((await open(buyer, 'monthly', 'jpy')).amount_total).toBe(1_400)
    })

    test('M6: a currency that is not sold is refused', async () => {
      const buyer = await kit.signIn()
      for (const currency of ['gbp', 'EUR', 7]) {
        const response = await buyer.post('/api/stripe/create-checkout', { plan: 'monthly', currency })
        expect(response.status).toBe(400)
      }
    })

    test('M6: the prices at Stripe are those of the catalogue in every currency, and in no other', async () => {
      const { stripe } = kit.emulator
      await expect(findPrices(stripe, catalogue)).resolves.toMatchObject({
        monthly: { amountsMinor: { usd: 900, eur: 850, jpy: 1_400, kwd: 2_750 } },
      })
      await expect(findPrices(stripe, yearlyCatalogue())).rejects.toThrow(
        'Stripe would charge 900 usd, 850 eur, 1400 jpy, 2750 kwd for monthly, the catalogue says 900 usd.',
      )
      await setUpStripe(stripe, yearlyCatalogue())
      await expect(findPrices(stripe, yearlyCatalogue())).resolves.toMatchObject({
        monthly: { amountsMinor: { usd: 900 } },
      })
      await setUpStripe(stripe, catalogue)
    })
  },
  { catalogue },
)
