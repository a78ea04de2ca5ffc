import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { reconcile } from '../../../server/billing/reconcile.ts'
import { stripeEvents } from '../../../server/db/schema.ts'
import { auditSeats } from '../../../server/seats/audit-seats.ts'
import { createSeatReservations } from '../../../server/seats/seat-reservations.ts'
import { createTestServer } from '../../support/app/test-app.ts'
import { listPendingJobs, runAllJobs } from '../../support/billing/run-all-jobs.ts'
import type { Buyer } from './shop-buyer.ts'
import type { Shop } from './shop-processes.ts'

const deliverTries = 5
/** The server runs jobs at the same time: what it has in hand is not left behind. */
const patienceMs = 60_000

/** What comes by itself within minutes, at once: every event that is not delivered yet, and the jobs. */
export async function settle(shop: Shop): Promise<void> {
  const { jobs } = createTestServer(shop.db, {}, shop.catalogue, shop.payments)
  const until = Date.now() + patienceMs
  for (let tries = 1; ; tries += 1) {
    const { failed } = await shop.emulator.control<{ failed: number }>('/deliver', { parallel: 4 })
    await runAllJobs(shop.db, jobs)
    const { deliveries } = await shop.emulator.control<{ deliveries: unknown[] }>('/deliveries?state=pending')
    const pending = await listPendingJobs(shop.db)
    if (failed === 0 && deliveries.length === 0 && pending.length === 0) return
    if (failed > 0 && tries >= deliverTries) throw new Error(`${failed} events are refused again and again.`)
    if (Date.now() > until)
      throw new Error(`Left behind: ${JSON.stringify({ deliveries: deliveries.length, pending })}`)
    await sleep(200)
  }
}

/** All that the shop has acknowledged to these buyers is there, by the responses of the server itself. */
export async function checkPromises(buyers: Buyer[]): Promise<void> {
  for (const { browser, email, userId, paid, choice } of buyers) {
    if (!userId) continue
    const account = await browser.get('/api/account')
    expect(account.status, `the session of ${email}`).toBe(200)
    expect((await account.json()).user, `the account of ${email}`).toMatchObject({ id: userId, email })
    const { plan } = await (await browser.get('/api/subscription')).json()
    expect(plan, `the plan of ${email}`).toBe(paid.at(-1) ?? 'free')
    if (!choice) continue
    const shown = await (await browser.get('/api/purchase-choice')).json()
    expect(shown, `the choice of ${email}`).toMatchObject({ shown: 'name', firstName: choice })
  }
}

/** By what the payment service recorded, nobody paid for more than they bought, and ours say the same. */
export async function checkLedger(shop: Shop, buyers: Buyer[]): Promise<void> {
  const heldAtStripe = await readStripe(shop.emulator.stripe)
  for (const { email, userId, paid, gaveUp } of buyers) {
    if (!userId) continue
    const held = heldAtStripe(userId)
    const lifetime = paid.includes('lifetime')
    expect(held.customers, `customers of ${email}`).toBeLessThanOrEqual(1)
    expect(held.lifetimes, `lifetime payments of ${email}`).toBe(lifetime ? 1 : 0)
    expect(held.subscriptions, `subscriptions ever made for ${email}`).toBe(paid.includes('monthly') ? 1 : 0)
    expect(held.running, `subscriptions that go on for ${email}`).toBe(paid[0] && !lifetime ? 1 : 0)
    if (paid[0] && !gaveUp) expect(held.customers, `customers of ${email}`).toBe(1)
  }
  const { db, payments, catalogue } = shop
  const now = () => new Date()
  const deps = { db, payments, seats: createSeatReservations(null, now), now }
  const { graceDays } = catalogue.plans.monthly
  const drift = await reconcile({ ...deps, graceDays }, { fix: false, onProgress: () => {} })
  expect(drift, 'where we differ from the payment service').toEqual({
    drifts: [],
    failures: [],
    unknownCustomers: [],
  })
  const open = (await db.select().from(stripeEvents)).filter(({ handledAt }) => handledAt === null)
  expect(open, 'events not handled').toEqual([])
  const [audit] = await auditSeats(db)
  expect(audit?.problems, 'problems of the seats').toEqual([])
  const sold = buyers.filter(({ paid }) => paid.includes('lifetime')).length
  expect(audit?.sold, 'seats sold').toBe(sold)
}

/** What each user has at the payment service. */
async function readStripe(stripe: Stripe) {
  const everything = { limit: 10_000 }
  const customers = await stripe.customers.list({ limit: 100 }).autoPagingToArray(everything)
  const payments = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray(everything)
  const all = { limit: 100, status: 'all' as const }
  const subscriptions = await stripe.subscriptions.list(all).autoPagingToArray(everything)
  const isOver = ['canceled', 'incomplete_expired']
  return (userId: string) => {
    const ids = customers.filter(({ metadata }) => metadata.userId === userId).map(({ id }) => id)
    const theirs = <Row extends { customer: unknown }>(rows: Row[]) =>
      rows.filter(({ customer }) => ids.includes(String(customer)))
    const made = theirs(subscriptions)
    return {
      customers: ids.length,
      lifetimes: theirs(payments).filter(
        ({ metadata, status }) => metadata.plan === 'lifetime' && status === 'succeeded',
      ).length,
      subscriptions: made.length,
      running: made.filter(({ status }) => !isOver.includes(status)).length,
    }
  }
}
