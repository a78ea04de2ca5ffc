import pg from 'pg'
import { expect, vi } from 'vitest'
import { sessionIn } from '../../support/billing/billing-kit.ts'
import { arrive, type Buyer, buy, openPage, signIn, type Tally } from './shop-buyer.ts'
import type { RunningShop } from './shop-processes.ts'

// Only a process that hangs gets there.
const waitFor = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 300_000, interval: 100 })

interface LeftBuyer {
  buyer: Buyer
  checkoutSessionId: string
}

interface UnfinishedWork {
  /** Bought Lifetime, and the Monthly before it still runs. */
  subscriber: LeftBuyer
  /** Paid; the event failed. */
  unheard: LeftBuyer
  /** Holds a seat and never comes back. */
  gone: LeftBuyer
  /** Holds a seat and pays later. */
  late: LeftBuyer
}

/** By servers of a version that writes `cancellations`: they are killed in the middle of one. Stripe holds its events from then on. */
export async function leaveUnfinishedWork(shop: RunningShop, tally: Tally): Promise<UnfinishedWork> {
  const { control, pay } = shop.emulator
  const comesToPay = async (buyer = arrive(shop, tally)) => {
    if (!buyer.userId) await signIn(shop, buyer)
    return { buyer, checkoutSessionId: sessionIn(await openPage(buyer, 'lifetime')) }
  }
  const subscriber = await comesToPay(await buy(shop, tally, 'monthly'))
  const [unheard, gone, late] = [await comesToPay(), await comesToPay(), await comesToPay()]

  await control('/api-faults', { method: 'GET', path: '/v1/subscriptions', status: 503, count: 10_000 })
  await pay(unheard.checkoutSessionId)
  await waitForRow(shop, failedEvents)
  await control('/faults', { hold: true })
  // Waits for those under way.
  await control('/deliver', { limit: 0 })
  await control('/api-faults', { count: 0 })

  await control('/api-faults', { method: 'DELETE', path: '/v1/subscriptions', delayMs: 600_000, count: 100 })
  await pay(subscriber.checkoutSessionId)
  const { browser, userId } = subscriber.buyer
  // Its server is killed before it has done what this leads to: the answer does not count.
  browser.get(`/api/stripe/checkout-status?session_id=${subscriber.checkoutSessionId}`).catch(() => {})
  await waitForRow(shop, `cancellations join customers c on c.id = customer_id where user_id = '${userId}'`)
  await Promise.all(shop.processes.servers.map((server) => server.kill()))
  await control('/api-faults', { count: 0 })
  await waitForRow(shop, failedEvents)
  return { subscriber, unheard, gone, late }
}

/** By servers that start after it. Stripe delivers its events again when all but the late payment is done. */
export async function expectWorkDone(shop: RunningShop, left: UnfinishedWork): Promise<Buyer[]> {
  const { subscriber, unheard, gone, late } = left
  const waitForLifetime = ({ buyer }: LeftBuyer) =>
    waitFor(async () => {
      const { plan } = await (await buyer.browser.get('/api/subscription')).json()
      expect(plan, `the plan of ${buyer.email}`).toBe('lifetime')
    })
  await waitForLifetime(subscriber)
  await waitForLifetime(unheard)

  const ofGone = `session_id = '${gone.checkoutSessionId}'`
  await query(shop, `update seat_holds set expires_at = now() - interval '2 minutes' where ${ofGone}`)
  // Cancellations wait ten minutes for the process that began them.
  await query(
    shop,
    `update jobs set run_at = now() where kind in ('cancel-subscription', 'reconcile')
      or key in (select id from seat_holds where ${ofGone})`,
  )
  const { checkout, subscriptions } = shop.emulator.stripe
  const { customer } = await checkout.sessions.retrieve(subscriber.checkoutSessionId)
  await waitFor(async () => {
    const { data } = await subscriptions.list({ customer: String(customer), status: 'all' })
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
  })
  await waitForRow(shop, `seat_holds where ${ofGone} and state = 'released'`)
  expect((await checkout.sessions.retrieve(gone.checkoutSessionId)).status).toBe('expired')

  await shop.emulator.control('/faults', {})
  expect((await shop.emulator.pay(late.checkoutSessionId)).status).toBe(200)
  await waitForLifetime(late)
  for (const { buyer } of [subscriber, unheard, late]) buyer.paid.push('lifetime')
  return [subscriber, unheard, gone, late].map(({ buyer }) => buyer)
}

const failedEvents = 'stripe_events where handled_at is null and error is not null'

const waitForRow = (shop: RunningShop, from: string) =>
  waitFor(async () => expect(await query(shop, `select 1 from ${from}`), from).not.toEqual([]))

/** With tables of any version. */
async function query({ databaseUrl }: RunningShop, text: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
