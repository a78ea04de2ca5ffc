import { planNames, urgencySource } from '../../../core/plans/catalogue.ts'
import { planCards, planPrice } from '../../../core/plans/plan-card.ts'
import { analyticsSettings } from '../../analytics/analytics-settings.ts'
import type { SiteSettings } from '../define-page.ts'

export type PricingPageData = ReturnType<typeof pricingPageData>
export type PricingScriptData = ReturnType<typeof pricingScriptData>

/** All that the page's script shows and needs, carried inside the HTML: not what the server alone draws. */
export function pricingScriptData({ footer: _, plans, ...data }: PricingPageData) {
  return {
    ...data,
    plans: plans.map(({ name: _n, description: _d, period: _p, terms: _t, features: _f, ...plan }) => plan),
  }
}

/** What changes on the page, worked out once on the server. */
export function pricingPageData({ catalogue, api, product, footer, logo, testMode }: SiteSettings) {
  const { toast } = catalogue
  const { origin, live: _, ...urgency } = catalogue.urgency
  return {
    api,
    product,
    footer,
    logo,
    testMode,
    plans: planCards(catalogue),
    names: planNames(catalogue),
    unused: catalogue.plans.monthly.unusedOnLifetime,
    // Of a live deal the page is told at each reading.
    urgency:
      urgencySource(catalogue) === 'live'
        ? { source: 'live' as const, refreshMs: urgency.refreshMs }
        : {
            ...urgency,
            source: 'simulated' as const,
            originAt: Date.parse(origin),
            price: planPrice(catalogue, 'lifetime'),
          },
    toast,
    analytics: analyticsSettings(catalogue),
  }
}
