import type { Log } from '../log.ts'
import { type HealthRouteDeps, healthRoutes } from './health-routes.ts'
import { createMetrics } from './metrics.ts'
import { createRecordRequest, requestLog } from './request-log.ts'

interface OperationsDeps extends Omit<HealthRouteDeps, 'metrics'> {
  log: Log
  trustProxy: number
  countJobs: () => Promise<Record<'waiting' | 'failing' | 'dead', number>>
  countFreeSeats: () => Promise<number>
}

/** What an operator sees: health, metrics and the request log. */
export function createOperations({ log, trustProxy, countJobs, countFreeSeats, ...health }: OperationsDeps) {
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
      async () => (await countJobs())[state],
    )
  metrics.gauge('fairseat_seats_free', 'Seats of the open offer.', countFreeSeats)
  const recordRequest = createRecordRequest(log, metrics)
  return {
    recordRequest,
    recordWebhookLag: (seconds: number) => recordWebhookLag({}, seconds),
    requestLog: requestLog(recordRequest, trustProxy),
    routes: healthRoutes({ ...health, metrics }),
  }
}
