import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { siteLanguages } from '../core/messages/site-languages.ts'
import { createCheckoutReader } from '../server/billing/checkout/checkout-store.ts'
import { createCrowdQueue } from '../server/billing/checkout/crowd-queue.ts'
import { createHoldSeat } from '../server/billing/checkout/hold-seat.ts'
import { startCheckout } from '../server/billing/checkout/start-checkout.ts'
import { createPlanReader } from '../server/billing/plan-store.ts'
import { endGrace, isStillCharged, listSubscriptions } from '../server/billing/store.ts'
import { syncUser } from '../server/billing/sync/sync-user.ts'
import { createEventReceiver } from '../server/billing/webhooks/receive-event.ts'
import type { Drizzle } from '../server/db/database.ts'
import { createPostgresPool } from '../server/db/postgres.ts'
import * as schema from '../server/db/schema.ts'
import { createAuthService } from '../server/identity/auth-service.ts'
import { createSessionReader } from '../server/identity/read-session.ts'
import { listSessions } from '../server/identity/store.ts'
import { claimJobs } from '../server/jobs/store.ts'
import { recentPurchases } from '../server/proof/recent-purchases.ts'
import { createSeatReservations } from '../server/seats/seat-reservations.ts'
import { withoutLimits } from '../tests/support/app/without-limits.ts'
import { createMigratedDatabase } from '../tests/support/database/create-postgres-database.ts'
import { respondInstantly } from './references/instant-payments.ts'
import { memberId, seedMembers, sessionCookie } from './seed-members.ts'

/** Enough for PostgreSQL to prefer an index wherever there is one. */
const members = 10_000
const secret = 'x'.repeat(32)
const member = memberId(4_711)

let databaseUrl: string
let pool: Pool
let db: Drizzle
let asked: { text: string; values: unknown[] }[] = []

beforeAll(async () => {
  databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
  await seedMembers(databaseUrl, members)
  pool = createPostgresPool(databaseUrl)
  await pool.query(
    `insert into purchases (id, user_id, amount_minor, currency, paid_at, revoked_at) values ($1, $2, 8900, 'usd', now(), now())`,
    [`pi_${member}`, member],
  )
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) }
  db = drizzle(pool, { schema, logger })
})
afterAll(() => pool.end())

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/** One row a deal: reading it whole is the shortest way. */
const staysSmall = 'offers'

const scansIn = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== staysSmall
    ? [node['Relation Name'] ?? '']
    : []),
  ...(node.Plans ?? []).flatMap(scansIn),
]

/** Every statement that the work sends, explained: those that read a whole table. */
async function sequentialScans(
  work: () => Promise<unknown>,
): Promise<{ statements: number; scans: string[] }> {
  asked = []
  await work()
  const statements = asked.filter(({ text }) => /^\s*(select|insert|update|delete|with)/i.test(text))
  const scans: string[] = []
  for (const { text, values } of statements) {
    const { rows } = await pool.query(`explain (format json) ${text}`, values)
    for (const table of scansIn(rows[0]['QUERY PLAN'][0].Plan)) scans.push(`${table}: ${text}`)
  }
  return { statements: statements.length, scans }
}

const price = (stripePriceId: string) => ({ stripePriceId, amountsMinor: { usd: 100 } })
const prices = async () => ({ monthly: price('p_1'), lifetime: price('p_2'), lifetimeLater: price('p_3') })
const payments = respondInstantly({ prices } as never)
const now = () => new Date()
const sync = { payments, seats: createSeatReservations('launch', now), graceDays: 7, now }
const identity = () =>
  createAuthService({
    db,
    backendUrl: 'http://shop.test',
    secret,
    formerSecrets: [],
    product: 'Fairseat',
    languages: siteLanguages(['en']),
    providers: [],
    mailer: { send: async () => {} },
    now,
    countUses: withoutLimits,
    recordCustomerState: async () => {},
  })

const event = (id: string, about: { customerId?: string; paymentId?: string }) => ({
  id,
  type: 'bench',
  createdAt: new Date(),
  customerId: about.customerId ?? null,
  paymentId: about.paymentId ?? null,
  userId: null,
  failedRefund: null,
})

