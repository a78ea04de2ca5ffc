import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PurchaseChoice } from '../../core/proof/contract.ts'
import { authSecret } from '../../tests/support/app/test-app.ts'
import { type BillingKit, liveCatalogue, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { purchaseChoices, purchases } from '../db/schema.ts'
import { publicPurchaseId, recentPurchases } from './recent-purchases.ts'
import { countPurchases } from './store.ts'

const secret = authSecret

describeMainlyOnPostgres('purchases that others see', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    kit = await startBillingKit(db, { catalogue: liveCatalogue(50) })
  })
  afterAll(() => kit.stop())

  async function buyer(country = 'FR') {
    const person = await kit.signIn()
    await person.buy('lifetime')
    await kit.deliver()
    await db.update(purchases).set({ country }).where(eq(purchases.userId, person.id))
    const [row] = await db.select().from(purchases).where(eq(purchases.userId, person.id))
    const paymentId = row?.id ?? ''
    return {
      ...person,
      paymentId,
      choose: (shown: string, firstName?: string) =>
        person.post('/api/purchase-choice', { shown, ...(firstName !== undefined && { firstName }) }),
      choice: async () => (await (await person.get('/api/purchase-choice')).json()) as PurchaseChoice,
      seen: async () =>
        (await recentPurchases(db, { secret, livemode: false })).find(
          ({ id }) => id === publicPurchaseId(secret, paymentId),
        ),
    }
  }

  test('L4: a purchase is shown without a name until its buyer allows it', async () => {
    const ada = await buyer()
    expect(await ada.seen()).toMatchObject({ name: null, plan: 'lifetime' })
    expect(await ada.choice()).toMatchObject({ shown: 'anonymous', decided: false })
    expect((await ada.choose('name', 'Ada')).status).toBe(200)
    expect((await ada.seen())?.name).toBe('Ada')
    expect(await ada.choice()).toMatchObject({ shown: 'name', firstName: 'Ada', decided: true })
    await ada.choose('anonymous')
    expect((await ada.seen())?.name).toBeNull()
    const [row] = await db.select().from(purchaseChoices).where(eq(purchaseChoices.userId, ada.id))
    expect(row?.firstName).toBeNull()
  })

  test('M3 L4: what a code made free is not shown as a purchase', async () => {
    const free = await buyer()
    expect(await free.seen()).toBeDefined()
    const count = () => countPurchases(db, { livemode: false, windowHours: 24, upTo: 1_000 })
    const before = await count()
    await db.update(purchases).set({ amountMinor: 0 }).where(eq(purchases.userId, free.id))
    expect(await free.seen()).toBeUndefined()
    expect(await count()).toBe(before - 1)
  })

  test('F40 L4: what was bought with a key of the other mode is neither shown nor counted, nor does it name a country', async () => {
    const others = [await buyer('NO'), await buyer('NO'), await buyer('NO')]
    for (const { id } of others)
      await db.update(purchases).set({ livemode: true }).where(eq(purchases.userId, id))
    for (const other of others) expect(await other.seen()).toBeUndefined()
    const real = { livemode: true, windowHours: 24, upTo: 1_000 }
    expect(await countPurchases(db, real)).toBe(3)
    const ours = await buyer('NO')
    expect(await ours.seen()).toMatchObject({ country: null })
    expect(await countPurchases(db, real)).toBe(3)
    // From before this was stored: of the key in use.
    await db.update(purchases).set({ livemode: null }).where(eq(purchases.userId, ours.id))
    expect(await ours.seen()).toBeDefined()
    expect(await countPurchases(db, real)).toBe(4)
  })

  test('L4: withdrawn, refunded, lost in a dispute or deleted, it is gone at once', async () => {
    const hidden = await buyer()
    await hidden.choose('hidden')
    expect(await hidden.seen()).toBeUndefined()

    const refunded = await buyer()
    expect(await refunded.seen()).toBeDefined()
    await kit.emulator.stripe.refunds.create({ payment_intent: refunded.paymentId })
    await kit.deliver()
    expect(await refunded.seen()).toBeUndefined()

    const deleted = await buyer()
    await deleted.choose('name', 'Dee')
    expect(await deleted.seen()).toBeDefined()
    expect((await deleted.deleteAccount()).status).toBe(200)
    expect(await deleted.seen()).toBeUndefined()
  })

  test('L4: a country is named where three buyers share it', async () => {
    const [one, two] = [await buyer('PT'), await buyer('PT')]
    expect((await one.seen())?.country).toBeNull()
    const three = await buyer('PT')
    for (const person of [one, two, three]) expect((await person.seen())?.country).toBe('Portugal')
    await kit.emulator.stripe.refunds.create({ payment_intent: three.paymentId })
    await kit.deliver()
    expect((await one.seen())?.country).toBeNull()
  })

  test('L4: “just upgraded” is said for a day', async () => {
    const ada = await buyer()
    const age = (hours: number) =>
      db
        .update(purchases)
        .set({ paidAt: sql`now() - ${hours} * interval '1 hour'` })
        .where(eq(purchases.id, ada.paymentId))
    await age(23)
    expect(await ada.seen()).toBeDefined()
    await age(25)
    expect(await ada.seen()).toBeUndefined()
  })

  test('L4: buyers learn which purchases are their own, and nobody else does', async () => {
    const [ada, bob] = [await buyer(), await kit.signIn()]
    expect((await ada.choice()).ownPurchases).toEqual([publicPurchaseId(secret, ada.paymentId)])
    const other = (await (await bob.get('/api/purchase-choice')).json()) as PurchaseChoice
    expect(other.ownPurchases).toEqual([])
  })

  test('a choice takes a session and a name that is one', async () => {
    const ada = await buyer()
    for (const body of [{}, { shown: 'loud' }, { shown: 'name' }, { shown: 'name', firstName: 'http://x' }])
      expect((await ada.post('/api/purchase-choice', body)).status).toBe(400)
    expect(await ada.choice()).toMatchObject({ decided: false })
    ada.cookies.clear()
    expect((await ada.get('/api/purchase-choice')).status).toBe(401)
    expect((await ada.choose('hidden')).status).toBe(401)
  })
})
