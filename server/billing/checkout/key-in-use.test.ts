import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestBrowser, createTestServer } from '../../../tests/support/app/test-app.ts'
import {
  type BillingKit,
  describeWithBillingKit,
  liveCatalogue,
  sessionIn,
} from '../../../tests/support/billing/billing-kit.ts'
import { deferred } from '../../../tests/support/deferred.ts'
import { seatHolds } from '../../db/schema.ts'

type Gateway = ReturnType<BillingKit['connect']>
const catalogue = liveCatalogue(20)

describeWithBillingKit(
  'an attempt that two processes complete',
  (kit) => {
    test('F10 F49 L2: the second, to whom the key is in use, leaves no other page that can be paid', async () => {
      const buyer = await kit.signIn()
      const tabAt = (payments: Gateway) => {
        const browser = createTestBrowser(createTestServer(kit.db, {}, catalogue, payments, {}).app)
        for (const [name, value] of buyer.cookies) browser.cookies.set(name, value)
        return browser
      }
      const click = (tab: ReturnType<typeof tabAt>) =>
        tab.post('/api/stripe/create-checkout', { plan: 'lifetime' })
      const [a, b] = [kit.connect(), kit.connect()]
      const [begun, released] = [deferred(), deferred()]
      const slow: Gateway = {
        ...a,
        async createCheckoutSession(order) {
          begun.resolve()
          await released.promise
          return a.createCheckoutSession(order)
        },
      }
      const atA = click(tabAt(slow))
      let wasInUse = false
      const other: Gateway = {
        ...b,
        // Stripe's 409, while the call of the first is under way.
        async createCheckoutSession(order) {
          if (wasInUse) return b.createCheckoutSession(order)
          wasInUse = true
          return 'in-use'
        },
        // The second has read that there is no page yet. Then the first gets its own.
        async prices() {
          if (wasInUse) {
            released.resolve()
            await atA
          }
          return b.prices()
        },
      }
      await begun.promise
      const responses = [await click(tabAt(other)), await atA]
      const pages = await Promise.all(
        responses.map(async (response) => sessionIn((await response.json()).url)),
      )
      const sessions = await Promise.all(
        pages.map((id) => kit.emulator.stripe.checkout.sessions.retrieve(id)),
      )
      const open = new Set(sessions.filter(({ status }) => status === 'open').map(({ id }) => id))
      expect(open.size).toBe(1)
      const held = await kit.db.select().from(seatHolds).where(eq(seatHolds.userId, buyer.id))
      expect(held.filter(({ state }) => state === 'held').map((hold) => hold.checkoutSessionId)).toEqual([
        ...open,
      ])
    })
  },
  { catalogue },
)
