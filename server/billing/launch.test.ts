import { openEmulator } from '@fairseat/stripe-emulator/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sumOf } from '../../core/billing/sum-amounts.ts'
import { createTestApp, createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import {
  type BillingKit,
  describeWithBillingKitOnBothDatabases,
  liveCatalogue,
  sessionIn,
  startBillingKit,
} from '../../tests/support/billing/billing-kit.ts'
import { countCallsByUser } from '../../tests/support/billing/count-calls-by-user.ts'
import { listPendingJobs } from '../../tests/support/billing/run-all-jobs.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { seatHolds, users } from '../db/schema.ts'
import { auditSeats } from '../seats/audit-seats.ts'

const seats = 4
const buyers = 10
/** Of one buyer at once. */
const clicks = 15
const callMs = 50
/** So many calls are answered with 429. */
const refusedCalls = 3
/** Of Stripe, with so few at once that a crowd is refused some. */
const stripeRate = { rate: 25, burst: 2 }

type Visitor = Awaited<ReturnType<BillingKit['signIn']>>

async function signIn(kit: BillingKit, count: number): Promise<Visitor[]> {
  const all: Visitor[] = []
  for (let n = 0; n < count; n += 1) all.push(await kit.signIn())
  // A tenth of the seats is not for accounts of today.
  await kit.db.update(users).set({ createdAt: sql`now() - interval '2 days'` })
  return all
}

type Clicked = Awaited<ReturnType<typeof clickLifetime>>[number]

/** All of them at once, and each reads what they have meanwhile. */
const clickLifetime = (crowd: Visitor[]) =>
  Promise.all(
    crowd.map(async (buyer) => {
      const [response, read] = await Promise.all([buyer.checkout('lifetime'), buyer.get('/api/subscription')])
      return { buyer, status: response.status, read: read.status, body: await response.json() }
    }),
  )

/** Every seat once, and nobody an error. */
function expectAllSeatsOffered(responses: Clicked[]): { offered: Clicked[]; refused: Clicked[] } {
  const offered = responses.filter(({ status }) => status === 200)
  const refused = responses.filter(({ status }) => status !== 200)
  expect(new Set(offered.map(({ body }) => sessionIn(body.url))).size).toBe(seats)
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: buyers - seats }, () => [409, 'seats-held']),
  )
  expect(responses.map(({ read }) => read)).toEqual(Array.from({ length: buyers }, () => 200))
  return { offered, refused }
}

async function expectAllSeatsSold(kit: BillingKit, offered: Clicked[]): Promise<void> {
  for (const { body } of offered) await kit.emulator.pay(sessionIn(body.url))
  await kit.deliver()
  expect(await listPendingJobs(kit.db)).toEqual([])
  const [audit] = await auditSeats(kit.db)
  expect(audit).toMatchObject({ sold: seats, held: 0, problems: [] })
  for (const { buyer } of offered) expect(await buyer.plan()).toBe('lifetime')
}

describeWithBillingKitOnBothDatabases(
  'launch day',
  (kit) => {
    test('F32 F47 L1: everybody clicks at once and Stripe refuses calls: every seat is offered, none twice, nobody gets an error, and who gets none costs no call', async () => {
      const crowd = await signIn(kit, buyers)
      await kit.emulator.control('/api-delay', { delayMs: callMs })
      await kit.emulator.control('/api-faults', { status: 429, count: refusedCalls })
      let responses: Clicked[] = []
      const calls = await kit.callsDuring(async () => {
        responses = await clickLifetime(crowd)
      })
      await kit.emulator.control('/api-delay', { delayMs: 0 })

      const { offered } = expectAllSeatsOffered(responses)
      // A customer and a Checkout Session for each seat, the prices once, and what was refused once more.
      expect(calls).toBeLessThanOrEqual(2 * seats + 1 + refusedCalls)
      await expectAllSeatsSold(kit, offered)
    })

    test('F54: many requests of one account at once cost what one costs', async () => {
      const [buyer] = await signIn(kit, 1)
      await kit.emulator.control('/api-delay', { delayMs: callMs })
      let responses: (Response | undefined)[] = []
      const calls = await kit.callsDuring(async () => {
        responses = await Promise.all(Array.from({ length: clicks }, () => buyer?.checkout('monthly')))
      })
      await kit.emulator.control('/api-delay', { delayMs: 0 })
      expect(responses.map((result) => result?.status)).toEqual(Array.from({ length: clicks }, () => 200))
      const urls = await Promise.all(responses.map(async (result) => (result ? await result.json() : {}).url))
      expect(new Set(urls).size).toBe(1)
      expect(calls).toBeLessThanOrEqual(2)
    })
  },
  { catalogue: liveCatalogue(seats), callsPerSecond: 20 },
)

