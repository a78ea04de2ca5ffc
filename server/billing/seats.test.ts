import { cards } from '@fairseat/stripe-emulator/testing'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  type BillingKit,
  liveCatalogue,
  sessionIn,
  startBillingKit,
} from '../../tests/support/billing/billing-kit.ts'
import {
  describeMainlyOnPostgres,
  describeOnBothDatabases,
} from '../../tests/support/database/both-databases.ts'
import type { Database, Drizzle } from '../db/database.ts'
import {
  checkouts,
  customers,
  jobs,
  offers as offersTable,
  purchases,
  seatHolds,
  subscriptions,
} from '../db/schema.ts'
import { enqueueJob } from '../jobs/store.ts'
import { auditSeats } from '../seats/audit-seats.ts'
import { createSeatReservations } from '../seats/seat-reservations.ts'
import { findOffer } from '../seats/store.ts'
import { reconcile } from './reconcile.ts'
import { syncUser } from './sync/sync-user.ts'

const minute = 60

let db: Drizzle
let kit: BillingKit
let offers = 0

function useDatabase(openTestDatabase: () => Promise<Database>) {
  beforeAll(async () => {
    ;({ db } = await openTestDatabase())
  })
  afterEach(async () => {
    for (const { problems } of await auditSeats(db)) expect(problems).toEqual([])
    await kit.stop()
  })
}

/** A shop with a fresh offer of so many seats. */
async function open(seats: number) {
  await db.execute(sql`truncate seat_ledger, seat_holds, offers cascade`)
  const offer = `offer-${++offers}`
  kit = await startBillingKit(db, { catalogue: liveCatalogue(seats, { offer }) })
  return {
    figures: async () => {
      const found = await findOffer(db, offer)
      return found && { taken: found.taken, sold: found.sold, isOpen: found.isOpen }
    },
  }
}
const pageOf = async (response: Response) => sessionIn((await response.json()).url)
const agedHolds = () =>
  db.update(seatHolds).set({ expiresAt: sql`now() - interval '1 minute'` }).where(eq(seatHolds.state, 'held'))

