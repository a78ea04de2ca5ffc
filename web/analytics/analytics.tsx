import { useEffect } from 'react'
import type { AnalyticsSettings } from './analytics-settings.ts'

/** Loads the tool once the page is hydrated; without one there is nothing to load. */
export function Analytics({ settings }: { settings: AnalyticsSettings | undefined }) {
  useEffect(() => {
    if (settings) void import('./load-analytics.ts').then(({ loadAnalytics }) => loadAnalytics(settings))
  }, [settings])
  return null
}
