import { cards, openEmulator } from '@fairseat/stripe-emulator/testing'
import { eq, ne, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type BillingKit, liveCatalogue, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { startOlderVersion } from '../../tests/support/billing/older-version.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { jobs, seatHolds } from '../db/schema.ts'
import { auditSeats } from '../seats/audit-seats.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

// A bank transfer is awaited for ever (docs.stripe.com/payments/bank-transfers/accept-a-payment). Its Checkout Session is
// complete, so it cannot be expired (docs.stripe.com/api/checkout/sessions/expire), and the payment of a Checkout Session can
// be cancelled only in `requires_capture` (docs.stripe.com/api/payment_intents/cancel).
describeMainlyOnPostgres('a payment for which a seat is held for long', (openTestDatabase) => {
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
  async function open(card: string, { isOlderSession = false } = {}) {
    passedMs = 0
    await db.execute(sql`truncate seat_ledger, seat_holds, offers, jobs cascade`)
    kit = await startBillingKit(db, {
      catalogue: liveCatalogue(1, { offer: `slow-${++offers}` }),
      emulator: await openEmulator({ realMs: () => now().getTime() }),
      now,
    })
    const buyer = await kit.signIn()
    if (isOlderSession) await openOlderSession(buyer)
    const { checkoutSessionId, paid } = await buyer.buy('lifetime', card)
    await kit.deliver()
    return { buyer, checkoutSessionId, paid }
  }

  /** The next click leads to it. */
  async function openOlderSession(buyer: { checkout: (plan: string) => Promise<Response> }) {
    const older = await startOlderVersion(kit.emulator.url)
    const { createCheckoutSession } = kit.payments
    kit.payments.createCheckoutSession = kit.connect({ apiUrl: older.url }).createCheckoutSession
    expect((await buyer.checkout('lifetime')).status).toBe(200)
    kit.payments.createCheckoutSession = createCheckoutSession
    older.stop()
  }

  async function timePasses(ms: number) {
    passedMs += ms
    // It has the same clock, and does now what fell due.
    await kit.emulator.advance(0)
    await kit.jobs.runDue()
  }
  const heldSeats = () => db.$count(seatHolds, eq(seatHolds.state, 'held'))
  const nextLook = async () =>
    (await db.select().from(jobs).where(eq(jobs.kind, 'release-hold'))).map(({ runAt }) => runAt.getTime())[0]

  test('F22 L2: Checkout does not offer a bank transfer for Lifetime, and the seat is free when the session ends', async () => {
    const { buyer, checkoutSessionId, paid } = await open(cards.bankTransfer)
    expect(paid).toBe('declined')
    const session = await kit.emulator.stripe.checkout.sessions.retrieve(checkoutSessionId)
    expect(session.status).toBe('open')
    expect(session.payment_method_types).toEqual(expect.arrayContaining(['card', 'sepa_debit', 'konbini']))
    expect(session.payment_method_types).not.toContain('customer_balance')
    expect(await heldSeats()).toBe(1)
    await timePasses(hourMs)
    expect(await heldSeats()).toBe(0)
    await timePasses(60 * dayMs)
    expect((await buyer.buy('lifetime')).paid).toBe('complete')
    await kit.deliver()
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('F22: whoever would have paid by bank transfer can delete the account', async () => {
    const { buyer } = await open(cards.bankTransfer)
    await timePasses(60 * dayMs)
    expect((await buyer.deleteAccount()).status).toBe(200)
    expect(await heldSeats()).toBe(0)
  })

  test('L2 F29: a transfer of a session from before is awaited for as long as it can be paid, and looked at once a day', async () => {
    const { buyer, checkoutSessionId, paid } = await open(cards.bankTransfer, { isOlderSession: true })
    expect(paid).toBe('complete')
    await timePasses(hourMs)
    for (let days = 0; days < 60; days += 10) await timePasses(10 * dayMs)
    expect(await heldSeats()).toBe(1)
    expect(await nextLook()).toBeGreaterThan(now().getTime() + dayMs - hourMs)
    for (const plan of ['monthly', 'lifetime']) expect((await buyer.checkout(plan)).status).toBe(409)
    await kit.emulator.control('/async-payments', { session: checkoutSessionId, outcome: 'succeeded' })
    await kit.deliver()
    expect(await buyer.plan()).toBe('lifetime')
    expect((await kit.emulator.stripe.refunds.list()).data).toEqual([])
  })

  test('F29: a seat whose voucher is awaited costs no calls each minute', async () => {
    await open('konbini')
    await timePasses(hourMs)
    // Holds without a job are found by the database's clock, which stands where it was.
    await db.update(seatHolds).set({ expiresAt: sql`now() - interval '1 hour'` })
    const calls = await kit.callsDuring(async () => {
      for (let minute = 0; minute < 30; minute += 1) await timePasses(minuteMs)
    })
    expect(calls).toBeLessThan(10)
    expect(await heldSeats()).toBe(1)
  })

  test('F22: the seat of a voucher that expired is free a day later at the latest, without an event', async () => {
    await open('konbini')
    await timePasses(hourMs)
    await db.delete(jobs).where(ne(jobs.kind, 'release-hold'))
    for (let day = 0; day < 2; day += 1) await timePasses(dayMs)
    expect(await heldSeats()).toBe(1)
    for (let day = 0; day < 2; day += 1) await timePasses(dayMs)
    expect(await heldSeats()).toBe(0)
  })
})
