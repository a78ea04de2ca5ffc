import { type Catalogue, urgencySource } from '../../core/plans/catalogue.ts'
import { atLaterPrice } from '../../core/plans/plan-card.ts'
import type { LiveUrgency } from '../../core/urgency/live-urgency.ts'
import {
  type RenderedPage,
  renderAccount,
  renderHowWeCount,
  renderNotFound,
  renderOutbox,
  renderPricing,
  renderSignIn,
  renderWelcome,
} from '../../web/render-page.tsx'
import type { ClientBuild, PageBuild } from './client-build.ts'
import { buildDocument } from './document.ts'
import { type Precompressed, precompress } from './precompressed.ts'

export interface Pages {
  byPath: ReadonlyMap<string, Precompressed>
  /** Which price of the lifetime plan /pricing shows from now on. */
  showLifetimePrice(price: 'deal' | 'later'): void
  notFound: Precompressed
  /** Drawn anew for each visit. */
  outbox: (mails: Parameters<typeof renderOutbox>[1]) => DrawnPage
  howWeCount: (urgency: LiveUrgency | null) => DrawnPage
}

interface DrawnPage {
  html: string
  policy: string
}

interface PageSettings {
  catalogue: Catalogue
  client: ClientBuild
  backendUrl: string
  publicKey: string
  providers: { id: string; name: string }[]
  /** Mails go to the outbox, and the sign-in page says so. */
  outbox: boolean
  /** No real money moves, and every page says so. */
  testMode: boolean
  devReload: boolean
}

// The browser asks again each time (and mostly hears 304); a CDN may answer for us and refresh behind the scenes.
const forEveryone = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'
// With the live source the price in it may change at any moment.
const forEveryoneBriefly = 'public, max-age=0, s-maxage=10, stale-while-revalidate=30'

/** Renders every page once; a change of the configuration needs a restart, no rebuild. */
export function createPages(settings: PageSettings): Pages {
  const { catalogue, client, backendUrl, publicKey, providers, outbox, testMode, devReload } = settings
  const site = { product: catalogue.product, testMode }
  const api = { backendUrl, publicKey }
  const backendOrigin = new URL(backendUrl).origin

  const draw = (page: RenderedPage, build: PageBuild) =>
    buildDocument({ page, ...build, backendOrigin, devReload })
  const page = (rendered: RenderedPage, build: PageBuild, headers: Record<string, string> = {}) => {
    const { html, policy } = draw(rendered, build)
    return precompress(html, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      ...headers,
    })
  }
  const live = urgencySource(catalogue) === 'live'
  const pricing = (shown: Catalogue) =>
    page(renderPricing(shown, api, testMode), client.pages.pricing, {
      'cache-control': live ? forEveryoneBriefly : forEveryone,
      // A window to itself means a new process of the browser before the first paint, for a page that anyone may see.
      'cross-origin-opener-policy': 'unsafe-none',
    })
  const deal = pricing(catalogue)
  // Only the live source comes to a later price.
  const pricingAt = { deal, later: live ? pricing(atLaterPrice(catalogue)) : deal }
  const byPath = new Map([
    ['/pricing', pricingAt.deal],
    ['/sign-in', page(renderSignIn({ ...site, api, providers, outbox }), client.pages.signIn)],
    ['/account', page(renderAccount(catalogue, api, testMode), client.pages.account)],
    ['/welcome', page(renderWelcome(catalogue, api, testMode), client.pages.welcome)],
  ])
  return {
    byPath,
    showLifetimePrice: (price) => byPath.set('/pricing', pricingAt[price]),
    notFound: page(renderNotFound(site), client.pages.pricing),
    outbox: (mails) => draw(renderOutbox(site, mails), client.pages.signIn),
    howWeCount: (urgency) => draw(renderHowWeCount(site, urgency, live), client.pages.signIn),
  }
}
