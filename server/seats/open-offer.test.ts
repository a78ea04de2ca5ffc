import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
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
  otherPrices: { eur: { dealPriceMinor: 8_500, laterPriceMinor: 13_900 } },
}

/** Above the deal price of the first: it need not wait (rule L8). */
const second: OfferTerms = {
  ...terms,
  id: 'second',
  dealPriceMinor: 9_900,
  otherPrices: { eur: { dealPriceMinor: 9_500, laterPriceMinor: 13_900 } },
}

describeOnBothDatabases('opening an offer', (openTestDatabase) => {
  let db: Drizzle
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })
  beforeEach(async () => {
    await db.delete(offers)
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

  test('L8 F38: an end that has passed means now: the next offer waits as long as after any other', async () => {
    const isRefused = expect.objectContaining({ message: expect.stringContaining('cannot begin yet') })
    await openOffer(db, { ...terms, closesAt: new Date('2020-01-01') })
    const [ended] = await db.select().from(offers)
    expect(ended?.closedAt?.getTime()).toBeGreaterThan(Date.now() - 600_000)
    await expect(openOffer(db, { ...terms, id: 'second' })).rejects.toEqual(isRefused)
    // Nor does one that is over as it opens.
    await openOffer(db, { ...second, closesAt: new Date('2020-01-01') })
    await expect(openOffer(db, { ...second, id: 'third' })).rejects.toEqual(isRefused)
  })

  test('F38: an offer with a seat that is being paid for stays open', async () => {
    await db.update(offers).set({ taken: 20, sold: 19 }).where(eq(offers.id, terms.id))
    await openOffer(db, { ...terms, cap: 20 })
    expect(await findOffer(db, terms.id)).toMatchObject({ isOpen: true })
    await expect(openOffer(db, { ...terms, id: 'second' })).rejects.toThrow(/still open/)
  })

  test('M6 L1: the prices of an open offer stand in every currency, and the refusal names the place and the promise', async () => {
    const eur = { dealPriceMinor: 8_500, laterPriceMinor: 13_900 }
    const refused = (otherPrices: OfferTerms['otherPrices'], ...places: string[]) =>
      expect(openOffer(db, { ...terms, otherPrices })).rejects.toThrow(
        `what it promised stands until it is over:\n${places.join('\n')}`,
      )
    await refused(
      { eur: { ...eur, dealPriceMinor: 9_900 } },
      '  currencies.eur.lifetime was 8500 eur (in the smallest unit), not 9900 eur (in the smallest unit)',
    )
    await refused(
      { eur: { ...eur, laterPriceMinor: 9_900 } },
      '  currencies.eur.laterPrice was 13900 eur (in the smallest unit), not 9900 eur (in the smallest unit)',
    )
    await refused(
      {},
      '  currencies.eur.lifetime was 8500 eur (in the smallest unit), not nothing',
      '  currencies.eur.laterPrice was 13900 eur (in the smallest unit), not nothing',
    )
    await refused(
      { eur, jpy: { dealPriceMinor: 13_900, laterPriceMinor: 22_900 } },
      '  currencies.jpy.lifetime was nothing, not 13900 jpy (in the smallest unit)',
      '  currencies.jpy.laterPrice was nothing, not 22900 jpy (in the smallest unit)',
    )
    await openOffer(db, { ...terms, cap: 40 })
    expect(await findOffer(db, terms.id)).toMatchObject({ cap: 40, otherPrices: { eur } })
    await db.update(offers).set({ closedAt: sql`now()` })
    await openOffer(db, { ...terms, otherPrices: {} })
  })

  test('M6 L1: the database itself refuses another price in any currency', async () => {
    const change = (otherPrices: OfferTerms['otherPrices'] | null) =>
      expect(db.update(offers).set({ otherPrices })).rejects.toMatchObject({
        cause: { message: 'The prices of an offer do not change' },
      })
    await change({ eur: { dealPriceMinor: 8_500, laterPriceMinor: 9_900 } })
    await change({})
    await change(null)
  })

  test('M6 L1: an offer opened by the version before promises the prices of the next start', async () => {
    await db.execute(sql`truncate seat_ledger, seat_holds, offers cascade`)
    await db.execute(sql`
      insert into offers (id, cap, deal_price_minor, later_price_minor, currency, cooldown_days)
      values ('launch', 50, 8900, 14900, 'usd', 30)`)
    await openOffer(db, terms)
    expect(await findOffer(db, terms.id)).toMatchObject({ otherPrices: terms.otherPrices })
    await expect(openOffer(db, { ...terms, otherPrices: {} })).rejects.toThrow('currencies.eur.lifetime')
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
