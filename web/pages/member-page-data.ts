import type { SiteSettings } from './define-page.ts'

export type MemberPageData = ReturnType<typeof memberPageData>

/** What the pages of somebody with an account begin with. */
export function memberPageData({ api, product, footer, logo, testMode, catalogue, live }: SiteSettings) {
  const { free, monthly, lifetime } = catalogue.plans
  const plans = { free: free.name, monthly: monthly.name, lifetime: lifetime.name }
  return { api, product, footer, logo, testMode, plans, live }
}
