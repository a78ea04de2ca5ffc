import { Hono } from 'hono'
import type { SiteLanguage, SiteLanguages } from '../../core/messages/site-languages.ts'
import type { SeatHistory } from '../../core/seats/seat-history.ts'
import { howWeCountPath, type LiveUrgency, urgencyPath } from '../../core/urgency/contract.ts'
import type { HtmlDocument } from '../pages/create-pages.ts'
import { respondPrecompressed } from '../pages/precompressed.ts'
import type { UrgencyCache } from './urgency-cache.ts'

export interface UrgencyRouteDeps {
  /** With the simulated source there are no figures. */
  isLive: boolean
  cacheOf: (site: SiteLanguage) => UrgencyCache | undefined
  /** What the public log tells of every offer. */
  readHistory: () => Promise<SeatHistory>
  drawHowWeCount: (
    urgency: LiveUrgency | null,
    history: SeatHistory | null,
    site: SiteLanguage,
  ) => HtmlDocument
  languages: SiteLanguages
}

/** The same responses for everybody; everything in them is public. */
export function urgencyRoutes({ isLive, cacheOf, drawHowWeCount, readHistory, languages }: UrgencyRouteDeps) {
  const routes = new Hono()
  if (isLive)
    routes.get(urgencyPath, async (c, next) => {
      const reading = await cacheOf(languages.get(c.req.query('language')))?.read()
      return reading ? respondPrecompressed(reading.response, c.req.raw) : next()
    })
  for (const site of languages.all)
    routes.get(site.prefix + howWeCountPath, async (c) => {
      // The words hold without the figures: when these cannot be read, the page says so.
      const reading = await cacheOf(site)
        ?.read()
        .catch(() => null)
      const history = isLive ? await readHistory().catch(() => null) : null
      const { html, headers } = drawHowWeCount(reading?.urgency ?? null, history, site)
      return c.html(html, 200, headers)
    })
  return routes
}
