import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import Stripe from 'stripe'
import { siteLanguages } from '../../../core/messages/site-languages.ts'
import { billingJobs } from '../../../server/billing/billing-jobs.ts'
import { createPlanReader } from '../../../server/billing/plan-store.ts'
import { type BillingRouteDeps, billingRoutes } from '../../../server/billing/routes.ts'
import { lockUser } from '../../../server/billing/store.ts'
import { createStripeGateway } from '../../../server/billing/stripe/gateway.ts'
import { countHit } from '../../../server/db/count-hit.ts'
import type { Database } from '../../../server/db/database.ts'
import { isDatabaseDown } from '../../../server/db/is-database-down.ts'
import { openDatabase } from '../../../server/db/open-database.ts'
import {
  offers,
  seatHolds,
  seatLedger,
  stripeEvents,
  subscriptions,
  users,
} from '../../../server/db/schema.ts'
import { AppError } from '../../../server/errors.ts'
import { createJobs, type Jobs } from '../../../server/jobs/create-jobs.ts'
import { enqueueJob } from '../../../server/jobs/store.ts'
import { createLog } from '../../../server/log.ts'
import { auditSeats } from '../../../server/seats/audit-seats.ts'
import { offerTerms, openOffer } from '../../../server/seats/open-offer.ts'
import { createSeatReservations } from '../../../server/seats/seat-reservations.ts'
import { listPendingJobs, runAllJobs } from '../../support/billing/run-all-jobs.ts'
import { type ContentionLedger, lostReason, type ShopOrders } from './contention-settings.ts'

// A server process as far as seats and billing go, for tests that kill it. Who is signed in is said by a header; limits
// have tests of their own. A control call says which shop it serves, so that one process can serve many, one after the other.

interface Shop {
  database: Database
  deps: BillingRouteDeps
  app: Hono
  jobs: Jobs
  working: Promise<void>
}

const dayMs = 86_400_000

let aheadMs = 0
let shop: Shop | undefined

// The SDK waits half a second before it tries again.
Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0.001 })

async function findUser(headers: Headers) {
  const id = headers.get('x-user')
  return id ? { id, email: `${id}@example.com`, needsProof: false } : null
}

async function openShop({ databaseUrl, dataDir, apiUrl, webhookSecret, catalogue }: ShopOrders) {
  shop?.jobs.stop()
  await shop?.working
  await shop?.database.close()
  const database = await openDatabase({ databaseUrl, dataDir, embeddedAllowed: true })
  const { db } = database
  await openOffer(db, offerTerms(catalogue))
  const now = () => new Date(Date.now() + aheadMs)
  const { trialDays, graceDays, unusedOnLifetime } = catalogue.plans.monthly
  const deps: BillingRouteDeps = {
    db,
    readers: database.readers,
    plansForSale: ['monthly', 'lifetime'],
    currencies: [catalogue.currency],
    payments: createStripeGateway({
      secretKey: 'sk_test_kit',
      webhookSecrets: [webhookSecret],
      apiUrl,
      catalogue,
      callsPerSecond: Number.POSITIVE_INFINITY,
    }),
    seats: createSeatReservations(catalogue.urgency.live.offer, now),
    siteUrl: 'http://shop.test',
    languages: siteLanguages(['en']),
    trialDays,
    graceDays,
    unused: unusedOnLifetime,
    now,
    isFirst: async (key) => (await countHit(db, key, dayMs)).hits === 1,
    findUser,
    findBuyer: findUser,
    limit: async () => {},
    // Everybody comes from a network of their own.
    holdNetwork: (c) => ({ kind: 'ipv4', key: c.req.header('x-user') ?? 'nowhere' }),
    recordLag: () => {},
    isUnsubscribeSigned: () => false,
    readPlans: createPlanReader(db, () => []),
    wakeJobs: () => jobs.wake(),
  }
  const log = createLog({ level: 'silent', plain: true })
  const handlers = {
    ...billingJobs({
      ...deps,
      log,
      sendRefundMail: async () => true,
      mailNotice: async () => true,
      mailPriceChange: async () => true,
      sendWithdrawalMail: async () => true,
    }),
    // Mails have tests of their own.
    'mail-seat': { run: async () => {} },
  }
  const jobs = createJobs({ db, now, log, handlers })
  await jobs.schedule()
  const app = new Hono().route('/', billingRoutes(deps)).onError((error, c) => {
    if (error instanceof AppError) return c.json({ code: error.code }, error.status)
    // More callers than a slow machine can serve: they come again.
    if (isDatabaseDown(error)) return c.json({ code: 'database-down' }, 503)
    return c.json({ code: 'unexpected', error: `${error.message} ${String(error.cause ?? '')}` }, 500)
  })
  shop = { database, deps, app, jobs, working: jobs.work() }
}

