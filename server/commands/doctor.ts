import { isIPv6 } from 'node:net'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { createStripeGateway } from '../billing/stripe/gateway.ts'
import { findUnknownAtStripe, unknownCustomersWarning } from '../billing/sync/find-unknown-customers.ts'
import { listUnconfirmed } from '../billing/sync/sync-store.ts'
import type { Database } from '../db/database.ts'
import { hasEmbeddedDatabase } from '../db/embedded-folder.ts'
import { type Env, readEnvironment } from '../env.ts'
import { explainSmtpError, smtpOptions } from '../identity/smtp-mailer.ts'
import { webhookEndpoint } from '../integration/webhooks/endpoint.ts'
import { countJobs, listFailedJobs } from '../jobs/store.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { auditSeats } from '../seats/audit-seats.ts'
import { countUnpaidHolds } from '../seats/store.ts'
import { isLoopback } from '../secure-url.ts'
import { checkOidcClients, checkSignInProvider, checkTokenIssuer } from './check-identity.ts'
import { checkStripe } from './check-stripe.ts'
import { checkProductToken } from './check-token.ts'
import {
  type ClockOffset,
  compareClocks,
  measureDatabaseOffset,
  measureStripeOffset,
} from './compare-clocks.ts'
import { openOperatorDatabase } from './open-operator-database.ts'
import { check, skip, warn } from './report-check.ts'
import { describeEndpoints } from './webhooks.ts'

const patienceMs = 5_000

/** One line for each thing that a running shop needs; the exit code is 1 when one of them is missing. */
export async function runDoctor(args: string[]): Promise<void> {
  const { token } = parseArgs({ args, options: { token: { type: 'string' } } }).values
  const env = readEnvironment()
  if (token) return checkProductToken(token, env.AUTH_JWT)
  const databaseOffset = await checkDatabase(env)
  if (isUnencrypted(env.DATABASE_URL))
    warn(
      'database',
      'DATABASE_URL leads to another machine without sslmode: only a network of your own may carry it',
    )
  await checkStripe(env)
  await checkClocks(env, databaseOffset)
  await checkProduct(env)
  await checkMail(env)
  for (const { id, issuer } of env.OIDC_PROVIDERS)
    await check(`OIDC_PROVIDERS ${id}`, () => checkSignInProvider(issuer, patienceMs))
  for (const issuer of env.AUTH_JWT)
    await check(`AUTH_JWT ${issuer.issuer}`, () => checkTokenIssuer(issuer, patienceMs))
  if (env.OIDC_CLIENTS.length > 0)
    await check('OIDC_CLIENTS', () => checkOidcClients(env.OIDC_CLIENTS, env.BACKEND_URL, patienceMs))
}

async function checkMail({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Env): Promise<void> {
  if (!smtpUrl)
    return skip('mail', 'SMTP_URL is not set, so mails are shown at /dev/outbox and sent to nobody')
  await check('mail', async () => {
    await createTransport(smtpOptions(smtpUrl))
      .verify()
      .catch((error: unknown) => {
        throw explainSmtpError(error)
      })
    return `the server answers, mails come from ${from}`
  })
}

async function checkClocks(env: Env, database: ClockOffset | null): Promise<void> {
  if (!env.STRIPE_SECRET_KEY && isEmbedded(env))
    return skip('clocks', 'the embedded database and the emulator have the clock of this machine')
  await check('clocks', async () => {
    const stripe = env.STRIPE_SECRET_KEY ? await measureStripeOffset(env.STRIPE_API_URL, patienceMs) : null
    return compareClocks({ database, stripe })
  })
}

const isEmbedded = (env: Env): boolean => !env.DATABASE_URL?.startsWith('postgres')

/** A private network may be as good as TLS, so it is for the operator to say. */
function isUnencrypted(address = ''): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, searchParams } = new URL(address)
  const mode = searchParams.get('sslmode') ?? 'disable'
  return hostname !== '' && !isLoopback(hostname) && ['disable', 'allow', 'prefer'].includes(mode)
}

/** How far the database's clock is ahead of this machine's; null when it cannot be reached. */
async function checkDatabase(env: Env): Promise<ClockOffset | null> {
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
      if (!isEmbedded(env) || !hasEmbeddedDatabase(env.DATA_DIR) || !(await isServing())) throw error
      return 'embedded, and in use by the server, which is ready; stop it to have the seats counted too'
    }
    return `${isEmbedded(env) ? 'embedded' : 'PostgreSQL'}, migrations applied`
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
