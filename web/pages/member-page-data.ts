import type { PlanId } from '../../core/plans/plan.ts'
import type { ApiSettings } from '../api-client.ts'
import type { SiteSettings } from './define-page.ts'
import type { Site } from './page-frame.tsx'

/** What the pages of somebody with an account begin with. */
export interface MemberPageData extends Site {
  api: ApiSettings
  plans: Record<PlanId, string>
  /** Purchases are shown to others, so their buyers can say how. */
  live: boolean
}

export function memberPageData({ api, product, testMode, catalogue, live }: SiteSettings): MemberPageData {
  const { free, monthly, lifetime } = catalogue.plans
  return {
    api,
    product,
    testMode,
    plans: { free: free.name, monthly: monthly.name, lifetime: lifetime.name },
    live,
  }
}