function opened(): Shop {
  if (!shop) throw new Error('No shop was opened.')
  return shop
}

const heldBy = (userId: string) => and(eq(seatHolds.userId, userId), eq(seatHolds.state, 'held'))

const app = new Hono()
  .all('/api/*', (c) => opened().app.fetch(c.req.raw))
  .post('/control/shop', async (c) => {
    const orders = (await c.req.json()) as ShopOrders
    aheadMs = orders.aheadMs
    await openShop(orders)
    return c.json({})
  })
  .post('/control/clock', async (c) => {
    aheadMs = (await c.req.json()).aheadMs
    return c.json({})
  })
  .post('/control/users', async (c) => {
    const { ids } = (await c.req.json()) as { ids: string[] }
    const rows = ids.map((id) => ({ id, name: '', email: `${id}@example.com` }))
    await opened().database.db.insert(users).values(rows)
    return c.json({})
  })
  .post('/control/run-jobs', async (c) => {
    const { database, jobs } = opened()
    await runAllJobs(database.db, jobs)
    return c.json({})
  })
  // As if half an hour had gone by for this one.
  .post('/control/age-seat', async (c) => {
    const { userId } = await c.req.json()
    const past = sql`${seatHolds.expiresAt} - interval '1 hour'`
    const { db } = opened().database
    const [aged] = await db.update(seatHolds).set({ expiresAt: past }).where(heldBy(userId)).returning()
    if (aged) await enqueueJob(db, { kind: 'release-hold', key: aged.id, payload: { userId } })
    return c.json({})
  })
  // As if the seat had been given away in spite of everything: its page can still be paid.
  .post('/control/lose-seat', async (c) => {
    const { userId } = await c.req.json()
    const { database, deps } = opened()
    await database.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const hold = await deps.seats.find(tx, userId)
      if (hold) await deps.seats.release(tx, hold, lostReason)
    })
    return c.json({})
  })
  .get('/control/audit', async (c) => c.json(await auditSeats(opened().database.db)))
  .get('/control/ledger', async (c) => {
    const { db } = opened().database
    const ledger: ContentionLedger = {
      offers: await db.select().from(offers),
      holds: await db.select().from(seatHolds),
      ledger: await db.select().from(seatLedger).orderBy(seatLedger.id),
      subscriptions: await db.select().from(subscriptions),
      pendingJobs: await listPendingJobs(db),
      events: await db.select().from(stripeEvents),
    }
    return c.json(ledger)
  })
  .onError((error, c) => {
    const causes = error instanceof AggregateError ? error.errors.map(String).join(', ') : ''
    return c.json({ error: `${error.message} ${causes} ${String(error.cause ?? '')}` }, 500)
  })

// Whoever started this holds the other end: when that process dies, however it dies, so does this one.
process.once('disconnect', () => process.exit())
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
// One that is closed while idle, under a call, would look like a death.
server.keepAliveTimeout = 65_000
server.once('listening', () => process.send?.({ port: (server.address() as AddressInfo).port }))