const work: [name: string, least: number, call: () => Promise<unknown>][] = [
  [
    'session lookup',
    1,
    async () => {
      const headers = new Headers({ cookie: sessionCookie(member, secret) })
      expect(await identity().findUser(headers)).toMatchObject({ id: member })
    },
  ],
  ['subscriptions of one who buys', 1, () => listSubscriptions(db, member)],
  ['sync', 7, () => syncUser({ ...sync, db }, member)],
  [
    'claim of jobs',
    1,
    () =>
      claimJobs(db, { now: now(), leaseMs: 1_000, limit: 4, kinds: ['sync', 'release-hold'], except: [] }),
  ],
  [
    'start of a checkout with a seat',
    14,
    () =>
      startCheckout(
        {
          ...sync,
          db,
          siteUrl: 'http://shop.test',
          languages: siteLanguages(['en']),
          trialDays: 7,
          unused: 'credit',
          isFirst: async () => true,
          readPlans: createPlanReader(db, () => []),
          holdSeat: createHoldSeat({ db, seats: sync.seats }),
          crowdQueue: createCrowdQueue(),
          readCheckout: createCheckoutReader(db),
        },
        {
          user: { id: member, email: `${member}@example.com` },
          plan: 'lifetime',
          currency: 'usd',
          network: { kind: 'ipv4', key: 'network-1' },
          site: { language: 'en', prefix: '' },
        },
      ),
  ],
  ['purchases feed', 1, () => recentPurchases(db, { secret, livemode: false })],
  ['list of sessions', 1, () => listSessions(db, member)],
  ['question whether an account is still charged', 1, () => isStillCharged(db, member)],
  ['end of grace periods', 1, () => endGrace(db, now())],
]

test.each(work)('%s reads no table from end to end', async (_, least, call) => {
  const { statements, scans } = await sequentialScans(call)
  expect(scans).toEqual([])
  // A recorder that misses statements would find no scans either.
  expect(statements).toBeGreaterThanOrEqual(least)
})

// The statements of a function in the database are not explained, but it counts how tables were read.
const inFunctions: [name: string, tables: string[], call: (db: Drizzle) => Promise<void>][] = [
  [
    'a webhook',
    ['customers', 'purchases', 'stripe_events', 'jobs'],
    async (one) => {
      const receive = createEventReceiver({ db: one })
      expect(await receive(event('evt_new', { customerId: `cus_${member}` }))).toBe('queued')
      expect(await receive(event('evt_refund', { paymentId: `pi_${member}` }))).toBe('queued')
    },
  ],
  [
    'a session',
    ['users', 'sessions'],
    async (one) => {
      const read = createSessionReader({ db: one })
      const found = await read(`token-of-${member}`)
      expect(found?.user.id).toBe(member)
    },
  ],
  [
    'plans',
    ['subscriptions', 'grants', 'trials_given'],
    async (one) => {
      const { bought } = await createPlanReader(one, (email) => [email])({ id: member, email: member })
      expect(bought).toHaveLength(1)
    },
  ],
  [
    'a step of a checkout',
    ['checkouts', 'seat_holds', 'customers', 'subscriptions'],
    async (one) => {
      const { subscriptions } = await createCheckoutReader(one)(member)
      expect(subscriptions).toHaveLength(1)
    },
  ],
]

test.each(inFunctions)('the function for %s reads no table from end to end', async (_, tables, call) => {
  const one = createPostgresPool(databaseUrl, { max: 1 })
  const countScans = async () => {
    await one.query('select pg_stat_force_next_flush()')
    const { rows } = await one.query<{ relname: string; seq_scan: string }>(
      'select relname, seq_scan from pg_stat_user_tables where relname = any($1)',
      [tables],
    )
    return rows
  }
  try {
    const before = await countScans()
    await call(drizzle(one, { schema }))
    expect(await countScans()).toEqual(before)
    await one.query(`select count(read.*) from ${tables[0]} read`)
    expect(await countScans()).not.toEqual(before)
  } finally {
    await one.end()
  }
})

test('F32: plans that were made while the tables were empty use the indices when they have grown', async () => {
  const grown = createPostgresPool(await createMigratedDatabase(inject('postgresUrl')), { max: 1 })
  const countScans = async () => {
    await grown.query('select pg_stat_force_next_flush()')
    const { rows } = await grown.query<{ scans: number }>(
      "select sum(seq_scan)::int as scans from pg_stat_user_tables where relname in ('users', 'sessions', 'subscriptions', 'checkouts', 'seat_holds', 'customers')",
    )
    return rows[0]?.scans
  }
  const readSession = createSessionReader({ db: drizzle(grown, { schema }) })
  const readPlans = createPlanReader(drizzle(grown, { schema }), (email) => [email])
  const readCheckout = createCheckoutReader(drizzle(grown, { schema }))
  const readAll = async () => {
    await readSession(`token-of-${member}`)
    await readPlans({ id: member, email: member })
    await readCheckout(member)
  }
  try {
    await grown.query('vacuum analyze')
    await readAll()
    await grown.query(
      `insert into users (id, name, email) select 'user-' || n, '', 'user-' || n || '@example.com' from generate_series(1, 1000) n`,
    )
    const before = await countScans()
    await readAll()
    expect(await countScans()).toBe(before)
  } finally {
    await grown.end()
  }
})
