import type { Catalogue } from '../../core/plans/catalogue.ts'
import { type RenderedPage, renderNotFound, renderPricing } from '../../web/render-page.tsx'
import type { ClientBuild } from './client-build.ts'
import { buildDocument } from './document.ts'
import { compressForAll, type Negotiated } from './negotiated.ts'

export interface Pages {
  pricing: Negotiated
  notFound: Negotiated
}

interface PageSettings {
  catalogue: Catalogue
  client: ClientBuild
  backendUrl: string
  publicKey: string
  devReload: boolean
}

// The browser asks again each time (and mostly hears 304); a CDN may answer for us and refresh behind the scenes.
const forEveryone = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

/** Renders every page once; a change of the configuration needs a restart, no rebuild. */
export function renderPages({ catalogue, client, backendUrl, publicKey, devReload }: PageSettings): Pages {
  const page = (rendered: RenderedPage, cacheControl: string) => {
    const backendOrigin = new URL(backendUrl).origin
    const { html, policy } = buildDocument({ page: rendered, ...client, backendOrigin, devReload })
    return compressForAll(html, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': cacheControl,
      'content-security-policy': policy,
    })
  }
  return {
    pricing: page(renderPricing(catalogue, { backendUrl, publicKey }), forEveryone),
    notFound: page(renderNotFound(catalogue), 'no-cache'),
  }
}
