import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import type { LifetimeAvailability } from '../../core/plans/product-json-ld.ts'
import type { ApiSettings } from '../api-client.ts'
import type { Provider } from '../identity/provider-buttons.tsx'
import type { Site } from './page-frame.tsx'

/** What pages are rendered from; the same for every visitor. */
export interface SiteSettings extends Site {
  catalogue: Catalogue
  api: ApiSettings
  providers: Provider[]
  /** Mails go to the outbox, and the sign-in page says so. */
  outbox: boolean
  /** Seats and purchases are counted, not simulated. */
  live: boolean
  lifetimeAvailability: LifetimeAvailability
}

export interface RenderedPage {
  title: string
  description: string
  /** Of a page that search engines list: its one address. */
  canonical?: string
  siteName: string
  /** The tool that measures the page, if there is one. */
  analytics?: Catalogue['analytics']
  /** What the page says to search engines, in the terms of schema.org. */
  jsonLd?: unknown
  html: string
  /** What the page's script continues from; absent on pages without a script. */
  data?: unknown
}

export interface PageFiles {
  path: string
  /** In web/pages: the page's script, if it has one, and its styles, which are inlined into the HTML. */
  entry?: string
  styles: string
  /** `public`: a CDN may answer for a while. */
  cache: 'public' | 'no-cache' | 'no-store'
  /** Search engines may list it; without it the response says noindex. */
  isIndexed?: true
  /** Loads the analytics tool of the catalogue, if there is one. */
  isMeasured?: true
}

interface PageOptions<Data, Request extends unknown[]> extends PageFiles {
  /** The product's name is added. */
  title: string
  /** The whole of another title, if the catalogue has one. */
  ownTitle?: (site: SiteSettings) => string | undefined
  description: (site: SiteSettings) => string
  jsonLd?: (site: SiteSettings, url: string) => unknown
  data: (site: SiteSettings, ...request: Request) => Data
  /** `site`: for what the page's script needs not know. */
  content: (data: Data, site: SiteSettings) => ReactNode
}

export interface Page<Request extends unknown[] = []> extends PageFiles {
  /** `request`: what the page shows beside the settings, if it is rendered for each request. */
  render: (site: SiteSettings, ...request: Request) => RenderedPage
}

/** Of `entry` and `styles`, as the browser build names them. */
export const sourcePath = (file: string): string => `web/pages/${file}`

export function definePage<Data, Request extends unknown[] = []>(
  options: PageOptions<Data, Request>,
): Page<Request> {
  const { title, ownTitle, description, jsonLd, data: readData, content, ...files } = options
  return {
    ...files,
    render(site, ...request) {
      const data = readData(site, ...request)
      const url = new URL(files.path, site.api.backendUrl).href
      return {
        title: ownTitle?.(site) ?? `${title} · ${site.product.name}`,
        description: description(site),
        siteName: site.product.name,
        ...(files.isIndexed && { canonical: url }),
        ...(files.isMeasured && { analytics: site.catalogue.analytics }),
        ...(jsonLd && { jsonLd: jsonLd(site, url) }),
        ...(files.entry
          ? { html: renderToString(content(data, site)), data }
          : { html: renderToStaticMarkup(content(data, site)) }),
      }
    },
  }
}
