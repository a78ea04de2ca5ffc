import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Language } from '../../core/messages/languages.ts'
import { language } from '../../core/messages/messages.ts'
import { pagePath } from '../../core/messages/page-path.ts'
import type { SiteLanguages } from '../../core/messages/site-languages.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import type { PlanChoice } from '../../core/plans/plan-choices.ts'
import type { LifetimeAvailability } from '../../core/plans/product-json-ld.ts'
import type { ApiSettings } from '../api-client.ts'
import type { Provider } from '../identity/provider-buttons.tsx'
import { languageLinks, setLanguageLinks } from './language-links.ts'
import type { Site } from './page-frame.tsx'

/** What pages are rendered from; the same for every visitor. */
export interface SiteSettings extends Site {
  catalogue: Catalogue
  api: ApiSettings
  providers: Provider[]
  /** Whether mails go to the outbox instead of a mail server, and whether this browser may read it. */
  outbox: 'none' | 'closed' | 'open'
  /** Seats and purchases are counted, not simulated. */
  live: boolean
  lifetimeAvailability: LifetimeAvailability
  languages: SiteLanguages
}

/** The same page in a language, or for every other one (`x-default`). */
interface Alternate {
  language: Language | 'x-default'
  url: string
}

export interface RenderedPage {
  language: Language
  title: string
  description: string
  /** Of a page that search engines list: its one address in this language, and those in the others if there are any. */
  canonical?: string
  alternates?: Alternate[]
  siteName: string
  /** The tool that measures the page, if there is one. */
  analytics?: Catalogue['analytics']
  /** What the page says to search engines, in the terms of schema.org. */
  jsonLd?: unknown
  /** What a visitor chooses for the whole page and finds again; absent where there is nothing to choose. */
  choices?: PlanChoice[]
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
  /** Messengers show it with an image of the prices. */
  hasShareImage?: true
  /** Loads the analytics tool of the catalogue, if there is one. */
  isMeasured?: true
}

interface PageOptions<Data, Request extends unknown[]> extends PageFiles {
  /** The product's name is added. */
  title: () => string
  /** The whole of another title, if the catalogue has one. */
  ownTitle?: (site: SiteSettings) => string | undefined
  description: (site: SiteSettings) => string
  jsonLd?: (site: SiteSettings, url: string) => unknown
  choices?: (site: SiteSettings) => PlanChoice[]
  data: (site: SiteSettings, ...request: Request) => Data
  /** What the page's script gets, if that is not all of `data`; without any the page has no script. */
  scriptData?: (data: Data, site: SiteSettings) => unknown
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
  const {
    title,
    ownTitle,
    description,
    jsonLd,
    choices,
    data: readData,
    scriptData,
    content,
    ...files
  } = options
  return {
    ...files,
    render(site, ...request) {
      const data = readData(site, ...request)
      const { path } = files
      const { all, initial } = site.languages
      const address = (own: string) => new URL(own, site.api.backendUrl).href
      const url = address(pagePath(path))
      const alternates = all.map(({ language, prefix }) => ({ language, url: address(prefix + path) }))
      const hasAlternates = all.length > 1 && path !== '*'
      setLanguageLinks(hasAlternates ? languageLinks(site.languages, path) : [])
      return {
        title: ownTitle?.(site) ?? `${title()} · ${site.product.name}`,
        description: description(site),
        siteName: site.product.name,
        language,
        ...(files.isIndexed && { canonical: url }),
        ...(files.isIndexed &&
          hasAlternates && {
            alternates: [...alternates, { language: 'x-default', url: address(initial.prefix + path) }],
          }),
        ...(files.isMeasured && { analytics: site.catalogue.analytics }),
        ...(jsonLd && { jsonLd: jsonLd(site, url) }),
        ...(choices && { choices: choices(site) }),
        ...(files.entry
          ? { html: renderToString(content(data, site)), data: scriptData ? scriptData(data, site) : data }
          : { html: renderToStaticMarkup(content(data, site)) }),
      }
    },
  }
}
