import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../tests/support/database/both-databases.ts'
import { checkouts, customers, offers, seatHolds, subscriptions, users } from '../../db/schema.ts'
import { createCheckoutReader } from './checkout-store.ts'

const takenAt = new Date('2027-01-02T03:04:05.678Z')
const expiresAt = new Date('2027-01-02T03:34:05.678Z')

describeOnBothDatabases('what a step of a checkout reads', (openTestDatabase) => {
  test('F32 F10: those who are at a step at the same moment get their own, in one call', async () => {
    const { db } = await openTestDatabase()
    for (const id of ['ada', 'bob', 'eve'])
      await db.insert(users).values({ id, name: id, email: `${id}@example.com` })
    await db.insert(offers).values({
      ...{ id: 'launch', cap: 50, dealPriceMinor: 8_900, laterPriceMinor: 14_900, currency: 'usd' },
      cooldownDays: 30,
    })
    const hold = { offerId: 'launch', userId: 'ada', takenAt, expiresAt }
    await db.insert(seatHolds).values([
      { ...hold, id: 'hold_old', state: 'released' },
      { ...hold, id: 'hold_new' },
      { ...hold, id: 'hold_sold', userId: 'bob', state: 'sold' },
    ])
    await db.insert(checkouts).values({
      ...{ userId: 'ada', attemptId: 'attempt', plan: 'lifetime', priceKey: 'lifetime', holdId: 'hold_new' },
      ...{ stripePriceId: 'price_1', amountMinor: 8_900, currency: 'usd', customerId: 'cus_ada', expiresAt },
    })
    await db.insert(customers).values([
      { id: 'cus_ada', userId: 'ada', livemode: false },
      { id: 'cus_old', userId: 'ada', current: false },
      { id: 'cus_older', userId: 'ada', current: false },
      { id: 'cus_gone', userId: 'bob', current: false },
    ])
    const month = { userId: 'bob', plan: 'monthly' as const, currency: 'usd', periodEndsAt: expiresAt }
    await db.insert(subscriptions).values([
      { ...month, id: 'sub_old', status: 'canceled', createdAt: new Date('2026-01-01') },
      { ...month, id: 'sub_new', status: 'active', createdAt: new Date('2026-02-01') },
    ])
    const read = createCheckoutReader(db)
    const [ada, bob, eve] = await Promise.all([read('ada'), read('bob'), read('eve')])
    const [attempt] = await db.select().from(checkouts)
    expect(ada).toEqual({
      attempt,
      hold: expect.objectContaining({
        id: 'hold_new',
        state: 'held',
        checkoutSessionId: null,
        takenAt,
        expiresAt,
      }),
      customerId: 'cus_ada',
      retiredCustomers: ['cus_old', 'cus_older'],
      subscriptions: [],
    })
    expect(bob).toEqual({
      attempt: null,
      hold: null,
      customerId: null,
      retiredCustomers: ['cus_gone'],
      subscriptions: [
        expect.objectContaining({ id: 'sub_new', status: 'active', periodEndsAt: expiresAt }),
        expect.objectContaining({ id: 'sub_old', status: 'canceled' }),
      ],
    })
    expect(eve).toEqual({
      attempt: null,
      hold: null,
      customerId: null,
      retiredCustomers: [],
      subscriptions: [],
    })
  })
})
