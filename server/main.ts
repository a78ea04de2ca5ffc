import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { urgencySource } from '../core/plans/catalogue.ts'
import { createApp } from './app.ts'
import { applyLivemode } from './billing/livemode-store.ts'
import { sandboxKeys, startSandboxProcess } from './billing/sandbox-process.ts'
import { checkPrices, createStripeGateway } from './billing/stripe/gateway.ts'
import { findStrangers, strangersWarning } from './billing/sync/find-strangers.ts'
import { ConfigurationError } from './configuration-error.ts'
import { createReadinessCheck } from './db/check-readiness.ts'
import { createDatabaseClock } from './db/clock.ts'
import { openDatabase } from './db/open-database.ts'
import { isStartedByNpm, readEnvironment } from './env.ts'
import { answerFromMemory } from './http/answer-from-memory.ts'
import { bufferBody } from './http/buffer-body.ts'
import { readClientBuild } from './http/client-build.ts'
import { requireConfiguredHost } from './http/configured-host.ts'
import { connectionLimits, limitConnections } from './http/connection-limits.ts'
import { refuseMalformed } from './http/refuse-malformed.ts'
import { limitServer, listenBacklog, serverOptions } from './http/server-limits.ts'
import { shutDoor } from './http/shut-door.ts'
import { createLog, type Log } from './log.ts'
import { checkUrgencySource } from './plans/check-urgency-source.ts'
import { loadCatalogue } from './plans/load-catalogue.ts'
import { offerTerms, openOffer } from './urgency/open-offer.ts'

/** How long a stop waits for requests under way, and at most for everything. */
const finishMs = 8_000
const stopMs = 9_500
const idleCheckMs = 100
const parentCheckMs = 200
const clockEveryMs = 10_000
/** How often we look whether the deal is over, though nobody asks. */
const offerEveryMs = 5_000

// Not awaited: what is imported while we start may itself import from this bundle, and would wait for us.
start().catch((error) => {
  console.error(explain(error))
  process.exit(1)
})

