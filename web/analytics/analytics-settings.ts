import type { Catalogue } from '../../core/plans/catalogue.ts'

/** What the browser has to know of the tool; its script stands in the HTML. */
export interface AnalyticsSettings extends Pick<NonNullable<Catalogue['analytics']>, 'events' | 'key'> {
  host: string
}

/** Absent without a tool. */
export const analyticsSettings = ({ analytics }: Catalogue): AnalyticsSettings | undefined =>
  analytics && { events: analytics.events, key: analytics.key, host: new URL(analytics.script).origin }
