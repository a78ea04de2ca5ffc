import { urgencySource } from '../../core/plans/catalogue.ts'
import { atLaterPrice } from '../../core/plans/plan-card.ts'
import type { LifetimeAvailability } from '../../core/plans/product-json-ld.ts'
import type { Page, SiteSettings } from '../../web/pages/define-page.ts'
import { notFoundPage, prerenderedPages, requestPages } from '../../web/pages/manifest.tsx'
import type { LoadedBrand } from '../brand/load-brand.ts'
import type { ClientBuild } from './client-build.ts'
import { createCrawlerFiles } from './crawler-files.ts'
import { buildDocument } from './document.ts'
import { precompress } from './precompressed.ts'

interface PageSettings extends Pick<SiteSettings, 'catalogue' | 'providers' | 'outbox' | 'testMode'> {
  client: ClientBuild
  brand?: LoadedBrand | undefined
  backendUrl: string
  publicKey: string
  devReload: boolean
}

/** The lifetime plan as /pricing shows it. */
export interface ShownLifetime {
  price: 'deal' | 'later'
  availability: LifetimeAvailability
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
  // With the live source nothing is claimed before the figures are read; else there is no limit.
  let shown: ShownLifetime = { price: 'deal', availability: live ? null : 'InStock' }
  const site: SiteSettings = {
    ...settings,
    product: catalogue.product,
    footer: catalogue.footer,
    logo: brand?.logo,
    api,
    live,
    lifetimeAvailability: shown.availability,
  }
  const backendOrigin = new URL(backendUrl).origin

  function createRenderer<Request extends unknown[]>(page: Page<Request>) {
    const build = client.findPage(page)
    return (settings: SiteSettings, ...request: Request): HtmlDocument => {
      const rendered = page.render(settings, ...request)
      const { html, policy } = buildDocument({ page: rendered, ...build, brand, backendOrigin, devReload })
      return {
        html,
        headers: {
          ...cacheHeaders(page.cache, live),
          'content-security-policy': policy,
          ...(page.isIndexed && { 'x-robots-tag': 'all' }),
        },
      }
    }
  }
  function prerender(page: Page, settings = site) {
    const { html, headers } = createRenderer(page)(settings)
    return precompress(html, { 'content-type': 'text/html; charset=utf-8', ...headers })
  }
  const renderOutbox = createRenderer(requestPages.outbox)
  const renderContinueAs = createRenderer(requestPages.continueAs)
  const renderHowWeCount = createRenderer(requestPages.howWeCount)

  const byPath = new Map([
    ...Object.values(prerenderedPages).map((page) => [page.path, prerender(page)] as const),
    ...createCrawlerFiles(backendOrigin),
  ])
  const { pricing } = prerenderedPages
  return {
    byPath,
    /** What /pricing shows from now on; a price that is left out stays. */
    showLifetime({
      price = shown.price,
      availability,
    }: Partial<ShownLifetime> & Pick<ShownLifetime, 'availability'>) {
      if (price === shown.price && availability === shown.availability) return
      shown = { price, availability }
      byPath.set(
        pricing.path,
        prerender(pricing, {
          ...site,
          catalogue: price === 'deal' ? catalogue : atLaterPrice(catalogue),
          lifetimeAvailability: availability,
        }),
      )
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
