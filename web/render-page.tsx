import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { type Catalogue, urgencySource } from '../core/plans/catalogue.ts'
import type { LiveUrgency } from '../core/urgency/live-urgency.ts'
import type { ApiSettings } from './api-client.ts'
import { AccountPage } from './pages/account-page.tsx'
import { type AccountPageData, createAccountStores } from './pages/account-stores.ts'
import { HowWeCountPage } from './pages/how-we-count-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { type OutboxMail, OutboxPage } from './pages/outbox-page.tsx'
import type { Site } from './pages/page-frame.tsx'
import { PricingPage } from './pages/pricing-page.tsx'
import { pricingPageData } from './pages/pricing-page-data.ts'
import { createPricingStores } from './pages/pricing-stores.ts'
import { SignInPage } from './pages/sign-in-page.tsx'
import { createSignInStores, type SignInPageData } from './pages/sign-in-stores.ts'
import { WelcomePage } from './pages/welcome-page.tsx'
import { createWelcomeStores, type WelcomePageData } from './pages/welcome-stores.ts'

export interface RenderedPage {
  title: string
  description: string
  html: string
  /** What the page's script continues from; absent on pages without a script. */
  data?: unknown
}

/** The pages as React draws them on the server: the same for every visitor. */
export function renderPricing(catalogue: Catalogue, api: ApiSettings, testMode: boolean): RenderedPage {
  const data = pricingPageData(catalogue, api, testMode)
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

export function renderAccount(catalogue: Catalogue, api: ApiSettings, testMode: boolean): RenderedPage {
  const { product } = catalogue
  const data: AccountPageData = memberPageData(catalogue, api, testMode)
  return {
    title: `Your account · ${product}`,
    description: `Your plan and your sessions at ${product}.`,
    html: renderToString(<AccountPage data={data} stores={createAccountStores(data)} />),
    data,
  }
}

export function renderWelcome(catalogue: Catalogue, api: ApiSettings, testMode: boolean): RenderedPage {
  const { product } = catalogue
  const data: WelcomePageData = memberPageData(catalogue, api, testMode)
  return {
    title: `Your payment · ${product}`,
    description: `What became of your payment to ${product}.`,
    html: renderToString(<WelcomePage data={data} stores={createWelcomeStores(data, null)} />),
    data,
  }
}

/** What the pages of somebody with an account begin with. */
const memberPageData = (catalogue: Catalogue, api: ApiSettings, testMode: boolean) => ({
  api,
  product: catalogue.product,
  testMode,
  plans: planNames(catalogue),
  live: urgencySource(catalogue) === 'live',
})

const planNames = ({ plans }: Catalogue) => ({
  free: plans.free.name,
  monthly: plans.monthly.name,
  lifetime: plans.lifetime.name,
})

export function renderOutbox(site: Site, mails: readonly OutboxMail[]): RenderedPage {
  return {
    title: `Outbox · ${site.product}`,
    description: 'Mails in test mode.',
    html: renderToStaticMarkup(<OutboxPage site={site} mails={mails} />),
  }
}

export function renderHowWeCount(site: Site, urgency: LiveUrgency | null, live: boolean): RenderedPage {
  return {
    title: `How we count · ${site.product}`,
    description: 'How the number of seats left comes about, and which purchases are shown.',
    html: renderToStaticMarkup(<HowWeCountPage site={site} urgency={urgency} live={live} />),
  }
}

export function renderNotFound(site: Site): RenderedPage {
  return {
    title: `Not found · ${site.product}`,
    description: 'There is no page at this address.',
    html: renderToString(<NotFoundPage site={site} />),
  }
}
