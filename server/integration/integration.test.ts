import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebhookEvent } from '../../core/integration/contract.ts'
import { CustomerState } from '../../core/integration/customer-state.ts'
import { type Catalogue, featuresByPlan } from '../../core/plans/catalogue.ts'
import { createResponseCheck } from '../../tests/support/app/open-api.ts'
import { createTestBrowser, createTestServer, siteUrl } from '../../tests/support/app/test-app.ts'
import { type BillingKit, liveCatalogue, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { runAllJobs } from '../../tests/support/billing/run-all-jobs.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import { customerStates } from '../db/schema.ts'
import { enqueueJob } from '../jobs/store.ts'
import { createApiKey } from './api-key.ts'
import { resendRestored, resendState } from './resend-state.ts'
import { webhookEndpoint } from './webhooks/endpoint.ts'
import { retryEndpoints } from './webhooks/event-store.ts'

const key = createApiKey()
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`
const hourMs = 3_600_000

/** The product's server: keeps what it was sent, and answers as a test tells it to. */
async function startReceiver(now: () => Date) {
  const received: { headers: Record<string, string>; body: string; at: Date }[] = []
  let answer: (request: IncomingMessage) => { status: number; location?: string } = () => ({ status: 204 })
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { status, location } = answer(request)
    if (status < 300) received.push({ headers: request.headers as Record<string, string>, body, at: now() })
    response.writeHead(status, location === undefined ? {} : { location }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith(next: typeof answer) {
      answer = next
    },
    /** Verified as by a receiver whose clock shows what the database's does, which tests move. */
    events: () => {
      const verified = received.map(({ headers, body, at }) => {
        vi.useFakeTimers({ toFake: ['Date'], now: at })
        return WebhookEvent.parse(new Webhook(secret).verify(body, headers))
      })
      vi.useRealTimers()
      return verified
    },
    close: () => server.close(),
  }
}

const catalogue = ((): Catalogue => {
  const live = liveCatalogue(3)
  const { free, monthly, lifetime } = live.plans
  return {
    ...live,
    plans: {
      free,
      monthly: { ...monthly, grants: ['projects:unlimited'] },
      lifetime: { ...lifetime, grants: ['projects:unlimited', 'priority-support'] },
    },
  }
})()

describeMainlyOnPostgres('the product', (openTestDatabase, kind) => {
  let kit: BillingKit
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let other: Awaited<ReturnType<typeof startReceiver>>
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)

  beforeAll(async () => {
    receiver = await startReceiver(now)
    other = await startReceiver(now)
    kit = await startBillingKit((await openTestDatabase()).db, {
      catalogue,
      now,
      env: {
        API_KEYS: `${key}:read+write+gifts+sign-in`,
        PRODUCT_WEBHOOKS: JSON.stringify([receiver, other].map(({ url }) => ({ url, secret }))),
      },
    })
  })
  beforeEach(() => {
    for (const each of [receiver, other]) {
      each.answerWith(() => ({ status: 204 }))
      each.received.length = 0
    }
  })
  afterAll(async () => {
    await kit.stop()
    receiver.close()
    other.close()
  })

  /** Every response is held against the document that we publish. */
  async function call(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    const response = await kit.app.request(`${siteUrl}/api/v1${path}`, {
      ...init,
      headers: {
        host: 'localhost',
        authorization: `Bearer ${key}`,
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
    })
    checkResponse ??= createResponseCheck(
      await (await kit.app.request(`${siteUrl}/api/v1/openapi.json`)).json(),
    )
    await checkResponse(init.method ?? 'GET', path, response)
    return response
  }
  let checkResponse: ReturnType<typeof createResponseCheck> | undefined
  const read = async (id: string) => CustomerState.parse(await (await call(`/customers/${id}`)).json())
  const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) })
  const restored = () =>
    resendRestored(kit.db, [webhookEndpoint({ url: receiver.url, secret })], {
      features: featuresByPlan(catalogue),
      livemode: false,
    })
  const statesOf = (id: string, from = receiver) => from.events().filter(({ data }) => data.id === id)

  test('hears of a purchase, the end of a trial, a cancellation and a refund, each once and in order', async () => {
    const ana = await kit.signIn()
    expect(await read(ana.id)).toMatchObject({ plan: 'free', status: 'none', features: [], version: 0 })
    await ana.buy('monthly')
    await kit.deliver()
    await ana.buy('lifetime')
    await kit.deliver()
    await kit.deliver()
    const { data: paid } = await kit.emulator.stripe.paymentIntents.list({ limit: 1 })
    await kit.emulator.stripe.refunds.create({ payment_intent: paid[0]?.id ?? '' })
    await kit.deliver()
    const events = statesOf(ana.id)
    expect(events.map(({ data }) => data.version)).toEqual(events.map((_, index) => index + 1))
    expect(events.map(({ data: { plan, status } }) => `${plan} ${status}`)).toEqual([
      'monthly trialing',
      'lifetime active',
      'free revoked',
    ])
    expect(events[1]?.data).toMatchObject({
      features: ['projects:unlimited', 'priority-support'],
      seat: { offer: 'launch', number: 1 },
      livemode: false,
    })
    expect(await read(ana.id)).toEqual(events[2]?.data)
    expect(statesOf(ana.id, other)).toEqual(events)
  })

  test('Stripe is never given the made-up address of a user who lost an unverified one', async () => {
    const ana = await kit.signIn()
    await kit.db.execute(
      sql`update users set email = ${`${ana.id}@unverified.invalid`}, email_verified = false where id = ${ana.id}`,
    )
    expect((await ana.checkout('monthly')).status).toBe(200)
    const { data } = await kit.emulator.stripe.customers.list({ limit: 100 })
    const own = data.find(({ metadata }) => metadata.userId === ana.id)
    expect([own?.id, own?.email ?? null]).toEqual([expect.any(String), null])
  })

  test('is told what the signature covers, and refuses what was changed on the way', async () => {
    const ana = await kit.signIn()
    await ana.buy('lifetime')
    await kit.deliver()
    const [sent] = receiver.received
    if (!sent) throw new Error('Nothing was sent.')
    expect(() => new Webhook(secret).verify(sent.body, sent.headers)).not.toThrow()
    expect(() => new Webhook(secret).verify(sent.body.replace('lifetime', 'monthly'), sent.headers)).toThrow()
    const otherId = { ...sent.headers, 'webhook-id': 'msg_2' }
    expect(() => new Webhook(secret).verify(sent.body, otherId)).toThrow()
  })

  test('loses nothing while it is away, answers 500 or redirects; another endpoint is not delayed', async () => {
    receiver.answerWith(() => ({ status: 500 }))
    const ana = await kit.signIn()
    await ana.buy('monthly')
    await kit.deliver()
    expect(statesOf(ana.id)).toEqual([])
    expect(statesOf(ana.id, other)).toHaveLength(1)
    receiver.answerWith(() => ({ status: 302, location: other.url }))
    for (const plan of ['lifetime', 'monthly'])
      await post(`/customers/${ana.id}/grants`, { plan, reason: 'a test' })
    aheadMs += hourMs
    await kit.jobs.runDue()
    expect(statesOf(ana.id)).toEqual([])
    receiver.answerWith(() => ({ status: 200 }))
    aheadMs += 2 * hourMs
    await kit.jobs.runDue()
    expect(statesOf(ana.id).map(({ data }) => data.version)).toEqual([1, 2])
    expect(statesOf(ana.id, other).map(({ data }) => data.version)).toEqual([1, 2])
  })

  test('an endpoint that is deleted delays nobody and is sent nothing; what waited for it is there when it is back', async () => {
    other.answerWith(() => ({ status: 500 }))
    const ana = await kit.signIn()
    await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })
    await kit.jobs.runDue()
    other.answerWith(() => ({ status: 204 }))
    const hooks = JSON.stringify([{ url: receiver.url, secret }])
    const without = createTestServer(
      kit.db,
      { API_KEYS: `${key}:read+write+gifts+sign-in`, PRODUCT_WEBHOOKS: hooks },
      catalogue,
      kit.payments,
      { now },
    )
    const granted = await without.app.request(`${siteUrl}/api/v1/customers/${ana.id}/grants`, {
      method: 'POST',
      headers: { host: 'localhost', authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ plan: 'lifetime', reason: 'x' }),
    })
    expect(granted.status).toBe(201)
    aheadMs += hourMs
    await without.jobs.runDue()
    expect(statesOf(ana.id).map(({ data }) => data.version)).toEqual([1, 2])
    expect(statesOf(ana.id, other)).toEqual([])
    aheadMs += hourMs
    await kit.jobs.runDue()
    expect(statesOf(ana.id, other).map(({ data }) => data.version)).toEqual([1])
  })

  test('has taken what it answered with 2xx, also when the rest of the answer never comes', async () => {
    const stuck = createServer((_, response) => {
      taken += 1
      response.writeHead(200).write('thank')
    }).listen(0, '127.0.0.1')
    let taken = 0
    await new Promise((resolve) => stuck.once('listening', resolve))
    const url = `http://127.0.0.1:${(stuck.address() as AddressInfo).port}/hook`
    const endpoint = webhookEndpoint({ url, secret })
    const ana = await kit.signIn()
    await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })
    await kit.jobs.runDue()
    await resendState(kit.db, [endpoint], ana.id)
    const hooks = JSON.stringify([{ url, secret }])
    await createTestServer(kit.db, { PRODUCT_WEBHOOKS: hooks }, catalogue, kit.payments).jobs.runDue()
    expect(taken).toBe(1)
    expect(await retryEndpoints(kit.db, [endpoint])).toBe(0)
    stuck.closeAllConnections()
    stuck.close()
  })

  test('verifies with either secret while one replaces the other', async () => {
    const next = `whsec_${Buffer.from('another one of thirty-two bytes.').toString('base64')}`
    const ana = await kit.signIn()
    await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })
    await kit.jobs.runDue()
    receiver.received.length = 0
    await resendState(kit.db, [webhookEndpoint({ url: receiver.url, secret })], ana.id)
    const hooks = JSON.stringify([{ url: receiver.url, secret: `${next},${secret}` }])
    await createTestServer(kit.db, { PRODUCT_WEBHOOKS: hooks }, catalogue, kit.payments).jobs.runDue()
    const [sent] = receiver.received
    for (const each of [next, secret])
      expect(() => new Webhook(each).verify(sent?.body ?? '', sent?.headers ?? {})).not.toThrow()
  })

  test('is tried for three days, and then an operator has to look', async () => {
    receiver.answerWith(() => ({ status: 503 }))
    const ana = await kit.signIn()
    await post(`/customers/${ana.id}/grants`, { plan: 'lifetime', reason: 'a test' })
    const dead = async () =>
      (
        await kit.db.execute<{ n: number }>(
          sql`select count(*)::int as n from jobs where dead_at is not null`,
        )
      ).rows[0]?.n
    // Nothing else is due in these days.
    await kit.db.execute(
      sql`update jobs set run_at = run_at + interval '4 days' where kind not like 'webhook:%'`,
    )
    for (let hours = 0; hours < 70; hours += 1) {
      aheadMs += hourMs
      await kit.jobs.runDue()
    }
    expect(await dead()).toBe(0)
    for (let hours = 0; hours < 20; hours += 1) {
      aheadMs += hourMs
      await kit.jobs.runDue()
    }
    expect(await dead()).toBe(1)
    await kit.db.execute(sql`delete from jobs where dead_at is not null`)
    await kit.db.execute(sql`delete from webhook_events`)
  })

  test('is not told what was not committed', async () => {
    const ana = await kit.signIn()
    await kit.db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused at the commit'; end $$`)
    await kit.db.execute(sql`create constraint trigger refuse after insert on webhook_events
      deferrable initially deferred for each row execute function refuse()`)
    const body = JSON.stringify({ plan: 'lifetime', reason: 'x' })
    const failed = await kit.app.request(`${siteUrl}/api/v1/customers/${ana.id}/grants`, {
      method: 'POST',
      body,
      headers: { host: 'localhost', authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    expect(failed.status).toBe(500)
    await kit.db.execute(sql`drop trigger refuse on webhook_events`)
    await kit.jobs.runDue()
    expect(statesOf(ana.id)).toEqual([])
    expect(await read(ana.id)).toMatchObject({ plan: 'free', version: 0 })
    expect(await ana.plan()).toBe('free')
  })

  test('hears the last word, however many changes of one customer are made at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ana = await kit.signIn()
      const given = await Promise.all(
        ['monthly', 'lifetime', 'monthly'].map((plan) =>
          post(`/customers/${ana.id}/grants`, { plan, reason: 'x' }),
        ),
      )
      expect(given.map(({ status }) => status)).toEqual([201, 201, 201])
      await kit.jobs.runDue()
      const events = statesOf(ana.id)
      expect(events.map(({ data }) => data.version)).toEqual(events.map((_, index) => index + 1))
      expect(events.at(-1)?.data).toMatchObject({ plan: 'lifetime' })
      expect(await read(ana.id)).toEqual(events.at(-1)?.data)
    }
  })

  test('is sent a state again when an operator wants it, and what failed at once', async () => {
    const endpoints = [receiver, other].map(({ url }) => webhookEndpoint({ url, secret }))
    const ana = await kit.signIn()
    await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })
    await kit.jobs.runDue()
    expect(await resendState(kit.db, endpoints, ana.id)).toBe(1)
    await kit.jobs.runDue()
    expect(statesOf(ana.id).map(({ data }) => data.version)).toEqual([1, 1])
    receiver.answerWith(() => ({ status: 500 }))
    await resendState(kit.db, endpoints, ana.id)
    await kit.jobs.runDue()
    receiver.answerWith(() => ({ status: 200 }))
    await kit.jobs.runDue()
    expect(statesOf(ana.id)).toHaveLength(2)
    expect(await retryEndpoints(kit.db, endpoints)).toBe(1)
    await kit.jobs.runDue()
    expect(statesOf(ana.id)).toHaveLength(3)
    expect(statesOf(ana.id, other)).toHaveLength(3)
  })

  test('after a restored backup it is told everything under versions that it has not seen', async () => {
    // Bob bought for the first time after the backup: the product may know any version of him, and we know none.
    const [ana, bob] = [await kit.signIn(), await kit.signIn()]
    await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })
    await kit.runAllJobs()
    expect(await restored()).toBeGreaterThan(1)
    await kit.jobs.runDue()
    const [told, again] = statesOf(ana.id).map(({ data }) => data)
    expect(again).toMatchObject({ plan: 'monthly', version: (told?.version ?? 0) + 1_000 })
    expect(Date.parse(again?.updatedAt ?? '')).toBeGreaterThan(Date.parse(told?.updatedAt ?? ''))
    expect(await read(ana.id)).toEqual(again)
    await post(`/customers/${bob.id}/grants`, { plan: 'monthly', reason: 'x' })
    await kit.jobs.runDue()
    expect(statesOf(bob.id).map(({ data }) => [data.plan, data.version])).toEqual([
      ['free', 1_000],
      ['monthly', 1_001],
    ])
  })

  test('after a restored backup it is told nothing while somebody has to be compared with Stripe', async () => {
    await kit.runAllJobs()
    await enqueueJob(kit.db, { kind: 'sync', key: 'somebody' })
    await expect(restored()).rejects.toThrow(/compared with Stripe: 1\./)
    await kit.runAllJobs()
  })

  test.skipIf(kind === 'embedded')(
    'a version that is raised while a state is recorded does not fall',
    async () => {
      const ana = await kit.signIn()
      await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })
      let commit = () => {}
      await new Promise<void>((resolve) => {
        void kit.db.transaction(async (tx) => {
          await tx.execute(sql`update customer_states set version = version + 1000 where user_id = ${ana.id}`)
          resolve()
          await new Promise<void>((done) => {
            commit = done
          })
        })
      })
      const granted = post(`/customers/${ana.id}/grants`, { plan: 'lifetime', reason: 'x' })
      // It has read the version of before, and waits to write the next.
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await kit.db.execute(waiting)).rows.length).toBe(1)
      commit()
      expect((await granted).status).toBe(201)
      expect(await read(ana.id)).toMatchObject({ plan: 'lifetime', version: 1_002 })
    },
  )

  test('an event that is refused for an hour does not keep later ones from being sent', async () => {
    const ana = await kit.signIn()
    const { id } = await (await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })).json()
    await call(`/customers/${ana.id}/grants/${id}`, { method: 'DELETE' })
    const waiting = sql`webhook_events where customer_id = ${ana.id}`
    await kit.db.execute(
      sql`update webhook_events set created_at = ${now().toISOString()} where customer_id = ${ana.id}`,
    )
    const { rows } = await kit.db.execute(sql`select message_id from ${waiting} order by version limit 1`)
    receiver.answerWith(({ headers }) => ({
      status: headers['webhook-id'] === rows[0]?.message_id ? 500 : 204,
    }))
    await kit.jobs.runDue()
    expect(statesOf(ana.id)).toEqual([])
    aheadMs += hourMs
    await kit.jobs.runDue()
    expect(statesOf(ana.id).map(({ data }) => [data.plan, data.version])).toEqual([['free', 2]])
    // The refused one is tried again as long as any other.
    receiver.answerWith(() => ({ status: 204 }))
    aheadMs += hourMs
    await kit.jobs.runDue()
    expect(statesOf(ana.id).map(({ data }) => data.version)).toEqual([2, 1])
  })

  test('hears of another catalogue, and of what a server of a former version has changed', async () => {
    const [ana, bob] = [await kit.signIn(), await kit.signIn()]
    await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })
    await kit.db.execute(sql`insert into subscriptions (id, user_id, plan, status)
      values (${`sub_${bob.id}`}, ${bob.id}, 'lifetime', 'active')`)
    const { monthly } = catalogue.plans
    const changed = { ...catalogue, plans: { ...catalogue.plans, monthly: { ...monthly, grants: ['new'] } } }
    const hooks = JSON.stringify([{ url: receiver.url, secret }])
    const next = createTestServer(
      kit.db,
      { API_KEYS: `${key}:read+write+gifts+sign-in`, PRODUCT_WEBHOOKS: hooks },
      changed,
      kit.payments,
      {
        now,
      },
    )
    await runAllJobs(kit.db, next.jobs)
    expect(statesOf(ana.id).map(({ data }) => data.features)).toEqual([['projects:unlimited'], ['new']])
    expect(statesOf(bob.id).map(({ data }) => data.plan)).toEqual(['lifetime'])
    // Back to what the other tests take for granted.
    await kit.runAllJobs()
  })

  test('hears that an account was deleted', async () => {
    const ana = await kit.signIn()
    await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'a test' })
    expect((await ana.deleteAccount()).status).toBe(200)
    await kit.jobs.runDue()
    const events = statesOf(ana.id)
    expect(events.map(({ type, data }) => [type, data.plan, data.version])).toEqual([
      ['customer.state_changed', 'monthly', 1],
      ['customer.deleted', 'free', 2],
    ])
    expect((await call(`/customers/${ana.id}`)).status).toBe(404)
  })

  test('hears of the end of a grace period at once, not when all states are gone through', async () => {
    const ana = await kit.signIn()
    await post(`/customers/${ana.id}/grants`, {
      plan: 'monthly',
      reason: 'a customer',
      until: '2999-01-01T00:00:00Z',
    })
    await kit.db.execute(sql`insert into subscriptions (id, user_id, plan, status, grace_ends_at)
      values (${`sub_${ana.id}`}, ${ana.id}, 'lifetime', 'active', ${new Date(Date.now() + aheadMs + hourMs).toISOString()}::timestamptz)`)
    await kit.runAllJobs()
    expect(await read(ana.id)).toMatchObject({ plan: 'lifetime', status: 'past_due' })
    // Less than the day after which all states are gone through again.
    aheadMs += 2 * hourMs
    await kit.jobs.runDue()
    expect(await read(ana.id)).toMatchObject({ plan: 'monthly', status: 'active' })
    expect(statesOf(ana.id).map(({ data }) => data.version)).toEqual([1, 2, 3])
  })

  describe('a grant', () => {
    test('gives the plan on our pages too, and ends by itself at once', async () => {
      const ana = await kit.signIn()
      // All states are gone through now, and not again for a day.
      await kit.runAllJobs()
      const until = new Date(Date.now() + aheadMs + hourMs).toISOString()
      const given = await post(`/customers/${ana.id}/grants`, { plan: 'lifetime', reason: 'a friend', until })
      expect(given.status).toBe(201)
      expect(await read(ana.id)).toMatchObject({ plan: 'lifetime', status: 'active', periodEndsAt: until })
      expect(await ana.plan()).toBe('lifetime')
      aheadMs += 2 * hourMs
      await kit.jobs.runDue()
      expect(await read(ana.id)).toMatchObject({ plan: 'free', status: 'none', version: 2 })
      expect(statesOf(ana.id).map(({ data }) => data.plan)).toEqual(['lifetime', 'free'])
    })

    test('whose response was lost is found, and can be taken back', async () => {
      const ana = await kit.signIn()
      const given = await (
        await post(`/customers/${ana.id}/grants`, { plan: 'lifetime', reason: 'x' })
      ).json()
      const listed = async () => (await (await call(`/customers/${ana.id}/grants`)).json()).grants
      expect(await listed()).toEqual([given])
      await call(`/customers/${ana.id}/grants/${given.id}`, { method: 'DELETE' })
      expect(await listed()).toEqual([])
      expect((await call('/customers/nobody/grants')).status).toBe(404)
    })

    test('for good costs nothing: checkout refuses to charge for it', async () => {
      const ana = await kit.signIn()
      await post(`/customers/${ana.id}/grants`, { plan: 'lifetime', reason: 'a friend' })
      const checkout = await ana.checkout('lifetime')
      expect([checkout.status, (await checkout.json()).code]).toEqual([409, 'has-lifetime'])
      // What ends again does not keep anybody from buying.
      const bob = await kit.signIn()
      const until = new Date(Date.now() + aheadMs + hourMs).toISOString()
      await post(`/customers/${bob.id}/grants`, { plan: 'lifetime', reason: 'a friend', until })
      expect((await (await bob.checkout('lifetime')).json()).code).not.toBe('has-lifetime')
    })

    test('ends no subscription: the product is told what renews, and the customer goes on seeing it', async () => {
      const ana = await kit.signIn()
      // The clock is ahead here: what Stripe signs counts as old.
      const sync = () => ana.get('/api/subscription?refresh=1')
      await ana.buy('monthly')
      await sync()
      const give = async () =>
        (await post(`/customers/${ana.id}/grants`, { plan: 'lifetime', reason: 'a friend' })).json()
      expect(await give()).toMatchObject({ plan: 'lifetime', renewingPlan: 'monthly' })
      expect(await (await ana.get('/api/subscription')).json()).toMatchObject({
        plan: 'lifetime',
        subscription: { status: 'trialing', cancelAtPeriodEnd: false },
      })
      const [subscription] = (await kit.emulator.stripe.subscriptions.list({ limit: 1 })).data
      await kit.emulator.stripe.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true })
      await sync()
      expect(await give()).toMatchObject({ renewingPlan: null })
      const bob = await kit.signIn()
      const toBob = await post(`/customers/${bob.id}/grants`, { plan: 'lifetime', reason: 'a friend' })
      expect(await toBob.json()).toMatchObject({ renewingPlan: null })
    })

    test('is taken back once, and stays on record', async () => {
      const ana = await kit.signIn()
      const grant = await (
        await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'support' })
      ).json()
      for (let times = 0; times < 2; times += 1) {
        const revoked = await call(`/customers/${ana.id}/grants/${grant.id}`, { method: 'DELETE' })
        expect(await revoked.json()).toMatchObject({ id: grant.id, revokedAt: expect.any(String) })
      }
      expect(await read(ana.id)).toMatchObject({ plan: 'free', version: 2 })
      const bob = await kit.signIn()
      const foreign = await call(`/customers/${bob.id}/grants/${grant.id}`, { method: 'DELETE' })
      expect([foreign.status, (await foreign.json()).code]).toEqual([404, 'unknown-grant'])
    })

    test.each([
      ['of a plan that there is not', { plan: 'free', reason: 'x' }, 'bad-api-request'],
      ['without a reason', { plan: 'monthly' }, 'bad-api-request'],
      ['with a reason that no database stores', { plan: 'monthly', reason: '\0' }, 'bad-api-request'],
      [
        'beyond all dates',
        { plan: 'monthly', reason: 'x', until: '9999-12-31T23:59:59-23:59' },
        'bad-api-request',
      ],
      [
        'that has ended',
        { plan: 'monthly', reason: 'x', until: '2020-01-01T00:00:00Z' },
        'grant-in-the-past',
      ],
    ])('%s is refused', async (_, body, code) => {
      const ana = await kit.signIn()
      const refused = await post(`/customers/${ana.id}/grants`, body)
      expect([refused.status, (await refused.json()).code]).toEqual([400, code])
    })
  })

  describe('the API', () => {
    test.each([
      ['no key', undefined],
      ['another key', `Bearer ${createApiKey()}`],
      ['a key that is none', 'Bearer fs_x'],
      ['a key without Bearer', key],
      ['another scheme', `Basic ${key}`],
    ])('refuses %s', async (_, authorization) => {
      const refused = await kit.app.request(`${siteUrl}/api/v1/customers/x`, {
        headers: { host: 'localhost', ...(authorization && { authorization }) },
      })
      expect([refused.status, (await refused.json()).code]).toEqual([401, 'api-key-refused'])
      expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    })

    test('refuses a browser, also with the right key, and allows no origin', async () => {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: siteUrl },
        { 'sec-fetch-site': 'none' },
      ]) {
        const refused = await call('/customers/x', { headers: headers as Record<string, string> })
        expect([refused.status, (await refused.json()).code]).toEqual([403, 'browser-refused'])
        expect(refused.headers.get('access-control-allow-origin')).toBeNull()
      }
    })

    test('finds by id and by verified address, and nobody else', async () => {
      const email = `api-${Math.random()}@example.com`
      const ana = await kit.signIn(email)
      expect(await (await call(`/customers?email=${email.toUpperCase()}`)).json()).toMatchObject({
        id: ana.id,
      })
      await kit.db.execute(sql`update users set email_verified = false where id = ${ana.id}`)
      for (const path of [`/customers?email=${email}`, '/customers/nobody', '/customers/external/nobody']) {
        const unknown = await call(path)
        expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'unknown-customer'])
      }
      expect((await call('/customers')).status).toBe(400)
      expect((await call('/nothing')).status).toBe(404)
    })

    test('makes a customer of a user of the product, once, and finds it by that id', async () => {
      const email = `${Math.random()}@example.com`
      const put = () => call('/customers/external/42', { method: 'PUT', body: JSON.stringify({ email }) })
      const made = await put()
      expect(made.status).toBe(201)
      const state = await made.json()
      expect(state).toMatchObject({ externalId: '42', email, plan: 'free', version: 1 })
      expect((await put()).status).toBe(200)
      expect(await (await call('/customers/external/42')).json()).toEqual(state)
      const other = await call('/customers/external/43', { method: 'PUT', body: JSON.stringify({ email }) })
      expect([other.status, (await other.json()).code]).toEqual([409, 'email-taken'])
      for (const body of ['{}', '{', '{"email":"nobody"}', `{"email":"${email}","plan":"lifetime"}`])
        expect((await call('/customers/external/44', { method: 'PUT', body })).status).toBe(400)
      await kit.jobs.runDue()
      expect(statesOf(state.id).map(({ data }) => data.externalId)).toEqual(['42'])
    })

    test('an id that cannot be stored is nobody’s, and fails nobody else’s request', async () => {
      const ana = await kit.signIn()
      const paths = [
        `/customers/${ana.id}`,
        '/customers/%00',
        `/customers/${ana.id}`,
        '/customers/external/%00',
      ]
      const responses = await Promise.all([...paths, '/customers?email=%00'].map((path) => call(path)))
      expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 404, 404])
      const grant = await call(`/customers/${ana.id}/grants/%00`, { method: 'DELETE' })
      expect(grant.status).toBe(404)
    })

    test('an id that is not UTF-8 in percent-encoding is refused with a sentence', async () => {
      for (const id of ['%', '%zz', '%ff', '%c3', '%ed%a0%80', 'a%ffb']) {
        const body = JSON.stringify({ email: `${Math.random()}@example.com` })
        for (const refused of [
          await call(`/customers/external/${id}`),
          await call(`/customers/external/${id}`, { method: 'PUT', body }),
          await call(`/customers/${id}`),
        ])
          expect([refused.status, await refused.json()]).toEqual([
            400,
            { code: 'bad-api-request', error: expect.stringMatching(/^.{20,}\.$/) },
          ])
      }
    })

    test('deleting an account beside grants and changes of it: no deadlock, and nothing for the deleted', async () => {
      const people = await Promise.all(Array.from({ length: 4 }, () => kit.signIn()))
      const statuses = await Promise.all(
        people.flatMap((ana) => [
          ana.deleteAccount().then(({ status }) => status),
          ...Array.from(
            { length: 4 },
            async () => (await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })).status,
          ),
        ]),
      )
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      await kit.jobs.runDue()
      for (const { id } of people) expect(statesOf(id).at(-1)?.type).toBe('customer.deleted')
    })

    test('hands out a link that signs the customer in, once', async () => {
      const made = await call('/customers/external/link', {
        method: 'PUT',
        body: JSON.stringify({ email: `${Math.random()}@example.com` }),
      })
      const { id } = await made.json()
      const link = await (await post(`/customers/${id}/sign-in-links`, { next: '/account' })).json()
      const browser = createTestBrowser(kit.app)
      const fromHere = { 'sec-fetch-site': 'same-site' }
      const opened = await browser.get(link.url.slice(siteUrl.length), fromHere)
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/account'])
      expect((await (await browser.get('/api/account')).json()).user.id).toBe(id)
      const again = createTestBrowser(kit.app)
      await again.get(link.url.slice(siteUrl.length), fromHere)
      expect((await again.get('/api/account')).status).toBe(401)
      expect((await post('/customers/nobody/sign-in-links', {})).status).toBe(404)
    })

    test('limits how often a key is used', async () => {
      const slow = createTestServer(kit.db, {
        API_KEYS: `${key}:read+write+gifts+sign-in`,
        API_REQUESTS_PER_SECOND: '1',
      }).app
      const statuses = []
      for (let times = 0; times < 7; times += 1) {
        const { status, headers } = await slow.request(`${siteUrl}/api/v1/customers/x`, {
          headers: { host: 'localhost', authorization: `Bearer ${key}` },
        })
        statuses.push(status === 429 ? `429 ${headers.get('retry-after')}` : status)
      }
      expect(statuses).toContain('429 1')
      expect(statuses.slice(0, 5)).toEqual([404, 404, 404, 404, 404])
    })

    test('answers 304 while the version is the same', async () => {
      const ana = await kit.signIn()
      // Before the first change the state follows from the catalogue, which counts no versions.
      const fresh = await call(`/customers/${ana.id}`, { headers: { 'if-none-match': `"${ana.id}.0"` } })
      expect([fresh.status, fresh.headers.get('etag')]).toEqual([200, null])
      await post(`/customers/${ana.id}/grants`, { plan: 'monthly', reason: 'x' })
      const first = await call(`/customers/${ana.id}`)
      const etag = first.headers.get('etag') ?? ''
      const tagOf = ({ id, version, updatedAt }: CustomerState) =>
        `"${id}.${version}.${Date.parse(updatedAt)}"`
      expect(etag).toBe(tagOf(await first.json()))
      const same = await call(`/customers/${ana.id}`, { headers: { 'if-none-match': `W/"9", ${etag}` } })
      expect([same.status, await same.text()]).toEqual([304, ''])
      await post(`/customers/${ana.id}/grants`, { plan: 'lifetime', reason: 'x' })
      const next = await call(`/customers/${ana.id}`, { headers: { 'if-none-match': etag } })
      expect([next.status, next.headers.get('etag')]).toEqual([200, tagOf(await next.json())])
      expect((await call(`/customers/${ana.id}`, { headers: { 'if-none-match': '"2"' } })).status).toBe(200)
      // After a restored backup the same version is given to another state.
      const before = (await call(`/customers/${ana.id}`)).headers.get('etag') ?? ''
      await kit.db.update(customerStates).set({ updatedAt: new Date(Date.now() + 1_000) })
      const other = await call(`/customers/${ana.id}`, { headers: { 'if-none-match': before } })
      expect(other.status).toBe(200)
    })
  })
})
