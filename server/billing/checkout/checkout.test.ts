import { cards } from '@fairseat/stripe-emulator/testing'
import { eq, like } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { createTestApp, createTestBrowser } from '../../../tests/support/app/test-app.ts'
import {
  type BillingKit,
  describeWithBillingKit,
  describeWithBillingKitOnBothDatabases,
  sessionIn,
} from '../../../tests/support/billing/billing-kit.ts'
import { listPendingJobs } from '../../../tests/support/billing/run-all-jobs.ts'
import { billingSyncs, checkouts, customers, purchases, rateLimits, subscriptions } from '../../db/schema.ts'

const daySeconds = 86_400

const lookUp = (kit: BillingKit) => ({
  sessionsOf: async (userId: string) =>
    (await kit.emulator.stripe.checkout.sessions.list({ limit: 100 })).data.filter(
      ({ client_reference_id }) => client_reference_id === userId,
    ),
  async subscriptionsOf(userId: string) {
    const [customer] = await kit.db.select().from(customers).where(eq(customers.userId, userId))
    return (await kit.emulator.stripe.subscriptions.list({ customer: customer?.id ?? '', status: 'all' }))
      .data
  },
})

describeWithBillingKitOnBothDatabases('checkout, what depends on the database', (kit) => {
  const { sessionsOf, subscriptionsOf } = lookUp(kit)

  test('F10: two tabs, double clicks and two processes get the same open page', async () => {
    const buyer = await kit.signIn()
    const otherProcess = createTestBrowser(createTestApp(kit.db, {}, {}, kit.payments))
    for (const [name, value] of buyer.cookies) otherProcess.cookies.set(name, value)
    const clickTenTimes = async () => {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, turn) =>
          (turn % 2 ? buyer : otherProcess).post('/api/stripe/create-checkout', { plan: 'monthly' }),
        ),
      )
      return new Set(await Promise.all(responses.map(async (result) => (await result.json()).url as string)))
    }
    const [first = '', ...others] = await clickTenTimes()
    expect(others).toEqual([])
    expect(await sessionsOf(buyer.id)).toHaveLength(1)
    expect(await kit.db.select().from(customers).where(eq(customers.userId, buyer.id))).toHaveLength(1)
    // Now that the customer exists, nobody waits for somebody else to make it.
    await kit.emulator.stripe.checkout.sessions.expire(sessionIn(first))
    expect((await clickTenTimes()).size).toBe(1)
    expect(await sessionsOf(buyer.id)).toHaveLength(2)
  })

  test('F8 F26: the return page runs the same sync, and only for whoever paid', async () => {
    const buyer = await kit.signIn()
    const { checkoutSessionId } = await buyer.buy('lifetime')
    const path = `/api/stripe/checkout-status?session_id=${checkoutSessionId}`
    const stranger = await kit.signIn()
    expect((await stranger.get(path)).status).toBe(403)
    expect((await createTestBrowser(kit.app).get(path)).status).toBe(401)
    expect((await buyer.get('/api/stripe/checkout-status?session_id=cs_test_nothing')).status).toBe(403)
    expect(await (await buyer.get(path)).json()).toEqual({ status: 'paid', plan: 'lifetime' })
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('monthly to lifetime: the subscription ends at once and the unused part goes back, as often tried as needed', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const [trial] = await subscriptionsOf(buyer.id)
    await kit.emulator.stripe.subscriptions.update(trial?.id ?? '', { trial_end: 'now' })
    await kit.deliver()
    await buyer.buy('lifetime')
    await kit.emulator.control('/api-faults', { status: 500, count: 20, method: 'DELETE' })
    await kit.deliver()
    expect(await buyer.plan()).toBe('lifetime')
    expect((await subscriptionsOf(buyer.id))[0]?.status).toBe('active')
    await kit.emulator.control('/api-faults', { count: 0 })
    const { checkoutSessionId } = { checkoutSessionId: (await sessionsOf(buyer.id))[0]?.id }
    await buyer.get(`/api/stripe/checkout-status?session_id=${checkoutSessionId}`)
    await kit.runJobs()
    expect((await subscriptionsOf(buyer.id))[0]?.status).toBe('canceled')
    const refunds = await kit.emulator.stripe.refunds.list({ limit: 100 })
    expect(refunds.data.filter(({ metadata }) => metadata?.fairseat?.includes(trial?.id ?? ''))).toHaveLength(
      1,
    )
    expect(await buyer.plan()).toBe('lifetime')
  })
})

