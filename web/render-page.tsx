import { renderToString } from 'react-dom/server'
import type { Catalogue } from '../core/plans/catalogue.ts'
import type { ApiSettings } from './api-client.ts'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { PricingPage } from './pages/pricing-page.tsx'
import { pricingPageData } from './pages/pricing-page-data.ts'
import { createPricingStores } from './pages/pricing-stores.ts'

export interface RenderedPage {
  title: string
  description: string
  html: string
  /** What the page's script continues from; absent on pages without a script. */
  data?: unknown
}

/** The pages as React draws them on the server: the same for every visitor. */
export function renderPricing(catalogue: Catalogue, api: ApiSettings): RenderedPage {
  const data = pricingPageData(catalogue, api)
  return {
    title: `Pricing · ${catalogue.product}`,
    description: catalogue.subline,
    html: renderToString(<PricingPage data={data} stores={createPricingStores(data)} loadedAt={0} />),
    data,
  }
}

export function renderNotFound(catalogue: Catalogue): RenderedPage {
  return {
    title: `Not found · ${catalogue.product}`,
    description: 'There is no page at this address.',
    html: renderToString(<NotFoundPage product={catalogue.product} />),
  }
}
