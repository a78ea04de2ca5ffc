import type { Clock } from '../../core/clock.ts'
import { hasSessionHint } from '../../core/identity/session-hint.ts'
import { pickSamplePerson } from '../../core/proof/sample-people.ts'
import { createToastTimeline, type ToastTimeline } from '../../core/proof/toast-timeline.ts'
import { createApiClient } from '../api-client.ts'
import { type CheckoutStore, createCheckoutStore } from '../billing/checkout-store.ts'
import { createPortalStore, type PortalStore } from '../billing/portal-store.ts'
import { requestCheckout } from '../billing/request-checkout.ts'
import { createViewerStore, type ViewerStore } from '../identity/viewer-store.ts'
import { browserClock } from '../ui/browser-clock.ts'
import type { PricingPageData } from './pricing-page-data.ts'

export interface PricingStores {
  viewer: ViewerStore
  checkout: CheckoutStore
  portal: PortalStore
  toasts: ToastTimeline
  clock: Clock
}

/** Everything on the page that changes, made but not started: on the server it stays at rest. */
export function createPricingStores(data: PricingPageData): PricingStores {
  const api = createApiClient(data.api)
  const goTo = (url: string) => location.assign(url)
  return {
    viewer: createViewerStore(api, () => typeof document === 'object' && hasSessionHint(document.cookie)),
    checkout: createCheckoutStore((plan) => requestCheckout(api, { plan }), goTo),
    portal: createPortalStore(api, goTo),
    toasts: createToastTimeline({
      timings: data.toast,
      nextPurchase: () => pickSamplePerson(Math.random),
      reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
      clock: browserClock,
    }),
    clock: browserClock,
  }
}
