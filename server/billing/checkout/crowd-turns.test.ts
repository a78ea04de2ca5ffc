import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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

/** A queue in which everybody waits until the test says whose turn it is, or nobody does. */
const queue = vi.hoisted(() => ({ isCrowd: true, clicks: 0, waiting: [] as (() => void)[] }))
vi.mock('./crowd-queue.ts', () => ({
  createCrowdQueue: () => ({
    noteClick: () => void queue.clicks++,
    myTurn: () =>
      new Promise<boolean>((resolve) => {
        queue.waiting.push(() => resolve(true))
        if (!queue.isCrowd) resolve(false)
      }),
  }),
}))

const seats = 8

describeOnBothDatabases('whose turn it is in a crowd', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  beforeAll(async () => {
    ;({ db } = await openTestDatabase())
    kit = await startBillingKit(db, { catalogue: liveCatalogue(seats) })
  })
  beforeEach(() => void Object.assign(queue, { isCrowd: true, clicks: 0, waiting: [] }))
  afterAll(() => kit.stop())

  /** Signed in, with a click on Lifetime that got a seat and waits. */
  async function newcomerInQueue() {
    const email = newAddress()
    const buyer = await kit.signIn(email)
    const before = queue.waiting.length
    const response = buyer.checkout('lifetime')
    await vi.waitFor(() => expect(queue.waiting).toHaveLength(before + 1))
    return { buyer, response, goOn: () => queue.waiting[before]?.() }
  }

  test('F32: whoever got a seat calls Stripe when it is their turn, and has the address again at once', async () => {
    const { buyer, response, goOn } = await newcomerInQueue()
    expect(await db.select().from(customers)).toEqual([])
    expect(await db.select().from(seatHolds)).toMatchObject([{ userId: buyer.id, state: 'held' }])
    goOn()
    const { url } = await (await response).json()
    queue.isCrowd = false
    expect(await (await buyer.checkout('lifetime')).json()).toEqual({ url })
    expect(queue.waiting).toHaveLength(1)
  })

  test('F32: months do not wait and are no crowd; a click that gets no seat is one', async () => {
    queue.isCrowd = false
    const monthly = await kit.signIn()
    expect((await monthly.checkout('monthly')).status).toBe(200)
    expect(queue).toMatchObject({ clicks: 0, waiting: [] })
    const neighbours = [await kit.signIn(), await kit.signIn()]
    const click = (index: number) =>
      neighbours[index]?.post(
        '/api/stripe/create-checkout',
        { plan: 'lifetime' },
        { 'x-forwarded-for': '203.0.113.7' },
      )
    expect((await click(0))?.status).toBe(200)
    // Of few seats every network may hold one.
    expect((await click(1))?.status).toBe(429)
    expect([queue.clicks, queue.waiting.length]).toEqual([2, 1])
  })

  test('F10: whoever takes Monthly while a click on Lifetime waits keeps that payment page', async () => {
    const { buyer, response, goOn } = await newcomerInQueue()
    const { url } = await (await buyer.checkout('monthly')).json()
    goOn()
    const late = await response
    expect([late.status, (await late.json()).code]).toEqual([409, 'checkout-replaced'])
    const session = await kit.emulator.stripe.checkout.sessions.retrieve(sessionIn(url))
    expect(session.status).toBe('open')
  })

  test('an account that is deleted while its click waits is told so, and nothing is held', async () => {
    const { buyer, response, goOn } = await newcomerInQueue()
    expect((await buyer.deleteAccount()).status).toBe(200)
    goOn()
    expect((await response).status).toBe(409)
    const held = (await db.select().from(seatHolds)).filter(({ state }) => state === 'held')
    expect(held.map(({ userId }) => userId)).not.toContain(null)
  })
})
