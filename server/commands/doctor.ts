import { isIPv6 } from 'node:net'
import { createTransport } from 'nodemailer'
import Stripe from 'stripe'
import { webhookPath } from '../../core/billing/contract.ts'
import { taxBehaviorOf } from '../../core/plans/catalogue.ts'
import {
  checkTax,
  findAccountProblem,
  findPortal,
  findPrices,
  findWebhook,
  usedEvents,
} from '../billing/stripe/account.ts'
import { connectStripe } from '../billing/stripe/connect-stripe.ts'
import { createStripeGateway } from '../billing/stripe/gateway.ts'
import { findUnknownAtStripe, unknownCustomersWarning } from '../billing/sync/find-unknown-customers.ts'
import { listUnconfirmed } from '../billing/sync/sync-store.ts'
import type { Database } from '../db/database.ts'
import { hasEmbeddedDatabase } from '../db/embedded-folder.ts'
import { type Env, readEnvironment } from '../env.ts'
import { webhookEndpoint } from '../integration/webhooks/endpoint.ts'
import { countJobs, listFailedJobs } from '../jobs/store.ts'
import { explainInOneLine } from '../log.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { auditSeats } from '../seats/audit-seats.ts'
import { countUnpaidHolds } from '../seats/store.ts'
import { checkOidcClients, checkTokenIssuer } from './check-identity.ts'
import {
  type ClockOffset,
  compareClocks,
  measureDatabaseOffset,
  measureStripeOffset,
} from './compare-clocks.ts'
import { explain } from './explain-error.ts'
import { openOperatorDatabase } from './open-operator-database.ts'
import { describeEndpoints } from './webhooks.ts'

const patienceMs = 5_000

/** One line for each thing that a running shop needs; the exit code is 1 when one of them is missing. */
export async function runDoctor(): Promise<void> {
  const env = readEnvironment()
  const databaseOffset = await checkDatabase(env)
  await checkStripe(env)
  await check('clocks', async () => {
    const stripe = env.STRIPE_SECRET_KEY ? await measureStripeOffset(env.STRIPE_API_URL, patienceMs) : null
    return compareClocks({ database: databaseOffset, stripe })
  })
  await checkProduct(env)
  await check('mail', async () => {
    if (!env.SMTP_URL)
      throw new Error(
        'SMTP_URL is not set; codes go to /dev/outbox, which opens at the address that the server prints at its start',
      )
    await createTransport({
      url: env.SMTP_URL,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
    }).verify()
    return `the server answers, mails come from ${env.MAIL_FROM}`
  })
  for (const issuer of env.AUTH_JWT)
    await check(`AUTH_JWT ${issuer.issuer}`, () => checkTokenIssuer(issuer, patienceMs))
  if (env.OIDC_CLIENTS.length > 0)
    await check('OIDC_CLIENTS', () => checkOidcClients(env.OIDC_CLIENTS, env.BACKEND_URL, patienceMs))
}

async function check(what: string, look: () => Promise<string>): Promise<void> {
  try {
    console.log(`ok    ${what}: ${await look()}`)
  } catch (error) {
    process.exitCode = 1
    const reason = explain(error)
    console.log(`FAIL  ${what}: ${reason instanceof Error ? withCause(reason) : reason}`)
  }
}

/** What `fetch` throws says only in its cause why it failed. */
function withCause({ message, cause }: Error): string {
  return cause === undefined ? message : `${message}; ${explainInOneLine(cause)}`
}

