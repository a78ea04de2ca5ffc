import { serve } from '@hono/node-server'
import { createApp } from '../../server/app.ts'
import { createStripeGateway } from '../../server/billing/stripe/gateway.ts'
import { openDatabase } from '../../server/db/open-database.ts'
import { readEnvironment } from '../../server/env.ts'
import { createLog } from '../../server/log.ts'
import { readClientBuild } from '../../server/pages/client-build.ts'
import { loadCatalogue } from '../../server/plans/load-catalogue.ts'
import { respondInstantly } from './instant-payments.ts'

// The product, with a payment service that takes no time: what is left is ours.

const env = readEnvironment()
const catalogue = loadCatalogue(env.PRICING_CONFIG)
const gateway = createStripeGateway({
  secretKey: 'sk_test_bench',
  webhookSecrets: env.STRIPE_WEBHOOK_SECRET ?? [],
  apiUrl: undefined,
  catalogue,
})
const { db, isReady } = await openDatabase({
  databaseUrl: env.DATABASE_URL,
  dataDir: env.DATA_DIR,
  embeddedAllowed: false,
})
const { app } = createApp({
  env,
  catalogue,
  client: readClientBuild('dist/client', ['en']),
  db,
  isReady,
  now: () => new Date(),
  checkReadiness: async () => ({ isReady: await isReady(), message: 'of a bench' }),
  log: createLog({ level: 'info', plain: false }),
  payments: respondInstantly(gateway),
  testMode: true,
})
serve({ fetch: app.fetch, port: env.PORT, hostname: env.HOST })