describeOnBothDatabases('seats at checkout, what depends on the database', (openTestDatabase) => {
  useDatabase(openTestDatabase)

  test('L2 C7: a seat is held when checkout starts, one per person, and the page ends with the hold', async () => {
    const { figures } = await open(2)
    const [ada, bob, eve] = [await kit.signIn(), await kit.signIn(), await kit.signIn()]
    const [first, again] = await Promise.all([ada.checkout('lifetime'), ada.checkout('lifetime')])
    const page = await pageOf(first)
    expect(await pageOf(again)).toBe(page)
    expect(await figures()).toEqual({ taken: 1, sold: 0, isOpen: true })
    const session = await kit.emulator.stripe.checkout.sessions.retrieve(page)
    const minutes = (session.expires_at - session.created) / 60
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThan(32)

    expect((await bob.checkout('lifetime')).status).toBe(200)
    const refused = await eve.checkout('lifetime')
    expect(refused.status).toBe(409)
    expect((await refused.json()).error).toMatch(/seat/)
    expect((await eve.checkout('monthly')).status).toBe(200)
  })

  test('L1 L3 F20: the last seat is sold, then the later price applies at checkout, after a word about it', async () => {
    const { figures } = await open(1)
    const [ada, bob] = [await kit.signIn(), await kit.signIn()]
    await ada.buy('lifetime')
    await kit.deliver()
    expect(await ada.plan()).toBe('lifetime')
    expect(await figures()).toEqual({ taken: 1, sold: 1, isOpen: false })

    const response = await bob.checkout('lifetime')
    expect(response.status).toBe(409)
    expect((await response.json()).error).toMatch(/price of Lifetime has changed/)
    const page = await pageOf(await bob.checkout('lifetime'))
    expect(await pageOf(await bob.checkout('lifetime'))).toBe(page)
    const session = await kit.emulator.stripe.checkout.sessions.retrieve(page)
    expect(session.amount_total).toBe(14_900)
    expect(await figures()).toEqual({ taken: 1, sold: 1, isOpen: false })
  })

  test('L3 F20: who chose Lifetime at the price of the deal and signed in is told of the later one, which is bought next', async () => {
    await open(1)
    const ada = await kit.signIn()
    await db.update(offersTable).set({ closedAt: sql`now() - interval '11 minutes'` })
    const told = await ada.checkout('lifetime')
    expect(told.status).toBe(409)
    expect((await told.json()).code).toBe('price-changed')
    const page = await pageOf(await ada.checkout('lifetime'))
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(page)).amount_total).toBe(14_900)
  })

  test('F22: with the event lost, the job release-hold gives it back', async () => {
    const { figures } = await open(1)
    const ada = await kit.signIn()
    await ada.checkout('lifetime')
    await kit.runJobs()
    expect((await figures())?.taken).toBe(1)
    await agedHolds()
    await kit.runJobs()
    expect((await figures())?.taken).toBe(0)
    expect((await (await kit.signIn()).checkout('lifetime')).status).toBe(200)
  })

  test('F22: a hold comes with the job that ends it, at the moment when its time is up', async () => {
    await open(1)
    const ada = await kit.signIn()
    await ada.checkout('lifetime')
    const [hold] = await db.select().from(seatHolds).where(eq(seatHolds.userId, ada.id))
    const ending = await db
      .select({ runAt: jobs.runAt })
      .from(jobs)
      .where(and(eq(jobs.kind, 'release-hold'), eq(jobs.key, hold?.id ?? '')))
    expect(ending).toEqual([{ runAt: hold?.expiresAt }])
  })

  test('L1: a late payment that finds no seat is refunded in full, and the buyer is told', async () => {
    const { figures } = await open(1)
    const [ada, bob] = [await kit.signIn(), await kit.signIn()]
    const page = await pageOf(await ada.checkout('lifetime'))
    // As if the seat had been lost in spite of everything.
    const reservations = createSeatReservations(null, () => new Date())
    await db.transaction(async (tx) => {
      const hold = await reservations.find(tx, ada.id)
      if (hold) await reservations.release(tx, hold, 'lost by the test')
    })
    await bob.buy('lifetime')
    await kit.deliver()
    await kit.emulator.pay(page, cards.pays)
    await kit.deliver()
    expect(await ada.plan()).toBe('free')
    expect(await figures()).toEqual({ taken: 1, sold: 1, isOpen: false })
    const status = await (await ada.get(`/api/stripe/checkout-status?session_id=${page}`)).json()
    expect(status).toEqual({ status: 'refunded', plan: 'free' })

    const [row] = await db.select().from(purchases).where(eq(purchases.userId, ada.id))
    expect(row).toMatchObject({ revokedFor: 'oversold' })
    const intent = await kit.emulator.stripe.paymentIntents.retrieve(row?.id ?? '', {
      expand: ['latest_charge'],
    })
    expect(intent.latest_charge).toMatchObject({ amount_refunded: 8_900, refunded: true })
    const mails = await ada.mails()
    expect(mails.map(({ subject }: { subject: string }) => subject)).toContainEqual(
      expect.stringMatching(/refunded in full/),
    )
    await kit.runJobs()
    expect((await ada.mails()).length).toBe(mails.length)

    // The words of version 0.1, which may run beside this one and would take others for a seat that was sold.
    const stored = await db.execute(
      sql`select state, revoked_for from seat_holds join purchases on purchases.id = payment_id`,
    )
    expect(stored.rows).toContainEqual({ state: 'turned-away', revoked_for: 'no-seat' })

    // Enqueued once more by a sync that had read Stripe before the refund.
    const [hold] = await db
      .select()
      .from(seatHolds)
      .where(eq(seatHolds.paymentId, row?.id ?? ''))
    const payload = { userId: ada.id, paymentId: row?.id ?? '', amountMinor: null, holdId: hold?.id ?? '' }
    await enqueueJob(db, { kind: 'refund', key: `oversold-${row?.id}`, payload })
    await kit.runJobs()
    expect((await ada.mails()).length).toBe(mails.length)
  })
})

