import { urgencySource } from '../../core/plans/catalogue.ts'
import { priceLabel } from '../../core/plans/plan-card.ts'
import { lifetimeAvailability } from '../../core/urgency/lifetime-availability.ts'
import type { ShownLifetime } from '../pages/create-pages.ts'
import { readUrgency, type UrgencyDeps } from './read-urgency.ts'
import { type UrgencyRouteDeps, urgencyRoutes } from './routes.ts'
import { createUrgencyCache } from './urgency-cache.ts'

interface CreateUrgencyDeps extends UrgencyDeps, Pick<UrgencyRouteDeps, 'drawHowWeCount'> {
  /** Called with each reading; without a price when it failed. */
  showLifetime: (shown: Pick<ShownLifetime, 'availability'> & Partial<ShownLifetime>) => void
}

/** The public figures. With the simulated source there are none, and only the page that explains them is served. */
export function createUrgency({ drawHowWeCount, showLifetime, ...deps }: CreateUrgencyDeps) {
  const dealLabel = priceLabel(deps.catalogue, 'lifetime')
  const cache =
    urgencySource(deps.catalogue) === 'live'
      ? createUrgencyCache(
          () => readUrgency(deps),
          (urgency) =>
            showLifetime({
              ...(urgency && { price: urgency.price === dealLabel ? 'deal' : 'later' }),
              availability: lifetimeAvailability(urgency),
            }),
        )
      : null
  return {
    routes: urgencyRoutes({ cache, drawHowWeCount }),
    /** The response of this second, if the figures were read already. */
    fresh: () => cache?.fresh(),
    /** The next request gets a new reading. */
    forget: () => cache?.forget(),
    refresh: async (): Promise<void> => void (await cache?.read()),
  }
}