describeWithBillingKit('checkout', (kit) => {
  const { sessionsOf, subscriptionsOf } = lookUp(kit)

  test('C1 C7: a signed-in user gets the address of a payment page with the catalogue’s price', async () => {
    const buyer = await kit.signIn()
    const response = await buyer.post('/api/stripe/create-checkout', {
      plan: 'lifetime',
      price: 1,
      amount: 1,
    })
    expect(response.status).toBe(200)
    const [session] = await sessionsOf(buyer.id)
    expect(await response.json()).toEqual({ url: session?.url })
    expect(session).toMatchObject({ mode: 'payment', amount_total: 8900, currency: 'usd' })
  })

  test('C7: signed out is 401, another plan or a body that is no JSON 400', async () => {
    expect(
      (await createTestBrowser(kit.app).post('/api/stripe/create-checkout', { plan: 'monthly' })).status,
    ).toBe(401)
    const buyer = await kit.signIn()
    for (const body of [{ plan: 'free' }, { plan: 'gold' }, {}, { plan: ['monthly'] }, '{', 'null', '[]']) {
      const response = await buyer.post('/api/stripe/create-checkout', body)
      expect([response.status, (await response.json()).error]).toEqual([
        400,
        expect.stringMatching(/monthly/),
      ])
    }
    expect(await sessionsOf(buyer.id)).toEqual([])
  })

  test('C7: what is owned already is 409', async () => {
    const monthly = await kit.signIn()
    await monthly.buy('monthly')
    expect((await monthly.checkout('monthly')).status).toBe(409)
    const lifetime = await kit.signIn()
    await lifetime.buy('lifetime')
    for (const plan of ['monthly', 'lifetime']) {
      const response = await lifetime.checkout(plan)
      expect([response.status, (await response.json()).error]).toEqual([
        409,
        expect.stringMatching(/Lifetime already/),
      ])
    }
  })

  test('C7: a payment service that is down or answers nonsense is 502, and afterwards all is well', async () => {
    const buyer = await kit.signIn()
    for (const fault of [{ status: 500 }, { garbage: true }, { hangUp: true }]) {
      await kit.emulator.control('/api-faults', { count: 50, ...fault })
      const response = await buyer.checkout('monthly')
      expect([response.status, (await response.json()).error]).toEqual([
        502,
        expect.stringMatching(/not charged/),
      ])
      await kit.emulator.control('/api-faults', { count: 0 })
    }
    expect((await buyer.checkout('monthly')).status).toBe(200)
  })

  test('C7: a payment service that does not answer is given up, and holds nobody else up', async () => {
    const hurried = createTestBrowser(createTestApp(kit.db, {}, {}, kit.connect({ giveUpAfterMs: 300 })))
    const buyer = await kit.signIn()
    for (const [name, value] of buyer.cookies) hurried.cookies.set(name, value)
    const delayMs = 150_000
    await kit.emulator.control('/api-faults', { count: 50, delayMs, path: '/v1/checkout' })
    const startedAt = Date.now()
    const [held, read] = await Promise.all([
      hurried.post('/api/stripe/create-checkout', { plan: 'monthly' }),
      hurried.get('/api/account'),
    ])
    expect([held.status, read.status]).toEqual([502, 200])
    expect(Date.now() - startedAt).toBeLessThan(delayMs)
    await kit.emulator.control('/api-faults', { count: 0 })
    expect((await buyer.checkout('monthly')).status).toBe(200)
  })

  test('a clock that jumps signs nobody out, takes no plan away, opens no second page and loses no payment', async () => {
    const owner = await kit.signIn()
    await owner.buy('lifetime')
    await kit.deliver()
    const buyer = await kit.signIn()
    const { url } = await (await buyer.checkout('monthly')).json()
    try {
      for (const jumpMs of [-86_400_000, 3_600_000, 86_400_000]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs })
        expect(await owner.plan()).toBe('lifetime')
        expect(await (await buyer.checkout('monthly')).json()).toEqual({ url })
        // Refused as too old or too new, and so delivered again.
        await kit.deliver()
        vi.useRealTimers()
      }
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
      await kit.emulator.pay(sessionIn(url))
      await kit.deliver()
    } finally {
      vi.useRealTimers()
    }
    await kit.deliver()
    expect(await buyer.plan()).toBe('monthly')
    expect(await sessionsOf(buyer.id)).toHaveLength(1)
  })

  test('C7: too many is 429', async () => {
    const buyer = await kit.signIn()
    expect((await buyer.checkout('monthly')).status).toBe(200)
    // As if it had been asked for 89 times.
    await kit.db.update(rateLimits).set({ hits: 89 }).where(like(rateLimits.key, 'checkout-by-user%'))
    expect((await buyer.checkout('monthly')).status).toBe(200)
    expect((await buyer.checkout('monthly')).status).toBe(429)
  })

  test('F10: changing one’s mind expires the Checkout Session that was open: one of them can be paid', async () => {
    const buyer = await kit.signIn()
    const first = sessionIn((await (await buyer.checkout('monthly')).json()).url)
    const second = sessionIn((await (await buyer.checkout('lifetime')).json()).url)
    expect((await kit.emulator.pay(first)).status).toBe(409)
    expect((await kit.emulator.pay(second)).status).toBe(200)
  })

  test('a page that has run out is replaced', async () => {
    const buyer = await kit.signIn()
    const first = (await (await buyer.checkout('monthly')).json()).url
    await kit.emulator.stripe.checkout.sessions.expire(sessionIn(first))
    const second = (await (await buyer.checkout('monthly')).json()).url
    expect(second).not.toBe(first)
  })

  test('F8: who has paid is not sent to pay again, though no webhook came', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    expect(await buyer.plan()).toBe('free')
    expect((await buyer.checkout('monthly')).status).toBe(409)
    expect(await subscriptionsOf(buyer.id)).toHaveLength(1)
  })

  test('F27: the trial is given once', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly')
    const [first] = await subscriptionsOf(buyer.id)
    expect(first?.status).toBe('trialing')
    await kit.emulator.stripe.subscriptions.cancel(first?.id ?? '')
    await buyer.buy('monthly')
    const second = (await subscriptionsOf(buyer.id)).find(({ id }) => id !== first?.id)
    expect(second).toMatchObject({ status: 'active', trial_start: null })
  })

  test.each([
    ['succeeded', 'lifetime'],
    ['failed', 'free'],
  ])('F13: a payment that takes days grants nothing until it has %s', async (outcome, plan) => {
    const buyer = await kit.signIn()
    const { checkoutSessionId } = await buyer.buy('lifetime', cards.debitPays)
    await kit.deliver()
    expect(await buyer.plan()).toBe('free')
    const status = await buyer.get(`/api/stripe/checkout-status?session_id=${checkoutSessionId}`)
    expect((await status.json()).status).toBe('processing')
    expect((await buyer.checkout('lifetime')).status).toBe(409)
    await kit.emulator.control('/async-payments', { session: checkoutSessionId, outcome })
    await kit.deliver()
    expect(await buyer.plan()).toBe(plan)
    expect((await buyer.checkout('lifetime')).status).toBe(plan === 'free' ? 200 : 409)
  })

  test('F19: a customer that was deleted at the payment service is replaced, and stays on record', async () => {
    const buyer = await kit.signIn()
    await buyer.checkout('monthly')
    const [before] = await kit.db.select().from(customers).where(eq(customers.userId, buyer.id))
    await kit.emulator.stripe.customers.del(before?.id ?? '')
    await buyer.buy('monthly')
    await kit.deliver()
    expect(await buyer.plan()).toBe('monthly')
    const rows = await kit.db.select().from(customers).where(eq(customers.userId, buyer.id))
    expect(rows.map(({ current }) => current).sort()).toEqual([false, true])
  })

  test('F19: a customer made with another key is replaced too, and does not stand in the way', async () => {
    const buyer = await kit.signIn()
    await kit.db.insert(customers).values({ id: `cus_of_another_key_${buyer.id}`, userId: buyer.id })
    await buyer.buy('lifetime')
    await kit.deliver()
    expect(await buyer.plan()).toBe('lifetime')
  })

  test.each(['monthly', 'lifetime'] as const)(
    'F39: who paid for %s within the day, and whose rows were lost since, is not sent to pay again',
    async (plan) => {
      const buyer = await kit.signIn()
      await buyer.buy(plan)
      await kit.deliver()
      expect(await buyer.plan()).toBe(plan)
      // As in a backup of before the purchase: nobody has compared it with Stripe yet.
      await kit.db.transaction(async (tx) => {
        const tables = [checkouts, billingSyncs, purchases, subscriptions, customers]
        for (const table of tables) await tx.delete(table).where(eq(table.userId, buyer.id))
      })
      expect((await buyer.checkout(plan)).status).toBe(409)
      expect(await buyer.plan()).toBe(plan)
      expect(await sessionsOf(buyer.id)).toHaveLength(1)
    },
  )

  test('F39: a customer that was found while ours was being made may have bought: Stripe is asked', async () => {
    const buyer = await kit.signIn()
    const slow: typeof kit.payments = {
      ...kit.payments,
      async createCustomer(user, key) {
        const created = await kit.payments.createCustomer(user, key)
        const { id } = await kit.emulator.stripe.customers.create({ metadata: { userId: buyer.id } })
        await kit.db.insert(customers).values({ id, userId: buyer.id, livemode: false })
        const price = (await kit.payments.prices()).monthly?.stripePriceId ?? ''
        await kit.emulator.stripe.subscriptions.create({
          customer: id,
          items: [{ price }],
          trial_period_days: 7,
        })
        return created
      },
    }
    const other = createTestBrowser(createTestApp(kit.db, {}, {}, slow))
    for (const [name, value] of buyer.cookies) other.cookies.set(name, value)
    const response = await other.post('/api/stripe/create-checkout', { plan: 'monthly' })
    expect(response.status).toBe(409)
    expect(await buyer.plan()).toBe('monthly')
  })

  test('F39: so is it for a customer that was found after a page had expired', async () => {
    const buyer = await kit.signIn()
    const { url } = await (await buyer.checkout('monthly')).json()
    await kit.emulator.stripe.checkout.sessions.expire(sessionIn(url))
    const { id } = await kit.emulator.stripe.customers.create({ metadata: { userId: buyer.id } })
    const price = (await kit.payments.prices()).monthly?.stripePriceId ?? ''
    await kit.emulator.stripe.subscriptions.create({ customer: id, items: [{ price }], trial_period_days: 7 })
    await kit.db.insert(customers).values({ id, userId: buyer.id, livemode: false, current: false })
    expect((await buyer.checkout('monthly')).status).toBe(409)
    expect(await buyer.plan()).toBe('monthly')
  })

  test('F10: a lifetime that was given back is for sale again, though no event has told of it', async () => {
    const buyer = await kit.signIn()
    const { checkoutSessionId } = await buyer.buy('lifetime')
    await kit.deliver()
    const { payment_intent } = await kit.emulator.stripe.checkout.sessions.retrieve(checkoutSessionId)
    await kit.emulator.stripe.refunds.create({ payment_intent: String(payment_intent) })
    expect(await buyer.plan()).toBe('lifetime')
    expect((await buyer.checkout('lifetime')).status).toBe(200)
    expect(await buyer.plan()).toBe('free')
  })

  test('a declined card buys nothing, and the page stays open for another', async () => {
    const buyer = await kit.signIn()
    const { checkoutSessionId, paid } = await buyer.buy('lifetime', cards.declines)
    expect(paid).toBe('declined')
    await kit.deliver()
    expect(await buyer.plan()).toBe('free')
    expect(sessionIn((await (await buyer.checkout('lifetime')).json()).url)).toBe(checkoutSessionId)
  })

  describe('monthly to lifetime while the debit for the month is under way', () => {
    async function replaceWhileUnderWay(card: string) {
      const buyer = await kit.signIn()
      await buyer.buy('monthly', card)
      const [trial] = await subscriptionsOf(buyer.id)
      await kit.emulator.stripe.subscriptions.update(trial?.id ?? '', { trial_end: 'now' })
      await kit.deliver()
      await buyer.buy('lifetime')
      await kit.deliver()
      const givenBack = async () => {
        const { data } = await kit.emulator.stripe.refunds.list({ limit: 100 })
        return data.filter(({ metadata }) => metadata?.fairseat?.includes(trial?.id ?? ''))
      }
      expect((await subscriptionsOf(buyer.id))[0]?.status).toBe('canceled')
      expect(await givenBack()).toEqual([])
      await kit.emulator.advance(300)
      await kit.deliver()
      return { buyer, givenBack }
    }

    test('what arrives afterwards goes back, once', async () => {
      const { buyer, givenBack } = await replaceWhileUnderWay(cards.debitPays)
      expect(await givenBack()).toMatchObject([{ amount: expect.any(Number) }])
      expect((await givenBack())[0]?.amount).toBeGreaterThan(0)
      await buyer.get(`/api/stripe/checkout-status?session_id=${(await sessionsOf(buyer.id))[0]?.id}`)
      expect(await givenBack()).toHaveLength(1)
      expect(await buyer.plan()).toBe('lifetime')
      expect(await listPendingJobs(kit.db)).toEqual([])
    })

    test('what has not come yet is not credited either', async () => {
      const buyer = await kit.signIn()
      await buyer.buy('monthly', cards.debitPays)
      const [trial] = await subscriptionsOf(buyer.id)
      await kit.emulator.stripe.subscriptions.update(trial?.id ?? '', { trial_end: 'now' })
      await kit.payments.cancelSubscription(trial?.id ?? '', { credit: true })
      expect((await subscriptionsOf(buyer.id))[0]?.status).toBe('canceled')
      expect(await kit.emulator.stripe.customers.retrieve(String(trial?.customer))).toMatchObject({
        balance: 0,
      })
    })

    test('of one that bounces nothing goes back, for nothing came', async () => {
      const { buyer, givenBack } = await replaceWhileUnderWay(cards.debitBounces)
      expect(await givenBack()).toEqual([])
      expect(await buyer.plan()).toBe('lifetime')
    })
  })

  describe('a month without a trial, paid by debit', () => {
    async function payByDebit(card: string) {
      const buyer = await kit.signIn()
      await buyer.buy('monthly')
      const [trial] = await subscriptionsOf(buyer.id)
      await kit.emulator.stripe.subscriptions.cancel(trial?.id ?? '')
      const { checkoutSessionId } = await buyer.buy('monthly', card)
      const status = async () =>
        (await (await buyer.get(`/api/stripe/checkout-status?session_id=${checkoutSessionId}`)).json()).status
      return { ...buyer, status }
    }

    test('F13: while the payment is under way it grants nothing and nothing else is sold, afterwards Lifetime is', async () => {
      const buyer = await payByDebit(cards.debitPays)
      // Also when it has been written down.
      for (const _ of ['first', 'second']) expect(await buyer.status()).toBe('processing')
      expect(await (await buyer.get('/api/subscription')).json()).toMatchObject({
        plan: 'free',
        pending: { plan: 'monthly' },
      })
      for (const plan of ['monthly', 'lifetime']) expect((await buyer.checkout(plan)).status).toBe(409)
      await kit.emulator.advance(300)
      expect(await buyer.status()).toBe('paid')
      expect((await buyer.checkout('lifetime')).status).toBe(200)
    })

    test('F13: one that bounces grants nothing, and keeps nobody from buying once its subscription has ended', async () => {
      const buyer = await payByDebit(cards.debitBounces)
      await kit.emulator.advance(300)
      expect(await buyer.status()).toBe('unpaid')
      expect(await buyer.plan()).toBe('free')
      const unpaid = (await subscriptionsOf(buyer.id)).find(({ status }) => status === 'past_due')
      await kit.emulator.stripe.subscriptions.cancel(unpaid?.id ?? '')
      for (const plan of ['monthly', 'lifetime']) {
        expect((await (await buyer.checkout(plan)).json()).url).toContain('cs_test_')
      }
    })
  })

  test('F11: a failed payment leads to the portal, never to a second checkout, and the plan goes on for the grace period', async () => {
    const buyer = await kit.signIn()
    await buyer.buy('monthly', cards.failsWhenCharged)
    await kit.emulator.advance(8 * daySeconds)
    await kit.deliver()
    expect((await subscriptionsOf(buyer.id))[0]?.status).toBe('past_due')
    expect(await buyer.plan()).toBe('monthly')
    const shown = await (await buyer.get('/api/subscription')).json()
    expect(shown.subscription.status).toBe('past_due')
    for (const plan of ['monthly', 'lifetime']) {
      expect((await (await buyer.checkout(plan)).json()).url).not.toContain('cs_test_')
    }
    expect(await sessionsOf(buyer.id)).toHaveLength(1)
    const [row] = await kit.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.id))
    expect(row?.graceEndsAt).not.toBeNull()
  })
})