describeMainlyOnPostgres('seats at checkout', (openTestDatabase, kind) => {
  useDatabase(openTestDatabase)

  test('F22: an abandoned page gives its seat back when it expires, by the event', async () => {
    const { figures } = await open(1)
    const ada = await kit.signIn()
    await ada.checkout('lifetime')
    await kit.emulator.advance(32 * minute)
    await kit.deliver()
    expect(await figures()).toEqual({ taken: 0, sold: 0, isOpen: true })
  })

  test('L2: while the payment service is slow about one who lets a seat go, others are given theirs', async ({
    skip,
  }) => {
    skip(kind === 'embedded', 'it has one connection')
    await open(2)
    const [ada, bob] = [await kit.signIn(), await kit.signIn()]
    const page = await pageOf(await ada.checkout('lifetime'))
    await kit.emulator.stripe.checkout.sessions.expire(page)
    const seats = createSeatReservations(`offer-${offers}`, () => new Date())
    const meanwhile: (string | undefined)[] = []
    const payments = {
      ...kit.payments,
      async readState(customerId: string) {
        const [seat] = await db.transaction((tx) => seats.hold(tx, [{ userId: bob.id, network: null }]))
        meanwhile.push(seat?.outcome)
        return kit.payments.readState(customerId)
      },
    }
    await syncUser({ db, payments, seats, graceDays: 0, now: () => new Date() }, ada.id)
    expect(meanwhile).toEqual(['deal'])
    expect(await seats.find(db, ada.id)).toBeNull()
  })

  test('L2 F21: the page can no longer be paid once its seat was given back', async () => {
    const { figures } = await open(1)
    const ada = await kit.signIn()
    const page = await pageOf(await ada.checkout('lifetime'))
    await agedHolds()
    await kit.runJobs()
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(page)).status).toBe('expired')
    expect((await kit.emulator.pay(page, cards.pays)).status).toBeGreaterThanOrEqual(400)
    expect((await figures())?.taken).toBe(0)
  })

  test('L2 F21: while the payment service cannot be asked to expire the page, the seat stays held', async () => {
    const { figures } = await open(1)
    const ada = await kit.signIn()
    const { url } = await (await ada.checkout('lifetime')).json()
    await agedHolds()
    await kit.emulator.control('/api-faults', { path: '/v1/checkout/sessions', status: 500, count: 20 })
    await kit.runJobs()
    expect((await figures())?.taken).toBe(1)
    await kit.emulator.control('/api-faults', { count: 0 })
    await kit.emulator.pay(sessionIn(url), cards.pays)
    await kit.runJobs()
    await kit.deliver()
    expect(await figures()).toEqual({ taken: 1, sold: 1, isOpen: false })
    expect(await ada.plan()).toBe('lifetime')
  })

  test('L2: a payment that takes days keeps its seat; when it fails, the seat goes back', async () => {
    const { figures } = await open(1)
    const ada = await kit.signIn()
    await ada.buy('lifetime', cards.debitBounces)
    await kit.deliver()
    await agedHolds()
    await kit.runJobs()
    expect(await figures()).toEqual({ taken: 1, sold: 0, isOpen: true })
    await kit.emulator.advance(8 * 86_400)
    await kit.deliver()
    expect(await ada.plan()).toBe('free')
    expect(await figures()).toEqual({ taken: 0, sold: 0, isOpen: true })
  })

  test('F58: the seat of a bounced debit is free at once, by the event of the failure', async () => {
    const { figures } = await open(1)
    const [ada, bob] = [await kit.signIn(), await kit.signIn()]
    await ada.buy('lifetime', cards.debitBounces)
    await kit.deliver()
    expect((await bob.checkout('lifetime')).status).toBe(409)
    await kit.emulator.advance(8 * 86_400)
    await kit.deliver()
    // Neither the job `release-hold` nor the end of the hold was waited for.
    expect(await figures()).toEqual({ taken: 0, sold: 0, isOpen: true })
    expect((await bob.checkout('lifetime')).status).toBe(200)
  })

  test('F58: a colleague gets the seat of one who has not paid for five minutes, after that session has expired', async () => {
    const { figures } = await open(50)
    const office = { 'x-forwarded-for': '198.51.100.2' }
    const click = async () =>
      (await kit.signIn()).post('/api/stripe/create-checkout', { plan: 'lifetime' }, office)
    const idle = await pageOf(await click())
    expect([(await click()).status, (await click()).status]).toEqual([200, 200])
    const refused = await click()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await refused.json()).toEqual({
      code: 'network-busy',
      error: expect.stringMatching(/your network .+ There’s room/),
    })
    await db
      .update(seatHolds)
      .set({ takenAt: sql`now() - interval '5 minutes'`, expiresAt: sql`now() + interval '26 minutes'` })
      .where(eq(seatHolds.checkoutSessionId, idle))
    expect((await click()).status).toBe(429)
    await kit.jobs.runDue()
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(idle)).status).toBe('expired')
    expect((await click()).status).toBe(200)
    expect((await figures())?.taken).toBe(3)
  })

  test('F58: a voucher that is awaited shuts no colleague out: one more may pay, by card', async () => {
    const { figures } = await open(20)
    const office = { 'x-forwarded-for': '198.51.100.4' }
    const click = (person: Awaited<ReturnType<typeof kit.signIn>>) =>
      person.post('/api/stripe/create-checkout', { plan: 'lifetime' }, office)
    const [ada, bob] = [await kit.signIn(), await kit.signIn()]
    const [carol, dan] = [await kit.signIn(), await kit.signIn()]
    const methodsOf = async (page: string) =>
      (await kit.emulator.stripe.checkout.sessions.retrieve(page)).payment_method_types
    const pageOfAda = await pageOf(await click(ada))
    expect(await methodsOf(pageOfAda)).toEqual(expect.arrayContaining(['card', 'konbini']))
    await kit.emulator.pay(pageOfAda, 'konbini')
    await kit.deliver()

    const pageOfBob = await pageOf(await click(bob))
    expect(await methodsOf(pageOfBob)).toEqual(['card'])
    expect((await kit.emulator.pay(pageOfBob, 'konbini')).body.result).toBe('declined')
    expect(await (await click(carol)).json()).toMatchObject({ code: 'network-busy' })
    await kit.emulator.pay(pageOfBob, cards.pays)
    await kit.deliver()
    expect(await figures()).toMatchObject({ taken: 2, sold: 1 })

    // A tenth of the seats, each for a payment that takes days.
    const pageOfCarol = await pageOf(await click(carol))
    await kit.emulator.pay(pageOfCarol, 'konbini')
    await kit.deliver()
    const refused = await click(dan)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await refused.json()).toEqual({
      code: 'network-awaiting',
      error:
        'Every seat that your network can have at once is waiting for a payment that takes days. Please try again later or from another network. You can also start Monthly now.',
    })
    await kit.emulator.control('/async-payments', { session: pageOfAda, outcome: 'succeeded' })
    await kit.deliver()
    expect((await click(dan)).status).toBe(200)
  })

  test('a refund revokes the plan, and the seat stays sold', async () => {
    const { figures } = await open(2)
    const ada = await kit.signIn()
    await ada.buy('lifetime')
    await kit.deliver()
    const [row] = await db.select().from(purchases).where(eq(purchases.userId, ada.id))
    await kit.emulator.stripe.refunds.create({ payment_intent: row?.id ?? '' })
    await kit.deliver()
    expect(await ada.plan()).toBe('free')
    expect(await figures()).toEqual({ taken: 1, sold: 1, isOpen: true })
  })

  test('L2: on to Monthly, the seat goes back with its page; and back again it is held again', async () => {
    const { figures } = await open(1)
    const ada = await kit.signIn()
    const page = await pageOf(await ada.checkout('lifetime'))
    expect((await ada.checkout('monthly')).status).toBe(200)
    expect((await figures())?.taken).toBe(0)
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(page)).status).toBe('expired')
    expect(await pageOf(await ada.checkout('lifetime'))).not.toBe(page)
    expect((await figures())?.taken).toBe(1)
  })

  test('L2: a session that was created in a crash is found by its attempt, and expired before the seat goes back', async () => {
    const { figures } = await open(1)
    const ada = await kit.signIn()
    const page = await pageOf(await ada.checkout('lifetime'))
    // As if the server had died before it wrote the page down.
    await db.update(seatHolds).set({ checkoutSessionId: null }).where(eq(seatHolds.checkoutSessionId, page))
    await db
      .update(checkouts)
      .set({ checkoutSessionId: null, url: null })
      .where(eq(checkouts.checkoutSessionId, page))
    const reopened = await pageOf(await ada.checkout('lifetime'))
    expect(reopened).toBe(page)
    await agedHolds()
    await kit.runJobs()
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(page)).status).toBe('expired')
    expect((await figures())?.taken).toBe(0)
  })

  test('F49: a seat that is given back while its Checkout Session is being created leaves no session that can be paid without one', async () => {
    const { figures } = await open(1)
    const ada = await kit.signIn()
    const { createCheckoutSession } = kit.payments
    kit.payments.createCheckoutSession = async (order) => {
      kit.payments.createCheckoutSession = createCheckoutSession
      const session = await createCheckoutSession(order)
      await agedHolds()
      await kit.runJobs()
      expect((await figures())?.taken).toBe(0)
      return session
    }
    const page = await pageOf(await ada.checkout('lifetime'))
    expect(await figures()).toEqual({ taken: 1, sold: 0, isOpen: true })
    const { data } = await kit.emulator.stripe.checkout.sessions.list({ limit: 100 })
    expect(data.map(({ id, status }) => [id === page, status])).toEqual([
      [true, 'open'],
      [false, 'expired'],
    ])
  })

  test('F22: a hold of a process that wrote no job is given back too', async () => {
    const { figures } = await open(1)
    await (await kit.signIn()).checkout('lifetime')
    await db.delete(jobs).where(eq(jobs.kind, 'release-hold'))
    await db.update(seatHolds).set({ expiresAt: sql`now() - interval '1 hour'` })
    await kit.runJobs()
    expect((await figures())?.taken).toBe(0)
  })

  test('F39 L1: a seat that was sold after the backup is counted again when its buyer is found', async () => {
    const { figures } = await open(1)
    const [ada, bob] = [await kit.signIn(), await kit.signIn()]
    await ada.buy('lifetime')
    await kit.deliver()
    // The backup was made before the purchase.
    for (const table of [purchases, checkouts, customers, subscriptions])
      await db.delete(table).where(eq(table.userId, ada.id))
    await db.execute(sql`truncate seat_ledger, seat_holds, offers cascade`)
    const openedAt = new Date(Date.now() - 86_400_000)
    const terms = { cap: 1, dealPriceMinor: 8900, laterPriceMinor: 14900, currency: 'usd' }
    await db.insert(offersTable).values({ id: `offer-${offers}`, ...terms, openedAt })
    const seats = createSeatReservations(`offer-${offers}`, () => new Date())
    const deps = { db, payments: kit.payments, seats, graceDays: 7, now: () => new Date() }
    await reconcile(deps, { fix: true, onProgress: () => {} })
    expect(await ada.plan()).toBe('lifetime')
    expect(await figures()).toEqual({ taken: 1, sold: 1, isOpen: false })
    expect((await bob.checkout('lifetime')).status).toBe(409)
  })

  test('F58: nobody can hold seat after seat without paying: six a day, each shorter than the one before or as long', async () => {
    await open(3)
    const ada = await kit.signIn()
    const statuses: number[] = []
    const minutes: number[] = []
    const refusals: unknown[] = []
    for (let i = 0; i < 8; i++) {
      const response = await ada.checkout('lifetime')
      statuses.push(response.status)
      if (!response.ok) refusals.push((await response.json()).error)
      const [held] = await db.select().from(seatHolds).where(eq(seatHolds.state, 'held'))
      if (held) minutes.push((held.expiresAt.getTime() - held.takenAt.getTime()) / 60_000)
      await agedHolds()
      await kit.runJobs()
    }
    expect(statuses).toEqual([...Array(6).fill(200), 429, 429])
    expect(minutes).toEqual([31, 15, 15, 8, 8, 8])
    const refusal =
      'You’ve let go of too many seats today. Please try again tomorrow. You can also start Monthly now.'
    expect(refusals).toEqual([refusal, refusal])
  })

  test('who owns Lifetime, or is being paid for, takes no seat from others', async () => {
    const { figures } = await open(3)
    const ada = await kit.signIn()
    await ada.buy('lifetime')
    await kit.deliver()
    expect((await ada.checkout('lifetime')).status).toBe(409)
    expect(await figures()).toEqual({ taken: 1, sold: 1, isOpen: true })
  })

  test('an account that is deleted leaves no page behind that could be paid, and its seat goes back', async () => {
    const { figures } = await open(1)
    const ada = await kit.signIn()
    const page = await pageOf(await ada.checkout('lifetime'))
    await ada.deleteAccount()
    expect((await kit.emulator.stripe.checkout.sessions.retrieve(page)).status).toBe('expired')
    expect((await figures())?.taken).toBe(0)
  })
})