/** How far the database's clock is ahead of this machine's; null when it cannot be reached. */
async function checkDatabase(env: Env): Promise<ClockOffset | null> {
  const isEmbedded = !env.DATABASE_URL?.startsWith('postgres')
  // On this machine, whose data folder it is: BACKEND_URL may lead to a proxy that is not there yet.
  const readyUrl = `http://${isIPv6(env.HOST) ? `[${env.HOST}]` : env.HOST}:${env.PORT}/readyz`
  const isServing = () =>
    fetch(readyUrl, { signal: AbortSignal.timeout(patienceMs) }).then(
      ({ ok }) => ok,
      () => false,
    )
  let database: Database | undefined
  await check('database', async () => {
    try {
      database = await openOperatorDatabase(env)
    } catch (error) {
      // The embedded one belongs to the server while that runs.
      if (!isEmbedded || !hasEmbeddedDatabase(env.DATA_DIR) || !(await isServing())) throw error
      return 'embedded, and in use by the server, which is ready; stop it to have the seats counted too'
    }
    return `${isEmbedded ? 'embedded' : 'PostgreSQL'}, migrations applied`
  })
  if (!database) return null
  const { db, close } = database
  await check('seats', async () => {
    const audits = await auditSeats(db)
    const problems = audits.flatMap((audit) => audit.problems)
    if (problems.length > 0) throw new Error(`the ledger does not add up: ${problems.join('; ')}`)
    const unpaid = await countUnpaidHolds(db)
    const offers = audits.map(
      ({ offerId, sold, held, cap }) => `${offerId} ${sold} sold, ${held} held of ${cap}`,
    )
    return `${offers.join('; ') || 'no offer yet'}; in the last day ${unpaid.seats} held and given back unpaid, by ${unpaid.people} people`
  })
  await check('jobs', async () => {
    const [{ waiting, failing, dead }, failed] = [await countJobs(db), await listFailedJobs(db)]
    const told = dead > 0 ? failed.filter(({ deadAt }) => deadAt !== null) : failed
    const reasons = told.slice(0, 3).map(({ kind, key, error }) => `${kind} ${key}: ${error}`)
    const help = '`npm run jobs` shows them, `npm run jobs -- retry` tries them again'
    if (dead > 0)
      throw new Error(`${dead} failed for good and ${failing} are failing; ${help}: ${reasons.join('; ')}`)
    return `${waiting} due, ${failing} failing${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`
  })
  await check('renewals', async () => {
    const { length: users } = await listUnconfirmed(db, new Date())
    if (users > 0)
      throw new Error(
        `subscriptions of ${users} users ended over a week ago, and Stripe could not be asked for a week whether they were renewed: \`npm run jobs\` shows why`,
      )
    return 'no subscription has waited for a week to be confirmed'
  })
  if (env.PRODUCT_WEBHOOKS.length > 0)
    await check('product webhooks', async () => {
      const endpoints = env.PRODUCT_WEBHOOKS.map(webhookEndpoint)
      const { lines, isLate } = await describeEndpoints(db, endpoints)
      const waiting = lines.join('; ')
      if (!isLate) return waiting
      throw new Error(
        `${waiting}: longer than an hour. \`npm run jobs\` shows why, \`npm run webhooks -- retry\` tries again`,
      )
    })
  if (env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET) {
    const connection = {
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
      apiUrl: env.STRIPE_API_URL,
      callsPerSecond: env.STRIPE_CALLS_PER_SECOND,
    }
    const connect = () => createStripeGateway({ ...connection, catalogue: loadCatalogue(env.PRICING_CONFIG) })
    await check('buyers', async () => {
      const payments = connect()
      const unknownCustomers = await findUnknownAtStripe(db, payments)
      if (unknownCustomers.length > 0) throw new Error(unknownCustomersWarning(unknownCustomers.length))
      return 'every customer at Stripe is in this database, as far as the newest hundred go'
    })
    await check('invoices', async () => {
      const stuck = await connect().listStuckInvoices()
      const reasons = stuck.slice(0, 3).map(({ id, reason }) => `${id}: ${reason}`)
      if (stuck.length > 0)
        throw new Error(
          `Stripe cannot finalize ${stuck.length} renewals, and charges nothing for them: mend them in the dashboard. ${reasons.join('; ')}`,
        )
      return 'Stripe can finalize every renewal, as far as the newest hundred drafts go'
    })
  }
  const offset = await measureDatabaseOffset(db).catch(() => null)
  await close()
  return offset
}

/** What tells the operator's product who has paid; nothing where it is not used. */
async function checkProduct(env: Env): Promise<void> {
  if (env.API_KEYS.length > 0)
    await check('API', async () => {
      const url = new URL('/api/v1/openapi.json', env.BACKEND_URL).href
      const { status } = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
      if (status !== 200)
        throw new Error(`${url} answered ${status}: does the proxy in front pass on /api/v1?`)
      return `${url} answers, ${env.API_KEYS.length} keys`
    })
  for (const { url } of env.PRODUCT_WEBHOOKS)
    await check('product webhook', async () => {
      // Not a delivery: whether somebody is there.
      const init = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(patienceMs) } as const
      const { status } = await fetch(url, init)
      if (status >= 500 || (status >= 300 && status < 400)) throw new Error(`${url} answered ${status}`)
      return `${url} can be reached`
    })
}

