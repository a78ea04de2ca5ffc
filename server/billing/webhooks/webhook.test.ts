import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import {
  type BillingKit,
  describeWithBillingKit,
  describeWithBillingKitOnBothDatabases,
} from '../../../tests/support/billing/billing-kit.ts'
import { deferred } from '../../../tests/support/deferred.ts'
import { customers, jobs, purchases, stripeEvents, subscriptions } from '../../db/schema.ts'
import { listFailedJobs } from '../../jobs/store.ts'
import { createSeatReservations } from '../../seats/seat-reservations.ts'
import type { PaymentEvent } from '../stripe/payment-service.ts'
import { syncUser } from '../sync/sync-user.ts'
import { createEventReceiver } from './receive-event.ts'

const now = () => new Date()

const outcomeOf = async (response: Response) => [response.status, (await response.json()).outcome]

function useWebhook(kit: BillingKit) {
  /** An event as the payment service sends it, in whatever order a test likes. */
  async function send(
    event: object,
    { secret = kit.webhookSecret, at = Date.now(), alter = (body: string) => body, runJobs = true } = {},
  ) {
    const body = JSON.stringify(event)
    const signature = kit.emulator.stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(at / 1_000),
    })
    const response = await kit.app.request('http://localhost/api/stripe/webhook', {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: alter(body),
    })
    if (runJobs) await kit.jobs.runDue()
    return response
  }

  async function eventsOf(customerId: string): Promise<Stripe.Event[]> {
    const all = await kit.emulator.stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    return all.filter((event) => JSON.stringify(event.data.object).includes(customerId)).reverse()
  }

  async function customerOf(userId: string): Promise<string> {
    const [row] = await kit.db.select().from(customers).where(eq(customers.userId, userId))
    return row?.id ?? ''
  }

  return { send, eventsOf, customerOf }
}

