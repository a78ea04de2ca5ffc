import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Catalogue } from '../core/plans/catalogue.ts'
import type { ApiSettings } from './api-client.ts'
import { AccountPage } from './pages/account-page.tsx'
import { type AccountPageData, createAccountStores } from './pages/account-stores.ts'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { type OutboxMail, OutboxPage } from './pages/outbox-page.tsx'
import { PricingPage } from './pages/pricing-page.tsx'
import { pricingPageData } from './pages/pricing-page-data.ts'
import { createPricingStores } from './pages/pricing-stores.ts'
import { SignInPage } from './pages/sign-in-page.tsx'
import { createSignInStores, type SignInPageData } from './pages/sign-in-stores.ts'

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

export function renderSignIn(data: SignInPageData): RenderedPage {
  return {
    title: `Sign in · ${data.product}`,
    description: `Sign in to ${data.product} with a code sent to your e-mail address.`,
    html: renderToString(<SignInPage data={data} stores={createSignInStores(data, '/pricing')} />),
    data,
  }
}

export function renderAccount({ product, plans }: Catalogue, api: ApiSettings): RenderedPage {
  const data: AccountPageData = {
    api,
    product,
    plans: { free: plans.free.name, monthly: plans.monthly.name, lifetime: plans.lifetime.name },
  }
  return {
    title: `Your account · ${product}`,
    description: `Your plan and your sessions at ${product}.`,
    html: renderToString(<AccountPage data={data} stores={createAccountStores(data)} />),
    data,
  }
}

export function renderOutbox(product: string, mails: readonly OutboxMail[]): RenderedPage {
  return {
    title: `Outbox · ${product}`,
    description: 'Mails in test mode.',
    html: renderToStaticMarkup(<OutboxPage product={product} mails={mails} />),
  }
}

export function renderNotFound(catalogue: Catalogue): RenderedPage {
  return {
    title: `Not found · ${catalogue.product}`,
    description: 'There is no page at this address.',
    html: renderToString(<NotFoundPage product={catalogue.product} />),
  }
}
