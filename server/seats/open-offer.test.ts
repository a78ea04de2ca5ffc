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
}

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
    await openOffer(db, { ...terms, id: 'second' })
    expect(await findOffer(db, 'second')).toMatchObject({ isOpen: true })
  })

  test('F38: an offer whose time ended while the server was down is closed, and the next one can start', async () => {
    await db.update(offers).set({ closesAt: sql`now() - interval '1 hour'` }).where(eq(offers.id, terms.id))
    await openOffer(db, { ...terms, id: 'second' })
    expect((await findOffer(db, terms.id))?.closedAt).toBeInstanceOf(Date)
    expect(await findOffer(db, 'second')).toMatchObject({ isOpen: true })
  })

  test('F38: an offer with a seat that is being paid for stays open', async () => {
    await db.update(offers).set({ taken: 20, sold: 19 }).where(eq(offers.id, terms.id))
    await openOffer(db, { ...terms, cap: 20 })
    expect(await findOffer(db, terms.id)).toMatchObject({ isOpen: true })
    await expect(openOffer(db, { ...terms, id: 'second' })).rejects.toThrow(/still open/)
  })
})
