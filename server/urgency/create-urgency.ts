import { type Catalogue, urgencySource } from '../../core/plans/catalogue.ts'
import { priceLabel } from '../../core/plans/plan-card.ts'
import { readUrgency, type UrgencyDeps } from './read-urgency.ts'
import { type UrgencyRouteDeps, urgencyRoutes } from './routes.ts'
import { createUrgencyCache } from './urgency-cache.ts'

interface CreateUrgencyDeps extends Pick<UrgencyRouteDeps, 'drawHowWeCount'> {
  catalogue: Catalogue
  readOffer: (id: string) => ReturnType<UrgencyDeps['readOffer']>
  listPurchases: UrgencyDeps['listPurchases']
  countPurchases: (windowHours: number, upTo: number) => Promise<number>
  /** Called with each reading. */
  showLifetimePrice: (price: 'deal' | 'later') => void
}

/** The public figures. With the simulated source there are none, and only the page that explains them is served. */
export function createUrgency(deps: CreateUrgencyDeps) {
  const { catalogue } = deps
  const { variant, live } = catalogue.urgency
  const priceLabels = {
    deal: priceLabel(catalogue, 'lifetime'),
    later: priceLabel(catalogue, 'lifetimeLater'),
  }
  const read = () =>
    readUrgency({
      readOffer: () => deps.readOffer(live.offer),
      variant,
      priceLabels,
      demandMinimum: live.demandMinimum,
      listPurchases: deps.listPurchases,
      countPurchases: () => deps.countPurchases(live.demandWindowHours, live.demandMinimum),
    })
  const cache =
    urgencySource(catalogue) === 'live'
      ? createUrgencyCache(read, ({ price }) =>
          deps.showLifetimePrice(price === priceLabels.deal ? 'deal' : 'later'),
        )
      : null
  return {
    routes: urgencyRoutes({ cache, drawHowWeCount: deps.drawHowWeCount }),
    /** What everybody within this second gets, if it was read already. */
    fresh: () => cache?.fresh(),
    /** The next request gets a new reading. */
    forget: () => cache?.forget(),
    refresh: async (): Promise<void> => void (await cache?.read()),
  }
}