describeOnBothDatabases('launch day above Stripe’s rate', (openTestDatabase) => {
  let kit: BillingKit
  /** While the clock of the emulator stands still its rate limit refuses whatever comes after the burst. */
  let standsAtMs: number | null = null
  beforeAll(async () => {
    kit = await startBillingKit((await openTestDatabase()).db, {
      emulator: await openEmulator({ realMs: () => standsAtMs ?? Date.now() }),
      catalogue: liveCatalogue(seats),
      callsPerSecond: 20,
    })
  })
  afterAll(() => kit.stop())

  test('F47 L1: every seat is offered, none twice, nobody gets an error, and of those who get none no call is made', async () => {
    const { control } = kit.emulator
    const countRefusedCalls = async () => (await control<{ refused: number }>('/traffic')).refused
    const crowd = await signIn(kit, buyers)
    await control('/api-delay', { delayMs: callMs })
    standsAtMs = Date.now()
    await control('/rate-limit', stripeRate)
    const clicked = clickLifetime(crowd)
    await expect.poll(countRefusedCalls).toBeGreaterThan(0)
    standsAtMs = null
    const { offered, refused } = expectAllSeatsOffered(await clicked)
    const repeated = await countRefusedCalls()
    const calls = await countCallsByUser(kit.emulator)
    await control('/api-delay', { delayMs: 0 })
    const callsFor = ({ buyer }: Clicked) => calls.get(buyer.id) ?? 0
    // A customer and a Checkout Session for each seat, and what was refused once more.
    for (const each of offered) expect(callsFor(each)).toBeGreaterThanOrEqual(2)
    expect(sumOf(offered.map(callsFor))).toBeLessThanOrEqual(2 * seats + repeated)
    expect(refused.map(callsFor)).toEqual(refused.map(() => 0))
    await expectAllSeatsSold(kit, offered)
  })
})

describeOnBothDatabases('in a crowd', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  beforeAll(async () => {
    ;({ db } = await openTestDatabase())
    kit = await startBillingKit(db, { catalogue: liveCatalogue(seats) })
  })
  afterAll(() => kit.stop())

  test('F32: whoever got a seat goes on to pay 100 ms after the one before', async () => {
    const calledAt: number[] = []
    const createCustomer: typeof kit.payments.createCustomer = (...args) => {
      calledAt.push(Date.now())
      return kit.payments.createCustomer(...args)
    }
    const app = createTestApp(db, {}, liveCatalogue(seats), { ...kit.payments, createCustomer })
    const crowd = Array.from({ length: seats + 1 }, () => createTestBrowser(app))
    for (const buyer of crowd) await buyer.signIn(newAddress())
    const click = (buyer?: (typeof crowd)[number], network = {}) =>
      buyer?.post('/api/stripe/create-checkout', { plan: 'lifetime' }, network)
    // All clicks come in the same tenth of a second, however slow the machine is.
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const [first, neighbour, ...others] = crowd
      // Of few seats every network may hold one: the neighbour gets none.
      const network = { 'x-forwarded-for': '203.0.113.7' }
      await click(first, network)
      for (let clicks = 0; clicks < 5; clicks += 1)
        expect((await click(neighbour, network))?.status).toBe(429)
      const startedAt = Date.now()
      const responses = await Promise.all(others.map((buyer) => click(buyer)))
      expect(responses.map((response) => response?.status)).toEqual(others.map(() => 200))
      const waits = calledAt.slice(1).map((at) => at - startedAt)
      expect(waits).toHaveLength(seats - 1)
      // A timer may be a millisecond early.
      for (const [index, waitMs] of waits.entries()) expect(waitMs).toBeGreaterThan((index + 1) * 98)
    } finally {
      vi.useRealTimers()
    }
  })
})

/** One call in a thousand seconds: no buyer waits for that. */
const usedUp = 0.001

describeOnBothDatabases('while the budget of calls to Stripe is used up', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  beforeAll(async () => {
    ;({ db } = await openTestDatabase())
    kit = await startBillingKit(db, { catalogue: liveCatalogue(1), callsPerSecond: usedUp })
  })
  afterAll(() => kit.stop())

  test('F47 L2: a checkout is answered 503 with Retry-After, and the seat is kept for its buyer', async () => {
    const email = newAddress()
    const [ada, bob] = [await kit.signIn(email), await kit.signIn()]
    const response = await ada.checkout('lifetime')
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ code: 'payment-service-busy', error: expect.any(String) })
    const held = await db.select().from(seatHolds)
    expect(held).toMatchObject([{ userId: ada.id, state: 'held' }])
    expect(await (await bob.checkout('lifetime')).json()).toMatchObject({ code: 'seats-held' })
    // In another process, which has calls left.
    const payments = kit.connect({ callsPerSecond: Number.POSITIVE_INFINITY })
    const visitor = createTestBrowser(createTestApp(db, {}, liveCatalogue(1), payments))
    await visitor.signIn(email)
    expect((await visitor.post('/api/stripe/create-checkout', { plan: 'lifetime' })).status).toBe(200)
    expect((await db.select().from(seatHolds)).map(({ id }) => id)).toEqual(held.map(({ id }) => id))
  })
})
