import { analyticsSettings } from '../analytics/analytics-settings.ts'
import type { SiteSettings } from './define-page.ts'

export type MemberPageData = ReturnType<typeof memberPageData>

/** What the pages of somebody with an account begin with. */
export function memberPageData({ api, product, footer, logo, testMode, catalogue, live }: SiteSettings) {
  const { free, monthly, lifetime } = catalogue.plans
  const plans = { free: free.name, monthly: monthly.name, lifetime: lifetime.name }
  const hasGuarantee = catalogue.guaranteeDays !== undefined
  return { api, product, footer, logo, testMode, plans, live, ...(hasGuarantee && { hasGuarantee }) }
}

/** After paying: the analytics tool, if there is one, learns of the purchase. */
export const welcomePageData = (site: SiteSettings) => ({
  ...memberPageData(site),
  analytics: analyticsSettings(site.catalogue),
})
export type WelcomePageData = ReturnType<typeof welcomePageData>
