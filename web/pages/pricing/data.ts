import { planNames, urgencySource } from '../../../core/plans/catalogue.ts'
import { planCards, planPrice } from '../../../core/plans/plan-card.ts'
import { analyticsSettings } from '../../analytics/analytics-settings.ts'
import type { SiteSettings } from '../define-page.ts'

export type PricingPageData = ReturnType<typeof pricingPageData>

/** All that the page shows and needs, worked out once on the server and carried inside the HTML. */
export function pricingPageData({ catalogue, api, product, footer, logo, testMode }: SiteSettings) {
  const { headline, subline, toast } = catalogue
  const { origin, live: _, ...urgency } = catalogue.urgency
  return {
    api,
    product,
    footer,
    logo,
    testMode,
    headline,
    subline,
    plans: planCards(catalogue),
    names: planNames(catalogue),
    unused: catalogue.plans.monthly.unusedOnLifetime,
    urgency: {
      ...urgency,
      source: urgencySource(catalogue),
      originAt: Date.parse(origin),
      price: planPrice(catalogue, 'lifetime'),
    },
    toast,
    analytics: analyticsSettings(catalogue),
  }
}