function explain(error: unknown): unknown {
  if (error instanceof ConfigurationError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ERR_MODULE_NOT_FOUND'
    ? `A file is missing: ${message}. Run \`npm run build\`, and copy the whole of dist/.`
    : error
}

/** Everything that can be wrong is found before anything listens. */
async function start() {
  const env = readEnvironment()
  // Somebody at a terminal is not there to read requests.
  const plain = process.stdout.isTTY && !env.production
  const log = createLog({ level: env.LOG_LEVEL ?? (plain ? 'warn' : 'info'), plain })
  endOnDefect(log)
  const catalogue = loadCatalogue(env.PRICING_CONFIG, {
    source: env.URGENCY_SOURCE,
    variant: env.URGENCY_VARIANT,
  })
  const warning = checkUrgencySource(catalogue.urgency.source, env.takesRealMoney)
  if (warning) console.warn(warning)
  // This file runs as dist/server/main.js.
  const client = readClientBuild(fileURLToPath(new URL('../client/', import.meta.url)))
  const embedded = env.DATABASE_URL === 'embedded'
  const opening = openDatabase({
    databaseUrl: embedded ? undefined : env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    dataDir: env.DATA_DIR,
    embeddedAllowed: embedded || !env.production,
  })
  // Whoever else is in the data folder is found by the embedded database, which says it best. PostgreSQL need not be waited for.
  if (embedded || !env.DATABASE_URL) await opening
  const [database, sandbox] = await Promise.all([
    opening,
    env.STRIPE_SECRET_KEY
      ? undefined
      : startSandboxProcess({
          dataDir: env.DATA_DIR,
          // By the name that the server answers to, and its own port: whatever stands in front is not asked.
          webhookUrl: `http://${new URL(env.BACKEND_URL).hostname}:${env.PORT}/api/stripe/webhook`,
          catalogue,
        }),
  ])
  const clock = createDatabaseClock(database.db)
  const payments = createStripeGateway({
    secretKey: env.STRIPE_SECRET_KEY ?? sandboxKeys.secretKey,
    webhookSecrets: env.STRIPE_WEBHOOK_SECRET ?? [sandboxKeys.webhookSecret],
    apiUrl: sandbox?.url ?? env.STRIPE_API_URL,
    catalogue,
    now: clock.now,
  })
  const [notReached, strangers] = await Promise.all([
    checkPrices(payments),
    findStrangers(database.db, payments).catch(() => []),
    clock.measure(),
  ])
  if (notReached) console.warn(notReached)
  if (strangers.length > 0) console.warn(strangersWarning(strangers.length))

  let stopping = false
  const checkReadiness = createReadinessCheck(database, clock)
  const { db, readers, isReady } = database
  if (urgencySource(catalogue) === 'live') await openOffer(db, offerTerms(catalogue))
  const { app, memory, jobs, lookAtOffer } = createApp({
    env,
    catalogue,
    client,
    db,
    readers,
    isReady,
    now: clock.now,
    // A load balancer is told at once that this process stops, while requests under way are finished.
    checkReadiness: async () => (stopping ? { isReady: false, message: 'stopping' } : checkReadiness()),
    log,
    payments,
    testMode: !env.takesRealMoney,
  })
  await lookAtOffer()
  repeat(log, offerEveryMs, lookAtOffer)
  repeat(log, clockEveryMs, clock.measure)
  const switched = await applyLivemode(db, payments.livemode)
  if (switched > 0)
    log.warn(
      { users: switched },
      'The Stripe key is of another mode: what was bought with the one before does not count.',
    )
  await jobs.schedule()
  const working = jobs.work().catch((error) => log.error({ error }, 'Work in the background ended.'))

  const listener = requireConfiguredHost(
    { backendUrl: env.BACKEND_URL, headers: memory.headers, note: memory.note },
    answerFromMemory(memory, getRequestListener(app.fetch)),
  )
  const server = createServer(serverOptions, bufferBody(listener))
  limitServer(server)
  refuseMalformed(server)
  limitConnections(server, {
    ...connectionLimits,
    // All connections come from the proxy then.
    ...(env.TRUST_PROXY > 0 && { connectionsPerAddress: Number.POSITIVE_INFINITY }),
  })
  server.listen({ port: env.PORT, host: env.HOST, backlog: listenBacklog }, () => {
    const { port } = server.address() as AddressInfo
    const at = new URL('/pricing', env.BACKEND_URL).href
    console.log(`${catalogue.product} is at ${at} (listening on ${env.HOST}:${port})`)
  })
  server.on('error', async (error: NodeJS.ErrnoException) => {
    await database.close()
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${env.PORT} is taken. Stop what uses it, or choose another: PORT=${env.PORT + 1} npm start`
        : `Cannot listen on ${env.HOST}:${env.PORT}: ${error.message}`,
    )
    process.exit(1)
  })

  const stop = () => {
    if (stopping) return
    stopping = true
    jobs.stop()
    shutDoor(server, async () => {
      await working
      sandbox?.stop()
      await database.close()
      process.exit(0)
    })
    // Running requests may finish, and then their connections go too; whoever hangs is cut off.
    setInterval(() => server.closeIdleConnections(), idleCheckMs).unref()
    setTimeout(() => server.closeAllConnections(), env.DEV_RELOAD ? 0 : finishMs)
    // Work that waits for somebody else is safe to leave: it is in a transaction, or written down to be done again.
    setTimeout(() => {
      log.warn({}, 'Stopped before everything under way had finished.')
      process.exit(0)
    }, stopMs).unref()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (isStartedByNpm()) whenOrphaned(stop)
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

/** Node would print the error as it is, with whatever personal data is in it. */
function endOnDefect(log: Log) {
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'A defect ended the server.')
    process.exit(1)
  })
}
