import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sumOf } from '../../core/billing/sum-amounts.ts'
import type { Log } from '../log.ts'
import { type HealthRouteDeps, healthRoutes } from './health-routes.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createRecordRequest, requestLog } from './request-log.ts'

const jobStates = {
  waiting: 'Jobs that are due.',
  failing: 'Jobs that failed and will be tried again.',
  dead: 'Jobs that failed for good: `npm run jobs` shows why.',
}
type JobState = keyof typeof jobStates

interface OperationsDeps extends Omit<HealthRouteDeps, 'metrics'> {
  log: Log
  trustProxy: number
  countJobsByKind: () => Promise<({ kind: string } & Record<JobState, number>)[]>
  countFreeSeats: () => Promise<number>
  countWaitingWebhooks: () => Promise<{ waiting: number; oldest: Date | null }[]>
}

/** What an operator sees: health, metrics and the request log. */
export function createOperations({
  log,
  trustProxy,
  countJobsByKind,
  countFreeSeats,
  countWaitingWebhooks,
  ...health
}: OperationsDeps) {
  const metrics = createMetrics()
  const recordWebhookLag = metrics.histogram(
    'fairseat_webhook_lag_seconds',
    'From the creation of an event to its receipt.',
    [1, 5, 15, 60, 300, 3_600, 86_400],
  )
  for (const [state, help] of Object.entries(jobStates) as [JobState, string][])
    metrics.gauge(`fairseat_jobs_${state}`, help, async () =>
      (await countJobsByKind()).map((counts) => [{ kind: counts.kind }, counts[state]]),
    )
  metrics.gauge('fairseat_seats_free', 'Seats of the open offer.', countFreeSeats)
  metrics.gauge('fairseat_product_webhooks_waiting', 'Events that the product has not taken yet.', async () =>
    sumOf((await countWaitingWebhooks()).map(({ waiting }) => waiting)),
  )
  metrics.gauge(
    'fairseat_product_webhooks_oldest_seconds',
    'How long the oldest of them waits.',
    async () => {
      const waits = (await countWaitingWebhooks()).map(({ oldest }) =>
        oldest ? Date.now() - oldest.getTime() : 0,
      )
      return Math.max(0, ...waits) / 1_000
    },
  )
  if (health.metricsToken) addProcessGauges(metrics)
  const recordRequest = createRecordRequest(log, metrics)
  return {
    recordRequest,
    /** Stripe's clock may be ahead of ours; a sum that falls would be taken for a restart. */
    recordWebhookLag: (seconds: number) => recordWebhookLag({}, Math.max(0, seconds)),
    requestLog: requestLog(recordRequest, trustProxy),
    routes: healthRoutes({ ...health, metrics }),
  }
}

/** Under the names that prom-client gives them, which dashboards for Node.js expect. */
function addProcessGauges({ gauge }: Metrics) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  gauge(
    'nodejs_eventloop_lag_p99_seconds',
    '99th percentile of the event loop delay since the last scrape.',
    () => {
      const seconds = delay.percentile(99) / 1e9
      delay.reset()
      return seconds
    },
  )
  gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed)
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
}
