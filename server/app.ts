import { type Context, Hono } from 'hono'
import { createCheckoutPath } from '../core/billing/contract.ts'
import { accentsOf } from '../core/brand/accent.ts'
import { safeNext } from '../core/identity/safe-next.ts'
import type { Language } from '../core/messages/languages.ts'
import { siteLanguages } from '../core/messages/site-languages.ts'
import {
  type Catalogue,
  catalogueIn,
  featuresByPlan,
  planNames,
  urgencySource,
} from '../core/plans/catalogue.ts'
import { urgencyPath } from '../core/urgency/contract.ts'
import { createBilling } from './billing/create-billing.ts'
import type { PaymentService } from './billing/stripe/payment-service.ts'
import type { LoadedBrand } from './brand/load-brand.ts'
import { batchCalls, crowdPauseMs } from './db/batch-reads.ts'
import type { Readiness } from './db/check-readiness.ts'
import { countForEach, type Hit } from './db/count-hit.ts'
import type { Drizzle } from './db/database.ts'
import { purgeExpired } from './db/purge-expired.ts'
import type { Env } from './env.ts'
import { AppError } from './errors.ts'
import { limitBody } from './http/body-limit.ts'
import { clientNetwork } from './http/client-network.ts'
import { csrf } from './http/csrf.ts'
import { errorResponse } from './http/error-response.ts'
import { redirect } from './http/leave-for.ts'
import { createOutboxAccess } from './http/outbox-access.ts'
import { publicKeyGuard } from './http/public-key-guard.ts'
import { createUseCounter, type RateLimiter } from './http/rate-limit.ts'
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { warnOfHiddenAddresses } from './http/warn-of-hidden-addresses.ts'
import { createIdentity } from './identity/create-identity.ts'
import { createIntegration } from './integration/create-integration.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { countJobsByKind } from './jobs/store.ts'
import type { Log } from './log.ts'
import { createOperations } from './operations/create-operations.ts'
import type { ClientBuild } from './pages/client-build.ts'
import { createPages } from './pages/create-pages.ts'
import type { DevReload } from './pages/dev-reload.ts'
import { respondPrecompressed } from './pages/precompressed.ts'
import type { PrerenderedResponses } from './pages/serve-prerendered.ts'
import { createProof } from './proof/create-proof.ts'
import { createSeats } from './seats/create-seats.ts'
import { createShareImages, type DrawShareImage } from './share-image/create-share-images.ts'
import { createUrgency } from './urgency/create-urgency.ts'

export interface AppDeps {
  env: Env
  catalogue: Catalogue
  /** The catalogue's, with its files. */
  brand?: LoadedBrand | undefined
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
  /** Draws what messengers show of /pricing; without it they show no image. */
  drawShareImage?: DrawShareImage | undefined
  /** Under `npm run dev`. */
  devReload?: DevReload | undefined
}

const hourMs = 3_600_000
const pricingPath = '/pricing'

