import { EventEmitter, once } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { launchOffer as terms } from '../../tests/support/plans/launch-offer.ts'
import type { Drizzle } from '../db/database.ts'
import { customers, offers, purchases, seatHolds, seatLog, seatLogKeys, users } from '../db/schema.ts'
import { auditSeats } from './audit-seats.ts'
import { type OfferTerms, openOffer } from './open-offer.ts'
import { createSeatReservations } from './seat-reservations.ts'
import { separateModes } from './separate-modes.ts'
import { findOffer, lockOffers, removeOffers } from './store.ts'

const [live, testing] = [true, false]

describeOnBothDatabases('offers of a test key and of a live one', (openTestDatabase, kind) => {
  let db: Drizzle
  let people = 0
  const reservations = createSeatReservations('launch', () => new Date())
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })
  beforeEach(async () => {
    await db.execute(
      sql`truncate seat_log, seat_ledger, seat_holds, offers, seat_log_keys, purchases, customers`,
    )
  })
  afterEach(async () => {
    for (const { problems } of await auditSeats(db)) expect(problems).toEqual([])
  })

  /** As a server does. */
  async function start(
    livemode: boolean,
    change: Partial<OfferTerms> = {},
    unknownCustomers: number | null = 0,
  ) {
    const warning = await separateModes(db, { livemode, unknownCustomers })
    await openOffer(db, { ...terms, ...change, livemode })
    return warning
  }
  async function sell(livemode: boolean | null) {
    const id = `buyer-${++people}`
    await db.insert(users).values({ id, name: '', email: `${id}@example.com` })
    await db.transaction(async (tx) => {
      const [seat] = await reservations.hold(tx, [{ userId: id, network: null }])
      if (seat?.outcome !== 'deal' || !seat.hold) throw new Error('No seat.')
      const payment = { id: `pi_${id}`, userId: id, paidAt: new Date() }
      await reservations.settle(tx, { ...payment, holdId: seat.hold.id, isRevoked: false })
      await tx.insert(purchases).values({ ...payment, livemode, amountMinor: 8_900, currency: 'usd' })
    })
  }
  const figures = async () => {
    const offer = await findOffer(db, 'launch')
    return offer && { sold: offer.sold, taken: offer.taken, cap: offer.cap, isOpen: offer.isOpen }
  }

  test('F40 L1 L8 L9: with the first live key the offer starts over, under its name, at its price and on its own terms', async () => {
    await start(testing, { cap: 2 })
    await sell(testing)
    await sell(testing)
    await db.insert(seatLogKeys).values({ id: '0', encryptedKey: 'of the test' })
    expect(await figures()).toEqual({ sold: 2, taken: 2, cap: 2, isOpen: false })
    expect(await start(live)).toMatch(/test key.*start over/)
    expect(await figures()).toEqual({ sold: 0, taken: 0, cap: 3, isOpen: true })
    const entries = await db.select().from(seatLog)
    expect(entries.map(({ index, entry }) => [index, JSON.parse(entry).type])).toEqual([[0, 'offer']])
    // Another history under the same key would look like a forged one.
    expect(await db.select().from(seatLogKeys)).toEqual([])
  })

  test('F40 L9: what was sold for real stays, however often a server starts, and one that has sold nothing yet stays as well', async () => {
    await start(testing)
    await sell(testing)
    await start(live)
    const [opened] = await db.select().from(offers)
    expect(await start(live)).toBeNull()
    await sell(live)
    expect(await start(live)).toBeNull()
    expect(await db.select().from(offers)).toEqual([{ ...opened, sold: 1, taken: 1 }])
  })

  test('F40 L1: a test key is refused where seats were sold for real, and told what to do', async () => {
    await start(live)
    await sell(live)
    await expect(start(testing)).rejects.toThrow(/sells for real.*test key.*DATABASE_URL/s)
    expect(await figures()).toMatchObject({ sold: 1 })
  })

  const made: [string, () => Promise<unknown>][] = [
    ['an offer', () => db.update(offers).set({ livemode: true })],
    ['a payment that has begun', () => db.update(seatHolds).set({ checkoutSessionId: 'cs_live_a1' })],
    [
      'a purchase without a seat',
      () =>
        db.insert(purchases).values({
          id: 'pi_later',
          livemode: true,
          amountMinor: 14_900,
          currency: 'usd',
          paidAt: new Date(),
        }),
    ],
    [
      'a customer',
      () => db.insert(customers).values({ id: 'cus_real', userId: `buyer-${people}`, livemode: true }),
    ],
  ]
  test.each(made)(
    'F40 L8 L9: once %s was made with a live key nothing is removed, and a test key is refused',
    async (_, make) => {
      await start(testing)
      await sell(testing)
      await make()
      expect(await start(live)).toMatch(/stays sold/)
      expect(await figures()).toMatchObject({ sold: 1 })
      await expect(start(testing)).rejects.toThrow('sells for real')
    },
  )

  test('F39 F40: of a backup from the time of the test, of a shop that has sold for real since, nothing is removed', async () => {
    await start(testing)
    await sell(testing)
    await expect(start(live, {}, null)).rejects.toThrow('Stripe does not answer')
    expect(await start(live, {}, 3)).toMatch(/stays sold/)
    expect(await figures()).toMatchObject({ sold: 1 })
  })

  test('F40 L8: an offer of a test key that sold nothing binds nobody either', async () => {
    await start(testing, { cap: 1, dealPriceMinor: 100 })
    await start(live)
    expect(await figures()).toMatchObject({ cap: 3, isOpen: true })
  })

  test('F40: of an offer from before this was stored its sales tell the mode; without any it is of the key in use', async () => {
    await start(testing)
    await db.update(offers).set({ livemode: null })
    await start(live)
    expect(await db.select({ livemode: offers.livemode }).from(offers)).toEqual([{ livemode: true }])
    await db.update(offers).set({ livemode: null })
    await sell(null)
    expect(await start(live)).toBeNull()
    expect(await figures()).toMatchObject({ sold: 1 })
    await db.update(purchases).set({ livemode: false })
    await db.update(offers).set({ livemode: null })
    await start(live)
    expect(await figures()).toMatchObject({ sold: 0 })
  })

  test('F40 L9: a log that has real sales beside test ones, by the version before, is kept and told of', async () => {
    await start(testing)
    await sell(testing)
    await sell(live)
    expect(await start(live)).toMatch(/^1 seat .*test key.*stays sold/)
    expect(await figures()).toMatchObject({ sold: 2 })
  })

  test('F40: several processes that start at once start over once', async () => {
    await start(testing)
    await sell(testing)
    await Promise.all(Array.from({ length: 4 }, () => start(live)))
    expect(await figures()).toEqual({ sold: 0, taken: 0, cap: 3, isOpen: true })
    expect(await db.$count(seatLog)).toBe(1)
    expect(await db.$count(seatHolds, eq(seatHolds.offerId, 'launch'))).toBe(0)
  })

  test.skipIf(kind === 'embedded')(
    'F40: who finds that another process has started over meanwhile leaves its offer alone',
    async () => {
      await start(testing)
      await sell(testing)
      const isWaited = async () => {
        const { rows } = await db.execute(sql`select 1 from pg_locks where not granted`)
        return rows.length > 0
      }
      const events = new EventEmitter()
      const [isLocked, mayGoOn] = [once(events, 'locked'), once(events, 'go on')]
      const faster = db.transaction(async (tx) => {
        await lockOffers(tx)
        events.emit('locked')
        await mayGoOn
        await removeOffers(tx)
        await openOffer(tx, { ...terms, livemode: live })
      })
      await isLocked
      const slower = separateModes(db, { livemode: live, unknownCustomers: 0 })
      await expect.poll(isWaited).toBe(true)
      events.emit('go on')
      await faster
      expect(await slower).toBeNull()
      expect(await figures()).toMatchObject({ cap: 3, isOpen: true })
    },
  )
})
