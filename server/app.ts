import { type Context, Hono } from 'hono'
import { createCheckoutPath } from '../core/billing/contract.ts'
import { type Catalogue, urgencySource } from '../core/plans/catalogue.ts'
import { shownPrice } from '../core/plans/plan-card.ts'
import { urgencyPath } from '../core/urgency/contract.ts'
import { billingJobs } from './billing/billing-jobs.ts'
import { deleteBillingData } from './billing/delete-billing-data.ts'
import { refundMail } from './billing/refund-mail.ts'
import { type BillingRouteDeps, billingRoutes } from './billing/routes.ts'
import { exportBilling, isStillCharged } from './billing/store.ts'
import type { PaymentService } from './billing/stripe/payment-service.ts'
import { createTrialMemory } from './billing/trial-store.ts'
import { batchCalls } from './db/batch-reads.ts'
import type { Readiness } from './db/check-readiness.ts'
import { countHit, countHits, uncountHit } from './db/count-hit.ts'
import type { Drizzle } from './db/database.ts'
import { purgeExpired } from './db/purge-expired.ts'
import type { Env } from './env.ts'
import { AppError } from './errors.ts'
import { limitBody } from './http/body-limit.ts'
import { clientAddress } from './http/client-address.ts'
import { clientNetwork } from './http/client-network.ts'
import { csrf } from './http/csrf.ts'
import { errorResponse } from './http/error-response.ts'
import { publicKeyGuard } from './http/public-key-guard.ts'
import { createRateLimiter, rateLimitKey } from './http/rate-limit.ts'
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { warnOfHiddenAddresses } from './http/warn-of-hidden-addresses.ts'
import { createIdentity } from './identity/create-identity.ts'
import { createOutbox } from './identity/outbox.ts'
import { identityRoutes, outboxRoutes } from './identity/routes.ts'
import { createSmtpMailer } from './identity/smtp-mailer.ts'
import { deleteUser, exportIdentity, findEmail, listSessions } from './identity/store.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { countJobs } from './jobs/store.ts'
import type { Log } from './log.ts'
import { healthRoutes } from './operations/health-routes.ts'
import { createMetrics } from './operations/metrics.ts'
import { createRecordRequest, requestLog } from './operations/request-log.ts'
import type { ClientBuild } from './pages/client-build.ts'
import { createPages, type Pages } from './pages/create-pages.ts'
import { reloadStream } from './pages/dev-reload.ts'
import { respondPrecompressed } from './pages/precompressed.ts'
import type { PrerenderedResponses } from './pages/serve-prerendered.ts'
import { recentPurchases } from './proof/recent-purchases.ts'
import { proofRoutes } from './proof/routes.ts'
import { countPurchases, exportProof } from './proof/store.ts'
import { createSeatReservations } from './seats/seat-reservations.ts'
import { closeDueOffers, countFreeSeats, exportSeats, forgetNetworks, readOffer } from './seats/store.ts'
import { readUrgency } from './urgency/read-urgency.ts'
import { urgencyRoutes } from './urgency/routes.ts'
import { createUrgencyCache } from './urgency/urgency-cache.ts'

