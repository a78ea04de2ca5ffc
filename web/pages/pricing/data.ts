import { type UrgencySource, type UrgencyVariant, urgencySource } from '../../../core/plans/catalogue.ts'
import { type PlanCardContent, planCards, planPrice } from '../../../core/plans/plan-card.ts'
import type { ToastTimings } from '../../../core/proof/toast-timeline.ts'
import type { SeatRule } from '../../../core/urgency/seats.ts'
import type { ApiSettings } from '../../api-client.ts'
import type { SiteSettings } from '../define-page.ts'
import type { Site } from '../page-frame.tsx'

/** All that the page shows and needs, worked out once on the server and carried inside the HTML. */
export interface PricingPageData extends Site {
  api: ApiSettings
  headline: string
  subline: string
  plans: PlanCardContent[]
  urgency: SeatRule & { source: UrgencySource; variant: UrgencyVariant; refreshMs: number; price: string }
  toast: ToastTimings & { position: 'bottom-left' | 'bottom-right' }
}

export function pricingPageData({ catalogue, api, product, testMode }: SiteSettings): PricingPageData {
  const { origin, live: _, ...urgency } = catalogue.urgency
  return {
    api,
    product,
    testMode,
    headline: catalogue.headline,
    subline: catalogue.subline,
    plans: planCards(catalogue),
    urgency: {
      ...urgency,
      source: urgencySource(catalogue),
      originAt: Date.parse(origin),
      price: planPrice(catalogue, 'lifetime'),
    },
    toast: catalogue.toast,
  }
}
