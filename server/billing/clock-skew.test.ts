import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type BillingKit,
  liveCatalogue,
  sessionIn,
  startBillingKit,
} from '../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import { createDatabaseClock } from '../db/clock.ts'
import type { Drizzle } from '../db/database.ts'
import { seatHolds } from '../db/schema.ts'
import { auditSeats } from '../seats/audit-seats.ts'

const skews = [-120, -600, 600]

describeMainlyOnPostgres('a clock that is wrong', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  let offers = 0
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })
  afterEach(async () => {
    for (const { problems } of await auditSeats(db)) expect(problems).toEqual([])
    await kit.stop()
  })

  async function open(now: () => Date) {
    await db.execute(sql`truncate seat_ledger, seat_holds, offers cascade`)
    kit = await startBillingKit(db, { catalogue: liveCatalogue(2, { offer: `clock-${++offers}` }), now })
  }
  const seatsHeld = async () => (await auditSeats(db)).reduce((sum, { held }) => sum + held, 0)
  const wallClock = (skewSeconds: number) => () => Date.now() + skewSeconds * 1_000

  describe.each(skews)('of this machine, by %i s', (skewSeconds) => {
    test('F59: a Lifetime click works, its hold and session end together, and events are accepted', async () => {
      const clock = createDatabaseClock(db, { wallMs: wallClock(skewSeconds) })
      await clock.measure()
      expect(Math.abs(clock.wallAheadSeconds() - skewSeconds)).toBeLessThan(60)
      await open(clock.now)

      const [buyer, idler] = [await kit.signIn(), await kit.signIn()]
      await buyer.buy('lifetime')
      await kit.deliver()
      expect(await buyer.plan()).toBe('lifetime')

      const response = await idler.checkout('lifetime')
      expect(response.status).toBe(200)
      const checkoutSessionId = sessionIn((await response.json()).url)
      const session = await kit.emulator.stripe.checkout.sessions.retrieve(checkoutSessionId)
      const [hold] = (await db.select().from(seatHolds)).filter(({ state }) => state === 'held')
      expect(hold?.checkoutSessionId).toBe(checkoutSessionId)
      expect(Math.abs((hold?.expiresAt.getTime() ?? 0) / 1_000 - session.expires_at)).toBeLessThanOrEqual(1)
      await kit.emulator.advance(32 * 60)
      await kit.deliver()
      expect(await seatsHeld()).toBe(0)
    })
  })

  // With the embedded database both are one clock, and then nobody but Stripe knows better.
  describe.each(skews)('of this machine and the database, by %i s', (skewSeconds) => {
    test('F59: a Lifetime click works, and when the hold is over its session is expired before the seat is free', async () => {
      let laterMs = 0
      const wallMs = wallClock(skewSeconds)
      await open(() => new Date(wallMs() + laterMs))
      const ada = await kit.signIn()
      const response = await ada.checkout('lifetime')
      expect(response.status).toBe(200)
      const checkoutSessionId = sessionIn((await response.json()).url)
      expect(await seatsHeld()).toBe(1)
      await kit.runJobs()
      expect(await seatsHeld()).toBe(1)
      laterMs = 31 * 60_000
      await kit.runJobs()
      expect((await kit.emulator.stripe.checkout.sessions.retrieve(checkoutSessionId)).status).toBe('expired')
      expect(await seatsHeld()).toBe(0)
    })
  })
})
