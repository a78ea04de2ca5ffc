import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HoldNetwork } from '../../core/seats/seat-hold.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { launchOffer as terms } from '../../tests/support/plans/launch-offer.ts'
import type { Drizzle } from '../db/database.ts'
import { offers, seatHolds, seatLedger, subscriptions, users } from '../db/schema.ts'
import { auditSeats } from './audit-seats.ts'
import { type OfferTerms, openOffer } from './open-offer.ts'
import { createSeatReservations } from './seat-reservations.ts'
import { findOffer, forgetNetworks } from './store.ts'

describeOnBothDatabases('seats', (openTestDatabase) => {
  let db: Drizzle
  let people = 0
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })
  beforeEach(async () => {
    // The ledger refuses to be emptied row by row.
    await db.execute(sql`truncate seat_ledger, seat_holds, offers cascade`)
  })

  async function newUser(): Promise<string> {
    const id = `user-${++people}`
    await db.insert(users).values({ id, name: '', email: `${id}@example.com` })
    return id
  }
  const reservations = createSeatReservations('launch', () => new Date())
  async function hold(userId: string, network: HoldNetwork | null = null) {
    const [seat] = await db.transaction((tx) => reservations.hold(tx, [{ userId, network }]))
    if (!seat) throw new Error('A request for a seat was not answered.')
    return seat
  }
  async function heldBy(userId: string) {
    const seat = await hold(userId)
    if (seat.outcome !== 'deal' || !seat.hold) throw new Error(`No seat: ${JSON.stringify(seat)}`)
    return seat.hold
  }
  const pay = (holdId: string, id: string, isRevoked = false) =>
    db.transaction((tx) =>
      reservations.settle(tx, { id, userId: 'somebody', holdId, paidAt: new Date(0), isRevoked }),
    )
  const figures = async () => {
    const offer = await findOffer(db, 'launch')
    return offer && { taken: offer.taken, sold: offer.sold, isOpen: offer.isOpen }
  }
  const entries = async () =>
    (await db.select().from(seatLedger).orderBy(seatLedger.id)).map(({ entry, change }) => [entry, change])

  test('L1 F20: of 20 who ask at once for 3 seats, 3 get one', async () => {
    await openOffer(db, terms)
    const userIds = await Promise.all(Array.from({ length: 20 }, newUser))
    const seats = await Promise.all(userIds.map((userId) => hold(userId)))
    expect(seats.filter(({ outcome }) => outcome === 'deal')).toHaveLength(3)
    expect(seats.filter(({ outcome }) => outcome === 'none-free')).toHaveLength(17)
    expect(await figures()).toEqual({ taken: 3, sold: 0, isOpen: true })
    expect(await auditSeats(db)).toEqual([expect.objectContaining({ problems: [], held: 3 })])
  })

  test('M2 L1: who gives back one bought seat after the other, each of which stays sold, gets no more for a day', async () => {
    await openOffer(db, { ...terms, cap: 20 })
    const userId = await newUser()
    for (let time = 1; time <= 6; time++) {
      const { id } = await heldBy(userId)
      await pay(id, `pi_${time}`)
      await pay(id, `pi_${time}`, true)
    }
    expect(await hold(userId)).toMatchObject({ refusal: 'user-abandoned' })
    expect(await figures()).toEqual({ taken: 6, sold: 6, isOpen: true })
    expect(await hold(await newUser())).toMatchObject({ outcome: 'deal' })
  })

  test('L1: the database itself refuses a seat above the cap, a higher cap and a changed ledger', async () => {
    await openOffer(db, terms)
    await heldBy(await newUser())
    await expect(db.update(offers).set({ taken: 4 })).rejects.toThrow()
    await expect(db.update(offers).set({ cap: 4 })).rejects.toThrow()
    await expect(db.update(offers).set({ dealPriceMinor: 1 })).rejects.toThrow()
    await expect(db.update(seatLedger).set({ change: 0 })).rejects.toThrow()
    await expect(db.delete(seatLedger)).rejects.toThrow()
  })

  test('L2: who asks twice holds one seat', async () => {
    await openOffer(db, terms)
    const userId = await newUser()
    const [first, second] = [await heldBy(userId), await heldBy(userId)]
    expect(second.id).toBe(first.id)
    expect((await figures())?.taken).toBe(1)
  })

  test('L2: a seat is given back once, however often it is released', async () => {
    await openOffer(db, terms)
    const seat = await heldBy(await newUser())
    for (let i = 0; i < 3; i++) await db.transaction((tx) => reservations.release(tx, seat, 'time was up'))
    expect((await figures())?.taken).toBe(0)
    expect(await entries()).toEqual([
      ['held', 1],
      ['released', -1],
    ])
  })

  test('L3: with the last seat sold the offer closes in the same transaction, and stays closed', async () => {
    await openOffer(db, { ...terms, cap: 2 })
    const seats = [await heldBy(await newUser()), await heldBy(await newUser())]
    expect(await pay(seats[0]?.id ?? '', 'pi_1')).toBe('seated')
    expect(await figures()).toEqual({ taken: 2, sold: 1, isOpen: true })
    await db.transaction(async (tx) => {
      await reservations.settle(tx, {
        id: 'pi_2',
        userId: 'somebody',
        holdId: seats[1]?.id ?? '',
        paidAt: new Date(0),
        isRevoked: false,
      })
      expect((await findOffer(tx, 'launch'))?.isOpen).toBe(false)
    })
    expect((await hold(await newUser())).outcome).toBe('later')
    await expect(db.update(offers).set({ closedAt: null })).rejects.toThrow()
    // A refund does not open it again: the seat stays sold.
    await pay(seats[0]?.id ?? '', 'pi_1', true)
    expect(await figures()).toEqual({ taken: 2, sold: 2, isOpen: false })
    expect(await auditSeats(db)).toEqual([expect.objectContaining({ problems: [], sold: 2 })])
  })

  test('L3: an offer whose time is over gives no more seats, and the later price applies', async () => {
    await openOffer(db, { ...terms, closesAt: new Date(Date.now() + 50) })
    await expect.poll(async () => (await figures())?.isOpen).toBe(false)
    expect(await hold(await newUser())).toMatchObject({ outcome: 'later' })
    expect((await figures())?.isOpen).toBe(false)
  })

  test('L1: a payment after the seat was given back takes a free one, or is oversold for good', async () => {
    await openOffer(db, { ...terms, cap: 1 })
    const late = await heldBy(await newUser())
    await db.transaction((tx) => reservations.release(tx, late, 'time was up'))
    const other = await heldBy(await newUser())
    expect(await pay(late.id, 'pi_late')).toBe('oversold')
    expect((await figures())?.taken).toBe(1)
    await db.transaction((tx) => reservations.release(tx, other, 'time was up'))
    expect(await pay(late.id, 'pi_late')).toBe('oversold')

    const luckier = await heldBy(await newUser())
    await db.transaction((tx) => reservations.release(tx, luckier, 'time was up'))
    expect(await pay(luckier.id, 'pi_luckier')).toBe('seated')
    expect(await figures()).toEqual({ taken: 1, sold: 1, isOpen: false })
    expect(await auditSeats(db)).toEqual([expect.objectContaining({ problems: [] })])
  })

  test('the audit finds a seat that the ledger does not know, and a hold that was tampered with', async () => {
    await openOffer(db, terms)
    const seat = await heldBy(await newUser())
    await db.update(offers).set({ taken: 2 })
    expect((await auditSeats(db))[0]?.problems).toHaveLength(3)
    await db.update(offers).set({ taken: 1 })
    await db.update(seatHolds).set({ state: 'released' }).where(eq(seatHolds.id, seat.id))
    expect((await auditSeats(db))[0]?.problems).toHaveLength(1)
  })

  describe('holds of one network', () => {
    const office = { kind: 'ipv4' as const, key: 'hash-of-an-office' }
    const holdFromOffice = (userId: string) => hold(userId, office)

    test('F58 L1: who asks in one statement with others gets what one after the other would get', async () => {
      await openOffer(db, { ...terms, cap: 5 })
      const holder = await newUser()
      const held = await heldBy(holder)
      const userIds = await Promise.all(Array.from({ length: 7 }, newUser))
      await db.update(users).set({ createdAt: sql`now() - interval '2 days'` })
      const requests = [
        { userId: userIds[0] ?? '', network: office },
        { userId: userIds[1] ?? '', network: office },
        { userId: holder, network: null },
        ...userIds.slice(2).map((userId) => ({ userId, network: null })),
      ]
      const seats = await db.transaction((tx) => reservations.hold(tx, requests))
      expect(seats.map((seat) => (seat.outcome === 'refused' ? seat.refusal : seat.outcome))).toEqual([
        'deal',
        'network-busy',
        'deal',
        'deal',
        'deal',
        'deal',
        'none-free',
        'none-free',
      ])
      expect(seats[2]).toMatchObject({ hold: { id: held.id } })
      const owners = seats.flatMap((seat) => (seat.outcome === 'deal' ? [seat.hold?.userId] : []))
      expect(owners).toEqual([userIds[0], holder, userIds[2], userIds[3], userIds[4]])
      expect(await figures()).toMatchObject({ taken: 5 })
      expect((await auditSeats(db))[0]).toMatchObject({ held: 5, problems: [] })
    })

    test('F58: of 40 accounts that ask at once from one network three get a seat, whatever the interleaving', async () => {
      await openOffer(db, { ...terms, cap: 50 })
      const userIds = await Promise.all(Array.from({ length: 40 }, newUser))
      const seats = await Promise.all(userIds.map(holdFromOffice))
      expect(seats.filter(({ outcome }) => outcome === 'deal')).toHaveLength(3)
      const refused = seats.filter(({ outcome }) => outcome === 'refused')
      expect(refused).toHaveLength(37)
      expect(refused[0]).toMatchObject({ refusal: 'network-busy', retryAfterMs: 10_000 })
      expect(await figures()).toEqual({ taken: 3, sold: 0, isOpen: true })
      expect(await auditSeats(db)).toEqual([expect.objectContaining({ problems: [], held: 3 })])
    })

    test('F58: a refusal shortens the holds of its own network to five minutes, and no others', async () => {
      await openOffer(db, { ...terms, cap: 50 })
      await heldBy(await newUser())
      for (let person = 0; person < 4; person++) await holdFromOffice(await newUser())
      const holds = await db.select().from(seatHolds).orderBy(seatHolds.takenAt)
      const minutes = holds.map(
        ({ network, takenAt, expiresAt }) =>
          [network, (expiresAt.getTime() - takenAt.getTime()) / 60_000] as const,
      )
      expect(minutes).toEqual([[null, 31], ...Array(3).fill([office.key, 5])])
    })

    test('F58: beside a hold whose payment takes days one more is held, for a card, and only that one is waited for', async () => {
      await openOffer(db, { ...terms, cap: 20 })
      const [ada, bob] = [await newUser(), await newUser()]
      const row = { status: 'processing', pendingSince: new Date(), pendingMethod: 'konbini' }
      await holdFromOffice(ada)
      await db.insert(subscriptions).values({ ...row, id: 'sub_ada', userId: ada, plan: 'monthly' })
      expect(await holdFromOffice(bob)).toMatchObject({ refusal: 'network-busy' })
      await db.insert(subscriptions).values({ ...row, id: 'pi_ada', userId: ada, plan: 'lifetime' })
      expect(await holdFromOffice(bob)).toMatchObject({ outcome: 'deal', hold: { cardOnly: true } })
      expect(await holdFromOffice(await newUser())).toMatchObject({ refusal: 'network-busy' })
      await db.insert(subscriptions).values({ ...row, id: 'pi_bob', userId: bob, plan: 'lifetime' })
      const refused = await holdFromOffice(await newUser())
      expect(refused).toMatchObject({ refusal: 'network-awaiting', retryAfterMs: 3_600_000 })
      expect((await hold(await newUser(), { kind: 'ipv4', key: 'hash-of-another' })).outcome).toBe('deal')
    })

    test('F58: a network is forgotten a day after its hold was given back, and when the offer closes', async () => {
      await openOffer(db, { ...terms, cap: 50 })
      for (let person = 0; person < 3; person++) await holdFromOffice(await newUser())
      const [first, second, third] = await db.select().from(seatHolds).orderBy(seatHolds.takenAt)
      if (!first || !second || !third) throw new Error('Three holds were expected.')
      for (const hold of [first, second])
        await db.transaction((tx) => reservations.release(tx, hold, 'time was up'))
      await db
        .update(seatHolds)
        .set({ releasedAt: sql`now() - interval '25 hours'` })
        .where(eq(seatHolds.id, first.id))
      const known = async () =>
        (await db.select().from(seatHolds).orderBy(seatHolds.takenAt)).map(({ network }) => network !== null)
      await forgetNetworks(db)
      expect(await known()).toEqual([false, true, true])
      await pay(third.id, 'pi_office')
      await forgetNetworks(db)
      expect(await known()).toEqual([false, true, true])
      await db.update(offers).set({ closedAt: sql`now()` })
      await forgetNetworks(db)
      expect(await known()).toEqual([false, false, false])
    })
  })

  describe('opening an offer', () => {
    test('L1: what an open offer promised stands: no more seats, no other price, no later end', async () => {
      const closesAt = new Date(Date.now() + 3_600_000)
      await openOffer(db, { ...terms, closesAt })
      await openOffer(db, { ...terms, closesAt })
      const refused = (change: Partial<OfferTerms>) =>
        expect(openOffer(db, { ...terms, closesAt, ...change })).rejects.toThrow(/promised stands/)
      await refused({ cap: 4 })
      await refused({ dealPriceMinor: 9_900 })
      await refused({ laterPriceMinor: 9_900 })
      await refused({ closesAt: new Date(closesAt.getTime() + 1) })
      await refused({ closesAt: null })
      await expect(openOffer(db, { ...terms, id: 'spring' })).rejects.toThrow(/still open/)
    })

    test('fewer seats and an earlier end are taken over, but never fewer than are taken', async () => {
      await openOffer(db, terms)
      await heldBy(await newUser())
      await heldBy(await newUser())
      await openOffer(db, { ...terms, cap: 2, closesAt: new Date(Date.now() + 60_000) })
      expect(await findOffer(db, 'launch')).toMatchObject({ cap: 2, closesAt: expect.any(Date) })
      await expect(
        openOffer(db, { ...terms, cap: 1, closesAt: new Date(Date.now() + 50_000) }),
      ).rejects.toThrow(/taken already/)
    })

    test('L3: a closed offer is not opened again by a start', async () => {
      await openOffer(db, { ...terms, cap: 1 })
      await pay((await heldBy(await newUser())).id, 'pi_only')
      await openOffer(db, { ...terms, cap: 50 })
      expect((await hold(await newUser())).outcome).toBe('later')
    })
  })
})
