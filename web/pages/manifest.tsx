import { type ContinueAs, signInLinkPath } from '../../core/identity/contract.ts'
import { safeNext } from '../../core/identity/safe-next.ts'
import { codeFormPath } from '../../core/identity/sign-in-paths.ts'
import * as messages from '../../core/messages/messages.ts'
import { planChoices } from '../../core/plans/plan-choices.ts'
import { productJsonLd } from '../../core/plans/product-json-ld.ts'
import type { SeatHistory } from '../../core/seats/seat-history.ts'
import { howWeCountPath, type LiveUrgency } from '../../core/urgency/contract.ts'
import { Introduction, PlanContent } from '../plans/page-content.tsx'
import { PlanChoices } from '../plans/plan-choices.tsx'
import { AccountPage } from './account/page.tsx'
import { createAccountStores } from './account/stores.ts'
import { ContinueAsPage } from './continue-as/page.tsx'
import { definePage, type SiteSettings } from './define-page.ts'
import { HowWeCountPage } from './how-we-count/page.tsx'
import { memberPageData, welcomePageData } from './member-page-data.ts'
import { NotFoundPage } from './not-found/page.tsx'
import { type OutboxMail, OutboxPage } from './outbox/page.tsx'
import { pricingPageData, pricingScriptData } from './pricing/data.ts'
import { PricingPage } from './pricing/page.tsx'
import { createPricingStores } from './pricing/stores.ts'
import { RefundPage } from './refund/page.tsx'
import { createRefundStores } from './refund/stores.ts'
import { SignInPage } from './sign-in/page.tsx'
import { createSignInStores, type StartedSignIn, signInPageData } from './sign-in/stores.ts'
import { WelcomePage } from './welcome/page.tsx'
import { createWelcomeStores } from './welcome/stores.ts'

// Every page there is. The browser build, its lookup, prerendering and the routes follow from this file.

const pricingDescription = ({ catalogue }: SiteSettings) => catalogue.search?.description ?? catalogue.subline

/** Rendered once at start, the same for every visitor, and served at their paths. */
export const prerenderedPages = {
  pricing: definePage({
    path: '/pricing',
    title: () => messages.pricingTitle,
    ownTitle: ({ catalogue }) => catalogue.search?.title,
    description: pricingDescription,
    jsonLd: (site, url) =>
      productJsonLd(site.catalogue, {
        url,
        description: pricingDescription(site),
        lifetime: site.lifetimeAvailability,
      }),
    isIndexed: true,
    hasShareImage: true,
    isMeasured: true,
    entry: 'pricing/entry.tsx',
    styles: 'pricing/page.css',
    cache: 'public',
    data: pricingPageData,
    scriptData: pricingScriptData,
    choices: ({ catalogue }) => planChoices(catalogue),
    content: (data, { catalogue }) => (
      <PricingPage
        data={data}
        stores={createPricingStores(data)}
        loadedAt={0}
        above={<Introduction {...catalogue} />}
        choices={<PlanChoices catalogue={catalogue} />}
        below={<PlanContent content={catalogue.content} plans={catalogue.plans} />}
      />
    ),
  }),
  signIn: definePage({
    path: '/sign-in',
    title: () => messages.signIn,
    description: ({ product }) => messages.signInDescription({ product: product.name }),
    entry: 'sign-in/entry.tsx',
    styles: 'panels.css',
    cache: 'no-cache',
    data: signInPageData,
    content: (data) => <SignInPage data={data} stores={createSignInStores(data, safeNext('/pricing'))} />,
  }),
  account: definePage({
    path: '/account',
    title: () => messages.yourAccount,
    description: ({ product }) => messages.accountDescription({ product: product.name }),
    entry: 'account/entry.tsx',
    styles: 'panels.css',
    cache: 'no-cache',
    data: memberPageData,
    content: (data) => <AccountPage data={data} stores={createAccountStores(data)} />,
  }),
  refund: definePage({
    path: '/refund',
    title: () => messages.moneyBack,
    description: ({ product }) => messages.moneyBackDescription({ product: product.name }),
    entry: 'refund/entry.tsx',
    styles: 'panels.css',
    cache: 'no-cache',
    data: memberPageData,
    content: (data) => <RefundPage data={data} stores={createRefundStores(data)} />,
  }),
  welcome: definePage({
    path: '/welcome',
    title: () => messages.yourPayment,
    description: ({ product }) => messages.welcomeDescription({ product: product.name }),
    isMeasured: true,
    entry: 'welcome/entry.tsx',
    styles: 'panels.css',
    cache: 'no-cache',
    data: welcomePageData,
    content: (data) => <WelcomePage data={data} stores={createWelcomeStores(data, null)} />,
  }),
}

/** Rendered for each request by the routes of a feature, which give them what they show. */
export const requestPages = {
  outbox: definePage({
    path: '/dev/outbox',
    title: () => 'Outbox',
    description: () => 'E-mails in test mode.',
    styles: 'panels.css',
    cache: 'no-store',
    data: (site, mails: readonly OutboxMail[] | null) => ({ site, mails }),
    content: (data) => <OutboxPage {...data} />,
  }),
  continueAs: definePage({
    path: signInLinkPath,
    title: () => messages.continueAsTitle,
    description: () => messages.continueAsDescription,
    styles: 'panels.css',
    cache: 'no-store',
    data: (site, link: ContinueAs) => ({ site, ...link }),
    content: (data) => <ContinueAsPage {...data} />,
  }),
  /** The sign-in page as the answer to one of its forms. */
  startedSignIn: definePage({
    path: codeFormPath,
    title: () => messages.signIn,
    description: ({ product }) => messages.signInDescription({ product: product.name }),
    entry: 'sign-in/entry.tsx',
    styles: 'panels.css',
    cache: 'no-store',
    data: (site, { next, again, ...started }: StartedSignIn) => ({
      ...signInPageData(site),
      started,
      next,
      again,
    }),
    content: ({ next, again, ...data }) => (
      <SignInPage data={data} stores={createSignInStores(data, next, again)} />
    ),
  }),
  howWeCount: definePage({
    path: howWeCountPath,
    title: () => messages.howWeCount,
    description: () => messages.howWeCountDescription,
    isIndexed: true,
    entry: 'how-we-count/entry.ts',
    styles: 'how-we-count/page.css',
    cache: 'no-cache',
    data: (site, urgency: LiveUrgency | null, history: SeatHistory | null) => ({
      site,
      urgency,
      history,
      live: site.live,
      plan: site.catalogue.plans.lifetime.name,
    }),
    // Simulated seats have no log: nothing to verify, and no script.
    scriptData: ({ live }) => (live ? {} : undefined),
    content: (data, { api }) => <HowWeCountPage {...data} shopUrl={new URL(api.backendUrl).origin} />,
  }),
}

/** The answer to every other address. */
export const notFoundPage = definePage({
  path: '*',
  title: () => messages.notFoundTitle,
  description: () => messages.notFoundDescription,
  styles: 'pricing/page.css',
  cache: 'no-cache',
  data: (site) => site,
  content: (site) => <NotFoundPage site={site} />,
})

export const allPages = [...Object.values(prerenderedPages), ...Object.values(requestPages), notFoundPage]
