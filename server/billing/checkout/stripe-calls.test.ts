import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, test } from 'vitest'
import {
  type BillingKit,
  describeWithBillingKit,
  describeWithBillingKitOnBothDatabases,
  liveCatalogue,
  sessionIn,
} from '../../../tests/support/billing/billing-kit.ts'
import { yearlyCatalogue } from '../../../tests/support/plans/commerce-config.ts'

type Visitor = Awaited<ReturnType<BillingKit['signIn']>>

const monthly = (visitor: Visitor) => visitor.checkout('monthly')
const lifetime = (visitor: Visitor) => visitor.checkout('lifetime')

describeWithBillingKitOnBothDatabases(
  'calls to Stripe for a click',
  (kit) => {
    const nothing = async () => {}
    const subscribe = (visitor: Visitor) => visitor.buy('monthly')
    const own = (visitor: Visitor) => visitor.buy('lifetime')

    const letExpire = (click: typeof monthly) => async (visitor: Visitor) => {
      const { url } = await (await click(visitor)).json()
      await kit.emulator.stripe.checkout.sessions.expire(sessionIn(url))
    }

    async function subscribeAndEnd(visitor: Visitor) {
      const { checkoutSessionId } = await subscribe(visitor)
      const { subscription } = await kit.emulator.stripe.checkout.sessions.retrieve(checkoutSessionId)
      await kit.emulator.stripe.subscriptions.cancel(String(subscription))
    }

    async function ownAndGiveBack(visitor: Visitor) {
      const { checkoutSessionId } = await own(visitor)
      await kit.deliver()
      const { payment_intent } = await kit.emulator.stripe.checkout.sessions.retrieve(checkoutSessionId)
      await kit.emulator.stripe.refunds.create({ payment_intent: String(payment_intent) })
    }

    type Before = (visitor: Visitor) => unknown
    test.each<[what: string, before: Before, click: typeof monthly, calls: number, status?: number]>([
      ['a first click on Monthly', nothing, monthly, 2],
      ['a first click on Lifetime', nothing, lifetime, 2],
      ['Monthly again', monthly, monthly, 1],
      ['Lifetime again', lifetime, lifetime, 1],
      ['from an open page for Monthly to Lifetime', monthly, lifetime, 3],
      ['from an open page for Lifetime to Monthly', lifetime, monthly, 3],
      ['Monthly after a page that expired', letExpire(monthly), monthly, 2],
      ['Lifetime after a page that expired', letExpire(lifetime), lifetime, 2],
      ['Lifetime after a page for Monthly that expired', letExpire(monthly), lifetime, 2],
      ['from Monthly, paid, to Lifetime', subscribe, lifetime, 3],
      ['Monthly after months that have ended', subscribeAndEnd, monthly, 2],
      ['Lifetime after one that was given back', ownAndGiveBack, lifetime, 2],
      ['Monthly, which is paid', subscribe, monthly, 3, 409],
      ['Lifetime, which is owned', own, lifetime, 3, 409],
      ['Monthly by an owner', own, monthly, 3, 409],
    ])('F47: %s costs what docs/decisions/0009 says', async (_what, before, click, calls, status = 200) => {
      await lifetime(await kit.signIn())
      const visitor = await kit.signIn()
      await before(visitor)
      await kit.deliver()
      const made = await kit.callsDuring(async () => expect((await click(visitor)).status).toBe(status))
      expect(made).toBe(calls)
    })

    test('F10 F47: what no event has told yet is read as a whole, in one call more', async () => {
      const visitor = await kit.signIn()
      await subscribe(visitor)
      const made = await kit.callsDuring(async () => expect((await lifetime(visitor)).status).toBe(200))
      expect(made).toBe(4)
      expect(await visitor.plan()).toBe('monthly')
    })
  },
  { catalogue: liveCatalogue(40) },
)

describeWithBillingKit(
  'calls to Stripe for a click of a subscriber',
  (kit) => {
    async function failToPay(visitor: Visitor) {
      await visitor.buy('monthly', cards.failsWhenCharged)
      await kit.emulator.advance(8 * 86_400)
    }

    test.each<[what: string, before: (visitor: Visitor) => unknown, plan: string, calls: number]>([
      ['from a month to a year', (visitor) => visitor.buy('monthly'), 'yearly', 5],
      ['Monthly, whose payment has failed', failToPay, 'monthly', 5],
    ])('F47: %s leads to a page for subscribers', async (_what, before, plan, calls) => {
      const visitor = await kit.signIn()
      await before(visitor)
      await kit.deliver()
      await visitor.checkout(plan)
      expect(await kit.callsDuring(() => visitor.checkout(plan))).toBe(calls)
    })
  },
  { catalogue: yearlyCatalogue() },
)
