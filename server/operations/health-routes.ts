import { Hono } from 'hono'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
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
    const wanted = Buffer.from(`Bearer ${metricsToken}`)
    routes.get('/metrics', async (c) => {
      if (!equalInConstantTime(Buffer.from(c.req.header('authorization') ?? ''), wanted)) {
        throw new AppError('token-refused')
      }
      return c.text(await metrics.render(), 200, {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      })
    })
  }
  return routes
}
