import { planNames } from '../../core/plans/catalogue.ts'
import { analyticsSettings } from '../analytics/analytics-settings.ts'
import type { SiteSettings } from './define-page.ts'

export type MemberPageData = ReturnType<typeof memberPageData>

/** What the pages of somebody with an account begin with. */
export function memberPageData({ api, product, footer, logo, testMode, catalogue, live }: SiteSettings) {
  const plans = planNames(catalogue)
  const hasYearly = Boolean(catalogue.plans.yearly)
  return { api, product, footer, logo, testMode, plans, live, ...(hasYearly && { hasYearly }) }
}

/** After paying: the analytics tool, if there is one, learns of the purchase. */
export const welcomePageData = (site: SiteSettings) => ({
  ...memberPageData(site),
  analytics: analyticsSettings(site.catalogue),
})
export type WelcomePageData = ReturnType<typeof welcomePageData>
