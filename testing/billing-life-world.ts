import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { TestSandbox } from '../sandbox/test-kit.ts'
import { createStripeGateway } from '../server/billing/stripe/gateway.ts'
import type { Database } from '../server/db/database.ts'
import { customers, users } from '../server/db/schema.ts'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'
import { sessionIn } from './billing-kit.ts'
import { type Answer, type Fate, type LifeServer, startLifeServer } from './billing-life-server.ts'
import { type Card, cards, type Life, type Trouble } from './billing-life-steps.ts'

export const catalogue = loadCatalogue('pricing.config.json')
const webhookSecret = 'whsec_of_a_life'
const mostEvents = 1_000
const { trialDays, graceDays } = catalogue.plans.monthly

export type World = Awaited<ReturnType<typeof createWorld>>

/** One user, the payment service, which has no other customers, and our server, which may die and be replaced. */
export async function createWorld({ db, kind }: Database, sandbox: TestSandbox, unused: Life['unused']) {
  const { stripe, control } = sandbox
  const user = { id: randomUUID(), email: `${randomUUID()}@example.com` }
  await db.insert(users).values({ ...user, name: 'Somebody' })
  let passedMs = 0
  const now = () => new Date(Date.now() + passedMs)

  /** Each with its own connection to the payment service; nothing is kept between one and the next. */
  function startServer(): LifeServer {
    const settings = {
      secretKey: 'sk_test_kit',
      webhookSecrets: [webhookSecret],
      apiUrl: sandbox.url,
      catalogue,
      callsPerSecond: Number.POSITIVE_INFINITY,
    }
    const payments = createStripeGateway(settings)
    return startLifeServer({ db, payments, trialDays, graceDays, unused, now, findUser: async () => user })
  }
  let server = startServer()

  /** The pages whose address the user has seen, newest last. */
  const pages: string[] = []
  const acknowledged = new Set<string>()
  let deletions = 0

  async function held() {
    const [subscriptions, intents, disputes] = await Promise.all([
      stripe.subscriptions.list({ status: 'all', limit: 100, expand: ['data.latest_invoice'] }),
      stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] }),
      stripe.disputes.list({ limit: 100 }),
    ])
    const isOver = ({ status }: Stripe.Subscription) => ['canceled', 'incomplete_expired'].includes(status)
    const lost = new Set(
      disputes.data.filter(({ status }) => status === 'lost').map(({ payment_intent }) => payment_intent),
    )
    const forLifetime = intents.data.filter(({ metadata }) => metadata.plan === 'lifetime')
    const owned = forLifetime.filter(({ id, status, amount, latest_charge }) => {
      const refunded = (latest_charge as Stripe.Charge | null)?.amount_refunded ?? 0
      return status === 'succeeded' && refunded < amount && !lost.has(id)
    })
    return {
      subscriptions: subscriptions.data,
      running: subscriptions.data.filter((subscription) => !isOver(subscription)),
      owned,
      processing: forLifetime.filter(({ status }) => status === 'processing'),
      intents: intents.data,
    }
  }

  /** The server's connections end under its hands. The embedded database has none that could. */
  async function cutConnections() {
    if (kind === 'embedded') return
    await db.execute(
      sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
    )
  }

  /** True when it was paid; nobody is ever sold what they own already. */
  async function pay(page: string | undefined, card: Card): Promise<boolean> {
    if (page === undefined) return false
    const before = await held()
    const { body } = await sandbox.pay(page, cards[card])
    if (!('session' in body)) return false
    if ((body.session as Stripe.Checkout.Session).mode === 'payment') {
      expect(before.owned, 'a lifetime was owned, and another was paid for').toEqual([])
    } else expect([...before.running, ...before.owned], 'had a plan, and subscribed').toEqual([])
    return true
  }

  /** Our server under trouble; afterwards a killed one has a successor and the faults are over. */
  async function under<T>(trouble: Trouble | undefined, work: (fate: Fate) => Promise<T>): Promise<T> {
    const fate: Fate = {}
    if (trouble && 'killedAt' in trouble) fate.diesAtStep = trouble.killedAt
    if (trouble && 'cutBefore' in trouble)
      fate.meanwhile = { before: trouble.cutBefore, happens: cutConnections }
    if (trouble && 'paysBefore' in trouble) {
      const happens = async () => void (await pay(pages.at(-1), trouble.card))
      fate.meanwhile = { before: trouble.paysBefore, happens }
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

  /** The current one and those it replaced. */
  const knownCustomers = () => db.select().from(customers).where(eq(customers.userId, user.id))

  async function waiting(): Promise<Stripe.Event[]> {
    const all = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: mostEvents })
    return all.filter(({ id }) => !acknowledged.has(id))
  }

  async function send(event: Stripe.Event, trouble?: Trouble, fate: Fate = {}) {
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

  return {
    db,
    sandbox,
    now,
    graceDays,
    pages,
    held,
    pay,
    under,
    waiting,
    send,
    startServer,
    server: () => server,
    restart() {
      server = startServer()
    },
    isAcknowledged: (event: Stripe.Event) => acknowledged.has(event.id),
    customers: knownCustomers,
    deletions: () => deletions,
    async deleteCustomer() {
      const customer = (await knownCustomers()).find(({ current }) => current)?.id
      if (!customer || (await stripe.customers.retrieve(customer)).deleted) return
      await stripe.customers.del(customer)
      deletions += 1
    },
    async timePasses(seconds: number) {
      await sandbox.advance(seconds)
      passedMs += seconds * 1_000
    },
    askCheckout(at: LifeServer, plan: string, fate?: Fate) {
      const body = JSON.stringify({ plan })
      return at.request(
        '/api/stripe/create-checkout',
        { method: 'POST', body, headers: { 'content-type': 'application/json' } },
        fate,
      )
    },
    openPage(answer: Answer) {
      if (answer === 'died' || !answer.body.url?.includes('cs_test_')) return
      const page = sessionIn(answer.body.url)
      if (!pages.includes(page)) pages.push(page)
    },
  }
}

/** Trouble may be told to whoever asked; without it there is nothing to excuse. */
export function checkAnswer(answer: Answer, trouble: Trouble | undefined, expected: number[]) {
  if (answer === 'died') return
  const excused = !trouble ? [] : 'fault' in trouble ? [502] : 'cutBefore' in trouble ? [500] : []
  expect([...expected, ...excused], JSON.stringify(answer.body)).toContain(answer.status)
}
