import { urgencySource } from '../../core/plans/catalogue.ts'
import { atLaterPrice } from '../../core/plans/plan-card.ts'
import type { Page, SiteSettings } from '../../web/pages/define-page.ts'
import { notFoundPage, prerenderedPages, requestPages } from '../../web/pages/manifest.tsx'
import type { LoadedBrand } from '../brand/load-brand.ts'
import type { ClientBuild } from './client-build.ts'
import { buildDocument } from './document.ts'
import { precompress } from './precompressed.ts'

interface PageSettings extends Pick<SiteSettings, 'catalogue' | 'providers' | 'outbox' | 'testMode'> {
  client: ClientBuild
  brand?: LoadedBrand | undefined
  backendUrl: string
  publicKey: string
  devReload: boolean
}

export interface HtmlDocument {
  html: string
  headers: Record<string, string>
}

/** Renders every page once; a change of the configuration needs a restart, no rebuild. */
export function createPages({ client, brand, backendUrl, publicKey, devReload, ...settings }: PageSettings) {
  const { catalogue } = settings
  const live = urgencySource(catalogue) === 'live'
  const api = { backendUrl, publicKey }
  const site: SiteSettings = {
    ...settings,
    product: catalogue.product,
    footer: catalogue.footer,
    logo: brand?.logo,
    api,
    live,
  }
  const backendOrigin = new URL(backendUrl).origin

  function createRenderer<Request extends unknown[]>(page: Page<Request>) {
    const build = client.findPage(page)
    return (shown: SiteSettings, ...request: Request): HtmlDocument => {
      const rendered = page.render(shown, ...request)
      const { html, policy } = buildDocument({ page: rendered, ...build, brand, backendOrigin, devReload })
      return { html, headers: { ...cacheHeaders(page.cache, live), 'content-security-policy': policy } }
    }
  }
  function prerender(page: Page, shown = site) {
    const { html, headers } = createRenderer(page)(shown)
    return precompress(html, { 'content-type': 'text/html; charset=utf-8', ...headers })
  }
  const renderOutbox = createRenderer(requestPages.outbox)
  const renderContinueAs = createRenderer(requestPages.continueAs)
  const renderHowWeCount = createRenderer(requestPages.howWeCount)

  const byPath = new Map(Object.values(prerenderedPages).map((page) => [page.path, prerender(page)]))
  const { pricing } = prerenderedPages
  let shownPrice: 'deal' | 'later' = 'deal'
  return {
    byPath,
    /** Which price of the lifetime plan /pricing shows from now on. */
    showLifetimePrice(price: 'deal' | 'later') {
      if (price === shownPrice) return
      shownPrice = price
      const shown = price === 'deal' ? site : { ...site, catalogue: atLaterPrice(catalogue) }
      byPath.set(pricing.path, prerender(pricing, shown))
    },
    notFound: prerender(notFoundPage),
    outbox: renderOutbox.bind(null, site),
    continueAs: renderContinueAs.bind(null, site),
    howWeCount: renderHowWeCount.bind(null, site),
  }
}

function cacheHeaders(cache: Page['cache'], live: boolean): Record<string, string> {
  if (cache !== 'public') return { 'cache-control': cache }
  return {
    // The browser asks again each time (and mostly hears 304); a CDN may answer for us and refresh behind the scenes,
    // with the live source only briefly: the price in it may change at any moment.
    'cache-control': live
      ? 'public, max-age=0, s-maxage=10, stale-while-revalidate=30'
      : 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
    // A window to itself means a new process of the browser before the first paint, for a page that anyone may see.
    'cross-origin-opener-policy': 'unsafe-none',
  }
}