describeWithBillingKitOnBothDatabases('the webhook, what depends on the database', (kit) => {
  const { send, eventsOf, customerOf } = useWebhook(kit)

  test('F2: a reading that took its time does not overwrite a newer one', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    const customerId = await customerOf(buyer.id)
    const [subscription] = (await kit.emulator.stripe.subscriptions.list({ customer: customerId })).data
    const { readState } = kit.payments
    let slow = true
    const { promise: hasRead, resolve: recordRead } = deferred()
    const { promise: mayGoOn, resolve: goOn } = deferred()
    kit.payments.readState = async (id) => {
      const state = await readState(id)
      if (slow) {
        slow = false
        recordRead()
        await mayGoOn
      }
      return state
    }
    const deps = {
      db: kit.db,
      payments: kit.payments,
      seats: createSeatReservations(null, now),
      graceDays: 7,
      now,
    }
    const first = syncUser(deps, buyer.id)
    await hasRead
    await kit.emulator.stripe.subscriptions.cancel(subscription?.id ?? '')
    await syncUser(deps, buyer.id)
    expect(await buyer.plan()).toBe('free')
    goOn()
    await first
    kit.payments.readState = readState
    expect(await buyer.plan()).toBe('free')
  })

  test('F4: the same event ten times at once is handled once', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    const event = (await eventsOf(await customerOf(buyer.id))).find(
      ({ type }) => type === 'checkout.session.completed',
    )
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(event ?? {}).then(outcomeOf)))
    expect(responses.filter(([, outcome]) => outcome === 'queued')).toHaveLength(1)
    expect(responses.filter(([, outcome]) => outcome === 'duplicate')).toHaveLength(9)
    expect(await kit.db.select().from(purchases).where(eq(purchases.userId, buyer.id))).toHaveLength(1)
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('F4: forty events of one customer, each with its own id, cost one reading if they come before it', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    const [event] = await eventsOf(await customerOf(buyer.id))
    const { readState } = kit.payments
    const read = vi.fn(readState)
    kit.payments.readState = read
    const ids = Array.from({ length: 40 }, (_, n) => `${event?.id}_${n}`)
    const responses = await Promise.all(ids.map((id) => send({ ...event, id }, { runJobs: false })))
    expect(await Promise.all(responses.map(outcomeOf))).toEqual(ids.map(() => [200, 'queued']))
    expect(read).not.toHaveBeenCalled()
    await kit.jobs.runDue()
    kit.payments.readState = readState
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('F4: an event that was recorded enqueues nothing when it comes again, unless it is replayed or was never handled', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    const receive = createEventReceiver({ db: kit.db })
    const customerId = await customerOf(buyer.id)
    const about = { type: 'any', createdAt: new Date(), customerId, paymentId: null, userId: null }
    const event = (id: string): PaymentEvent => ({ ...about, id, failedRefund: null })
    const versions = () => kit.db.select({ version: jobs.version }).from(jobs).where(eq(jobs.key, buyer.id))
    expect(await receive(event('evt_again'))).toBe('queued')
    const enqueued = await versions()
    expect(enqueued).toHaveLength(1)
    expect(await receive(event('evt_again'))).toBe('duplicate')
    expect(await versions()).toEqual(enqueued)
    expect(await receive(event('evt_again'), { again: true })).toBe('queued')
    const replayed = await versions()
    expect(replayed).not.toEqual(enqueued)
    // As versions without a queue recorded one that failed.
    await kit.db.insert(stripeEvents).values({ id: 'evt_failed', type: 'any', error: 'no connection' })
    expect(await receive(event('evt_failed'))).toBe('queued')
    expect(await versions()).not.toEqual(replayed)
    await kit.deliver()
    expect(await versions()).toEqual([])
  })

  test('F5: what was acknowledged is never lost: a sync that fails is kept with its reason and tried again', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const [event] = (await eventsOf(await customerOf(buyer.id))).slice(-1)
    await kit.emulator.control('/api-faults', { status: 500, count: 50 })
    expect(await outcomeOf(await send(event ?? {}))).toEqual([200, 'queued'])
    expect(await listFailedJobs(kit.db)).toMatchObject([
      {
        kind: 'sync',
        key: buyer.id,
        attempts: 1,
        error: expect.stringMatching(/emulator fault/),
        deadAt: null,
      },
    ])
    await kit.emulator.control('/api-faults', { count: 0 })
    await kit.runAllJobs()
    expect(await listFailedJobs(kit.db)).toEqual([])
    expect(await buyer.plan()).toBe('monthly')
  })

  test('F5: an event that cannot be stored is refused, so that Stripe sends it again', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const [event] = (await eventsOf(await customerOf(buyer.id))).slice(-1)
    await kit.db.execute(sql`alter table jobs rename to jobs_away`)
    const response = await send(event ?? {}, { runJobs: false })
    await kit.db.execute(sql`alter table jobs_away rename to jobs`)
    expect(response.status).toBe(500)
    expect(await outcomeOf(await send(event ?? {}))).toEqual([200, 'queued'])
    expect(await buyer.plan()).toBe('monthly')
  })

  test('F14: a lifetime is bought in another mode, and no end of a subscription takes it away', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    await buyer.buy('lifetime')
    await kit.deliver()
    expect(await buyer.plan()).toBe('lifetime')
    await kit.deliver()
    const customerId = await customerOf(buyer.id)
    const [subscription] = (
      await kit.emulator.stripe.subscriptions.list({ customer: customerId, status: 'all' })
    ).data
    expect(subscription?.status).toBe('canceled')
    const deleted = (await eventsOf(customerId)).find(({ type }) => type === 'customer.subscription.deleted')
    await send({ ...deleted, id: 'evt_deleted_again' })
    expect(await buyer.plan()).toBe('lifetime')
  })
})

