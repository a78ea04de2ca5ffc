import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { webhookPath } from '../core/billing/contract.ts'
import { loadMessages } from '../core/messages/in-language.ts'
import { urgencySource } from '../core/plans/catalogue.ts'
import { createApp } from './app.ts'
import { checkAccountAtStart } from './billing/account-store.ts'
import { emulatorKeys } from './billing/emulator-keys.ts'
import { type EmulatorProcess, startEmulator } from './billing/emulator-process.ts'
import { applyLivemode } from './billing/livemode-store.ts'
import { prepareEmulator } from './billing/prepare-emulator.ts'
import { requestLimit } from './billing/stripe/call-budget.ts'
import { checkPrices } from './billing/stripe/check-prices.ts'
import { createStripeGateway } from './billing/stripe/gateway.ts'
import { countUnknownAtStart, unknownCustomersWarning } from './billing/sync/find-unknown-customers.ts'
import type { LoadedBrand } from './brand/load-brand.ts'
import { createReadinessCheck } from './db/check-readiness.ts'
import { createDatabaseClock } from './db/clock.ts'
import { openDatabase } from './db/open-database.ts'
import { type Env, isStartedByNpm } from './env.ts'
import { bufferBody } from './http/buffer-body.ts'
import { networkOfRequest } from './http/client-network.ts'
import { closeGracefully } from './http/close-gracefully.ts'
import { requireConfiguredHost } from './http/configured-host.ts'
import { connectionLimits, limitConnections, limitsBehindProxy } from './http/connection-limits.ts'
import { refuseMalformed } from './http/refuse-malformed.ts'
import { securityHeaders } from './http/security-headers.ts'
import { limitServer, listenBacklog, type Refusals, serverOptions } from './http/server-limits.ts'
import type { Configuration } from './load-configuration.ts'
import type { Log } from './log.ts'
import { readClientBuild } from './pages/client-build.ts'
import { createDevReload } from './pages/dev-reload.ts'
import { servePrerendered } from './pages/serve-prerendered.ts'
import { offerTerms, openOffer } from './seats/open-offer.ts'
import { separateModes } from './seats/separate-modes.ts'
import { drawInProcess } from './share-image/draw-in-process.ts'

/** How long a stop waits for requests under way, and at most for everything. */
const finishMs = 8_000
const stopMs = 9_500
const idleCheckMs = 100
const parentCheckMs = 200
const clockEveryMs = 10_000
/** How often the offer is read without a request, so that /pricing shows the price in force. */
const offerEveryMs = 5_000

interface RunServerDeps {
  env: Env
  configuration: Configuration
  log: Log
  /** If it was started already. Without it and without a key it is started as soon as the database is open. */
  emulator: EmulatorProcess | undefined
}

