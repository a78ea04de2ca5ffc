import { expect } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { jobs, purchases, stripeEvents, subscriptions, users } from '../../../server/db/schema.ts'
import { sessionIn } from '../../support/billing/billing-kit.ts'
import { checkAll, checkAlways, checkLedger, isFirstMonthUnpaid, listUnfinishedJobs } from './checks.ts'
import type { Lifecycle, Trouble } from './steps.ts'
import { deliver, take } from './take.ts'
import { createWorld, type World } from './world.ts'

/** One user from the first click to the end of all trouble; throws when a promise of ours is broken. Returns the plan. */
export async function runLifecycle(database: Database, lifecycle: Lifecycle): Promise<string> {
  const world = await createWorld(database, lifecycle)
  try {
    const paid = new Set<string>()
    for (const step of lifecycle.steps) {
      await take(world, step)
      await checkAlways(world, paid)
    }
    await finish(world, lifecycle.end, lifecycle.seed)
    const plan = await checkAll(world)
    if (world.accounts.length > 1) {
      // What the other key had given is there again with it.
      await world.changeKey()
      await finish(world, lifecycle.end, lifecycle.seed)
      await checkAll(world)
    }
    await payOldPages(world)
    await buyWhatIsOffered(world)
    await checkAlways(world, paid)
    return plan
  } finally {
    for (const account of world.accounts) await account.close()
    await clear(database)
  }
}

/** One lifecycle at a time in a database: what is left belongs to it. */
async function clear({ db }: Database) {
  for (const table of [users, subscriptions, purchases, jobs, stripeEvents]) await db.delete(table)
}

async function finish(world: World, how: Lifecycle['end'], seed: number): Promise<void> {
  if (world.account().isReconciliationDue) await world.reconcileAll()
  if (how === 'one event') await deliverOne(world, seed)
  for (let round = 0; round < 10; round += 1) {
    if (how === 'reconciled') await world.reconcileAll()
    if (how === 'delivered') await deliver(world, { share: 1, seed: seed + round, atOnce: seed % 2 === 0 })
    await world.server().runJobs()
    const isWaiting = how === 'delivered' && (await world.account().waiting()).length > 0
    if (isWaiting || (await listUnfinishedJobs(world)).length > 0) continue
    return how === 'one event' ? undefined : checkLedger(world)
  }
  throw new Error('Stuck: events or jobs are left after ten rounds without trouble.')
}

/**
 * The newest event that names the user as a customer suffices, since all is read again; it comes into trouble first and is
 * delivered again, and nothing else leads to us. Where none waits, all have been delivered and we know.
 */
async function deliverOne(world: World, seed: number): Promise<void> {
  const ours = new Set((await world.customers()).map(({ id }) => id))
  const event = (await world.account().waiting()).find(({ data }) => {
    const { object, id, customer } = data.object as { object: string; id: string; customer?: string }
    return ours.has(object === 'customer' ? id : (customer ?? ''))
  })
  if (!event) return deliver(world, { share: 1, seed, atOnce: false })
  const turn = Math.floor(seed / 4)
  const trouble: Trouble = seed % 4 === 0 ? { cutAt: 1 + (turn % 4) } : { killedAt: 1 + (turn % 16) }
  await world.under(trouble, (faults) => world.send(event, trouble, faults))
  if (!world.account().isAcknowledged(event)) await world.send(event)
}

/** Tabs that were left open do no harm: `pay` sees to it that none of them sells what is owned already. */
async function payOldPages(world: World): Promise<void> {
  let paid = false
  for (const page of world.account().pages) paid = (await world.pay(page, 'pays')) || paid
  if (paid) await comeBack(world)
}

/** The user returns from the last page, however late, and finds everything in order. */
async function comeBack(world: World): Promise<void> {
  const page = world.account().pages.at(-1)
  if (!page) return
  const response = await world.server().request(`/api/stripe/checkout-status?session_id=${page}`)
  expect(response).toMatchObject({ status: 200 })
  await world.server().runJobs()
  await checkAll(world)
}

const processingCode = 'payment-processing'

/** Nothing may be stuck: what is not owned can be bought, and what is refused is refused for its reason. */
async function buyWhatIsOffered(world: World): Promise<void> {
  for (const wanted of ['monthly', 'lifetime'] as const) {
    const { owned, running, processing } = await world.held()
    const [monthly] = running
    const failed = monthly && !['trialing', 'active'].includes(monthly.status)
    const response = await world.requestCheckout(world.server(), wanted)
    // A page that was forgotten may have a payment under way of which we do not know.
    const code = response === 'died' ? undefined : response.body.code
    const isKnown = !world.account().isForgetful || code === processingCode
    const refusal = (reason: string) => ({ status: 409, body: { code: reason } })
    const expected =
      processing.length > 0 && isKnown
        ? refusal(processingCode)
        : owned[0]
          ? refusal('has-lifetime')
          : failed
            ? { status: 200, body: { url: expect.stringContaining('/p/session/') } }
            : monthly && isFirstMonthUnpaid(monthly)
              ? refusal(processingCode)
              : monthly && wanted === 'monthly'
                ? refusal('has-monthly')
                : { status: 200, body: { url: expect.stringContaining('cs_test_') } }
    expect(response, `a checkout of ${wanted} at the end`).toEqual(expected)
    if (response === 'died' || !response.body.url?.includes('cs_test_')) continue
    await world.openPage(response, wanted)
    await world.pay(sessionIn(response.body.url), 'pays')
    await comeBack(world)
  }
}
