import type { AnalyticsSettings } from './analytics-settings.ts'
import { analyticsTemplate, type FairseatEvent, fairseatEventType, releaseEvents } from './fairseat-event.ts'

type Properties = Record<string, string | number>

/** What the tools' own scripts leave behind. */
interface ToolGlobals {
  plausible: ((name: string, options: { props: Properties }) => void) & {
    /** Newer scripts wait for it; `l` says that it was called. */
    init?: (options: object) => void
    l?: boolean
  }
  umami: { track: (name: string, properties: Properties) => void }
  posthog: {
    init: (key: string, options: object) => void
    capture: (name: string, properties: Properties) => void
  }
}

interface Tool {
  start?: (globals: ToolGlobals, settings: AnalyticsSettings) => void
  send: (globals: ToolGlobals, name: string, properties: Properties) => void
}

const tools: Record<NonNullable<AnalyticsSettings['events']>, Tool> = {
  plausible: {
    start: ({ plausible }) => plausible.l || plausible.init?.({}),
    send: ({ plausible }, name, props) => plausible(name, { props }),
  },
  umami: { send: ({ umami }, name, properties) => umami.track(name, properties) },
  posthog: {
    // Page views and our events alone: nothing typed or clicked is recorded, nothing is kept in the browser, no more scripts.
    start: ({ posthog }, { key = '', host }) =>
      posthog.init(key, {
        api_host: host,
        persistence: 'memory',
        person_profiles: 'never',
        autocapture: false,
        rageclick: false,
        capture_pageview: true,
        capture_pageleave: false,
        capture_performance: false,
        capture_heatmaps: false,
        capture_dead_clicks: false,
        capture_exceptions: false,
        disable_session_recording: true,
        disable_surveys: true,
        advanced_disable_flags: true,
        disable_external_dependency_loading: true,
      }),
    send: ({ posthog }, name, properties) => posthog.capture(name, properties),
  },
}

/** Runs the script that waits in the template, and has the tool listen to the page's events. */
export function loadAnalytics(settings: AnalyticsSettings): void {
  const script = analyticsTemplate()?.content.querySelector('script')
  if (!script) return
  const globals = window as unknown as ToolGlobals
  const tool = settings.events && tools[settings.events]
  script.onerror = releaseEvents
  script.onload = () => {
    if (tool) {
      tool.start?.(globals, settings)
      document.addEventListener(fairseatEventType, (event) => {
        const { name, ...properties } = (event as CustomEvent<FairseatEvent>).detail
        tool.send(globals, name, properties)
      })
    }
    releaseEvents()
  }
  // Only moved: the address of a script cannot be set by script under our Content-Security-Policy (Trusted Types).
  document.head.append(script)
}