/** Wires the features together; the one place that sees them all. `prerendered` may be served ahead of `app`. */
export function createApp(deps: AppDeps) {
  const { env, catalogue, brand, client, db, readers = db, isReady, now, log, payments, testMode } = deps
  const { BACKEND_URL: backendUrl, TRUST_PROXY: trustProxy, AUTH_SECRET: secrets } = env
  const siteUrl = new URL(backendUrl).origin
  const languages = siteLanguages(catalogue.languages)
  const [secret, ...formerSecrets] = secrets
  // Pages carry the first; open ones that were made with another go on working.
  const publicKeys = env.PUBLIC_KEY
  const { outbox } = env
  const outboxAccess = createOutboxAccess(env.DEV_TOKEN)
  const shareImages = createShareImages({ draw: deps.drawShareImage, brand, log })
  const pages = createPages({
    catalogue,
    brand,
    client,
    backendUrl,
    publicKey: publicKeys[0],
    providers: env.OIDC_PROVIDERS.map(({ id, name }) => ({ id, name })),
    outbox,
    testMode,
    shareImagePath: shareImages.pathFor,
    devVersion: deps.devReload?.version,
  })
  // Callers whose uses one statement counts go on together, and share the next ones.
  const countUses = createUseCounter(
    batchCalls((callers: (readonly Hit[])[]) => countForEach(db, callers), { pauseMs: crowdPauseMs }),
    secret,
  )
  const limit: RateLimiter = (by, subject) => countUses.count([{ limit: by, subject }])
  const identity = createIdentity({
    db,
    readers,
    backendUrl,
    secret,
    formerSecrets,
    product: catalogue.product.name,
    languages,
    providers: env.OIDC_PROVIDERS,
    now,
    log,
    tokenIssuers: env.AUTH_JWT,
    smtp: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    mailLook: {
      product: catalogue.product.name,
      accents: accentsOf(catalogue.brand),
      // Mail programs show no SVG.
      logo: brand?.logoFile?.type === 'png' ? brand.logoFile : undefined,
    },
    support: ({ language }) => catalogueIn(catalogue, language).footer.support,
    outboxAccess,
    renderOutbox: pages.outbox,
    renderContinueAs: pages.continueAs,
    renderSignIn: (started, site, cookies) =>
      pages.startedSignIn(started, site, outbox && outboxAccess.isOpenTo(cookies)),
    limit,
    countUses,
    clientNetwork: (c) => clientNetwork(c, trustProxy),
    oidcClients: env.OIDC_CLIENTS,
    recordCustomerState: (tx, userId) => integration.recordState(tx, userId),
    readCustomerState: (userId) => integration.readState(userId),
    isStillCharged: (userId) => billing.isStillCharged(userId),
    removeUserData: (userId, removeUser) =>
      billing.deleteData(userId, (removeRest) =>
        removeUser(async (tx) => {
          const outcome = await removeRest(tx)
          if (outcome === 'removed') await integration.recordDeletion(tx, userId)
          return outcome
        }),
      ),
    exportUserData: async (userId) => ({
      ...(await billing.exportData(userId)),
      ...(await proof.exportData(userId)),
      ...(await seats.exportData(userId)),
      ...(await integration.exportData(userId)),
    }),
  })
  const livemode = !testMode
  const offerId = urgencySource(catalogue) === 'live' ? catalogue.urgency.live.offer : null
  const seats = createSeats({
    db,
    readers,
    catalogue,
    offerId,
    livemode,
    siteUrl,
    logKeys: env.SEAT_LOG_KEY ?? [],
    secrets,
    now,
    findUser: identity.findUser,
    mailUser: identity.mailUser,
  })
  const operations = createOperations({
    log,
    trustProxy,
    checkReadiness: deps.checkReadiness,
    metricsToken: env.METRICS_TOKEN,
    countJobsByKind: () => countJobsByKind(readers),
    countFreeSeats: seats.countFree,
    countWaitingWebhooks: () => integration.countWaiting(),
  })
  const integration = createIntegration({
    db,
    readers,
    siteUrl,
    product: catalogue.product.name,
    features: featuresByPlan(catalogue),
    livemode,
    now,
    log,
    apiKeys: env.API_KEYS,
    requestsPerSecond: env.API_REQUESTS_PER_SECOND,
    webhooks: env.PRODUCT_WEBHOOKS,
    findSeat: seats.findSold,
    saveExternalUser: identity.saveExternalUser,
    createSignInLink: identity.createSignInLink,
  })
  const wakeJobs = () => {
    jobs.wake()
    integration.deliveries.wake()
  }
  const billing = createBilling({
    db,
    readers,
    payments,
    catalogue,
    siteUrl,
    languages,
    secrets,
    now,
    log,
    limit,
    seats: seats.reservations,
    findUser: identity.findUser,
    findBuyer: identity.findUserInCrowd,
    mailUser: identity.mailUser,
    holdNetwork: (c) => seats.holdNetwork(clientNetwork(c, trustProxy)),
    recordLag: operations.recordWebhookLag,
    recordState: integration.recordState,
    wakeJobs,
  })
  const proof = createProof({ db, readers, livemode, secret, limit, findUser: identity.findUser })
  const urgency = createUrgency({
    catalogue,
    languages,
    readOffer: seats.readOffer,
    readHistory: seats.readHistory,
    listPurchases: proof.listRecent,
    countPurchases: proof.count,
    showLifetime: pages.showLifetime,
    drawHowWeCount: pages.howWeCount,
  })
  const jobs = createJobs({
    db,
    now,
    log,
    handlers: {
      ...identity.jobs,
      ...billing.jobs,
      ...seats.jobs,
      ...integration.jobs,
      'purge-expired': { everyMs: hourMs, run: () => purgeExpired(db) },
    },
  })

  const app = new Hono()
  const drawnOnce = (path: string, cookies: string | undefined) =>
    drawnForOperator(path, cookies) ??
    pages.byPath.get(path) ??
    client.assets.get(path) ??
    brand?.assets.get(path) ??
    shareImages.find(path)
  const drawnForOperator = (path: string, cookies: string | undefined) => {
    const page = pages.withOutbox.get(path)
    return page && outboxAccess.isOpenTo(cookies) ? page : undefined
  }
  /** A returning visitor gets to the language that they chose; for everybody else the page is the same. */
  const isLedAway = (path: string, cookies: string | undefined) =>
    path === pricingPath && Boolean(languages.chosen(cookies)?.prefix)
  const prerendered: PrerenderedResponses = {
    /** The figures too, to our own page and with the right key, if with any; every other request goes through `app`. */
    find(path, { apikey, origin, cookie }, query) {
      if (isLedAway(path, cookie) || (outbox && outboxAccess.isAskedBy(query))) return undefined
      if (path !== urgencyPath) return drawnOnce(path, cookie)
      // In another language than the first.
      if (query) return undefined
      const isOurs = origin === undefined && (apikey === undefined || publicKeys.includes(String(apikey)))
      return isOurs ? urgency.fresh() : undefined
    },
    headers: securityHeaders(backendUrl),
    record: operations.recordRequest,
  }
  app.use(operations.requestLog)
  if (trustProxy === 0) app.use('/api/*', warnOfHiddenAddresses(log))
  app.use(setSecurityHeaders(prerendered.headers), limitBody)
  if (outbox) app.use(outboxAccess.letIn)
  // Ahead of what is for browsers: this API has nothing to do with origins, cookies or the publishable key.
  app.route('/', integration.routes)
  // Ahead of what is for browsers on our own pages: it knows the origins of its clients.
  if (identity.oidcRoutes) app.route('/', identity.oidcRoutes)
  app.use('/api/*', publicKeyGuard({ publicKeys, ownOrigin: siteUrl }), csrf(siteUrl))

  const leadToChosen = (c: Context) => {
    const asked = safeNext(pricingPath + new URL(c.req.url).search)
    const page = languages.forVisitor(asked, c.req.header('cookie'))
    if (page !== asked) c.header('cache-control', 'private, no-store')
    return redirect(c, page, 302)
  }
  app.get('/', leadToChosen)
  app.get(pricingPath, (c, next) =>
    isLedAway(pricingPath, c.req.header('cookie')) ? leadToChosen(c) : next(),
  )
  app.on('GET', [...pages.byPath.keys(), '/assets/:name'], async (c, next) => {
    const content = drawnOnce(c.req.path, c.req.header('cookie')) ?? (await shareImages.read(c.req.path))
    return content ? respondPrecompressed(content, c.req.raw) : next()
  })

  app.route('/', identity.routes)
  app.route('/', identity.integrationRoutes)
  app.use(createCheckoutPath, async (c, next) => {
    await next()
    // Whoever was refused a seat looks at the figures next.
    if (c.res.status === 409) urgency.forget()
  })
  app.route('/', billing.routes)
  app.route('/', proof.routes)
  app.route('/', urgency.routes)
  app.route('/', seats.routes)
  app.route('/', operations.routes)
  if (identity.outboxRoutes) app.route('/dev', identity.outboxRoutes)
  if (deps.devReload) app.get('/dev/reload', deps.devReload.stream)

  app.notFound((c) => {
    if (c.req.path.startsWith('/api/')) throw new AppError('unknown-path')
    return respondPrecompressed(pages.notFound(c.req.path), c.req.raw, 404)
  })
  app.onError(
    errorResponse({
      log,
      isReady,
      languages,
      planNames: (language: Language) => planNames(catalogueIn(catalogue, language)),
    }),
  )
  return {
    app,
    prerendered,
    /** What has to happen although nobody calls. */
    jobs: {
      ...jobs,
      wake: wakeJobs,
      async runDue() {
        await jobs.runDue()
        await integration.deliveries.runDue()
      },
      async work() {
        await Promise.all([jobs.work(), integration.deliveries.work()])
      },
      stop() {
        jobs.stop()
        integration.deliveries.stop()
      },
    },
    /** So that /pricing shows the price in force, though nobody requests the figures. */
    refreshOffer: urgency.refresh,
    prepareSeatLog: seats.prepareLog,
  }
}
