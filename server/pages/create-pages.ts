import { inLanguage } from '../../core/messages/in-language.ts'
import { type SiteLanguage, type SiteLanguages, siteLanguages } from '../../core/messages/site-languages.ts'
import { type Catalogue, catalogueIn, urgencySource } from '../../core/plans/catalogue.ts'
import { textIn } from '../../core/plans/currency-texts.ts'
import { atLaterPrice, planCards } from '../../core/plans/plan-card.ts'
import type { LifetimeAvailability } from '../../core/plans/product-json-ld.ts'
import type { SeatHistory } from '../../core/seats/seat-history.ts'
import type { LiveUrgency } from '../../core/urgency/contract.ts'
import type { Page, SiteSettings } from '../../web/pages/define-page.ts'
import { notFoundPage, prerenderedPages, requestPages } from '../../web/pages/manifest.tsx'
import type { LoadedBrand } from '../brand/load-brand.ts'
import type { ClientBuild } from './client-build.ts'
import { createCrawlerFiles } from './crawler-files.ts'
import { buildDocument } from './document.ts'
import { languageStyles } from './language-styles.ts'
import { precompress } from './precompressed.ts'

interface PageSettings extends Pick<SiteSettings, 'catalogue' | 'providers' | 'testMode'> {
  client: ClientBuild
  /** Mails go to the outbox: there is a sign-in page with a link to it. */
  outbox: boolean
  brand?: LoadedBrand | undefined
  backendUrl: string
  publicKey: string
  /** The path of the image for messengers, if there is one. */
  shareImagePath?: ((catalogue: Catalogue) => string | undefined) | undefined
  devVersion?: number | undefined
}

/** The lifetime plan as /pricing shows it. */
export interface ShownLifetime {
  price: 'deal' | 'later'
  availability: LifetimeAvailability
}

export type StartedSignIn = Parameters<typeof requestPages.startedSignIn.render>[1]
type ContinueAs = Parameters<typeof requestPages.continueAs.render>[1]

export interface HtmlDocument {
  html: string
  headers: Record<string, string>
}

/** Renders every page once in each language; a change of the configuration needs a restart, no rebuild. */
export function createPages(settings: PageSettings) {
  const { catalogue } = settings
  const languages = siteLanguages(catalogue.languages)
  const live = urgencySource(catalogue) === 'live'
  // With the live source nothing is claimed before the figures are read; else there is no limit.
  let shown: ShownLifetime = { price: 'deal', availability: live ? null : 'InStock' }
  const backendOrigin = new URL(settings.backendUrl).origin
  const inEach = languages.all.map((site) => ({
    site,
    pages: createLanguagePages(settings, languages, site),
  }))
  const pagesIn = ({ language }: SiteLanguage) => {
    const found = inEach.find(({ site }) => site.language === language)
    if (!found) throw new Error(`There are no pages in "${language}".`)
    return found.pages
  }

  const byPath = new Map([
    ...inEach.flatMap(({ site, pages }) =>
      Object.values(prerenderedPages).map(
        (page) => [site.prefix + page.path, pages.prerender(page)] as const,
      ),
    ),
    ...createCrawlerFiles(backendOrigin, languages),
  ])
  const { pricing, signIn } = prerenderedPages
  const withOutbox = new Map(
    settings.outbox
      ? inEach.map(({ site, pages }) => [site.prefix + signIn.path, pages.signInWithOutbox()] as const)
      : [],
  )
  return {
    byPath,
    /** For browsers that may read the outbox, in place of the page in `byPath`. */
    withOutbox,
    /** What /pricing shows from now on; a price that is left out stays. */
    showLifetime({
      price = shown.price,
      availability,
    }: Partial<ShownLifetime> & Pick<ShownLifetime, 'availability'>) {
      if (price === shown.price && availability === shown.availability) return
      shown = { price, availability }
      for (const { site, pages } of inEach)
        byPath.set(site.prefix + pricing.path, pages.prerender(pricing, shown))
    },
    /** In the language of the prefix. */
    notFound: (path: string) => pagesIn(languages.ofPath(path)).notFound(),
    /** For the operator. */
    outbox: pagesIn(languages.initial).outbox,
    /** In the language of the page that the link leads to. */
    continueAs: (link: ContinueAs) => pagesIn(languages.ofPath(link.next)).continueAs(link),
    startedSignIn: (started: StartedSignIn, site: SiteLanguage, withOutbox: boolean) =>
      pagesIn(site).startedSignIn(started, withOutbox),
    howWeCount: (urgency: LiveUrgency | null, history: SeatHistory | null, site: SiteLanguage) =>
      pagesIn(site).howWeCount(urgency, history),
  }
}

