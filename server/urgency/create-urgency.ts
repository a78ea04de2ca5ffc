import type { SiteLanguage } from '../../core/messages/site-languages.ts'
import { urgencySource } from '../../core/plans/catalogue.ts'
import type { LiveUrgency } from '../../core/urgency/contract.ts'
import { lifetimeAvailability } from '../../core/urgency/lifetime-availability.ts'
import type { ShownLifetime } from '../pages/create-pages.ts'
import { readUrgency, type UrgencyDeps } from './read-urgency.ts'
import { type UrgencyRouteDeps, urgencyRoutes } from './routes.ts'
import { createUrgencyCache } from './urgency-cache.ts'

interface CreateUrgencyDeps
  extends UrgencyDeps,
    Pick<UrgencyRouteDeps, 'drawHowWeCount' | 'readHistory' | 'languages'> {
  /** Called with each reading; without a price when it failed. */
  showLifetime: (shown: Pick<ShownLifetime, 'availability'> & Partial<ShownLifetime>) => void
}

/** The public figures. With the simulated source there are none, and only the page that explains them is served. */
export function createUrgency({
  drawHowWeCount,
  readHistory,
  showLifetime,
  languages,
  ...deps
}: CreateUrgencyDeps) {
  const { initial } = languages
  const isLive = urgencySource(deps.catalogue) === 'live'
  const show = (urgency: LiveUrgency | null) =>
    showLifetime({
      ...(urgency && { price: urgency.isClosed ? 'later' : 'deal' }),
      availability: lifetimeAvailability(urgency),
    })
  // One for each language: those that nobody asks in read nothing.
  const caches = new Map(
    languages.all.map((site) => [
      site.language,
      createUrgencyCache(() => readUrgency(deps, site), site === initial ? show : () => {}),
    ]),
  )
  const cacheOf = ({ language }: SiteLanguage) => (isLive ? caches.get(language) : undefined)
  return {
    routes: urgencyRoutes({ isLive, cacheOf, drawHowWeCount, readHistory, languages }),
    /** The response of this second, if the figures were read already. */
    fresh: () => cacheOf(initial)?.fresh(),
    /** The next request gets a new reading. */
    forget() {
      for (const cache of caches.values()) cache.forget()
    },
    refresh: async (): Promise<void> => void (await cacheOf(initial)?.read()),
  }
}