async function checkStripe(env: Env): Promise<void> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl, STRIPE_WEBHOOK_SECRET: secrets = [] } = env
  if (!secretKey) {
    await check('Stripe', async () => {
      throw new Error('STRIPE_SECRET_KEY is not set; npm start uses the emulator')
    })
    return
  }
  const stripe = connectStripe(secretKey, apiUrl, env.STRIPE_CALLS_PER_SECOND)
  await check('Stripe', async () => {
    const account = await stripe.accounts.retrieveCurrent()
    const problem = findAccountProblem(account, env.takesRealMoney)
    if (problem) throw new Error(`account ${account.id}: ${problem}`)
    return `account ${account.id}, ${env.takesRealMoney ? 'live' : 'test'} mode`
  })
  await check('prices', async () => {
    const prices = await findPrices(stripe, loadCatalogue(env.PRICING_CONFIG))
    const ids = Object.values(prices).map(({ stripePriceId }) => stripePriceId)
    return `the catalogue's (${ids.join(', ')})`
  })
  const catalogue = loadCatalogue(env.PRICING_CONFIG)
  if (taxBehaviorOf(catalogue))
    await check('Stripe Tax', async () => {
      await checkTax(stripe, catalogue)
      return `active, prices are ${taxBehaviorOf(catalogue)} of tax`
    })
  await check('customer portal', async () => {
    const portal = await findPortal(stripe)
    if (!portal) throw new Error('there is none: run `npm run stripe:setup`')
    const { payment_method_update: card, subscription_cancel: cancel } = portal.features
    // Who cannot give another card stays unpaid, and who cannot cancel asks the bank.
    if (!card.enabled || !cancel.enabled)
      throw new Error(`${portal.id} must let customers change the payment method and cancel`)
    return portal.id
  })
  const webhookUrl = new URL(webhookPath, env.BACKEND_URL).href
  await check('webhook endpoint', async () => {
    const endpoint = await findWebhook(stripe, webhookUrl)
    if (!endpoint) throw new Error(`Stripe reports nothing to ${webhookUrl}: run \`npm run stripe:setup\``)
    const { id, enabled_events: enabled } = endpoint
    if (enabled.includes('*')) throw new Error(`${id} reports every event: run \`npm run stripe:setup\``)
    const missing = usedEvents.filter((type) => !enabled.includes(type))
    if (missing.length > 0)
      throw new Error(`${id} does not report ${missing.join(', ')}: run \`npm run stripe:setup\``)
    const unused = enabled.filter((type) => !(usedEvents as readonly string[]).includes(type))
    if (unused.length > 0)
      throw new Error(`${id} reports more than is used (${unused.join(', ')}): run \`npm run stripe:setup\``)
    if (endpoint.api_version !== Stripe.API_VERSION) {
      throw new Error(
        `${id} has API version ${endpoint.api_version ?? 'of the account'}, we understand ${Stripe.API_VERSION}`,
      )
    }
    return `${id}, API version ${endpoint.api_version}`
  })
  await check('webhook reachable and signed', async () => {
    const payload = JSON.stringify({
      id: `evt_doctor_${Date.now()}`,
      object: 'event',
      type: 'fairseat.doctor',
      created: Math.floor(Date.now() / 1_000),
      data: { object: {} },
    })
    const send = (signature: string) =>
      fetch(webhookUrl, {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': signature },
        signal: AbortSignal.timeout(patienceMs),
      })
    for (const secret of secrets) {
      const { status } = await send(stripe.webhooks.generateTestHeaderString({ payload, secret }))
      if (status !== 200) throw new Error(`${webhookUrl} answered ${status} to a signed event`)
    }
    if ((await send('t=1,v1=forged')).ok) throw new Error(`${webhookUrl} accepted a forged event`)
    return webhookUrl
  })
}