function createLanguagePages(
  { client, brand, backendUrl, publicKey, shareImagePath, devVersion, ...settings }: PageSettings,
  languages: SiteLanguages,
  language: SiteLanguage,
) {
  const catalogue = catalogueIn(settings.catalogue, language.language)
  const live = urgencySource(catalogue) === 'live'
  const site: ShownSite = {
    ...settings,
    outbox: settings.outbox ? 'closed' : 'none',
    shownPrice: 'deal',
    catalogue,
    languages,
    product: catalogue.product,
    footer: catalogue.footer,
    logo: brand?.logo,
    api: { backendUrl, publicKey },
    live,
    lifetimeAvailability: live ? null : 'InStock',
  }
  const backendOrigin = new URL(backendUrl).origin

  function createRenderer<Request extends unknown[]>(page: Page<Request>) {
    const build = client.findPage(page, language.language)
    const isEntrance = page.path === prerenderedPages.pricing.path && language === languages.initial
    const otherLanguages = isEntrance
      ? languages.all.filter((other) => other !== language).map((other) => other.language)
      : []
    const css = build.css + languageStyles(language.language, languages.all.length > 1)
    return (settings: ShownSite, ...request: Request): HtmlDocument => {
      const rendered = inLanguage(language, () => ({
        page: page.render(settings, ...request),
        shareImage: page.hasShareImage ? describeShareImage(settings) : undefined,
      }))
      const { html, policy } = buildDocument({
        ...rendered,
        ...build,
        css,
        brand,
        backendOrigin,
        devVersion,
        otherLanguages,
      })
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
  /** In the first language where its font lacks the letters of this one. */
  function describeShareImage({ catalogue, shownPrice }: ShownSite) {
    const path = shareImagePath?.(catalogue) ?? shareImagePath?.(atPrice(settings.catalogue, shownPrice))
    const plans = planCards(catalogue).map(
      ({ name, price, period }) => `${name} ${textIn(price, '')} ${period}`,
    )
    return path ? { url: backendOrigin + path, alt: plans.join(', ') } : undefined
  }
  function prerender(page: Page, shown?: ShownLifetime) {
    const settings: ShownSite = shown
      ? {
          ...site,
          catalogue: atPrice(catalogue, shown.price),
          shownPrice: shown.price,
          lifetimeAvailability: shown.availability,
        }
      : site
    return compress(createRenderer(page)(settings))
  }
  const notFound = prerender(notFoundPage)
  return {
    prerender,
    signInWithOutbox() {
      const { html, headers } = createRenderer(prerenderedPages.signIn)({ ...site, outbox: 'open' })
      return compress({ html, headers: { ...headers, 'cache-control': 'private, no-cache' } })
    },
    notFound: () => notFound,
    outbox: createRenderer(requestPages.outbox).bind(null, site),
    continueAs: createRenderer(requestPages.continueAs).bind(null, site),
    startedSignIn: (started: StartedSignIn, isOutboxOpen: boolean) =>
      createRenderer(requestPages.startedSignIn)(
        { ...site, ...(isOutboxOpen && { outbox: 'open' }) },
        started,
      ),
    howWeCount: createRenderer(requestPages.howWeCount).bind(null, site),
  }
}

const compress = ({ html, headers }: HtmlDocument) =>
  precompress(html, { 'content-type': 'text/html; charset=utf-8', ...headers })

type ShownSite = SiteSettings & { shownPrice: ShownLifetime['price'] }

const atPrice = (catalogue: Catalogue, price: ShownLifetime['price']): Catalogue =>
  price === 'deal' ? catalogue : atLaterPrice(catalogue)

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
