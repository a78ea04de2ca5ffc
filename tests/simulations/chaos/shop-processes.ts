import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connectKit, secretKey } from '@fairseat/stripe-emulator/testing'
import { webhookPath } from '../../../core/billing/contract.ts'
import { setUpStripe, usedEvents } from '../../../server/billing/stripe/account.ts'
import { createStripeGateway } from '../../../server/billing/stripe/gateway.ts'
import { openDatabase } from '../../../server/db/open-database.ts'
import { loadCatalogue } from '../../../server/plans/load-catalogue.ts'
import { makeSecret, makeWebhookSecret } from '../../support/app/made-secrets.ts'
import { startMailServer } from '../../support/app/mail-server.ts'
import { type PostgresCluster, startPostgresCluster } from '../../support/database/postgres-cluster.ts'
import { startChildProcess } from '../../support/processes/child-process.ts'
import { findFreePort } from '../../support/processes/free-port.ts'

const webhookSecret = makeWebhookSecret()
const authSecret = makeSecret()
/** More than anybody buys. */
const manySeats = 100_000

export type Shop = Awaited<ReturnType<typeof openShop>>
export type RunningShop = Pick<
  Shop,
  'mails' | 'siteUrl' | 'databaseUrl' | 'emulator' | 'processes' | 'restartServer'
>

export interface ShopOptions {
  /** The public address; the first server's own unless given. */
  backendUrl?: string
  /** One port a server. */
  ports: number[]
  env?: Record<string, string>
  seats?: number
  /** More of the catalogue. */
  settings?: object
  /** The folder of the build that the servers start with, `dist` unless given. */
  build?: string
  /** One that is there already; the shop stops it all the same. */
  cluster?: PostgresCluster
  /** A migrated database of the test run, where PostgreSQL itself is left alone. */
  databaseUrl?: string
  /** Happens while the database is still as `build` made it. */
  beforeMigration?: (shop: RunningShop) => Promise<void>
}

/**
 * All that a shop is made of, as processes that can be killed: PostgreSQL with real durability unless there is a database
 * already, the emulator for Stripe, a mail server, and as many servers as there are ports, run as in production. They keep
 * their addresses when they are started again.
 */
export async function openShop({
  backendUrl,
  ports,
  env = {},
  seats = manySeats,
  settings = {},
  build = 'dist',
  ...options
}: ShopOptions) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-shop-'))
  const cluster =
    options.cluster ?? (options.databaseUrl ? undefined : await startPostgresCluster({ durable: true }))
  const mails = await startMailServer()
  const databaseUrl = options.databaseUrl ?? (await cluster?.createDatabase()) ?? ''
  const emulatorPort = await findFreePort()
  const emulatorUrl = `http://127.0.0.1:${emulatorPort}`
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const siteUrl = backendUrl ?? urls[0] ?? ''
  const catalogueFile = path.join(folder, 'pricing.config.json')
  fs.writeFileSync(catalogueFile, JSON.stringify({ ...liveCatalogue(seats), ...settings }))
  const catalogue = loadCatalogue(catalogueFile)

  const startEmulator = () =>
    startChildProcess({
      script: 'dist/emulator/main.js',
      readyUrl: `${emulatorUrl}/_emulator/health`,
      env: {
        EMULATOR_PORT: String(emulatorPort),
        EMULATOR_DATA_DIR: path.join(folder, 'emulator'),
        EMULATOR_SECRET_KEY: secretKey,
      },
    })
  const envOf = (index: number) => ({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(ports[index]),
    BACKEND_URL: siteUrl,
    DATABASE_URL: databaseUrl,
    PRICING_CONFIG: catalogueFile,
    PUBLIC_KEY: 'pk_of_a_real_shop',
    AUTH_SECRET: authSecret,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Shop <hello@shop.test>',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: emulatorUrl,
    TRUST_PROXY: '1',
    ...env,
  })
  const startServer = (index: number, from: string) =>
    startChildProcess({
      script: `${from}/server/main.js`,
      readyUrl: `${urls[index]}/pricing`,
      env: envOf(index),
    })

  const kit = connectKit(emulatorUrl, emulatorPort)
  const processes = {
    emulator: await startEmulator(),
    servers: [] as Awaited<ReturnType<typeof startServer>>[],
  }
  await setUpStripe(kit.stripe, catalogue)
  await kit.control('/webhook-endpoint', {
    url: `${siteUrl}${webhookPath}`,
    secret: webhookSecret,
    enabledEvents: usedEvents,
  })
  processes.servers = await Promise.all(ports.map((_, index) => startServer(index, build)))
  const running = {
    mails,
    siteUrl,
    databaseUrl,
    emulator: kit,
    processes,
    async restartServer(index = 0, from = 'dist') {
      processes.servers[index] = await startServer(index, from)
    },
  }
  async function stop() {
    for (const server of processes.servers) await server.kill()
    await processes.emulator.kill()
    await mails.stop()
    await cluster?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  try {
    await options.beforeMigration?.(running)
  } catch (error) {
    await stop()
    throw error
  }
  // For looking into the ledger, and as one more process that does the jobs.
  const database = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
  const payments = createStripeGateway({
    secretKey,
    webhookSecrets: [webhookSecret],
    apiUrl: emulatorUrl,
    catalogue,
  })

  return {
    ...running,
    /** Its own, unless it was given a database. */
    cluster,
    /** What its servers run with, for an operator's commands. */
    env: envOf(0),
    catalogue,
    db: database.db,
    payments,
    async restartEmulator() {
      processes.emulator = await startEmulator()
    },
    async close() {
      await database.close()
      await stop()
    },
  }
}

/** Real seats, so that they are in the ledger too. */
function liveCatalogue(seats: number): object {
  const raw = JSON.parse(fs.readFileSync('pricing.config.json', 'utf8'))
  return { ...raw, urgency: { ...raw.urgency, source: 'live', base: seats } }
}
