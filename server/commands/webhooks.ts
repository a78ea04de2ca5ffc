import { featuresByPlan } from '../../core/plans/catalogue.ts'
import { ConfigurationError } from '../configuration-error.ts'
import type { Drizzle } from '../db/database.ts'
import { readEnvironment } from '../env.ts'
import { resendRestored, resendState } from '../integration/resend-state.ts'
import { type WebhookEndpoint, webhookEndpoint } from '../integration/webhooks/endpoint.ts'
import { countEvents, retryEndpoints } from '../integration/webhooks/event-store.ts'
import { byOperator, recordOperation } from '../operations/audit-log-store.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { openOperatorDatabase } from './open-operator-database.ts'

const usage =
  'Use `webhooks`, `webhooks retry`, `webhooks resend <customer id>`, `webhooks resend --all`, or after a restored backup `webhooks resend --restored`; the server sends.'

/** Shows what the product's endpoints have not taken; `retry` tries that again at once, `resend` sends a state again. */
export async function showWebhooks([what, customerId, ...more]: string[]): Promise<void> {
  const isKnown =
    what === undefined || what === 'retry' ? customerId === undefined : what === 'resend' && customerId
  if (!isKnown || more.length > 0) throw new ConfigurationError(usage)
  const env = readEnvironment()
  const endpoints = env.PRODUCT_WEBHOOKS.map(webhookEndpoint)
  const { db, close } = await openOperatorDatabase(env)
  try {
    if (what === 'retry') {
      const retried = await retryEndpoints(db, endpoints)
      await recordOperation(db, {
        ...byOperator,
        operation: 'webhooks.retry',
        result: `${retried} customers`,
      })
      console.log(`${retried} customers to be tried again.`)
    }
    if (what === 'resend') {
      const sent =
        customerId === '--restored'
          ? await resendRestored(db, endpoints, {
              features: featuresByPlan(loadCatalogue(env.PRICING_CONFIG)),
              livemode: env.takesRealMoney,
            })
          : await resendState(db, endpoints, customerId === '--all' ? null : (customerId ?? ''))
      await recordOperation(db, {
        actor: 'operator',
        operation: 'webhooks.resend',
        userId: customerId ?? null,
        input: { customer: customerId ?? null },
        result: `${sent} states`,
      })
      console.log(`${sent} states to be sent again.`)
    }
    for (const line of (await describeEndpoints(db, endpoints)).lines) console.log(line)
  } finally {
    await close()
  }
}

const lateMs = 3_600_000

/** `isLate` when one of them has not taken something for longer than an hour. */
export async function describeEndpoints(
  db: Drizzle,
  endpoints: readonly WebhookEndpoint[],
): Promise<{ lines: string[]; isLate: boolean }> {
  const counts = await countEvents(db)
  const isLate = endpoints.some(({ id }) => {
    const oldest = counts.get(id)?.oldest
    return oldest && Date.now() - oldest.getTime() > lateMs
  })
  const known = endpoints.map(({ id, url }) => {
    const { waiting, oldest } = counts.get(id) ?? { waiting: 0, oldest: null }
    counts.delete(id)
    return `${url}: ${waiting} waiting${oldest ? `, the oldest since ${oldest.toISOString()}` : ''}`
  })
  const others = [...counts.values()].reduce((total, { waiting }) => total + waiting, 0)
  const gone = others > 0 ? [`${others} waiting for endpoints that PRODUCT_WEBHOOKS no longer has`] : []
  const lines = [...known, ...gone]
  return { lines: lines.length > 0 ? lines : ['PRODUCT_WEBHOOKS has no endpoint'], isLate }
}
