import { hasSessionHint } from '../../../core/identity/session-hint.ts'
import { pickSamplePerson } from '../../../core/proof/sample-people.ts'
import { createToastTimeline, type ToastTimeline } from '../../../core/proof/toast-timeline.ts'
import { nextUnseen, type SeenPurchases } from '../../../core/proof/unseen-purchase.ts'
import { createLiveFeed, type LiveFeed } from '../../../core/urgency/live-feed.ts'
import { createApiClient } from '../../api-client.ts'
import { createCheckoutStore, createPortalStore } from '../../billing/redirect-store.ts'
import { createViewerStore } from '../../identity/viewer-store.ts'
import { chosenCurrency } from '../../plans/chosen-currency.ts'
import { createSeenPurchases } from '../../proof/seen-purchases.ts'
import { browserClock } from '../../ui/browser-clock.ts'
import { fetchUrgency } from '../../urgency/fetch-urgency.ts'
import type { PricingScriptData } from './data.ts'

export type PricingStores = ReturnType<typeof createPricingStores>

/** Everything on the page that changes, made but not started: on the server it stays at rest. */
export function createPricingStores(data: PricingScriptData) {
  const api = createApiClient(data.api)
  const goTo = (url: string) => location.assign(url)
  const isLive = data.urgency.source === 'live'
  const seen = createSeenPurchases()
  const live = isLive
    ? createLiveFeed({
        fetchFigures: () => fetchUrgency(data.api),
        refreshMs: data.urgency.refreshMs,
        clock: browserClock,
      })
    : null
  const toasts = createToastTimeline({
    timings: data.toast,
    nextPurchase: () =>
      live ? nextUnseen(live.get()?.purchases ?? [], seen) : pickSamplePerson(Math.random),
    reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    clock: browserClock,
  })
  return {
    viewer: createViewerStore(api, () => typeof document === 'object' && hasSessionHint(document.cookie)),
    checkout: createCheckoutStore(api, goTo, chosenCurrency.get),
    currency: chosenCurrency,
    portal: createPortalStore(api, goTo),
    toasts: live ? liveToasts(toasts, live, seen) : toasts,
    clock: browserClock,
    live,
  }
}

/** Rule L4: Close ends the stream for this visit, and a purchase that was taken back goes while it is shown. */
function liveToasts(toasts: ToastTimeline, live: LiveFeed, seen: SeenPurchases): ToastTimeline {
  live.subscribe(() => {
    const shown = toasts.get()?.purchase.id
    if (shown && !live.get()?.purchases.some(({ id }) => id === shown)) toasts.close()
  })
  return {
    ...toasts,
    close() {
      seen.beQuiet()
      toasts.close()
    },
  }
}
