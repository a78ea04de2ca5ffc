import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  type BillingKit,
  describeWithBillingKitOnBothDatabases,
  liveCatalogue,
} from '../../../tests/support/billing/billing-kit.ts'
import { grants, subscriptions } from '../../db/schema.ts'

type Visitor = Awaited<ReturnType<BillingKit['signIn']>>

const taken =
  'Every seat at this price is taken or being paid for right now. One may come free within half an hour.'
const offer = 'You can also start Monthly now.'
const network = { 'x-forwarded-for': '203.0.113.7' }

async function refusalOf({ post }: Visitor): Promise<string> {
  const response = await post('/api/stripe/create-checkout', { plan: 'lifetime' }, network)
  expect([409, 429]).toContain(response.status)
  return (await response.json()).error
}

describeWithBillingKitOnBothDatabases(
  'who gets no seat',
  (kit) => {
    beforeAll(async () => void (await (await kit.signIn()).checkout('lifetime')))

    test('F32: without a plan one may start Monthly meanwhile', async () => {
      expect(await refusalOf(await kit.signIn())).toBe(`${taken} ${offer}`)
    })

    test('F32: who has Monthly, paid or not, is not told to start it', async () => {
      const visitor = await kit.signIn()
      await visitor.buy('monthly')
      await kit.deliver()
      expect(await refusalOf(visitor)).toBe(taken)
      const ofVisitor = eq(subscriptions.userId, visitor.id)
      await kit.db.update(subscriptions).set({ status: 'past_due' }).where(ofVisitor)
      expect(await refusalOf(visitor)).toBe(taken)
      await kit.db.update(subscriptions).set({ status: 'canceled' }).where(ofVisitor)
      expect(await refusalOf(visitor)).toBe(`${taken} ${offer}`)
    })

    test('F32: nor is who was given it for good', async () => {
      const visitor = await kit.signIn()
      const grant = { id: 'gift', plan: 'monthly', reason: 'a friend', grantedBy: 'a key' } as const
      await kit.db.insert(grants).values({ ...grant, userId: visitor.id })
      expect(await refusalOf(visitor)).toBe(taken)
    })
  },
  { catalogue: liveCatalogue(1) },
)

describeWithBillingKitOnBothDatabases(
  'who gets no seat because of their network',
  (kit) => {
    test('F32: is told when to come back, and an owner that there is nothing to pay', async () => {
      const owner = await kit.signIn()
      await owner.buy('lifetime')
      await kit.deliver()
      const neighbour = await kit.signIn()
      expect(
        (await neighbour.post('/api/stripe/create-checkout', { plan: 'lifetime' }, network)).status,
      ).toBe(200)
      const busy = await refusalOf(await kit.signIn())
      expect(busy).toBe(
        'Every seat that your network can have at once is being paid for right now. There’s room as soon as one has been paid for, or after five minutes.',
      )
      expect(busy).not.toContain(offer)
      expect(await refusalOf(owner)).toContain('You own Lifetime already.')
    })
  },
  { catalogue: liveCatalogue(8) },
)