export interface AppDeps {
  env: Env
  catalogue: Catalogue
  client: ClientBuild
  db: Drizzle
  /** The same database over connections of their own; `db` when absent. */
  readers?: Drizzle
  isReady: () => Promise<boolean>
  /** The time by the database. */
  now: () => Date
  /** Whether this process should get requests, and what is wrong with it if anything is. */
  checkReadiness: () => Promise<Readiness>
  log: Log
  payments: PaymentService
  /** No real money moves, and the pages say so. */
  testMode: boolean
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** Wires the features together; the one place that sees them all. `prerendered` may be answered ahead of `app`. */
export function createApp(parts: AppDeps) {
  const { env, catalogue, client, db, readers = db, isReady, now, log, payments, testMode } = parts
  const { BACKEND_URL: backendUrl } = env
  const siteUrl = new URL(backendUrl).origin
  const [secret, ...formerSecrets] = env.AUTH_SECRET
  // Pages carry the first; open ones that were made with another go on working.
  const publicKeys = env.PUBLIC_KEY
  // In production the environment is not complete without a mail server.
  const outbox = env.SMTP_URL || env.production ? undefined : createOutbox()
  const mailer = outbox ?? createSmtpMailer(env.SMTP_URL ?? '', env.MAIL_FROM)
  const pages = createPages({
    catalogue,
    client,
    backendUrl,
    publicKey: publicKeys[0],
    providers: env.OIDC_PROVIDERS.map(({ id, name }) => ({ id, name })),
    outbox: outbox !== undefined,
    testMode,
    devReload: env.DEV_RELOAD,
  })
  const limit = createRateLimiter(
    batchCalls((hits) => countHits(db, hits)),
    secret,
  )
  const identity = createIdentity({
    db,
    readers,
    backendUrl,
    secret,
    formerSecrets,
    product: catalogue.product,
    providers: env.OIDC_PROVIDERS,
    mailer,
    limit,
    uncount: (by, subject) => uncountHit(db, rateLimitKey(by, subject, secret)),
    isOwnOrigin: ({ headers }) => headers.get('origin') === siteUrl,
  })

  const addressOf = (c: Context) => clientAddress(c, env.TRUST_PROXY)
  const live = urgencySource(catalogue) === 'live'
  const { trialDays, graceDays, unusedOnLifetime } = catalogue.plans.monthly
  const metrics = createMetrics()
  const recordWebhookLag = metrics.histogram(
    'fairseat_webhook_lag_seconds',
    'From the making of an event to its arrival.',
    [1, 5, 15, 60, 300, 3_600, 86_400],
  )
  for (const state of ['waiting', 'failing', 'dead'] as const)
    metrics.gauge(
      `fairseat_jobs_${state}`,
      'Jobs that are due, that failed and will be tried again, that need an operator.',
      async () => (await countJobs(readers))[state],
    )
  metrics.gauge('fairseat_seats_free', 'Seats of the open offer.', () => countFreeSeats(db))
  const trials = createTrialMemory(db, env.AUTH_SECRET)
  const billing: BillingRouteDeps = {
    db,
    readers,
    payments,
    seats: createSeatReservations(live ? catalogue.urgency.live.offer : null, now),
    siteUrl,
    trialDays,
    graceDays,
    now,
    unused: unusedOnLifetime,
    isFirst: async (key) => (await countHit(db, key, dayMs)).hits === 1,
    findUser: identity.findUser,
    limit,
    holdNetwork: (c) => clientNetwork(c, env.TRUST_PROXY, secret),
    recordLag: (seconds) => recordWebhookLag({}, seconds),
    hadTrial: trials.wasGiven,
    recordTrial: trials.record,
    wakeJobs: () => jobs.wake(),
  }
  const jobs = createJobs({
    db,
    now,
    log,
    handlers: {
      ...billingJobs({
        ...billing,
        log,
        async sendRefundMail(userId) {
          const to = await findEmail(db, userId)
          if (to) await mailer.send(refundMail({ product: catalogue.product, siteUrl, to }))
        },
      }),
      'close-offers': { everyMs: minuteMs, run: () => closeDueOffers(db) },
      'forget-networks': { everyMs: minuteMs, run: () => forgetNetworks(db) },
      'purge-expired': { everyMs: hourMs, run: () => purgeExpired(db) },
    },
  })
  const urgency = live ? createUrgencyFeed({ readers, catalogue, secret, pages }) : null

  const app = new Hono()
  const drawnOnce = (path: string) => pages.byPath.get(path) ?? client.assets.get(path)
  const prerendered: PrerenderedResponses = {
    /** The figures too, to our own page and with the right key, if with any; who else asks is looked at more closely. */
    find(path, { apikey, origin }) {
      if (path !== urgencyPath) return drawnOnce(path)
      const isOurs = origin === undefined && (apikey === undefined || publicKeys.includes(String(apikey)))
      return isOurs ? urgency?.fresh() : undefined
    },
    headers: securityHeaders(backendUrl),
    record: createRecordRequest(log, metrics),
  }
  app.use(requestLog(prerendered.record, env.TRUST_PROXY))
  if (env.TRUST_PROXY === 0) app.use('/api/*', warnOfHiddenAddresses(log))
  app.use(setSecurityHeaders(prerendered.headers), limitBody)
  app.use('/api/*', publicKeyGuard({ publicKeys, ownOrigin: siteUrl }), csrf(siteUrl))

  app.get('/', (c) => c.redirect('/pricing', 302))
  app.on('GET', [...pages.byPath.keys(), '/assets/:name'], (c, next) => {
    const content = drawnOnce(c.req.path)
    return content ? respondPrecompressed(content, c.req.raw) : next()
  })

  app.route(
    '/',
    identityRoutes({
      identity,
      listSessions: (userId) => listSessions(db, userId),
      removeUser: (userId) =>
        deleteBillingData(billing, userId, (removeRest) => deleteUser(db, userId, removeRest)),
      isStillCharged: (userId) => isStillCharged(db, userId),
      exportData: async (userId) => ({
        ...(await exportIdentity(db, userId)),
        ...(await exportBilling(db, userId)),
        ...(await exportProof(db, userId)),
        ...(await exportSeats(db, userId)),
      }),
      limit,
      clientAddress: addressOf,
    }),
  )
  app.use(createCheckoutPath, async (c, next) => {
    await next()
    // Whoever was refused a seat looks at the figures next.
    if (c.res.status === 409) urgency?.forget()
  })
  app.route('/', billingRoutes(billing))
  app.route('/', proofRoutes({ db, secret, findUser: identity.findUser, limit }))
  app.route('/', urgencyRoutes({ cache: urgency, drawHowWeCount: pages.howWeCount }))
  app.route(
    '/',
    healthRoutes({ checkReadiness: parts.checkReadiness, metrics, metricsToken: env.METRICS_TOKEN }),
  )
  if (outbox) app.route('/dev', outboxRoutes(outbox, pages.outbox))
  if (env.DEV_RELOAD) app.get('/dev/reload', reloadStream())

  app.notFound((c) => {
    if (c.req.path.startsWith('/api/')) throw new AppError('unknown-path')
    return respondPrecompressed(pages.notFound, c.req.raw, 404)
  })
  app.onError(errorResponse({ log, isReady }))
  return {
    app,
    prerendered,
    /** What has to happen although nobody calls. */
    jobs,
    /** So that /pricing shows the price in force, though nobody asks for the figures. */
    refreshOffer: async () => void (await urgency?.read()),
  }
}

/** The live figures; whenever they are read, /pricing is held to them. */
function createUrgencyFeed(parts: { readers: Drizzle; catalogue: Catalogue; secret: string; pages: Pages }) {
  const { readers: db, catalogue, secret, pages } = parts
  const { variant, live } = catalogue.urgency
  const prices = { deal: shownPrice(catalogue, 'lifetime'), later: shownPrice(catalogue, 'lifetimeLater') }
  const read = () =>
    readUrgency({
      readOffer: () => readOffer(db, live.offer),
      variant,
      prices,
      demandMinimum: live.demandMinimum,
      listPurchases: () => recentPurchases(db, secret),
      countPurchases: () => countPurchases(db, live.demandWindowHours, live.demandMinimum),
    })
  return createUrgencyCache(read, ({ price }) =>
    pages.showLifetimePrice(price === prices.deal ? 'deal' : 'later'),
  )
}
