import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { offers } from '../db/schema.ts'
import { type OfferTerms, openOffer } from './open-offer.ts'
import { findOffer } from './store.ts'

const terms: OfferTerms = {
  id: 'launch',
  cap: 50,
  dealPriceMinor: 8_900,
  laterPriceMinor: 14_900,
  currency: 'usd',
  closesAt: null,
  cooldownDays: 30,
}

/** Above the deal price of the first: it need not wait (rule L8). */
const second: OfferTerms = { ...terms, id: 'second', dealPriceMinor: 9_900 }

describeOnBothDatabases('opening an offer', (openTestDatabase) => {
  let db: Drizzle
  beforeEach(async () => {
    ;({ db } = await openTestDatabase())
    await openOffer(db, terms)
  })
  const sell = (seats: number) =>
    db.update(offers).set({ taken: seats, sold: seats }).where(eq(offers.id, terms.id))

  test('F38 L3: seats lowered to the number that is sold close the offer, and the next one can start', async () => {
    await sell(20)
    await openOffer(db, { ...terms, cap: 20 })
    expect(await findOffer(db, terms.id)).toMatchObject({ isOpen: false, closedAt: expect.any(Date) })
    await openOffer(db, second)
    expect(await findOffer(db, 'second')).toMatchObject({ isOpen: true })
  })

  test('F38: an offer whose time ended while the server was down is closed, and the next one can start', async () => {
    await db.update(offers).set({ closesAt: sql`now() - interval '1 hour'` }).where(eq(offers.id, terms.id))
    await openOffer(db, second)
    expect((await findOffer(db, terms.id))?.closedAt).toBeInstanceOf(Date)
    expect(await findOffer(db, 'second')).toMatchObject({ isOpen: true })
  })

  test('F38: an offer with a seat that is being paid for stays open', async () => {
    await db.update(offers).set({ taken: 20, sold: 19 }).where(eq(offers.id, terms.id))
    await openOffer(db, { ...terms, cap: 20 })
    expect(await findOffer(db, terms.id)).toMatchObject({ isOpen: true })
    await expect(openOffer(db, { ...terms, id: 'second' })).rejects.toThrow(/still open/)
  })

  test('L8: an offer that is not dearer is refused until the later price was in force for 30 days, and hears why and until when', async () => {
    const cheap: OfferTerms = { ...terms, id: 'again' }
    const endedAgo = (days: number) =>
      db.execute(sql`
      update offers set closes_at = now() - make_interval(days => ${days}), closed_at = now() - make_interval(days => ${days})`)
    await endedAgo(29)
    const { closedAt } = (await findOffer(db, terms.id)) ?? {}
    const opensFrom = new Date((closedAt?.getTime() ?? 0) + 30 * 86_400_000)
    const refusal = openOffer(db, cheap)
    await expect(refusal).rejects.toThrow(/"again" cannot begin yet.*"launch"/)
    await expect(refusal).rejects.toThrow(closedAt?.toISOString())
    await expect(refusal).rejects.toThrow(opensFrom.toISOString())
    await expect(openOffer(db, { ...cheap, cooldownDays: 0 })).rejects.toThrow(/cannot begin yet/)
    expect(await findOffer(db, 'again')).toBeNull()
    // The catalogue of the offer that is over still starts.
    await openOffer(db, terms)
    // What stands above it does not wait.
    await openOffer(db, second)
  })

  test('L8: an offer that is not dearer begins when the cooldown is over', async () => {
    await db.execute(sql`
      update offers set closes_at = now() - interval '30 days', closed_at = now() - interval '30 days'`)
    await openOffer(db, { ...terms, id: 'again' })
    expect(await findOffer(db, 'again')).toMatchObject({ isOpen: true })
  })
})
