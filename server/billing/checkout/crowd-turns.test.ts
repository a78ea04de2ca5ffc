import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { siteLanguages } from '../../../core/messages/site-languages.ts'
import type { PaidPlanId } from '../../../core/plans/plan.ts'
import { newAddress } from '../../../tests/support/app/test-app.ts'
import {
  type BillingKit,
  liveCatalogue,
  sessionIn,
  startBillingKit,
} from '../../../tests/support/billing/billing-kit.ts'
import { describeOnBothDatabases } from '../../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../../db/database.ts'
import { customers, seatHolds } from '../../db/schema.ts'
import { createSeatReservations } from '../../seats/seat-reservations.ts'
import { createPlanReader } from '../plan-store.ts'
import { createCheckoutReader } from './checkout-store.ts'
import { createHoldSeat } from './hold-seat.ts'
import { startCheckout } from './start-checkout.ts'

const now = () => new Date()
const catalogue = liveCatalogue(8)
const seats = createSeatReservations(catalogue.urgency.live.offer, now)
const neighbours = { kind: 'ipv4', key: 'of neighbours' } as const

describeOnBothDatabases('whose turn it is in a crowd', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  let isCrowd = true
  let clicks = 0
  const waiting: (() => void)[] = []
  beforeAll(async () => {
    ;({ db } = await openTestDatabase())
    kit = await startBillingKit(db, { catalogue })
  })
  beforeEach(() => {
    isCrowd = true
    clicks = 0
    waiting.length = 0
  })
  afterAll(() => kit.stop())

  /** In a queue where everybody waits until the test says whose turn it is, or nobody does. */
  const click = (buyer: { id: string; email: string }, plan: PaidPlanId, network: typeof neighbours | null) =>
    startCheckout(
      {
        db,
        payments: kit.payments,
        seats,
        now,
        siteUrl: 'http://localhost',
        languages: siteLanguages(['en']),
        trialDays: 0,
        graceDays: 7,
        unused: 'credit',
        isFirst: async () => true,
        holdSeat: createHoldSeat({ db, seats }),
        readPlans: createPlanReader(db, () => []),
        readCheckout: createCheckoutReader(db),
        crowdQueue: {
          recordClick: () => void clicks++,
          myTurn: () =>
            new Promise((resolve) => {
              waiting.push(() => resolve(true))
              if (!isCrowd) resolve(false)
            }),
        },
      },
      { user: buyer, plan, currency: 'usd', network, site: { language: 'en', prefix: '' } },
    )

  async function newcomer() {
    const email = newAddress()
    const { id, checkout, deleteAccount } = await kit.signIn(email)
    return { id, email, checkout, deleteAccount }
  }

  /** With a click on Lifetime that got a seat and waits. */
  async function newcomerInQueue() {
    const buyer = await newcomer()
    const before = waiting.length
    const url = click(buyer, 'lifetime', null)
    await vi.waitFor(() => expect(waiting).toHaveLength(before + 1))
    return { buyer, url, goOn: () => waiting[before]?.() }
  }

  test('F32: whoever got a seat calls Stripe when it is their turn, and has the address again at once', async () => {
    const { buyer, url, goOn } = await newcomerInQueue()
    expect(await db.select().from(customers)).toEqual([])
    expect(await db.select().from(seatHolds)).toMatchObject([{ userId: buyer.id, state: 'held' }])
    goOn()
    const paymentPage = await url
    isCrowd = false
    expect(await click(buyer, 'lifetime', null)).toBe(paymentPage)
    expect(waiting).toHaveLength(1)
  })

  test('F32: months do not wait and are no crowd; a click that gets no seat is one', async () => {
    isCrowd = false
    expect(await click(await newcomer(), 'monthly', null)).toContain('cs_test_')
    expect([clicks, waiting.length]).toEqual([0, 0])
    expect(await click(await newcomer(), 'lifetime', neighbours)).toContain('cs_test_')
    // Of few seats every network may hold one.
    await expect(click(await newcomer(), 'lifetime', neighbours)).rejects.toMatchObject({ status: 429 })
    expect([clicks, waiting.length]).toEqual([2, 1])
  })

  test('F10: whoever takes Monthly while a click on Lifetime waits keeps that payment page', async () => {
    const { buyer, url, goOn } = await newcomerInQueue()
    const monthly = await (await buyer.checkout('monthly')).json()
    goOn()
    await expect(url).rejects.toMatchObject({ status: 409, code: 'checkout-replaced' })
    const session = await kit.emulator.stripe.checkout.sessions.retrieve(sessionIn(monthly.url))
    expect(session.status).toBe('open')
  })

  test('an account that is deleted while its click waits is told so, and nothing is held', async () => {
    const { buyer, url, goOn } = await newcomerInQueue()
    expect((await buyer.deleteAccount()).status).toBe(200)
    goOn()
    await expect(url).rejects.toMatchObject({ status: 409, code: 'checkout-replaced' })
    const held = (await db.select().from(seatHolds)).filter(({ state }) => state === 'held')
    expect(held.map(({ userId }) => userId)).not.toContain(null)
  })
})
