import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cards, openEmulator, type TestEmulator } from '@fairseat/stripe-emulator/testing'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll } from 'vitest'
import { webhookPath } from '../../../core/billing/contract.ts'
import type { Catalogue } from '../../../core/plans/catalogue.ts'
import type { PaidPlanId } from '../../../core/plans/plan.ts'
import { setUpStripe, usedEvents } from '../../../server/billing/stripe/account.ts'
import { createStripeGateway, type StripeSettings } from '../../../server/billing/stripe/gateway.ts'
import type { Drizzle } from '../../../server/db/database.ts'
import type { Mail } from '../../../server/identity/mail.ts'
import { loadCatalogue } from '../../../server/plans/load-catalogue.ts'
import { offerTerms, openOffer } from '../../../server/seats/open-offer.ts'
import { createTestBrowser, createTestServer, newAddress } from '../app/test-app.ts'
import { describeMainlyOnPostgres, describeOnBothDatabases } from '../database/both-databases.ts'
import { runAllJobs } from './run-all-jobs.ts'

const webhookSecret = 'whsec_of_the_tests'
const simulated = loadCatalogue('pricing.config.json')

/** The catalogue with the live source and as many seats as a test needs. */
export const liveCatalogue = (base: number, live: Partial<Catalogue['urgency']['live']> = {}): Catalogue => ({
  ...simulated,
  urgency: {
    ...simulated.urgency,
    source: 'live',
    base,
    min: 0,
    live: { ...simulated.urgency.live, ...live },
  },
})

export type BillingKit = Awaited<ReturnType<typeof startBillingKit>>

/** With a kit that is there from the first test to the last. */
export const describeWithBillingKit = describeWithKit(describeMainlyOnPostgres)
export const describeWithBillingKitOnBothDatabases = describeWithKit(describeOnBothDatabases)

function describeWithKit(describeOn: typeof describeOnBothDatabases) {
  return (name: string, tests: (kit: BillingKit) => void, options: KitOptions = {}): void =>
    describeOn(name, (openTestDatabase) => {
      const kit = {} as BillingKit
      beforeAll(
        async () => void Object.assign(kit, await startBillingKit((await openTestDatabase()).db, options)),
      )
      afterAll(() => kit.stop())
      tests(kit)
    })
}

interface KitOptions {
  deliverAtOnce?: boolean
  catalogue?: Catalogue
  /** Days between the tries of a failed renewal. */
  retryDays?: number[]
  /** The time by the database. */
  now?: () => Date
  /** One that has a past. */
  emulator?: TestEmulator
  /** The budget of calls to Stripe; without a bound unless given. */
  callsPerSecond?: number
  /** Settings of the server. */
  env?: Record<string, string>
}

/** The whole server with the emulator behind it. Deliveries wait until a test asks for them, unless it says otherwise. */
export async function startBillingKit(
  db: Drizzle,
  {
    deliverAtOnce = false,
    catalogue = simulated,
    retryDays,
    now = () => new Date(),
    callsPerSecond = Number.POSITIVE_INFINITY,
    env = {},
    ...options
  }: KitOptions = {},
) {
  const emulator = options.emulator ?? (await openEmulator(retryDays ? { retryDays } : {}))
  await setUpStripe(emulator.stripe, catalogue)
  const connect = (more: Partial<StripeSettings> = {}) =>
    createStripeGateway({
      secretKey: 'sk_test_kit',
      webhookSecrets: [webhookSecret],
      apiUrl: emulator.url,
      catalogue,
      now,
      callsPerSecond,
      ...more,
    })
  const payments = connect()
  if (catalogue.urgency.source === 'live') await openOffer(db, offerTerms(catalogue))
  const { app, jobs } = createTestServer(db, env, catalogue, payments, { now })
  await jobs.schedule()
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await emulator.control('/faults', { hold: !deliverAtOnce })
  await emulator.control('/webhook-endpoint', {
    url: `http://127.0.0.1:${port}${webhookPath}`,
    secret: webhookSecret,
    enabledEvents: usedEvents,
  })

  return {
    db,
    app,
    jobs,
    /** Everything in the background, also what would wait for its next time. */
    runAllJobs: () => runAllJobs(db, jobs),
    /** The same without what goes through all customers and all events. */
    runJobs: () => runAllJobs(db, jobs, ['refresh-states', 'fetch-events']),
    emulator,
    payments,
    /** Another connection to the payment service. */
    connect,
    webhookSecret,
    /** Every event that waits, delivered and worked off now. */
    async deliver() {
      await emulator.control('/deliver', {})
      await jobs.runDue()
    },
    /** How many calls reach Stripe meanwhile: the emulator counts while it has a limit, which is too high to matter. */
    async callsDuring(work: () => Promise<unknown>): Promise<number> {
      await emulator.control('/rate-limit', { rate: 100_000 })
      await work()
      const { admitted } = (await emulator.control('/traffic')) as { admitted: number }
      await emulator.control('/rate-limit', { rate: null })
      return admitted
    },
    async signIn(email = newAddress()) {
      const visitor = createTestBrowser(app)
      const id = await visitor.signIn(email)
      const checkout = (plan: string) => visitor.post('/api/stripe/create-checkout', { plan })
      return {
        ...visitor,
        id,
        checkout,
        plan: async () => (await (await visitor.get('/api/subscription')).json()).plan as string | null,
        mails: async () => (await (await visitor.get(`/dev/outbox.json?to=${email}`)).json()) as Mail[],
        async deleteAccount() {
          await visitor.post('/api/account/deletion-code')
          return visitor.post('/api/account/delete', { code: await visitor.readCode(email) })
        },
        /** From the button to the payment; returns the emulator's result. */
        async buy(plan: PaidPlanId, card: string = cards.pays) {
          const { url, error } = await (await checkout(plan)).json()
          if (!url) throw new Error(`No checkout: ${error}`)
          const checkoutSessionId = sessionIn(url)
          const paid = await emulator.pay(checkoutSessionId, card)
          return { checkoutSessionId, paid: paid.body.result }
        },
      }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await emulator.close()
    },
  }
}

export const sessionIn = (url: string): string => /cs_test_\w+/.exec(url)?.[0] ?? url
