import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { openSandbox } from '../sandbox/test-kit.ts'
import { listFailedEvents } from '../server/billing/event-store.ts'
import { reconcile } from '../server/billing/reconcile.ts'
import { createStripeGateway, setUpPrices } from '../server/billing/stripe-gateway.ts'
import type { Drizzle } from '../server/db/database.ts'
import {
  cancellations,
  customers,
  purchases,
  stripeEvents,
  subscriptions,
  users,
} from '../server/db/schema.ts'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'
import { sessionIn } from './billing-kit.ts'
import { type Answer, type Fate, type LifeServer, startLifeServer } from './billing-life-server.ts'
import { seededRandom } from './seeded-random.ts'

const catalogue = loadCatalogue('pricing.config.json')
const webhookSecret = 'whsec_of_a_life'
const mostEvents = 1_000

const cards = {
  pays: '4242424242424242',
  declines: '4000000000000002',
  'fails later': '4000000000000341',
  'is disputed': '4000000000000259',
  'pays by debit': 'DE89370400440532013000',
}
type Card = keyof typeof cards
const cardNames = Object.keys(cards) as Card[]

const apiPaths = [
  '/v1/customers',
  '/v1/subscriptions',
  '/v1/payment_intents',
  '/v1/checkout/sessions',
  '/v1/prices',
  '/v1/invoices',
  '/v1/refunds',
  '/v1/billing_portal',
]

/** What may go wrong while our server answers; at most one thing per step. */
type Trouble =
  | { killedAt: number }
  | { fault: 'status 500' | 'garbage' | 'hang-up'; when: 'before' | 'after'; path: string; times: number }
  | { paysBefore: number; card: Card }

type Step =
  | { do: 'checkout'; plan: 'monthly' | 'lifetime'; trouble?: Trouble | undefined }
  | { do: 'checkout twice'; plans: ['monthly' | 'lifetime', 'monthly' | 'lifetime'] }
  | { do: 'pay'; card: Card }
  | { do: 'pay an old page'; card: Card }
  | { do: 'page expires' }
  | { do: 'return'; trouble?: Trouble | undefined }
  | { do: 'settle'; outcome: 'succeeded' | 'failed' }
  | { do: 'portal'; what: 'cancel' | 'resume' | 'cancel now' | 'trial ends' | 'new card' }
  | { do: 'refund'; part: boolean }
  | { do: 'dispute'; outcome?: 'won' | 'lost' | undefined }
  | { do: 'delete customer' }
  | { do: 'deliver'; share: number; dice: number; atOnce: boolean; trouble?: Trouble | undefined }
  | { do: 'upkeep'; trouble?: Trouble | undefined }
  | { do: 'restart' }

export interface Life {
  unused: 'credit' | 'refund'
  /** How what was not delivered reaches us: it is delivered after all, or never and an operator reconciles. */
  end: 'delivered' | 'reconciled'
  dice: number
  steps: Step[]
}

const plan = fc.constantFrom('monthly' as const, 'lifetime' as const)
const card = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Card>('pays') },
  { weight: 2, arbitrary: fc.constantFrom(...cardNames) },
)
const trouble = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.record({ killedAt: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      fault: fc.constantFrom('status 500' as const, 'garbage' as const, 'hang-up' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
      path: fc.constantFrom(...apiPaths),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ paysBefore: fc.integer({ min: 1, max: 4 }), card }) },
)
const does = <Name extends Step['do']>(name: Name) => fc.constant(name)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: does('checkout'), plan, trouble }) },
  { weight: 2, arbitrary: fc.record({ do: does('checkout twice'), plans: fc.tuple(plan, plan) }) },
  { weight: 9, arbitrary: fc.record({ do: does('pay'), card }) },
  { weight: 1, arbitrary: fc.record({ do: does('pay an old page'), card }) },
  { weight: 1, arbitrary: fc.record({ do: does('page expires') }) },
  { weight: 3, arbitrary: fc.record({ do: does('return'), trouble }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: does('settle'), outcome: fc.constantFrom('succeeded', 'failed') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: does('portal'),
      what: fc.constantFrom('cancel', 'resume', 'cancel now', 'trial ends', 'new card'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: does('refund'), part: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: does('dispute'), outcome: fc.constantFrom(undefined, 'won', 'lost') }),
  },
  { weight: 1, arbitrary: fc.record({ do: does('delete customer') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: does('deliver'),
      share: fc.constantFrom(0.2, 0.5, 1),
      dice: fc.nat(),
      atOnce: fc.boolean(),
      trouble,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: does('upkeep'), trouble }) },
  { weight: 1, arbitrary: fc.record({ do: does('restart') }) },
)