/** Opens the database and Stripe, and listens when everything that can be wrong was checked. */
export async function runServer({ env, configuration, log, ...started }: RunServerDeps) {
  // This runs in dist/server/.
  const clientFolder = fileURLToPath(new URL('../client/', import.meta.url))
  const embedded = env.DATABASE_URL === 'embedded'
  const opening = openDatabase({
    databaseUrl: embedded ? undefined : env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    connections: env.DATABASE_CONNECTIONS,
    dataDir: env.DATA_DIR,
    embeddedAllowed: embedded || !env.production,
  })
  const isNeeded = !env.STRIPE_SECRET_KEY && !started.emulator
  const emulator = isNeeded
    ? await opening.then(() => startEmulator(env.DATA_DIR, env.STRIPE_EMULATOR_PORT))
    : started.emulator
  const prepare = async ({ catalogue }: Configuration) =>
    emulator &&
    prepareEmulator(emulator.url, {
      // By the configured host and the server's own port: not through the proxy in front.
      webhookUrl: `http://${new URL(env.BACKEND_URL).hostname}:${env.PORT}${webhookPath}`,
      catalogue,
    })
  const [database, emulatorUrl] = await Promise.all([opening, prepare(configuration)])
  const clock = createDatabaseClock(database.db)
  requestLimit.ms = env.STRIPE_WAIT_SECONDS * 1_000

  let stopping = false
  const checkReadiness = createReadinessCheck(database, clock)
  const devReload = env.DEV_RELOAD ? createDevReload() : undefined

  /** What depends on the catalogue. */
  async function open({ catalogue, brand }: Configuration) {
    const client = readClientBuild(clientFolder, catalogue.languages)
    await loadMessages(catalogue.languages)
    const payments = createStripeGateway({
      secretKey: env.STRIPE_SECRET_KEY ?? emulatorKeys.secretKey,
      webhookSecrets: env.STRIPE_WEBHOOK_SECRET ?? [emulatorKeys.webhookSecret],
      apiUrl: emulatorUrl ?? env.STRIPE_API_URL,
      callsPerSecond: env.STRIPE_CALLS_PER_SECOND,
      catalogue,
      logoUrl: logoAt(env.BACKEND_URL, brand, emulatorUrl !== undefined),
      now: clock.now,
    })
    const [notReached, unknownCustomers] = await Promise.all([
      checkPrices(payments),
      countUnknownAtStart(database.db, payments),
      checkAccountAtStart({ db: database.db, payments }, (warning) => log.warn({}, warning)),
      clock.measure(),
    ])
    if (notReached) console.warn(notReached)
    if (unknownCustomers) console.warn(unknownCustomersWarning(unknownCustomers))
    const { db, readers, isReady } = database
    const { livemode } = payments
    if (urgencySource(catalogue) === 'live') {
      const warning = await separateModes(db, { livemode, unknownCustomers })
      if (warning) log.warn({}, warning)
      await openOffer(db, { ...offerTerms(catalogue), livemode })
    }
    const version = Date.now()
    const { app, prerendered, jobs, refreshOffer, prepareSeatLog } = createApp({
      env,
      catalogue,
      brand,
      client,
      db,
      readers,
      // Of whoever writes: a request that failed because all connections were busy is no defect.
      isReady: () => isReady(db),
      now: clock.now,
      // /readyz fails at once, so that a load balancer sends no more requests while those under way finish.
      checkReadiness: async () => (stopping ? { isReady: false, message: 'stopping' } : checkReadiness()),
      log,
      payments,
      testMode: !env.takesRealMoney,
      drawShareImage: drawInProcess,
      devReload: devReload && { version, stream: devReload.stream },
    })
    const [switched] = await Promise.all([
      applyLivemode(db, livemode),
      refreshOffer(),
      jobs.schedule(),
      prepareSeatLog(),
    ])
    if (switched > 0)
      log.warn(
        { users: switched },
        'The Stripe key is of another mode: what was bought with the one before does not count.',
      )
    return {
      version,
      refreshOffer,
      jobs,
      record: prerendered.record,
      working: jobs.work().catch((error) => log.error({ error }, 'Work in the background ended.')),
      listener: requireConfiguredHost(
        { backendUrl: env.BACKEND_URL, headers: prerendered.headers, record: prerendered.record },
        servePrerendered(prerendered, getRequestListener(app.fetch)),
      ),
    }
  }
  let site = await open(configuration)
  devReload?.showVersion(site.version)
  repeat(log, offerEveryMs, () => site.refreshOffer())
  repeat(log, clockEveryMs, clock.measure)

  const server = createServer(
    serverOptions,
    bufferBody((request, response) => site.listener(request, response), {
      now: clock.now,
      networkOf: (request) => networkOfRequest(request, env.TRUST_PROXY),
    }),
  )
  const refusals: Refusals = {
    headers: securityHeaders(env.BACKEND_URL),
    record: (request) => site.record(request),
  }
  limitServer(server, refusals)
  refuseMalformed(server, refusals)
  limitConnections(server, {
    ...connectionLimits,
    ...(env.TRUST_PROXY > 0 && limitsBehindProxy),
  })
  server.listen({ port: env.PORT, host: env.HOST, backlog: listenBacklog }, () => {
    const { port } = server.address() as AddressInfo
    const at = new URL('/pricing', env.BACKEND_URL)
    if (env.outbox) at.searchParams.set('dev', env.DEV_TOKEN)
    console.log(`${configuration.catalogue.product.name} is at ${at} (listening on ${env.HOST}:${port})`)
  })
  const stop = (exitCode = 0) => {
    if (stopping) return
    stopping = true
    site.jobs.stop()
    closeGracefully(server, async () => {
      await site.working
      emulator?.stop()
      await database.close()
      process.exit(exitCode)
    })
    // Running requests may finish, and then their connections are closed; those that hang are cut off.
    setInterval(() => server.closeIdleConnections(), idleCheckMs).unref()
    setTimeout(() => server.closeAllConnections(), env.DEV_RELOAD ? 0 : finishMs)
    // Work that waits for another service is safe to abort: it is in a transaction, or in the queue.
    setTimeout(() => {
      log.warn({}, 'Stopped before everything under way had finished.')
      process.exit(exitCode)
    }, stopMs).unref()
  }
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${env.PORT} is taken. Stop what uses it, or choose another: PORT=${env.PORT + 1} npm start`
        : `Cannot listen on ${env.HOST}:${env.PORT}: ${error.message}`,
    )
    stop(1)
  })
  process.on('SIGINT', () => stop())
  process.on('SIGTERM', () => stop())
  if (isStartedByNpm()) whenOrphaned(stop)

  return {
    /** Serves another configuration from now on; what the one before has under way finishes. */
    async apply(next: Configuration) {
      await prepare(next)
      const former = site
      site = await open(next)
      devReload?.showVersion(site.version)
      former.jobs.stop()
    },
    showProblem: (problem: string) => devReload?.showProblem(problem),
  }
}

/** Stripe loads a PNG by https; the emulator runs on this machine. */
function logoAt(backendUrl: string, brand: LoadedBrand | undefined, isEmulated: boolean): string | undefined {
  const isReachable = isEmulated || backendUrl.startsWith('https:')
  const logo = brand?.logoFile
  return isReachable && logo?.type === 'png' ? new URL(logo.path, backendUrl).href : undefined
}

/** npm passes a signal to the shell between it and us, which ends without passing it on. */
function whenOrphaned(stop: () => void) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), parentCheckMs).unref()
}

/** Not a reason to stop: what failed is tried again next time. */
function repeat(log: Log, intervalMs: number, work: () => Promise<void>) {
  const run = () => work().catch((error) => log.error({ error }, 'Work in the background failed.'))
  setInterval(run, intervalMs).unref()
}
