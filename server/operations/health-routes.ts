import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { AppError } from '../errors.ts'
import type { Metrics } from './metrics.ts'

export interface HealthRouteDeps {
  checkReadiness: () => Promise<{ isReady: boolean; message: string }>
  metrics: Metrics
  metricsToken: string | undefined
}

/** For those who run the server: is it alive, may it get requests, what does it count. */
export function healthRoutes({ checkReadiness, metrics, metricsToken }: HealthRouteDeps) {
  const routes = new Hono()
  routes.get('/healthz', (c) => c.text('alive\n'))
  routes.get('/readyz', async (c) => {
    const { isReady, message } = await checkReadiness()
    return c.text(`${message}\n`, isReady ? 200 : 503)
  })
  if (metricsToken) {
    routes.get('/metrics', async (c) => {
      if (!isEqual(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`)) {
        throw new AppError('token-refused')
      }
      return c.text(await metrics.render(), 200, { 'content-type': 'text/plain; version=0.0.4' })
    })
  }
  return routes
}

/** Takes as long whatever the difference is. */
function isEqual(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