describeWithBillingKit('the webhook', (kit) => {
  const { send, eventsOf, customerOf } = useWebhook(kit)

  test('F1: `updated` before `created`, or any other order, ends in the same state', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const customerId = await customerOf(buyer.id)
    const [trial] = (await kit.emulator.stripe.subscriptions.list({ customer: customerId })).data
    await kit.emulator.stripe.subscriptions.cancel(trial?.id ?? '')
    // Without a trial it is created `incomplete` and is `active` only when it has been paid for.
    await buyer.buy('monthly')
    const events = await eventsOf(customerId)
    const said = events
      .map(({ data }) => data.object as Stripe.Subscription)
      .filter(({ object, id }) => object === 'subscription' && id !== trial?.id)
    expect(said.map(({ status }) => status)).toEqual(['incomplete', 'active'])
    for (const event of events.reverse()) expect((await send(event)).status).toBe(200)
    expect(await buyer.plan()).toBe('monthly')
  })

  test.each([
    ['of the second of', 0],
    ['that is a minute older than', -60],
  ])('F2: an event %s one that was handled is handled too', async (_age, seconds) => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    expect(await buyer.plan()).toBe('monthly')
    const customerId = await customerOf(buyer.id)
    const handled = (await eventsOf(customerId)).at(-1)
    const [subscription] = (await kit.emulator.stripe.subscriptions.list({ customer: customerId })).data
    await kit.emulator.stripe.subscriptions.cancel(subscription?.id ?? '')
    const deleted = (await eventsOf(customerId)).at(-1)
    expect(deleted?.type).toBe('customer.subscription.deleted')
    await send({ ...deleted, created: (handled?.created ?? 0) + seconds })
    expect(await buyer.plan()).toBe('free')
  })

  test('F3: an `active` that is delivered again after `deleted` brings nothing back', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const customerId = await customerOf(buyer.id)
    const whileActive = await eventsOf(customerId)
    const [subscription] = (await kit.emulator.stripe.subscriptions.list({ customer: customerId })).data
    await kit.emulator.stripe.subscriptions.cancel(subscription?.id ?? '')
    await kit.deliver()
    expect(await buyer.plan()).toBe('free')
    for (const event of whileActive) {
      await send({ ...event, id: `${event.id}again` })
      expect(await buyer.plan(), event.type).toBe('free')
    }
  })

  test('F6: types that we do not know and customers that are not ours get 200 and are recorded', async () => {
    const customer = await kit.emulator.stripe.customers.create({ email: 'stranger@example.com' })
    const [created] = await eventsOf(customer.id)
    expect(await outcomeOf(await send(created ?? {}))).toEqual([200, 'ignored'])
    const unheardOf = {
      ...created,
      id: 'evt_unheard_of',
      type: 'moon.full',
      data: { object: { object: 'moon' } },
    }
    expect(await outcomeOf(await send(unheardOf))).toEqual([200, 'ignored'])
    const rows = await kit.db.select().from(stripeEvents).where(eq(stripeEvents.outcome, 'ignored'))
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([created?.id, 'evt_unheard_of']))
  })

  test('F7 F9: the customer is known before the payment page is open, so that the webhook alone suffices', async () => {
    const buyer = await kit.signIn()
    await buyer.checkout('monthly')
    expect(await customerOf(buyer.id)).toMatch(/^cus_/)
    await buyer.buy('monthly')
    await kit.deliver()
    expect(await buyer.plan()).toBe('monthly')
  })

  test('F12: the end of an old trial does not end a new plan', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    const customerId = await customerOf(buyer.id)
    const { subscriptions: atStripe } = kit.emulator.stripe
    const [old] = (await atStripe.list({ customer: customerId })).data
    await atStripe.cancel(old?.id ?? '')
    const deleted = (await eventsOf(customerId)).find(({ type }) => type === 'customer.subscription.deleted')
    await buyer.buy('monthly')
    await kit.deliver()
    const { data } = await atStripe.list({ customer: customerId, status: 'all' })
    expect(data.map(({ status }) => status).sort()).toEqual(['active', 'canceled'])
    expect(await buyer.plan()).toBe('monthly')
    expect((await send({ ...deleted, id: 'evt_old_trial_deleted' })).status).toBe(200)
    expect(await buyer.plan()).toBe('monthly')
  })

  test('F15: the end of the period is read from where the current API has it', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    const [row] = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
    expect(row?.periodEndsAt?.getTime()).toBeGreaterThan(Date.now())
  })

  test.each<[what: string, options: Parameters<typeof send>[1]]>([
    [
      'F16: a body that was altered on the way',
      { alter: (body) => JSON.stringify(JSON.parse(body), null, 2) },
    ],
    ['F16: another signer', { secret: 'whsec_somebody_else' }],
    ['F16: an old signature, sent again', { at: Date.now() - 3_600_000 }],
    ['F16: a signature from the future', { at: Date.now() + 3_600_000 }],
  ])('%s is refused and leaves nothing behind', async (_what, options) => {
    const event = { id: `evt_forged_${Math.random()}`, object: 'event', type: 'x', data: { object: {} } }
    expect((await send(event, options)).status).toBe(400)
    expect(await kit.db.select().from(stripeEvents).where(eq(stripeEvents.id, event.id))).toEqual([])
  })

  test('F16: without a signature nothing is accepted', async () => {
    const request = { method: 'POST', body: '{}' }
    expect((await kit.app.request('http://localhost/api/stripe/webhook', request)).status).toBe(400)
  })

  test('F16: of several signature headers, a new time does not make an old signature good', async () => {
    const payload = JSON.stringify({ id: `evt_${Math.random()}`, object: 'event', type: 'x', data: {} })
    const now = Math.floor(Date.now() / 1_000)
    const sign = (timestamp: number, secret: string) =>
      kit.emulator.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    const [old, forged] = [sign(now - 3_600, kit.webhookSecret), sign(now, 'whsec_somebody_else')]
    for (const lines of [
      [old, forged],
      [forged, old],
      [forged, forged],
      [`t=${now}`, old],
    ]) {
      const headers = new Headers({ 'content-type': 'application/json' })
      // Joined by a comma and a space, as Node and Hono's adapter do with lines of one name.
      for (const line of lines) headers.append('stripe-signature', line)
      const request = { method: 'POST', headers, body: payload }
      expect((await kit.app.request('http://localhost/api/stripe/webhook', request)).status).toBe(400)
    }
  })

  test('F18: a customer who merely has the same e-mail address is nobody we know', async () => {
    const buyer = await kit.signIn()
    const email = (await (await buyer.get('/api/account')).json()).user.email
    const stranger = await kit.emulator.stripe.customers.create({ email })
    const { lifetime } = await kit.payments.prices()
    const session = await kit.emulator.paymentSession(stranger.id, lifetime.stripePriceId)
    await kit.emulator.pay(session.id)
    await kit.deliver()
    expect(await buyer.plan()).toBe('free')
  })

  test('F23: a partial refund takes nothing away, the whole does', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    const [purchase] = await kit.db.select().from(purchases).where(eq(purchases.userId, buyer.id))
    const refund = async (amount: number) => {
      await kit.emulator.stripe.refunds.create({ payment_intent: purchase?.id ?? '', amount })
      await kit.deliver()
    }
    await refund(100)
    expect(await buyer.plan()).toBe('lifetime')
    await refund((purchase?.amountMinor ?? 0) - 100)
    expect(await buyer.plan()).toBe('free')
    const [revoked] = await kit.db.select().from(purchases).where(eq(purchases.userId, buyer.id))
    expect(revoked).toMatchObject({ revokedFor: 'refund', revokedAt: expect.any(Date) })
  })

  test.each([
    ['lost', 'free'],
    ['won', 'lifetime'],
  ])('F23: a dispute that is %s leaves the plan %s', async (outcome, plan) => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    const [charge] = (await kit.emulator.stripe.charges.list({ customer: await customerOf(buyer.id) })).data
    await kit.emulator.control('/disputes', { charge: charge?.id })
    await kit.deliver()
    expect(await buyer.plan()).toBe('lifetime')
    await kit.emulator.control('/disputes', { charge: charge?.id, outcome })
    await kit.deliver()
    expect(await buyer.plan()).toBe(plan)
  })
})

const metricsToken = 'token-of-the-tests'

describeWithBillingKit(
  'the lag of the webhook',
  (kit) => {
    const { send } = useWebhook(kit)
    async function measured() {
      const headers = { authorization: `Bearer ${metricsToken}` }
      const text = await (await kit.app.request('http://localhost/metrics', { headers })).text()
      const sample = (name: string) =>
        Number(new RegExp(`^fairseat_webhook_lag_seconds_${name} (.+)$`, 'm').exec(text)?.[1])
      return { count: sample('count'), sum: sample('sum') }
    }

    // Prometheus takes a sum that falls for a restart, and counts all of it again.
    test('is none for an event that is ahead of our clock', async () => {
      const event = { object: 'event', type: 'x', data: { object: {} } }
      const seconds = Math.floor(Date.now() / 1_000)
      await send({ ...event, id: 'evt_late', created: seconds - 600 })
      const before = await measured()
      expect(before.sum).toBeGreaterThanOrEqual(600)
      await send({ ...event, id: 'evt_ahead', created: seconds + 600 })
      expect(await measured()).toEqual({ count: before.count + 1, sum: before.sum })
    })
  },
  { env: { METRICS_TOKEN: metricsToken } },
)
