import { Hono } from 'hono'
import { howWeCountPath, type LiveUrgency, urgencyPath } from '../../core/urgency/contract.ts'
import type { HtmlDocument } from '../pages/create-pages.ts'
import { respondPrecompressed } from '../pages/precompressed.ts'
import type { UrgencyCache } from './urgency-cache.ts'

export interface UrgencyRouteDeps {
  /** Null with the simulated source: there are no figures. */
  cache: UrgencyCache | null
  drawHowWeCount: (urgency: LiveUrgency | null) => HtmlDocument
}

/** The same responses for everybody; everything in them is public. */
export function urgencyRoutes({ cache, drawHowWeCount }: UrgencyRouteDeps) {
  const routes = new Hono()
  if (cache)
    routes.get(urgencyPath, async (c) => respondPrecompressed((await cache.read()).response, c.req.raw))
  routes.get(howWeCountPath, async (c) => {
    // The words hold without the figures: when these cannot be read, the page says so.
    const reading = await cache?.read().catch(() => null)
    const { html, headers } = drawHowWeCount(reading?.urgency ?? null)
    return c.html(html, 200, headers)
  })
  return routes
}
