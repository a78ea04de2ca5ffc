import { AsyncLocalStorage } from 'node:async_hooks'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { HoldResult } from '../../../core/seats/seat-hold.ts'
import { describeOnBothDatabases } from '../../../tests/support/database/both-databases.ts'
import { launchOffer } from '../../../tests/support/plans/launch-offer.ts'
import type { Database, Drizzle } from '../../db/database.ts'
import { offers, users } from '../../db/schema.ts'
import { auditSeats } from '../../seats/audit-seats.ts'
import { openOffer } from '../../seats/open-offer.ts'
import { createSeatReservations } from '../../seats/seat-reservations.ts'
import { lockUser } from '../store.ts'
import { createHoldSeat } from './hold-seat.ts'

describeOnBothDatabases('holding a seat', (openTestDatabase) => {
  let db: Drizzle
  let kind: Database['kind']
  let people = 0
  beforeAll(async () => {
    ;({ db, kind } = await openTestDatabase())
  })
  beforeEach(async () => {
    await db.execute(sql`truncate seat_ledger, seat_holds, offers cascade`)
  })
  const seats = createSeatReservations('launch', () => new Date())

  async function openSeats(cap: number) {
    await openOffer(db, { ...launchOffer, cap })
  }

  async function newUsers(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => `holder-${++people}`)
    await db.insert(users).values(
      ids.map((id) => ({
        id,
        name: '',
        email: `${id}@example.com`,
        createdAt: sql`now() - interval '2 days'`,
      })),
    )
    return ids
  }

  /** Counts the transactions that seats are held in. */
  function countingReservations() {
    const sizes: number[] = []
    const hold: typeof seats.hold = (tx, requests) => {
      sizes.push(requests.length)
      return seats.hold(tx, requests)
    }
    return { sizes, reservations: { ...seats, hold } }
  }

  test('L1 F32: of 130 who ask at once for 60 seats the first 60 get one, ten in a transaction', async () => {
    await openSeats(60)
    const ids = await newUsers(130)
    const { sizes, reservations } = countingReservations()
    const holdSeat = createHoldSeat({ db, seats: reservations })
    const results = await Promise.all(ids.map((id) => holdSeat(id, null)))
    expect(results.slice(0, 60).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 60 }, () => 'deal'),
    )
    expect(results.slice(60).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 70 }, () => 'none-free'),
    )
    expect(sizes).toEqual([10, 10, 10, 10, 10, 10])
    expect((await auditSeats(db))[0]).toMatchObject({ held: 60, problems: [] })
    // Now nobody is left who could have one: no transaction, no lock; whoever holds one still gets it.
    expect(await holdSeat(ids[99] ?? '', null)).toEqual({ outcome: 'none-free' })
    expect(sizes).toHaveLength(6)
    expect(await holdSeat(ids[0] ?? '', null)).toMatchObject({ outcome: 'deal', hold: { userId: ids[0] } })
  })

  test('F47: while all seats are held, who asks gets the refusal without a transaction, even while the offer is locked', async () => {
    await openSeats(1)
    const [ada = '', ...others] = await newUsers(20)
    expect(await createHoldSeat({ db, seats })(ada, null)).toMatchObject({ outcome: 'deal' })
    const transaction = vi.fn(() => Promise.reject(new Error('The offer is locked.')))
    const holdSeat = createHoldSeat({ db: Object.assign(Object.create(db), { transaction }), seats })
    expect(await Promise.all(others.map((id) => holdSeat(id, null)))).toEqual(
      others.map(() => ({ outcome: 'none-free' })),
    )
    expect(transaction).not.toHaveBeenCalled()
    // Who holds one is not refused.
    await expect(holdSeat(ada, null)).rejects.toThrow('The offer is locked.')
  })

  test('L1: whoever asks while a crowd is being served comes after all of it', async () => {
    await openSeats(100)
    const early = await newUsers(120)
    const late = await newUsers(100)
    // As other requests do.
    const outside = AsyncLocalStorage.snapshot()
    const { sizes, reservations } = countingReservations()
    let ofLate: Promise<HoldResult[]> | undefined
    const holdSeat = createHoldSeat({
      db,
      seats: {
        ...reservations,
        hold: (tx, requests) => {
          ofLate ??= outside(() => Promise.all(late.map((id) => holdSeat(id, null))))
          return reservations.hold(tx, requests)
        },
      },
    })
    const ofEarly = await Promise.all(early.map((id) => holdSeat(id, null)))
    const seated = (results: HoldResult[] = []) => results.filter(({ outcome }) => outcome === 'deal').length
    expect([seated(ofEarly), seated(await ofLate)]).toEqual([100, 0])
    // One reading refuses all who are left.
    expect(sizes).toEqual(Array.from({ length: 10 }, () => 10))
  })

  test('L1: an account that is gone fails alone, and the others get their seats', async () => {
    await openSeats(5)
    const [ada = '', bob = ''] = await newUsers(2)
    const holdSeat = createHoldSeat({ db, seats })
    const outcomes = await Promise.allSettled([ada, 'nobody', bob].map((id) => holdSeat(id, null)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const [offer] = await db.select().from(offers).where(eq(offers.id, 'launch'))
    expect(offer?.taken).toBe(2)
    expect((await auditSeats(db))[0]).toMatchObject({ held: 2, problems: [] })
  })

  test('F32: when the offer stays locked, nobody waits for it again alone, on a connection each', async () => {
    await openSeats(5)
    const ids = await newUsers(3)
    let tries = 0
    const hold: typeof seats.hold = async () => {
      tries += 1
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    }
    const holdSeat = createHoldSeat({ db, seats: { ...seats, hold } })
    const outcomes = await Promise.allSettled(ids.map((id) => holdSeat(id, null)))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(tries).toBe(1)
  })

  test('F32: who is busy in another transaction keeps nobody else waiting', async ({ skip }) => {
    skip(kind === 'embedded', 'it has one connection')
    await openSeats(5)
    const [busy = '', ada = ''] = await newUsers(2)
    const holdSeat = createHoldSeat({ db, seats })
    let ofBusy: ReturnType<typeof holdSeat> | undefined
    // As other requests do.
    const outside = AsyncLocalStorage.snapshot()
    await db.transaction(async (tx) => {
      await lockUser(tx, busy)
      await outside(async () => {
        ofBusy = holdSeat(busy, null)
        expect(await holdSeat(ada, null)).toMatchObject({ outcome: 'deal' })
        const [bob = ''] = await newUsers(1)
        expect(await holdSeat(bob, null)).toMatchObject({ outcome: 'deal' })
      })
    })
    expect(await ofBusy).toMatchObject({ outcome: 'deal' })
  })
})
