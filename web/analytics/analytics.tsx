import { useEffect } from 'react'
import type { Catalogue } from '../../core/plans/catalogue.ts'

/** What the browser has to know of the tool; its script stands in the HTML. */
export interface AnalyticsSettings extends Pick<NonNullable<Catalogue['analytics']>, 'events' | 'key'> {
  host: string
}

/** Absent without a tool. */
export const analyticsSettings = ({ analytics }: Catalogue): AnalyticsSettings | undefined =>
  analytics && { events: analytics.events, key: analytics.key, host: new URL(analytics.script).origin }

/** Loads the tool once the page is hydrated; without one there is nothing to load. */
export function Analytics({ settings }: { settings: AnalyticsSettings | undefined }) {
  useEffect(() => {
    if (settings) void import('./load-analytics.ts').then(({ loadAnalytics }) => loadAnalytics(settings))
  }, [settings])
  return null
}