export const life: fc.Arbitrary<Life> = fc.record({
  unused: fc.constantFrom('credit', 'refund'),
  end: fc.oneof(
    { weight: 3, arbitrary: fc.constant('delivered') },
    { weight: 1, arbitrary: fc.constant('reconciled') },
  ),
  dice: fc.nat(),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
})

/** One user from the first click to the end of all trouble; throws when a promise of ours is broken. */
export async function live(db: Drizzle, { unused, end, dice, steps }: Life): Promise<void> {
  const sandbox = await openSandbox()
  try {
    await setUpPrices(sandbox.stripe, catalogue)
    const world = await createWorld(db, sandbox, unused)
    for (const each of steps) await world.take(each)
    await world.finish(end, dice)
    await world.checkAll()
    await world.payOldPages()
    await world.buyWhatIsOffered()
  } finally {
    await sandbox.close()
    await clear(db)
  }
}

/** One life at a time in a database: what is left belongs to it. */
async function clear(db: Drizzle) {
  for (const table of [users, subscriptions, purchases, cancellations, stripeEvents]) await db.delete(table)
}

async function createWorld(
  db: Drizzle,
  sandbox: Awaited<ReturnType<typeof openSandbox>>,
  unused: Life['unused'],
) {
  const { stripe, control, tryControl } = sandbox
  const user = { id: randomUUID(), email: `${randomUUID()}@example.com` }
  await db.insert(users).values({ ...user, name: 'Somebody' })

  /** Each with its own connection to the payment service; nothing is kept between one and the next. */
  const startServer = () => {
    const payments = createStripeGateway({
      secretKey: 'sk_test_kit',
      webhookSecret,
      apiUrl: sandbox.url,
      catalogue,
    })
    const { trialDays, graceDays } = catalogue.plans.monthly
    const findUser = async () => user
    return startLifeServer({ db, payments, trialDays, graceDays, unused, now: () => new Date(), findUser })
  }
  let server = startServer()

  /** The pages whose address the user has seen, newest last. */
  const pages: string[] = []
  const acknowledged = new Set<string>()
  let deletions = 0

  // ---- what the payment service holds; it has no other customers than this user

  async function held() {
    const [subscriptionList, intentList, disputeList] = await Promise.all([
      stripe.subscriptions.list({ status: 'all', limit: 100 }),
      stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] }),
      stripe.disputes.list({ limit: 100 }),
    ])
    const running = subscriptionList.data.filter(
      ({ status }) => status !== 'canceled' && status !== 'incomplete_expired',
    )
    const lost = new Set(
      disputeList.data.filter(({ status }) => status === 'lost').map(({ payment_intent }) => payment_intent),
    )
    const forLifetime = intentList.data.filter(({ metadata }) => metadata.plan === 'lifetime')
    const owned = forLifetime.filter(({ id, status, amount, latest_charge }) => {
      const refunded = (latest_charge as Stripe.Charge | null)?.amount_refunded ?? 0
      return status === 'succeeded' && refunded < amount && !lost.has(id)
    })
    return {
      subscriptions: subscriptionList.data,
      running,
      owned,
      processing: forLifetime.filter(({ status }) => status === 'processing'),
      intents: intentList.data,
    }
  }

  async function checkCharges() {
    const now = await held()
    expect(now.running.length, 'subscriptions that may be charged').toBeLessThanOrEqual(1)
    expect(now.owned.length + now.processing.length, 'lifetime payments that were kept').toBeLessThanOrEqual(
      1,
    )
    const trials = now.subscriptions.filter(({ trial_start }) => trial_start !== null)
    expect(trials.length, 'trials of one user').toBeLessThanOrEqual(1)
  }

  // ---- the user, the payment service, our server

  /** Our server under trouble; afterwards a killed one has a successor and the faults are over. */
  async function under<T>(trouble: Trouble | undefined, work: (fate: Fate) => Promise<T>): Promise<T> {
    const fate: Fate = {}
    if (trouble && 'killedAt' in trouble) fate.diesAtStep = trouble.killedAt
    if (trouble && 'paysBefore' in trouble) {
      const happens = async () => void (await pay(pages.at(-1), trouble.card))
      fate.meanwhile = { beforePaymentCall: trouble.paysBefore, happens }
    }
    if (trouble && 'fault' in trouble) {
      const { fault, when, path, times: count } = trouble
      const kind =
        fault === 'status 500' ? { status: 500 } : fault === 'garbage' ? { garbage: true } : { hangUp: true }
      await control('/api-faults', { ...kind, when, path, count })
    }
    try {
      return await work(fate)
    } finally {
      if (trouble && 'fault' in trouble) await control('/api-faults', { count: 0 })
      if (server.isDead()) server = startServer()
    }
  }

  function checkAnswer(answer: Answer, trouble: Trouble | undefined, expected: number[]) {
    if (answer === 'died') return
    const allowed = trouble && 'fault' in trouble ? [...expected, 502] : expected
    expect(allowed, JSON.stringify(answer.body)).toContain(answer.status)
  }

  const askCheckout = (at: LifeServer, wanted: string, fate?: Fate) =>
    at.request(
      '/api/stripe/create-checkout',
      { method: 'POST', body: JSON.stringify({ plan: wanted }) },
      fate,
    )

  function openPage(answer: Answer) {
    if (answer === 'died' || !answer.body.url?.includes('cs_test_')) return
    const page = sessionIn(answer.body.url)
    if (!pages.includes(page)) pages.push(page)
  }

  /** True when it was paid; nobody is ever sold what they own already. */
  async function pay(page: string | undefined, kind: Card): Promise<boolean> {
    if (page === undefined) return false
    const before = await held()
    const { body } = await sandbox.pay(page, cards[kind])
    if (!('session' in body)) return false
    if ((body.session as Stripe.Checkout.Session).mode === 'payment') {
      expect(before.owned, 'a lifetime was owned, and another was paid for').toEqual([])
    } else expect([...before.running, ...before.owned], 'had a plan, and subscribed').toEqual([])
    return true
  }

  async function waiting(): Promise<Stripe.Event[]> {
    const all = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: mostEvents })
    return all.filter(({ id }) => !acknowledged.has(id))
  }

  async function send(event: Stripe.Event, trouble: Trouble | undefined, fate: Fate) {
    const payload = JSON.stringify(event)
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
    const answer = await server.request(
      '/api/stripe/webhook',
      { method: 'POST', body: payload, headers: { 'stripe-signature': signature } },
      fate,
    )
    checkAnswer(answer, trouble, [200])
    if (answer !== 'died' && answer.status === 200) acknowledged.add(event.id)
  }

  /** Some of what waits, in any order, some of it twice; what is left out is late or lost. */
  async function deliver(share: number, seed: number, atOnce: boolean, trouble?: Trouble) {
    const random = seededRandom(seed)
    const chosen = (await waiting())
      .flatMap((event) => (random() < 0.1 ? [event, event] : [event]))
      .map((event) => ({ event, place: random() }))
      .sort((a, b) => a.place - b.place)
    const events = chosen.slice(0, Math.ceil(chosen.length * share)).map(({ event }) => event)
    const [first, ...rest] = events
    if (first) await under(trouble, (fate) => send(first, trouble, fate))
    if (atOnce) {
      for (let at = 0; at < rest.length; at += 4)
        await Promise.all(rest.slice(at, at + 4).map((event) => send(event, undefined, {})))
    } else for (const event of rest) await send(event, undefined, {})
  }

  const currentCustomer = async () =>
    (await db.select().from(customers).where(eq(customers.userId, user.id))).find(({ current }) => current)
      ?.id

  async function changeInPortal(what: Extract<Step, { do: 'portal' }>['what']) {
    const [subscription] = (await held()).running
    if (!subscription) return
    const { id, status } = subscription
    if (what === 'cancel now') await stripe.subscriptions.cancel(id)
    else if (what === 'trial ends') {
      if (status === 'trialing') await stripe.subscriptions.update(id, { trial_end: 'now' })
    } else if (what === 'new card') {
      const customer = String(subscription.customer)
      const { url } = await stripe.billingPortal.sessions.create({ customer })
      await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'card', number: cards.pays }) })
    } else await stripe.subscriptions.update(id, { cancel_at_period_end: what === 'cancel' })
  }

  async function take(each: Step): Promise<void> {
    switch (each.do) {
      case 'checkout': {
        const answer = await under(each.trouble, (fate) => askCheckout(server, each.plan, fate))
        checkAnswer(answer, each.trouble, [200, 409])
        return openPage(answer)
      }
      case 'checkout twice': {
        const answers = await Promise.all([
          askCheckout(server, each.plans[0]),
          askCheckout(startServer(), each.plans[1]),
        ])
        for (const answer of answers) {
          checkAnswer(answer, undefined, [200, 409])
          openPage(answer)
        }
        return
      }
      case 'pay':
        return void (await pay(pages.at(-1), each.card))
      case 'pay an old page':
        return void (await pay(pages.at(-2), each.card))
      case 'page expires': {
        const page = pages.at(-1)
        const session = page && (await stripe.checkout.sessions.retrieve(page))
        if (session && session.status === 'open') await stripe.checkout.sessions.expire(session.id)
        return
      }
      case 'return': {
        const page = pages.at(-1)
        if (!page) return
        const path = `/api/stripe/checkout-status?session_id=${page}`
        const answer = await under(each.trouble, (fate) => server.request(path, {}, fate))
        return checkAnswer(answer, each.trouble, [200])
      }
      case 'settle': {
        for (const session of pages) await tryControl('/async-payments', { session, outcome: each.outcome })
        return
      }
      case 'portal':
        return changeInPortal(each.what)
      case 'refund': {
        const paid = (await held()).intents.find(({ status }) => status === 'succeeded')
        const charge = paid?.latest_charge as Stripe.Charge | undefined
        if (!paid || !charge || charge.refunded || charge.disputed) return
        await stripe.refunds.create({ payment_intent: paid.id, ...(each.part && { amount: 1 }) })
        return
      }
      case 'dispute': {
        const paid = (await held()).intents.find(({ status }) => status === 'succeeded')
        const charge = paid?.latest_charge as Stripe.Charge | undefined
        const { outcome } = each
        if (charge) await control('/disputes', { charge: charge.id, ...(outcome && { outcome }) })
        return
      }
      case 'delete customer': {
        const customer = await currentCustomer()
        if (!customer || (await stripe.customers.retrieve(customer)).deleted) return
        await stripe.customers.del(customer)
        deletions += 1
        return
      }
      case 'deliver':
        return deliver(each.share, each.dice, each.atOnce, each.trouble)
      case 'upkeep':
        return void (await under(each.trouble, (fate) => server.upkeep(fate)))
      case 'restart':
        server = startServer()
    }
  }

  // ---- the end

  async function finish(how: Life['end'], seed: number) {
    for (let round = 0; round < 10; round += 1) {
      if (how === 'reconciled') {
        const failed = new Set((await listFailedEvents(db)).map(({ id }) => id))
        for (const event of await waiting()) if (failed.has(event.id)) await send(event, undefined, {})
        await reconcile(server.parts, { fix: true, onProgress: () => {} })
      } else await deliver(1, seed + round, seed % 2 === 0)
      await server.upkeep()
      const pending = await db.select().from(cancellations)
      const left = how === 'delivered' ? (await waiting()).length : (await listFailedEvents(db)).length
      if (pending.length === 0 && left === 0) return
    }
    throw new Error('Stuck: events or cancellations are left after ten rounds without trouble.')
  }

  async function checkAll() {
    await checkCharges()
    const now = await held()
    const [owned] = now.owned
    const [monthly] = now.running
    if (owned) expect(monthly?.id, 'a monthly that a lifetime replaced').toBeUndefined()
    const inGrace = monthly?.status === 'past_due'
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
    const shown = await server.request('/api/subscription')
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
    expect(await db.select().from(cancellations), 'pending cancellations').toEqual([])
    const ledger = await db.select().from(stripeEvents)
    expect(
      ledger.filter(({ handledAt }) => handledAt === null),
      'unhandled events',
    ).toEqual([])
    const known = await db.select().from(customers)
    expect(known.length, 'customers of one user').toBeLessThanOrEqual(deletions + 1)
    const drift = await reconcile(server.parts, { fix: false, onProgress: () => {} })
    expect(drift, 'drift').toEqual([])
  }

  /** Tabs that were left open do no harm: `pay` sees to it that none of them sells what is owned already. */
  async function payOldPages() {
    let paid = false
    for (const page of pages) paid = (await pay(page, 'pays')) || paid
    if (paid) await comeBack()
  }

  /** The user returns from the last page, however late, and finds everything in order. */
  async function comeBack() {
    const page = pages.at(-1)
    if (!page) return
    const answer = await server.request(`/api/stripe/checkout-status?session_id=${page}`)
    expect(answer).toMatchObject({ status: 200 })
    await server.upkeep()
    await checkAll()
  }

  /** Nothing may be stuck: what is not owned can be bought, and what is refused is refused for its reason. */
  async function buyWhatIsOffered() {
    for (const wanted of ['monthly', 'lifetime'] as const) {
      const { owned, running, processing } = await held()
      const [monthly] = running
      const failed = monthly && !['trialing', 'active'].includes(monthly.status)
      const answer = await askCheckout(server, wanted)
      const refusal = (code: string) => ({ status: 409, body: { code } })
      const expected = owned[0]
        ? refusal('has-lifetime')
        : failed
          ? { status: 200, body: { url: expect.stringContaining('/p/session/') } }
          : monthly && wanted === 'monthly'
            ? refusal('has-monthly')
            : processing[0]
              ? refusal('payment-processing')
              : { status: 200, body: { url: expect.stringContaining('cs_test_') } }
      expect(answer, `a checkout of ${wanted} at the end`).toEqual(expected)
      if (answer === 'died' || !answer.body.url?.includes('cs_test_')) continue
      openPage(answer)
      await pay(sessionIn(answer.body.url), 'pays')
      await comeBack()
    }
  }

  return { take, finish, checkAll, payOldPages, buyWhatIsOffered }
}
