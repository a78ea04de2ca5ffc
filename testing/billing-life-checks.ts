import type Stripe from 'stripe'
import { expect } from 'vitest'
import { reconcile } from '../server/billing/reconcile.ts'
import { purchases, stripeEvents, subscriptions } from '../server/db/schema.ts'
import type { World } from './billing-life-world.ts'
import { listPendingJobs } from './run-all-jobs.ts'

const dayMs = 86_400_000

/** At every moment: what was granted for good has been paid for. */
export async function checkGrants({ db, sandbox }: World, paid: Set<string>): Promise<void> {
  for (const { id } of await db.select({ id: purchases.id }).from(purchases)) {
    if (paid.has(id)) continue
    const { status } = await sandbox.stripe.paymentIntents.retrieve(id)
    expect(status, 'the payment of a lifetime that was granted').toBe('succeeded')
    paid.add(id)
  }
}

/** When all trouble is over: we say what the payment service says. */
export async function checkAll(world: World): Promise<void> {
  const { db, held, server } = world
  const now = await held()
  checkCharges(now)
  const [owned] = now.owned
  const [monthly] = now.running
  if (owned) expect(monthly?.id, 'a monthly that a lifetime replaced').toBeUndefined()
  const inGrace = monthly?.status === 'past_due' && world.now() < (await graceEnd(world, monthly))
  const isLive = monthly && (inGrace || ['trialing', 'active'].includes(monthly.status))
  const expectedPlan = owned ? 'lifetime' : isLive ? 'monthly' : 'free'

  const rows = await db.select().from(subscriptions)
  const liveRows = rows.filter(({ status }) => status === 'trialing' || status === 'active')
  expect(
    liveRows.map(({ id, plan, status }) => ({ id, plan, status })),
    'live rows',
  ).toEqual(
    owned
      ? [{ id: owned.id, plan: 'lifetime', status: 'active' }]
      : isLive
        ? [{ id: monthly.id, plan: 'monthly', status: inGrace ? 'active' : monthly.status }]
        : [],
  )
  const shown = await server().request('/api/subscription')
  const periodEnd = monthly?.items.data[0]?.current_period_end ?? 0
  expect(shown, 'what the user is shown').toMatchObject({
    status: 200,
    body: {
      plan: expectedPlan,
      ...(monthly && {
        subscription: {
          status: monthly.status,
          periodEndsAt: new Date(periodEnd * 1_000).toISOString(),
          cancelAtPeriodEnd: monthly.cancel_at_period_end,
        },
      }),
    },
  })
  if (!monthly) expect(shown !== 'died' && shown.body.subscription, 'a subscription shown').toBeUndefined()

  const valid = (await db.select().from(purchases)).filter(({ revokedAt }) => revokedAt === null)
  expect(
    valid.map(({ id }) => id),
    'purchases that count',
  ).toEqual(now.owned.map(({ id }) => id))
  expect(await listPendingJobs(db), 'pending jobs').toEqual([])
  const { length: customers } = await world.customers()
  expect(customers, 'customers of one user').toBeLessThanOrEqual(world.deletions() + 1)
  const drift = await reconcile(server().parts, { fix: false, onProgress: () => {} })
  expect(drift, 'drift').toEqual({ drifts: [], failures: [], strangers: [] })
}

/** Once everything that happened was delivered. */
export async function checkLedger({ db }: World): Promise<void> {
  const ledger = await db.select().from(stripeEvents)
  const open = ledger.filter(({ handledAt }) => handledAt === null)
  expect(open, 'unhandled events').toEqual([])
}

function checkCharges({ subscriptions, running, owned, processing }: Awaited<ReturnType<World['held']>>) {
  expect(running.length, 'subscriptions that may be charged').toBeLessThanOrEqual(1)
  expect(owned.length + processing.length, 'lifetime payments that were kept').toBeLessThanOrEqual(1)
  const trials = subscriptions.filter(({ trial_start }) => trial_start !== null)
  expect(trials.length, 'trials of one user').toBeLessThanOrEqual(1)
}

/** Counted from the oldest invoice that is still open (F37). */
async function graceEnd({ sandbox, graceDays }: World, { id }: Stripe.Subscription): Promise<Date> {
  const { data } = await sandbox.stripe.invoices.list({ subscription: id, status: 'open', limit: 100 })
  const oldest = Math.min(...data.map(({ created }) => created))
  return new Date(oldest * 1_000 + graceDays * dayMs)
}
