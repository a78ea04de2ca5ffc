import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, test } from 'vitest'
import {
  describeWithBillingKit,
  describeWithBillingKitOnBothDatabases,
  liveCatalogue,
  sessionIn,
} from '../../../tests/support/billing/billing-kit.ts'
import { deferred } from '../../../tests/support/deferred.ts'
import { yearlyCatalogue } from '../../../tests/support/plans/commerce-config.ts'

describeWithBillingKit(
  'a list of Checkout Sessions',
  (kit) => {
    test('F10: does not show a subscription that the operator has made: that is seen all the same', async () => {
      const { stripe } = kit.emulator
      const buyer = await kit.signIn()
      const { url } = await (await buyer.checkout('monthly')).json()
      const { customer } = await stripe.checkout.sessions.expire(sessionIn(url))
      const price = (await kit.payments.prices()).monthly.stripePriceId
      await stripe.subscriptions.create({
        customer: String(customer),
        items: [{ price }],
        trial_period_days: 30,
      })
      expect((await buyer.checkout('monthly')).status).toBe(409)
      expect(await buyer.plan()).toBe('monthly')
    })

    test('F10: that is older than what another process reads meanwhile takes nothing away', async () => {
      const { emulator, payments } = kit
      const { id } = await emulator.stripe.coupons.create({ percent_off: 100, duration: 'forever' })
      await emulator.stripe.promotionCodes.create({ code: 'FREE', promotion: { type: 'coupon', coupon: id } })
      const buyer = await kit.signIn()
      await buyer.buy('monthly')
      await kit.deliver()
      const page = sessionIn((await (await buyer.checkout('lifetime')).json()).url)

      const { listCheckoutSessions, readState } = payments
      const [hasRead, clicked] = [deferred(), deferred()]
      let delivered: Promise<unknown> | undefined
      // After the list the page is used, and the event of that is worked off as far as its reading.
      payments.listCheckoutSessions = async (customerId) => {
        const listed = await listCheckoutSessions(customerId)
        await emulator.pay(page, cards.pays, { country: 'DE', promotionCode: 'FREE' })
        delivered = kit.deliver()
        await hasRead.promise
        return listed
      }
      payments.readState = async (...args) => {
        const state = await readState(...args)
        if (args[1]) return state
        hasRead.resolve()
        await clicked.promise
        return state
      }
      try {
        await buyer.checkout('yearly')
        clicked.resolve()
        await delivered
        expect(await buyer.plan()).toBe('lifetime')
      } finally {
        Object.assign(payments, { listCheckoutSessions, readState })
      }
    })
  },
  { catalogue: { ...yearlyCatalogue(), promotionCodes: true } },
)

describeWithBillingKitOnBothDatabases(
  'a list of Checkout Sessions where seats are held',
  (kit) => {
    test.each(['lifetime', 'monthly'])(
      'F10 L2: a lifetime that was paid and given back before any event came is settled before %s is sold',
      async (plan) => {
        const { stripe } = kit.emulator
        const buyer = await kit.signIn()
        const { checkoutSessionId } = await buyer.buy('lifetime')
        const { payment_intent } = await stripe.checkout.sessions.retrieve(checkoutSessionId)
        await stripe.refunds.create({ payment_intent: String(payment_intent) })
        expect((await buyer.checkout(plan)).status).toBe(200)
      },
    )
  },
  { catalogue: liveCatalogue(40) },
)
