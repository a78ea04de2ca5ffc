import { expect, test } from 'vitest'
import {
  type BillingKit,
  describeWithBillingKitOnBothDatabases,
  liveCatalogue,
} from '../../../tests/support/billing/billing-kit.ts'

type Visitor = Awaited<ReturnType<BillingKit['signIn']>>

const monthly = (visitor: Visitor) => visitor.checkout('monthly')
const lifetime = (visitor: Visitor) => visitor.checkout('lifetime')

describeWithBillingKitOnBothDatabases(
  'calls to Stripe for a click',
  (kit) => {
    const subscribe = (visitor: Visitor) => visitor.buy('monthly')
    const nothing = async () => {}

    test.each<[what: string, before: (visitor: Visitor) => unknown, click: typeof monthly, calls: number]>([
      ['a first click on Monthly', nothing, monthly, 2],
      ['a first click on Lifetime', nothing, lifetime, 2],
      ['Monthly again', monthly, monthly, 1],
      ['Lifetime again', lifetime, lifetime, 1],
      ['from Monthly, paid, to Lifetime', subscribe, lifetime, 5],
      ['from an open page for Monthly to Lifetime', monthly, lifetime, 3],
      ['from an open page for Lifetime to Monthly', lifetime, monthly, 3],
    ])('F47: %s costs what docs/decisions/0009 says', async (_what, before, click, calls) => {
      await lifetime(await kit.signIn())
      const visitor = await kit.signIn()
      await before(visitor)
      await kit.deliver()
      const made = await kit.callsDuring(async () => expect((await click(visitor)).status).toBe(200))
      expect(made).toBe(calls)
    })
  },
  { catalogue: liveCatalogue(40) },
)
