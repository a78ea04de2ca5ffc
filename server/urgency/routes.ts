import { Hono } from 'hono'
import type { SiteLanguage, SiteLanguages } from '../../core/messages/site-languages.ts'
import { howWeCountPath, type LiveUrgency, urgencyPath } from '../../core/urgency/contract.ts'
import type { HtmlDocument } from '../pages/create-pages.ts'
import { respondPrecompressed } from '../pages/precompressed.ts'
import type { UrgencyCache } from './urgency-cache.ts'

export interface UrgencyRouteDeps {
  /** With the simulated source there are no figures. */
  isLive: boolean
  cacheOf: (site: SiteLanguage) => UrgencyCache | undefined
  drawHowWeCount: (urgency: LiveUrgency | null, site: SiteLanguage) => HtmlDocument
  languages: SiteLanguages
}

/** The same responses for everybody; everything in them is public. */
export function urgencyRoutes({ isLive, cacheOf, drawHowWeCount, languages }: UrgencyRouteDeps) {
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
      const { html, headers } = drawHowWeCount(reading?.urgency ?? null, site)
      return c.html(html, 200, headers)
    })
  return routes
}
