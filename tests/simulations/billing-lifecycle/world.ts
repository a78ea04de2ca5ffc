import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cards } from '@fairseat/stripe-emulator/testing'
import { and, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { webhookPath } from '../../../core/billing/contract.ts'
import { siteLanguages } from '../../../core/messages/site-languages.ts'
import { priceMinor } from '../../../core/plans/plan-card.ts'
import { deleteBillingData } from '../../../server/billing/delete-billing-data.ts'
import { applyLivemode } from '../../../server/billing/livemode-store.ts'
import { reconcile } from '../../../server/billing/reconcile.ts'
import { setUpStripe } from '../../../server/billing/stripe/account.ts'
import { createStripeGateway } from '../../../server/billing/stripe/gateway.ts'
import { createTrialStore } from '../../../server/billing/trial-store.ts'
import type { Database } from '../../../server/db/database.ts'
import { customers, users } from '../../../server/db/schema.ts'
import { loadCatalogue } from '../../../server/plans/load-catalogue.ts'
import { sessionIn } from '../../support/billing/billing-kit.ts'
import { openAccount } from './account.ts'
import { type Backup, backUp, restore } from './backup.ts'
import {
  checkResponse,
  type Faults,
  type JobRuns,
  type LifecycleServer,
  type Result,
  startLifecycleServer,
} from './server.ts'
import type { Card, Lifecycle, PaidPlan, Trouble } from './steps.ts'

const shipped = loadCatalogue('pricing.config.json')
const webhookSecret = 'whsec_of_a_life'
const { trialDays, graceDays } = shipped.plans.monthly
/** Longer than an impatient server waits. */
const silenceMs = 250
const impatientMs = 100

export type World = Awaited<ReturnType<typeof createWorld>>

/** One user, the payment service, which has no other customers, and our server, which may die and be replaced. */
export async function createWorld({ db, kind }: Database, lifecycle: Lifecycle) {
  const email = `${randomUUID()}@example.com`
  const signUp = async () => {
    const signedUp = { id: randomUUID(), email }
    await db.insert(users).values({ ...signedUp, name: 'Somebody' })
    return signedUp
  }
  let user = await signUp()
  const trials = createTrialStore(['a secret'])
  let hadAccount = false
  const jobRuns: JobRuns = { running: new Map(), overlapping: [] }
  let passedMs = 0
  const now = () => new Date(Date.now() + passedMs)
  let catalogue = shipped
  let account = await openAccount(lifecycle, false)
  const accounts = [account]
  let backup: Backup | undefined

  /** Each with its own connection to the payment service; nothing is kept between one and the next. */
  function startServer({ giveUpAfterMs }: { giveUpAfterMs?: number } = {}): LifecycleServer {
    const gateway = createStripeGateway({
      secretKey: 'sk_test_kit',
      webhookSecrets: [webhookSecret],
      apiUrl: account.apiUrl,
      catalogue,
      callsPerSecond: Number.POSITIVE_INFINITY,
      ...(giveUpAfterMs && { giveUpAfterMs }),
    })
    const payments = { ...gateway, livemode: account.livemode }
    const { unused } = lifecycle
    return startLifecycleServer({
      db,
      payments,
      plansForSale: ['monthly', 'lifetime'],
      currencies: [catalogue.currency],
      languages: siteLanguages(['en']),
      trialDays,
      graceDays,
      unused,
      now,
      findUser: async () => ({ ...user, needsProof: false }),
      findBuyer: async () => user,
      recordTrial: trials.record,
      // Of the first account our rows have to know.
      trialHashes: (address) => (hadAccount ? trials.hashes(address) : []),
      jobRuns,
    })
  }

  /** As an operator does: set up the payment service, then start. */
  async function restart() {
    await setUpStripe(account.emulator.stripe, catalogue)
    await applyLivemode(db, account.livemode)
    if (account.deletions > 0) account.startsSinceDeletion += 1
    server = startServer()
  }
  let server = startServer()
  await restart()
  await server.runJobs()

  /** The server's connections end under its hands. The embedded database has none that could. */
  async function cutConnections() {
    if (kind === 'embedded') return
    await db.execute(
      sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
    )
  }

  async function timePasses(seconds: number) {
    for (const { emulator } of accounts) await emulator.advance(seconds)
    passedMs += seconds * 1_000
  }

  /** True when it was paid; nobody is ever sold what they own already. */
  async function pay(page: string | undefined, card: Card): Promise<boolean> {
    if (page === undefined) return false
    const before = await account.held()
    // Of two payments in the same second either may count. Nobody pays as fast as that.
    if (before.owned.length > 0) await timePasses(1)
    const { body } = await account.emulator.pay(page, cards[card])
    if (!('session' in body)) return false
    if (!lifecycle.offersTransfers) expect(card, 'a payment that may never end').not.toBe('bankTransfer')
    if (account.isForgetful) return true
    if ((body.session as Stripe.Checkout.Session).mode === 'payment') {
      expect(before.owned, 'a lifetime was owned, and another was paid for').toEqual([])
    } else expect([...before.running, ...before.owned], 'had a plan, and subscribed').toEqual([])
    return true
  }

  /** Our server under trouble; afterwards a killed one has a successor and the faults are over. */
  async function under<T>(trouble: Trouble | undefined, work: (faults: Faults) => Promise<T>): Promise<T> {
    const { control } = account.emulator
    const faults: Faults = {}
    if (trouble && 'killedAt' in trouble) faults.diesAtStep = trouble.killedAt
    if (trouble && 'cutAt' in trouble)
      faults.meanwhile = { at: trouble.cutAt, happens: cutConnections, cutsConnections: true }
    if (trouble && 'paysAt' in trouble) {
      const { paysAt: at, card, isDelivered } = trouble
      const happens = async () => {
        await pay(account.pages.at(-1), card)
        if (!isDelivered) return
        const other = startServer()
        for (const event of await account.waiting()) await send(event, undefined, {}, other)
      }
      faults.meanwhile = { at, happens, isOutsideTransactions: isDelivered }
    }
    if (trouble && 'silentFrom' in trouble) {
      server = startServer({ giveUpAfterMs: impatientMs })
      const happens = async () => void (await control('/api-delay', { delayMs: silenceMs }))
      faults.meanwhile = { at: trouble.silentFrom, happens }
    }
    if (trouble && 'tooManyAbove' in trouble)
      await control('/rate-limit', { rate: 25, burst: trouble.tooManyAbove })
    if (trouble && 'refuses' in trouble)
      await control('/api-faults', { status: 400, path: trouble.refuses, count: trouble.times })
    if (trouble && 'fault' in trouble) {
      const { fault, when, path, times: count } = trouble
      const kind =
        fault === 'status 500' ? { status: 500 } : fault === 'garbage' ? { garbage: true } : { hangUp: true }
      await control('/api-faults', { ...kind, when, path, count })
    }
    try {
      return await work(faults)
    } finally {
      if (trouble && 'silentFrom' in trouble) {
        await control('/api-delay', { delayMs: 0 })
        // What nobody waits for any more is done by now.
        await sleep(silenceMs + impatientMs)
        server = startServer()
      }
      if (trouble && 'tooManyAbove' in trouble) await control('/rate-limit', { rate: null })
      if (trouble && ('fault' in trouble || 'refuses' in trouble)) await control('/api-faults', { count: 0 })
      if (server.isDead()) server = startServer()
    }
  }

  /** The current one and those it replaced. */
  const knownCustomers = () =>
    db
      .select()
      .from(customers)
      .where(and(eq(customers.userId, user.id), eq(customers.livemode, account.livemode)))

  async function currentCustomer(): Promise<string | undefined> {
    const customer = (await knownCustomers()).find(({ current }) => current)?.id
    const found = customer && (await account.emulator.stripe.customers.retrieve(customer))
    return found && !found.deleted ? customer : undefined
  }

  async function send(event: Stripe.Event, trouble?: Trouble, faults: Faults = {}, to = server) {
    const payload = JSON.stringify(event)
    const { webhooks } = account.emulator.stripe
    const signature = webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
    const response = await to.request(
      webhookPath,
      { method: 'POST', body: payload, headers: { 'stripe-signature': signature } },
      faults,
    )
    checkResponse(response, trouble, [200])
    if (response !== 'died' && response.status === 200) account.acknowledge(event)
  }

  /** As the documentation tells who restored a backup; with the present key only. */
  async function reconcileAll() {
    await reconcile(server.deps, { fix: true, onProgress: () => {} })
    account.isReconciliationDue = false
  }

  return {
    db,
    now,
    graceDays,
    accounts,
    account: () => account,
    held: () => account.held(),
    pay,
    under,
    send,
    startServer,
    server: () => server,
    restart,
    reconcileAll,
    customers: knownCustomers,
    jobRuns,
    async signUpAgain() {
      const outcome = await deleteBillingData(server.deps, user.id, (removeRest) =>
        db.transaction(async (tx) => {
          const outcome = await removeRest(tx)
          if (outcome === 'removed') await tx.delete(users).where(eq(users.id, user.id))
          return outcome
        }),
      )
      if (outcome !== 'removed') return
      const { running, processing } = await account.held()
      expect([...running, ...processing], 'what may still be charged without an account').toEqual([])
      user = await signUp()
      hadAccount = true
    },
    currentCustomer,
    async deleteCustomer() {
      const customer = await currentCustomer()
      if (!customer) return
      await account.emulator.stripe.customers.del(customer)
      account.deletions += 1
    },
    async changePrices(monthly: number, lifetime: number) {
      const { plans } = shipped
      catalogue = {
        ...shipped,
        plans: {
          ...plans,
          monthly: { ...plans.monthly, price: monthly },
          lifetime: { ...plans.lifetime, price: lifetime },
        },
      }
      await restart()
    },
    async changeKey() {
      const livemode = !account.livemode
      const found = accounts.find((each) => each.livemode === livemode)
      account.isForgetful = true
      account = found ?? (await openAccount(lifecycle, livemode))
      if (!found) {
        accounts.push(account)
        await account.emulator.advance(Math.round(passedMs / 1_000))
      }
      await restart()
    },
    async backUp() {
      backup = await backUp(db)
    },
    async restore() {
      if (!backup) return
      await restore(db, backup)
      for (const each of accounts) {
        each.isForgetful = true
        each.isReconciliationDue = true
      }
      await restart()
    },
    timePasses,
    requestCheckout(at: LifecycleServer, plan: string, faults?: Faults) {
      const body = JSON.stringify({ plan })
      return at.request(
        '/api/stripe/create-checkout',
        { method: 'POST', body, headers: { 'content-type': 'application/json' } },
        faults,
      )
    },
    /** What it asks for is today's price, or nothing during a trial. */
    async openPage(response: Result, plan: PaidPlan) {
      if (response === 'died' || !response.body.url?.includes('cs_test_')) return
      const page = sessionIn(response.body.url)
      const { amount_total } = await account.emulator.stripe.checkout.sessions.retrieve(page)
      const price = priceMinor(catalogue, plan)
      expect(plan === 'monthly' ? [0, price] : [price], 'the amount on the page').toContain(amount_total)
      if (!account.pages.includes(page)) account.pages.push(page)
    },
  }
}
