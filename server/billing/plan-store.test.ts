import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { grants, subscriptions, trialsGiven, users } from '../db/schema.ts'
import { createPlanReader } from './plan-store.ts'

const periodEndsAt = new Date('2027-01-02T03:04:05.678Z')
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

describeOnBothDatabases('the plans of a user', (openTestDatabase) => {
  test('F32 D4: those who ask at the same moment get their own, in one statement', async () => {
    const { db } = await openTestDatabase()
    for (const id of ['ada', 'bob', 'eve'])
      await db.insert(users).values({ id, name: id, email: `${id}@example.com` })
    const month = { userId: 'ada', plan: 'monthly' as const, currency: 'usd' }
    await db.insert(subscriptions).values([
      { ...month, id: 'sub_old', status: 'canceled', createdAt: daysFromNow(-90) },
      { ...month, id: 'sub_new', status: 'active', amountMinor: 900, periodEndsAt, cancelAtPeriodEnd: true },
    ])
    const given = { userId: 'bob', plan: 'lifetime' as const, reason: 'a gift', grantedBy: 'key' }
    await db.insert(grants).values([
      { ...given, id: 'for-good' },
      { ...given, id: 'until', plan: 'monthly', until: daysFromNow(1) },
      { ...given, id: 'over', until: daysFromNow(-1) },
      { ...given, id: 'taken-back', revokedAt: daysFromNow(-1) },
    ])
    await db.insert(trialsGiven).values({ emailHash: 'hash of eve@example.com' })
    let hashed = 0
    const read = createPlanReader(db, (email) => {
      hashed += 1
      return [`hash of ${email}`]
    })
    const ask = (id: string) => read({ id, email: `${id}@example.com` })
    const [ada, bob, eve, adaAgain] = await Promise.all([ask('ada'), ask('bob'), ask('eve'), ask('ada')])
    expect(ada).toEqual({
      bought: [
        expect.objectContaining({
          ...{ plan: 'monthly', status: 'active', amountMinor: 900, currency: 'usd' },
          ...{ periodEndsAt, cancelAtPeriodEnd: true, graceEndsAt: null, pendingMethod: null },
        }),
        expect.objectContaining({ status: 'canceled', amountMinor: null, periodEndsAt: null }),
      ],
      given: [],
      hadTrial: false,
    })
    expect(adaAgain).toEqual(ada)
    expect(bob).toEqual({
      bought: [],
      given: expect.arrayContaining([
        { plan: 'lifetime', isForGood: true },
        { plan: 'monthly', isForGood: false },
      ]),
      hadTrial: false,
    })
    expect(bob?.given).toHaveLength(2)
    expect(eve).toEqual({ bought: [], given: [], hadTrial: true })
    expect(hashed).toBe(4)
    expect(await read({ id: 'eve' })).toMatchObject({ hadTrial: false })
  })
})
