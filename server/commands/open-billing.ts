import { siteLanguages } from '../../core/messages/site-languages.ts'
import { createStripeGateway } from '../billing/stripe/gateway.ts'
import { createTrialStore } from '../billing/trial-store.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { createDatabaseClock } from '../db/clock.ts'
import type { Drizzle } from '../db/database.ts'
import type { Env } from '../env.ts'
import { enqueueJob } from '../jobs/store.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { createSeatReservations } from '../seats/seat-reservations.ts'
import { openOperatorDatabase } from './open-operator-database.ts'

/** What the operator's commands work with: the same database and payment service as the server. */
export async function openBilling(env: Env) {
  const catalogue = loadCatalogue(env.PRICING_CONFIG)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = env
  if (!secretKey || !webhookSecrets) {
    throw new ConfigurationError(
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: this command talks to Stripe.',
    )
  }
  const database = await openOperatorDatabase(env)
  const { now, measure } = createDatabaseClock(database.db)
  await measure()
  const payments = createStripeGateway({
    secretKey,
    webhookSecrets,
    apiUrl: env.STRIPE_API_URL,
    callsPerSecond: env.STRIPE_CALLS_PER_SECOND,
    catalogue,
    now,
  })
  return {
    db: database.db,
    payments,
    // Settles what was held; gives no new seats.
    seats: createSeatReservations(null, now),
    catalogue,
    languages: siteLanguages(catalogue.languages),
    siteUrl: new URL(env.BACKEND_URL).origin,
    trialDays: catalogue.plans.monthly.trialDays,
    graceDays: catalogue.plans.monthly.graceDays,
    unused: catalogue.plans.monthly.unusedOnLifetime,
    recordTrial: createTrialStore(env.AUTH_SECRET).record,
    // The server tells the product: it has the endpoints.
    recordState: (tx: Drizzle, userId: string) => enqueueJob(tx, { kind: 'sync', key: userId }),
    now,
    close: database.close,
  }
}
