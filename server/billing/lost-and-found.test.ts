import { cards } from '@fairseat/stripe-emulator/testing'
import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { createTestServer, newAddress } from '../../tests/support/app/test-app.ts'
import {
  describeWithBillingKit,
  sessionIn,
  startBillingKit,
} from '../../tests/support/billing/billing-kit.ts'
import { listPendingJobs } from '../../tests/support/billing/run-all-jobs.ts'
import { billingSyncs, checkouts, customers, jobs, stripeEvents, subscriptions, users } from '../db/schema.ts'
import { enqueueJob, listFailedJobs } from '../jobs/store.ts'
import { createLog } from '../log.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { createSeatReservations } from '../seats/seat-reservations.ts'
import { applyLivemode } from './livemode-store.ts'
import { reconcile } from './reconcile.ts'
import { listUnsynced } from './sync/sync-store.ts'
import { syncUser } from './sync/sync-user.ts'

const now = () => new Date()

describeWithBillingKit('what goes wrong elsewhere', (kit) => {
  afterEach(() => kit.emulator.control('/api-faults', { count: 0 }))
  const deps = () => ({
    db: kit.db,
    payments: kit.payments,
    seats: createSeatReservations(null, now),
    graceDays: 7,
    now,
  })
  const customerOf = async (userId: string) =>
    (await kit.db.select().from(customers).where(eq(customers.userId, userId)))[0]?.id ?? ''

  /** As if no event had ever come, and none could be fetched: the last one that did was received then. */
  async function loseEvents(since: Date) {
    await kit.db
      .update(jobs)
      .set({ payload: { since: since.toISOString() }, runAt: now() })
      .where(eq(jobs.kind, 'fetch-events'))
    const events = await kit.emulator.stripe.events.list({ limit: 100 })
    for (const { id, type } of events.data)
      await kit.db
        .insert(stripeEvents)
        .values({ id, type, handledAt: now(), outcome: 'ignored' })
        .onConflictDoNothing()
  }

  test('F32: a call to Stripe inside a database transaction fails at once', async () => {
    const buyer = await kit.signIn()
    await buyer.checkout('monthly')
    const customerId = await customerOf(buyer.id)
    const inside = kit.db.transaction(() => kit.payments.readState(customerId))
    await expect(inside).rejects.toThrow(/inside a database transaction/)
    await expect(syncUser(deps(), buyer.id)).resolves.toMatchObject({ subscriptions: [] })
  })

  test.each(['listCustomers', 'listSubscribedPrices'] as const)(
    'F32: %s, which asks for one page after the other, fails inside a database transaction too',
    async (list) => {
      const first = (): Promise<unknown> => kit.payments[list]()[Symbol.asyncIterator]().next()
      await expect(kit.db.transaction(first)).rejects.toThrow(/inside a database transaction/)
      await expect(first()).resolves.toBeDefined()
    },
  )

  test('F33: with the webhook endpoint gone, what was paid is granted when the events are fetched', async () => {
    const buyer = await kit.signIn()
    await kit.deliver()
    await kit.runAllJobs()
    await buyer.buy('lifetime')
    expect(await buyer.plan()).toBe('free')
    // Not by the daily comparison.
    await kit.db.update(billingSyncs).set({ syncedAt: now() })
    await kit.runAllJobs()
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('F33: a start fetches events at once, whenever they were fetched last', async () => {
    const buyer = await kit.signIn()
    await kit.deliver()
    await kit.runAllJobs()
    await buyer.buy('lifetime')
    await kit.db.update(billingSyncs).set({ syncedAt: now() })
    await kit.jobs.runDue()
    expect(await buyer.plan()).toBe('free')
    await kit.jobs.schedule()
    await kit.jobs.runDue()
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('F33: a period that ended without a word from Stripe is looked at, and ends', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    expect(await buyer.plan()).toBe('monthly')
    const [subscription] = (
      await kit.emulator.stripe.subscriptions.list({ customer: await customerOf(buyer.id) })
    ).data
    await kit.emulator.stripe.subscriptions.cancel(subscription?.id ?? '')
    await loseEvents(now())
    await kit.runAllJobs()
    expect(await buyer.plan()).toBe('monthly')
    const past = sql`now() - interval '2 days'`
    await kit.db.update(subscriptions).set({ periodEndsAt: past }).where(eq(subscriptions.userId, buyer.id))
    await kit.db.update(billingSyncs).set({ syncedAt: sql`now() - interval '2 hours'` })
    await kit.runAllJobs()
    expect(await buyer.plan()).toBe('free')
  })

  test('F33: the operator is told when Stripe could not be asked for a week whether a month was renewed, and not before', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    const logged: string[] = []
    const log = createLog({ level: 'error', plain: true, write: (line) => void logged.push(line) })
    const { jobs: jobsOfServer } = createTestServer(kit.db, {}, {}, kit.payments, { log })
    const unconfirmed = async (endedDaysAgo: number, syncedDaysAgo: number) => {
      const ago = (days: number) => sql`now() - ${days} * interval '1 day'`
      await kit.db
        .update(subscriptions)
        .set({ periodEndsAt: ago(endedDaysAgo) })
        .where(eq(subscriptions.userId, buyer.id))
      await kit.db
        .update(billingSyncs)
        .set({ syncedAt: ago(syncedDaysAgo) })
        .where(eq(billingSyncs.userId, buyer.id))
      await kit.db
        .update(jobs)
        .set({ runAt: new Date(0) })
        .where(eq(jobs.kind, 'confirm-renewals'))
      logged.length = 0
      await jobsOfServer.runDue()
      return logged.filter((line) => line.includes('could not be asked')).length
    }
    expect(await unconfirmed(8.1, 0)).toBe(0)
    expect(await unconfirmed(8.1, 6.9)).toBe(0)
    expect(await unconfirmed(7.9, 7.9)).toBe(0)
    expect(await unconfirmed(8.1, 7.1)).toBe(1)
  })

  test('F33: every user is compared with Stripe once a day', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    await kit.db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.userId, buyer.id))
    await kit.runAllJobs()
    expect(await buyer.plan()).toBe('free')
    await kit.db
      .update(billingSyncs)
      .set({ syncedAt: sql`now() - interval '25 hours'` })
      .where(eq(billingSyncs.userId, buyer.id))
    await kit.runAllJobs()
    expect(await buyer.plan()).toBe('monthly')
  })

  test('F31: a refund that is refused leaves no subscription running, is told of, and is made when it can be', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const customer = await customerOf(buyer.id)
    const [trial] = (await kit.emulator.stripe.subscriptions.list({ customer })).data
    await kit.emulator.stripe.subscriptions.update(trial?.id ?? '', { trial_end: 'now' })
    await kit.deliver()
    await buyer.buy('lifetime')
    await kit.emulator.control('/api-faults', { status: 500, count: 20, method: 'POST', path: '/v1/refunds' })
    await kit.deliver()
    expect((await kit.emulator.stripe.subscriptions.retrieve(trial?.id ?? '')).status).toBe('canceled')
    expect(await listFailedJobs(kit.db)).toMatchObject([
      { kind: 'refund', error: expect.any(String), payload: { amountMinor: expect.any(Number) } },
    ])
    await kit.emulator.control('/api-faults', { count: 0 })
    await kit.runAllJobs()
    const charges = await kit.emulator.stripe.charges.list({ customer })
    expect(charges.data.map(({ amount_refunded }) => amount_refunded > 0).sort()).toEqual([false, true])
    expect(await listPendingJobs(kit.db)).toEqual([])
  })

  test.each(['monthly', 'lifetime'] as const)(
    'F31: %s cannot be paid for by what Stripe cannot refund',
    async (plan) => {
      const { url } = await (await (await kit.signIn()).checkout(plan)).json()
      const session = await kit.emulator.stripe.checkout.sessions.retrieve(sessionIn(url))
      for (const method of ['boleto', 'oxxo']) expect(session.excluded_payment_method_types).toContain(method)
    },
  )

  test('F31: while a cancellation is pending the account counts as charged, and is not deleted', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    await kit.deliver()
    await buyer.buy('lifetime')
    await kit.emulator.control('/api-faults', { status: 500, count: 20, method: 'DELETE' })
    await kit.deliver()
    expect((await buyer.post('/api/account/deletion-code')).status).toBe(409)
    await kit.emulator.control('/api-faults', { count: 0 })
    await kit.runAllJobs()
    expect((await buyer.post('/api/account/deletion-code')).status).toBe(200)
  })

  /** For Lifetime, of which one payment goes back. */
  async function payTwice() {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    const { lifetime } = await kit.payments.prices()
    const customer = await customerOf(buyer.id)
    await kit.emulator.pay((await kit.emulator.paymentSession(customer, lifetime.stripePriceId)).id)
    await kit.deliver()
    return { buyer, customer }
  }

  test.each(['disputed', 'refused'])(
    'F48: the second of two payments is kept when the first was given back while its own refund was %s',
    async (obstacle) => {
      const { stripe, control } = kit.emulator
      const buyer = await kit.signIn()
      await buyer.buy('lifetime')
      await kit.deliver()
      const customer = await customerOf(buyer.id)
      const { lifetime } = await kit.payments.prices()
      await kit.emulator.advance(60)
      await kit.emulator.pay((await kit.emulator.paymentSession(customer, lifetime.stripePriceId)).id)
      const paid = async () => (await stripe.charges.list({ customer })).data
      const [second, first] = await paid()
      if (obstacle === 'disputed') await control('/disputes', { charge: second?.id })
      else await control('/api-faults', { status: 500, method: 'POST', path: '/v1/refunds', count: 100 })
      await kit.deliver()
      await control('/api-faults', { count: 0 })
      await stripe.refunds.create({ charge: first?.id ?? '' })
      await kit.deliver()
      if (obstacle === 'disputed') await control('/disputes', { charge: second?.id, outcome: 'won' })
      await kit.deliver()
      await kit.runAllJobs()
      expect((await paid()).map(({ amount_refunded }) => amount_refunded)).toEqual([0, 8_900])
      expect(await buyer.plan()).toBe('lifetime')
      expect(await listPendingJobs(kit.db)).toEqual([])
    },
  )

  test('F48: a refund that fails later is tried again, and after three failures the operator is told', async () => {
    const { customer } = await payTwice()
    const refundsOf = async () => {
      const { data } = await kit.emulator.stripe.refunds.list({ limit: 100 })
      const { data: charges } = await kit.emulator.stripe.charges.list({ customer })
      return data.filter(({ charge }) => charges.some(({ id }) => id === charge))
    }
    for (let failures = 1; failures <= 3; failures += 1) {
      const [newest] = await refundsOf()
      expect(await refundsOf()).toHaveLength(failures)
      await kit.emulator.control('/refunds', { refund: newest?.id, outcome: 'failed' })
      await kit.deliver()
    }
    expect(await refundsOf()).toHaveLength(3)
    expect(await listFailedJobs(kit.db)).toMatchObject([
      { kind: 'refund', deadAt: expect.any(Date), error: expect.stringMatching(/by other means/) },
    ])
    await kit.db.delete(jobs).where(eq(jobs.kind, 'refund'))
  })

  test('F48: also when the account was deleted meanwhile', async () => {
    const { buyer } = await payTwice()
    expect((await buyer.deleteAccount()).status).toBe(200)
    const { data } = await kit.emulator.stripe.refunds.list({ limit: 1 })
    await kit.emulator.control('/refunds', { refund: data[0]?.id, outcome: 'failed' })
    await kit.deliver()
    const { data: after } = await kit.emulator.stripe.refunds.list({ limit: 2 })
    expect(after.map(({ payment_intent, status }) => [payment_intent, status])).toEqual([
      [data[0]?.payment_intent, 'succeeded'],
      [data[0]?.payment_intent, 'failed'],
    ])
  })

  test('F48: of two payments one is kept: a refund that fails is not made again once the operator has given the other back', async () => {
    const { buyer, customer } = await payTwice()
    const { stripe, control } = kit.emulator
    const [surplus] = (await stripe.refunds.list({ limit: 1 })).data
    await control('/refunds', { refund: surplus?.id, outcome: 'failed' })
    const { data: charges } = await stripe.charges.list({ customer })
    const first = charges.find(({ id }) => id !== surplus?.charge)
    await stripe.refunds.create({ charge: first?.id ?? '' })
    await kit.deliver()
    await kit.runJobs()
    const { data } = await stripe.charges.list({ customer })
    const givenBack = data.filter(({ amount_refunded }) => amount_refunded > 0)
    expect(givenBack.map(({ id }) => id)).toEqual([first?.id])
    expect(await buyer.plan()).toBe('lifetime')
  })

  test.each([
    [40, 'failed', ['succeeded', 'failed']],
    [40, 'canceled', ['succeeded', 'canceled']],
    // Nothing was lost then.
    [1, 'failed', ['failed']],
  ])(
    'F48 F33: after %i days without an event, a refund that has %s meanwhile',
    async (days, outcome, statuses) => {
      const { refunds } = await replaceAMonth()
      const [made] = await refunds()
      await kit.emulator.control('/refunds', { refund: made?.id, outcome })
      await loseEvents(new Date(now().getTime() - days * 86_400_000))
      await kit.runAllJobs()
      expect((await refunds()).map(({ status }) => status)).toEqual(statuses)
    },
  )

  test('F39: after a restored backup, customers whom Stripe knows and we do not are found and adopted', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    // The backup was made before the purchase.
    await kit.db.delete(customers).where(eq(customers.userId, buyer.id))
    const seen = await reconcile(deps(), { fix: false, onProgress: () => {} })
    expect(seen.drifts).toMatchObject([{ userId: buyer.id, ours: 'no such customer' }])
    expect(await buyer.plan()).toBe('free')
    await reconcile(deps(), { fix: true, onProgress: () => {} })
    expect(await buyer.plan()).toBe('lifetime')
    expect((await buyer.checkout('lifetime')).status).toBe(409)
  })

  test('F39: an event about such a customer brings it back too; others’ customers are left alone', async () => {
    const [buyer, other] = [await kit.signIn(), await kit.signIn()]
    await buyer.buy('lifetime')
    await kit.db.delete(customers).where(eq(customers.userId, buyer.id))
    await kit.deliver()
    expect(await buyer.plan()).toBe('lifetime')
    const gone = await kit.signIn()
    await gone.buy('monthly')
    const customer = await customerOf(gone.id)
    await kit.db.delete(users).where(eq(users.id, gone.id))
    await kit.deliver()
    const { unknownCustomers } = await reconcile(deps(), { fix: false, onProgress: () => {} })
    expect(unknownCustomers).toContain(customer)
    expect(await other.plan()).toBe('free')
  })

  test('F40: what was bought with a test key does not count with a live one, and counts again with the first', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    expect(await buyer.plan()).toBe('lifetime')
    expect(await applyLivemode(kit.db, true)).toBeGreaterThan(0)
    const live = {
      ...kit.payments,
      livemode: true,
      readState: async () => ({ subscriptions: [], payments: [], pending: [] }),
    }
    await syncUser({ ...deps(), payments: live }, buyer.id)
    expect(await buyer.plan()).toBe('free')
    await applyLivemode(kit.db, false)
    await syncUser(deps(), buyer.id)
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('F40: the key comes back after a start with another one, and so does what was bought', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
    await applyLivemode(kit.db, true)
    await kit.db.delete(jobs).where(eq(jobs.kind, 'sync'))
    await applyLivemode(kit.db, false)
    await kit.jobs.runDue()
    expect(await buyer.plan()).toBe('lifetime')
    const [customer] = await kit.db.select().from(customers).where(eq(customers.userId, buyer.id))
    expect(customer?.current).toBe(true)
  })

  test('F45: whoever deletes the account and signs up again gets no second trial', async () => {
    const first = await kit.signIn()
    const { email } = (await (await first.get('/api/account')).json()).user
    await first.buy('monthly')
    await kit.deliver()
    const [trial] = (await kit.emulator.stripe.subscriptions.list({ customer: await customerOf(first.id) }))
      .data
    expect(trial?.trial_start).not.toBeNull()
    await kit.emulator.stripe.subscriptions.cancel(trial?.id ?? '')
    await kit.deliver()
    expect((await first.deleteAccount()).status).toBe(200)
    const again = await kit.signIn(email)
    expect(again.id).not.toBe(first.id)
    await again.buy('monthly', cards.pays)
    const [second] = (await kit.emulator.stripe.subscriptions.list({ customer: await customerOf(again.id) }))
      .data
    expect(second?.trial_start).toBeNull()
  })

  test('F45: another address of the same mailbox gets no second trial, while the first account exists', async () => {
    const email = newAddress()
    const first = await kit.signIn(email)
    await first.buy('monthly')
    await kit.deliver()
    const trialOf = async (userId: string) => {
      const { data } = await kit.emulator.stripe.subscriptions.list({ customer: await customerOf(userId) })
      return data[0]?.trial_start
    }
    expect(await trialOf(first.id)).not.toBeNull()
    const other = await kit.signIn(email.replace('@', '+again@'))
    await other.buy('monthly')
    expect(await trialOf(other.id)).toBeNull()
    const stranger = await kit.signIn()
    await stranger.buy('monthly')
    expect(await trialOf(stranger.id)).not.toBeNull()
  })

  test('F50: one buyer’s request does nobody else’s work', async () => {
    const [first, second] = [await kit.signIn(), await kit.signIn()]
    await first.buy('monthly')
    await kit.deliver()
    await first.buy('lifetime')
    await kit.emulator.control('/api-faults', { status: 500, count: 20, method: 'DELETE' })
    await kit.deliver()
    await kit.emulator.control('/api-faults', { count: 0 })
    await kit.db
      .update(jobs)
      .set({ runAt: new Date(0) })
      .where(eq(jobs.kind, 'cancel-subscription'))
    const { checkoutSessionId } = await second.buy('lifetime')
    await second.get(`/api/stripe/checkout-status?session_id=${checkoutSessionId}`)
    const pending = await listPendingJobs(kit.db)
    expect(pending.map(({ kind }) => kind)).toContain('cancel-subscription')
    await kit.runAllJobs()
    const left = await listPendingJobs(kit.db)
    expect(left.map(({ kind }) => kind)).not.toContain('cancel-subscription')
  })

  async function payForAMonth() {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const customer = await customerOf(buyer.id)
    const [trial] = (await kit.emulator.stripe.subscriptions.list({ customer })).data
    const subscription = trial?.id ?? ''
    await kit.emulator.stripe.subscriptions.update(subscription, { trial_end: 'now' })
    await kit.deliver()
    const refunds = async () => {
      const { data } = await kit.emulator.stripe.refunds.list({ limit: 100 })
      const { data: charges } = await kit.emulator.stripe.charges.list({ customer })
      return data.filter(({ charge }) => charges.some(({ id }) => id === charge))
    }
    return { buyer, subscription, refunds }
  }

  async function replaceAMonth() {
    const paid = await payForAMonth()
    await paid.buyer.buy('lifetime')
    await kit.deliver()
    return paid
  }

  test('F48: a refund of an unused month that fails later is tried again, and the account says so no longer when that fails too', async () => {
    const { buyer, refunds } = await replaceAMonth()
    const fail = async () => {
      const [last] = await refunds()
      await kit.emulator.control('/refunds', { refund: last?.id, outcome: 'failed' })
      await kit.deliver()
      return last?.amount
    }
    const amount = await fail()
    expect((await refunds()).map((refund) => [refund.status, refund.amount])).toEqual([
      ['succeeded', amount],
      ['failed', amount],
    ])
    const returned = async () => (await (await buyer.get('/api/billing')).json()).replaced.returned
    expect(await returned()).toMatchObject({ to: 'card' })
    await fail()
    await fail()
    expect(await refunds()).toHaveLength(3)
    // None is under way any more: the operator sends the money by other means.
    expect(await returned()).toEqual({ to: 'nobody' })
  })

  test('F34: of a month that was given back in part, no more than the rest goes back', async () => {
    const { buyer, refunds } = await payForAMonth()
    const [charge] = (await kit.emulator.stripe.charges.list({ customer: await customerOf(buyer.id) })).data
    await kit.emulator.stripe.refunds.create({ charge: charge?.id ?? '', amount: 500 })
    await buyer.buy('lifetime')
    await kit.deliver()
    await kit.runAllJobs()
    expect((await refunds()).map(({ amount }) => amount)).toEqual([400, 500])
    const { replaced } = await (await buyer.get('/api/billing')).json()
    expect(replaced.returned).toEqual({ to: 'card', amount: '$4' })
  })

  test('F34: what is given back in part while a refund of more waits leaves it the rest', async () => {
    const { buyer, refunds } = await payForAMonth()
    const [charge] = (await kit.emulator.stripe.charges.list({ customer: await customerOf(buyer.id) })).data
    await kit.emulator.stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 })
    const paymentId = String(charge?.payment_intent)
    for (const key of ['unused-first', 'unused-second'])
      await enqueueJob(kit.db, { kind: 'refund', key, payload: { paymentId, amountMinor: 900 } })
    await kit.runAllJobs()
    expect((await refunds()).map(({ amount }) => amount)).toEqual([800, 100])
    const failed = (await listFailedJobs(kit.db)).map(({ key }) => key)
    expect(failed).not.toContainEqual(expect.stringMatching(/^unused-(first|second)$/))
  })

  test('F34: what the version before has refunded is not refunded again', async () => {
    const { buyer, subscription, refunds } = await payForAMonth()
    const ended = await kit.emulator.stripe.subscriptions.cancel(subscription, {
      expand: ['latest_invoice.payments'],
    })
    const invoice = ended.latest_invoice as Stripe.Invoice
    const paid = invoice.payments?.data[0]?.payment.payment_intent
    await kit.emulator.stripe.refunds.create({
      payment_intent: String(paid),
      amount: 300,
      metadata: { reason: 'unused part of the month', subscription },
    })
    await enqueueJob(kit.db, {
      kind: 'cancel-subscription',
      key: subscription,
      payload: { userId: buyer.id, reason: 'replaced' },
    })
    await kit.jobs.runDue()
    expect(await refunds()).toHaveLength(1)
  })

  test('F46: one whose sync fails again and again does not keep the others from theirs', async () => {
    const [bad, good] = [await kit.signIn(), await kit.signIn()]
    for (const buyer of [bad, good]) await buyer.buy('monthly')
    await kit.deliver()
    const days = (count: number) => sql`now() - ${count} * interval '1 day'`
    await kit.db.update(billingSyncs).set({ syncedAt: now() })
    await kit.db
      .update(billingSyncs)
      .set({ syncedAt: days(3) })
      .where(eq(billingSyncs.userId, bad.id))
    await kit.db
      .update(billingSyncs)
      .set({ syncedAt: days(2) })
      .where(eq(billingSyncs.userId, good.id))
    const before = new Date(Date.now() - 86_400_000)
    expect(await listUnsynced(kit.db, before, 1)).toEqual([bad.id])
    await enqueueJob(kit.db, { kind: 'sync', key: bad.id })
    expect(await listUnsynced(kit.db, before, 1)).toEqual([good.id])
    await kit.runAllJobs()
  })

  test('C7: after Stripe has failed once, and repeats its failure for that key, the next click works', async () => {
    const buyer = await kit.signIn()
    await kit.emulator.control('/api-faults', {
      status: 500,
      count: 6,
      method: 'POST',
      path: '/v1/checkout/sessions',
    })
    expect((await buyer.checkout('monthly')).status).toBe(502)
    const [failed] = await kit.db.select().from(checkouts).where(eq(checkouts.userId, buyer.id))
    await kit.emulator.control('/api-faults', { count: 0 })
    const { createCheckoutSession } = kit.payments
    kit.payments.createCheckoutSession = async (order) =>
      order.attemptId === failed?.attemptId ? 'in-use' : createCheckoutSession(order)
    const response = await buyer.checkout('monthly')
    kit.payments.createCheckoutSession = createCheckoutSession
    expect(response.status).toBe(200)
  })

  test('F10: what Stripe refused once, and repeats for a day, keeps nobody from paying once its cause is gone', async () => {
    const buyer = await kit.signIn()
    const refusal = { status: 400, saved: true, method: 'POST', path: '/v1/checkout/sessions' }
    await kit.emulator.control('/api-faults', refusal)
    expect((await buyer.checkout('monthly')).status).toBe(502)
    expect((await buyer.checkout('monthly')).status).toBe(200)
  })

  test('C7: the brand was changed after a Checkout Session was created whose response was lost: the next click works', async () => {
    const buyer = await kit.signIn()
    const path = '/v1/checkout/sessions'
    await kit.emulator.control('/api-faults', {
      status: 500,
      when: 'after',
      count: 100,
      method: 'POST',
      path,
    })
    expect((await buyer.checkout('monthly')).status).toBe(502)
    await kit.emulator.control('/api-faults', { count: 0 })
    const customer = await customerOf(buyer.id)
    const sessions = async () => (await kit.emulator.stripe.checkout.sessions.list({ customer })).data
    expect(await sessions()).not.toHaveLength(0)
    // Stripe refuses the same idempotency key with other parameters.
    const branded = kit.connect({
      catalogue: { ...loadCatalogue('pricing.config.json'), brand: { accent: '#6d28d9' } },
    })
    const { createCheckoutSession } = kit.payments
    const outcomes: unknown[] = []
    kit.payments.createCheckoutSession = async (order) => {
      const outcome = await branded.createCheckoutSession(order)
      outcomes.push(outcome)
      return outcome
    }
    const response = await buyer.checkout('monthly')
    const again = await buyer.checkout('monthly')
    kit.payments.createCheckoutSession = createCheckoutSession
    const { url } = await response.json()
    expect([response.status, again.status, (await again.json()).url]).toEqual([200, 200, url])
    expect(outcomes).toEqual(['in-use', expect.objectContaining({ url })])
    const opened = (await sessions()).find(({ id }) => url.includes(id))
    expect(opened?.branding_settings).toMatchObject({ button_color: '#6d28d9' })
    // Nobody has the address of the other, and it is never the one of an attempt.
    const [attempt] = await kit.db.select().from(checkouts).where(eq(checkouts.userId, buyer.id))
    expect(attempt?.checkoutSessionId).toBe(opened?.id)
    expect(await kit.emulator.pay(opened?.id ?? '', cards.pays)).toMatchObject({
      body: { result: 'complete' },
    })
  })

  test('C7: Stripe failed to create a customer, and repeats that failure for a day: the buyer goes on all the same', async () => {
    const minute = 60_000
    let time = new Date(Math.ceil(Date.now() / minute) * minute)
    const other = await startBillingKit(kit.db, { now: () => time })
    const failure = { status: 500, saved: true, method: 'POST', path: '/v1/customers' }

    const buyer = await other.signIn()
    await other.emulator.control('/api-faults', failure)
    const responses = await Promise.all([buyer.checkout('monthly'), buyer.checkout('monthly')])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await buyer.buy('monthly')).toMatchObject({ paid: 'complete' })
    expect((await other.emulator.stripe.customers.list()).data).toHaveLength(1)

    // While it fails again and again no second key is used: a customer may have been made under the first.
    const patient = await other.signIn()
    await other.emulator.control('/api-faults', { ...failure, saved: false, when: 'after', count: 100 })
    expect((await patient.checkout('monthly')).status).toBe(502)
    await other.emulator.control('/api-faults', { count: 0 })
    expect(await patient.buy('monthly')).toMatchObject({ paid: 'complete' })
    expect((await other.emulator.stripe.customers.list()).data).toHaveLength(2)

    // With the second key spent too, there is another a minute later.
    const unlucky = await other.signIn()
    for (const key of [`customer-${unlucky.id}-0`, `customer-${unlucky.id}-0-${time.getTime() / minute}`])
      await other.emulator.stripe.customers.create({ name: 'of another call' }, { idempotencyKey: key })
    expect((await unlucky.checkout('monthly')).status).toBe(502)
    time = new Date(time.getTime() + minute)
    expect(await unlucky.buy('monthly')).toMatchObject({ paid: 'complete' })
    await other.stop()
  })

  test('F33: more events than one page holds are fetched', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const customer = await customerOf(buyer.id)
    const [trial] = (await kit.emulator.stripe.subscriptions.list({ customer })).data
    for (let n = 0; n < 130; n += 1)
      await kit.emulator.stripe.subscriptions.update(trial?.id ?? '', { metadata: { n } })
    const since = new Date(Date.now() - 86_400_000)
    const events = await kit.payments.listEvents({ since, until: null })
    expect(events.filter(({ customerId }) => customerId === customer).length).toBeGreaterThan(130)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  })

  test('F33: what Stripe’s clock dates ahead of ours is fetched too', async () => {
    const buyer = await kit.signIn()
    await kit.deliver()
    await kit.runAllJobs()
    await kit.emulator.advance(600)
    await buyer.buy('lifetime')
    expect(await buyer.plan()).toBe('free')
    // Not by the daily comparison.
    await kit.db.update(billingSyncs).set({ syncedAt: now() })
    await kit.runAllJobs()
    expect(await buyer.plan()).toBe('lifetime')
  })
})
