import { createHash } from 'node:crypto'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { parseEntry } from '../../packages/client/src/seat-log/seat-log-entry.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { launchOffer as terms } from '../../tests/support/plans/launch-offer.ts'
import type { Drizzle } from '../db/database.ts'
import { offers, seatHolds, seatLog, users } from '../db/schema.ts'
import { auditSeats } from './audit-seats.ts'
import { openOffer } from './open-offer.ts'
import { createSeatReservations } from './seat-reservations.ts'

describeOnBothDatabases('the seat log', (openTestDatabase) => {
  let db: Drizzle
  let people = 0
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })
  beforeEach(async () => {
    await db.execute(sql`truncate seat_ledger, seat_holds, offers cascade`)
  })

  const reservations = createSeatReservations('launch', () => new Date())
  async function hold() {
    const userId = `user-${++people}`
    await db.insert(users).values({ id: userId, name: '', email: `${userId}@example.com` })
    const [seat] = await db.transaction((tx) => reservations.hold(tx, [{ userId, network: null }]))
    if (seat?.outcome !== 'deal' || !seat.hold) throw new Error(`No seat: ${JSON.stringify(seat)}`)
    return seat.hold
  }
  const pay = (holdId: string, isRevoked = false) =>
    db.transaction((tx) =>
      reservations.settle(tx, { id: `pi_${holdId}`, userId: 'u', holdId, paidAt: new Date(0), isRevoked }),
    )
  const rows = () => db.select().from(seatLog).orderBy(asc(seatLog.index))
  const minute = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/)

  test('L9: every term, movement and end is an entry of the public format, in order and without a gap', async () => {
    const closesAt = new Date('2100-01-01T00:00:00Z')
    await openOffer(db, terms)
    await openOffer(db, { ...terms, cap: 2, closesAt })
    const [first, second] = [await hold(), await hold()]
    await db.transaction((tx) => reservations.release(tx, second, 'time was up'))
    const third = await hold()
    await pay(first.id)
    await pay(third.id)
    await pay(first.id, true)

    const log = await rows()
    expect(log.map(({ index }) => index)).toEqual(log.map((_, index) => index))
    const offer = {
      offer: 'launch',
      cap: 3,
      dealPriceMinor: 8_900,
      laterPriceMinor: 14_900,
      currency: 'usd',
      closesAt: null,
      cooldownDays: 30,
      at: minute,
    }
    const holds = await db.select().from(seatHolds)
    const seat = ({ id }: { id: string }) => {
      const salt = Buffer.from(holds.find((one) => one.id === id)?.logSalt.replaceAll('-', '') ?? '', 'hex')
      expect(salt).toHaveLength(16)
      return createHash('sha256').update(salt).update(id).digest('hex')
    }
    const moved = (type: string, hold: { id: string }, taken: number, sold: number) => ({
      type,
      offer: 'launch',
      seat: seat(hold),
      taken,
      sold,
      at: minute,
    })
    const entries = log.map(({ entry }) => JSON.parse(entry))
    expect(entries).toEqual([
      { type: 'offer', ...offer },
      { type: 'terms', ...offer, cap: 2, closesAt: '2100-01-01T00:00:00Z' },
      moved('held', first, 1, 0),
      moved('held', second, 2, 0),
      moved('released', second, 1, 0),
      moved('held', third, 2, 0),
      moved('sold', first, 2, 1),
      moved('sold', third, 2, 2),
      { type: 'closed', offer: 'launch', taken: 2, sold: 2, at: minute },
      moved('refunded', first, 2, 2),
    ])
    // Without whitespace, the keys in this order.
    expect(log.map(({ entry }) => entry)).toEqual(entries.map((entry) => JSON.stringify(entry)))
  })

  test('L9 M6: the prices in every currency are terms, also of an offer whose currencies become known later', async () => {
    const inCurrency = (dealPriceMinor: number) => ({ dealPriceMinor, laterPriceMinor: 13_900 })
    const otherPrices = { gbp: inCurrency(7_900), eur: inCurrency(8_500) }
    await openOffer(db, { ...terms, otherPrices })
    await openOffer(db, { ...terms, otherPrices })
    const entries = async () => (await rows()).map(({ entry }) => parseEntry(entry))
    expect(await entries()).toMatchObject([{ type: 'offer', otherPrices }])
    await db.execute(sql`truncate offers, seat_log cascade`)
    await db.insert(offers).values({ ...terms, otherPrices: null })
    await openOffer(db, { ...terms, otherPrices })
    expect(await entries()).toMatchObject([
      { type: 'offer', currency: 'usd' },
      { type: 'terms', otherPrices },
    ])
  })

  test('L9: the database itself refuses a row made by hand, a changed and a removed one', async () => {
    await openOffer(db, terms)
    const [row] = await rows()
    if (!row) throw new Error('The offer was not logged.')
    await expect(db.insert(seatLog).values({ ...row, index: 1 })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('by the triggers') },
    })
    await expect(db.update(seatLog).set({ entry: '{}' })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    })
    await expect(db.delete(seatLog)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    })
  })

  test('L9: what is rolled back is not in the log, and leaves no gap', async () => {
    await openOffer(db, terms)
    const seat = await hold()
    await expect(
      db.transaction(async (tx) => {
        await reservations.release(tx, seat, 'time was up')
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await hold()
    expect((await rows()).map(({ index, taken }) => [index, taken])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ])
  })

  test('L9: movements at the same moment follow each other: each total is the one before and its change', async () => {
    await openOffer(db, { ...terms, cap: 40 })
    const seats = await Promise.all(Array.from({ length: 20 }, hold))
    await Promise.all(
      seats.map((seat, index) =>
        index % 2 === 0
          ? pay(seat.id)
          : db.transaction((tx) => reservations.release(tx, seat, 'time was up')),
      ),
    )
    // Refunds do not lock the offer's row: nothing but the log keeps them in order.
    const bought = seats.filter((_, index) => index % 2 === 0)
    await Promise.all(bought.map((seat) => pay(seat.id, true)))
    expect(await rows()).toHaveLength(1 + 20 + 20 + 10)
    let [taken, sold] = [0, 0]
    for (const [index, row] of (await rows()).entries()) {
      const { type } = JSON.parse(row.entry)
      taken += type === 'held' ? 1 : type === 'released' ? -1 : 0
      sold += type === 'sold' ? 1 : 0
      expect([row.index, row.taken, row.sold]).toEqual([index, taken, sold])
    }
    expect([taken, sold]).toEqual([10, 10])
  })

  test('L9: the minute of an entry is never before that of the one before', async () => {
    await openOffer(db, terms)
    await db.execute(sql`alter table seat_log disable trigger user`)
    await db.update(seatLog).set({ at: new Date('2100-01-01T00:00:00Z') })
    await db.execute(sql`alter table seat_log enable trigger user`)
    await hold()
    const [last] = await db.select().from(seatLog).where(eq(seatLog.index, 1))
    expect(JSON.parse(last?.entry ?? '').at).toBe('2100-01-01T00:00Z')
  })

  test('L8: the cooldown that an offer promised is never shortened', async () => {
    await openOffer(db, terms)
    await expect(openOffer(db, { ...terms, cooldownDays: 29 })).rejects.toThrow(/cooldownDays/)
    await expect(db.update(offers).set({ cooldownDays: 29 })).rejects.toThrow()
    await openOffer(db, { ...terms, cooldownDays: 31 })
    expect(JSON.parse((await rows()).at(-1)?.entry ?? '')).toMatchObject({ type: 'terms', cooldownDays: 31 })
  })

  test('L9: the audit finds a log that does not say what the ledger says', async () => {
    await openOffer(db, terms)
    await pay((await hold()).id)
    const problems = async () => (await auditSeats(db))[0]?.problems
    expect(await problems()).toEqual([])
    const tamper = async (change: SQL) => {
      await db.execute(sql`alter table seat_log disable trigger user`)
      await db.execute(change)
      await db.execute(sql`alter table seat_log enable trigger user`)
    }
    await tamper(sql`update seat_log set entry = replace(entry, '"sold":1', '"sold":0') where index = 2`)
    expect(await problems()).toEqual(['entry 2 of the public log does not verify: wrong-totals'])
    await tamper(
      sql`update seat_log set entry = replace(entry, '"type":"sold"', '"type":"refunded"') where index = 2`,
    )
    expect(await problems()).toContain('entry 2 of the public log is not what the ledger says')
    await tamper(sql`delete from seat_log where index = 2`)
    expect(await problems()).toEqual([
      'the public log says sold: 0, where the offer says 1',
      'the public log has 1 of 2 movements',
    ])
  })
})
