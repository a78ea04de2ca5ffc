import { openEmulator } from '@fairseat/stripe-emulator/testing'
import { eq, ne, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type BillingKit, liveCatalogue, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { jobs, seatHolds } from '../db/schema.ts'
import { auditSeats } from '../seats/audit-seats.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

describeOnBothDatabases('a payment for which a seat is held for long', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  let offers = 0
  let passedMs = 0
  const now = () => new Date(Date.now() + passedMs)
  beforeAll(async () => {
    ;({ db } = await openTestDatabase())
  })
  afterEach(async () => {
    for (const { problems } of await auditSeats(db)) expect(problems).toEqual([])
    await kit.stop()
  })

  /** A shop with a single seat, which somebody wants to pay like this. */
  async function open(card: string) {
    passedMs = 0
    await db.execute(sql`truncate seat_ledger, seat_holds, offers, jobs cascade`)
    kit = await startBillingKit(db, {
      catalogue: liveCatalogue(1, { offer: `slow-${++offers}` }),
      emulator: await openEmulator({ realMs: () => now().getTime() }),
      now,
    })
    const buyer = await kit.signIn()
    await buyer.buy('lifetime', card)
    await kit.deliver()
  }

  async function timePasses(ms: number) {
    passedMs += ms
    // It has the same clock, and does now what fell due.
    await kit.emulator.advance(0)
    await kit.jobs.runDue()
  }
  const heldSeats = () => db.$count(seatHolds, eq(seatHolds.state, 'held'))

  test('F29: a seat whose voucher is awaited costs no calls each minute', async () => {
    await open('boleto')
    await timePasses(hourMs)
    // Holds without a job are found by the database's clock, which stands where it was.
    await db.update(seatHolds).set({ expiresAt: sql`now() - interval '1 hour'` })
    await kit.emulator.control('/rate-limit', { rate: 1_000 })
    for (let minute = 0; minute < 30; minute += 1) await timePasses(minuteMs)
    const { admitted } = await kit.emulator.control<{ admitted: number }>('/traffic')
    expect(admitted).toBeLessThan(10)
    expect(await heldSeats()).toBe(1)
  })

  test('F22: the seat of a voucher that expired is free a day later at the latest, without an event', async () => {
    await open('boleto')
    await timePasses(hourMs)
    await db.delete(jobs).where(ne(jobs.kind, 'release-hold'))
    for (let day = 0; day < 2; day += 1) await timePasses(dayMs)
    expect(await heldSeats()).toBe(1)
    for (let day = 0; day < 2; day += 1) await timePasses(dayMs)
    expect(await heldSeats()).toBe(0)
  })
})
