import { randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
} from '@playwright/test'
import type { OwnSubscription } from '../../core/billing/own-subscription.ts'
import { findChromium } from '../../scripts/ensure-tools.ts'
import { devToken } from '../support/app/dev-token.ts'

export type TestViewer =
  | 'signed out'
  | 'loading'
  | 'lookup fails'
  | 'free'
  | 'monthly'
  | 'lifetime'
  | 'plan not known'

/** Shows the page to a viewer by answering its two questions; signing in for real has tests of its own. */
export async function viewAs(
  page: Page,
  baseURL: string | undefined,
  viewer: TestViewer,
  subscription?: OwnSubscription,
) {
  if (viewer === 'signed out') return
  await answerAs(page, viewer, subscription)
  // Last: a page that is open already could ask the server, which takes back a hint without a session.
  await addSessionHint(page.context(), baseURL)
}

async function answerAs(page: Page, viewer: TestViewer, subscription?: OwnSubscription) {
  if (viewer === 'loading') {
    await page.route('**/api/{auth/get-session,subscription}', () => {})
    return
  }
  await page.route('**/api/auth/get-session', (route) =>
    route.fulfill({
      json: { user: { id: 'user-1' }, session: { id: 'session-1', accessExpiresAt: '2999-01-01T00:00:00Z' } },
    }),
  )
  await page.route('**/api/subscription', (route) =>
    viewer === 'lookup fails'
      ? route.fulfill({ status: 503, json: { error: 'down' } })
      : route.fulfill({ json: { plan: viewer === 'plan not known' ? null : viewer, subscription } }),
  )
}

export const addSessionHint = (context: BrowserContext, baseURL: string | undefined) =>
  context.addCookies([{ name: 'fairseat_hint', value: '1', url: baseURL ?? '' }])

/** `opened` waits until `open` is called. */
export function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** The account page of such a viewer. What the account is comes when the returned function is called. */
export async function openAccount(
  page: Page,
  baseURL: string | undefined,
  viewer: TestViewer,
  subscription?: OwnSubscription,
) {
  const gate = createGate()
  await viewAs(page, baseURL, viewer, subscription)
  await page.route('**/api/account', async (route) => {
    await gate.opened
    const session = { id: '1', device: 'Chrome on Linux', lastUsedAt: '2026-11-15T12:00:00Z', current: true }
    await route.fulfill({
      json: { user: { id: '1', email: 'ann@example.com', name: '' }, sessions: [session] },
    })
  })
  await page.goto(new URL('/account', baseURL).href)
  return gate.open
}

/** The console's line about a connection that the test cuts. */
export const noAnswer = /^No answer from \/api\//

/** The alert that says something. */
export const problem = (page: Page) => page.getByRole('alert').filter({ hasText: /./ })

/** The paths of our API that the page calls from now on. */
export function watchApiCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

/** Once without the browser's back/forward cache, which Playwright turns off by default, and once in a browser with it. */
export async function withEachBackForwardCache(
  uncached: Browser,
  test: (browser: Browser, isCached: boolean) => Promise<void>,
) {
  await test(uncached, false)
  const executablePath = findChromium()
  const cached = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  await test(cached, true)
  await cached.close()
}

/** Adds up how far the page's content has moved by itself; call it before the page is opened. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const total = { shift: 0 }
    Object.assign(window, { total })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total.shift += (entry as never as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    await page.waitForTimeout(200)
    return page.evaluate(() => (window as never as { total: { shift: number } }).total.shift)
  }
}

/** How far the page reaches beyond the window's width, with text at twice its size too. */
export async function overflow(page: Page): Promise<number> {
  const measure = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const atRest = await measure()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  return Math.max(atRest, await measure())
}

/** Nobody else's: limits are counted per address. */
export const newAddress = (): string => `${randomUUID().slice(0, 8)}@example.com`

export async function mailsTo(request: APIRequestContext, address: string, baseURL = '') {
  const response = await request.get(
    `${baseURL}/dev/outbox.json?to=${encodeURIComponent(address)}&dev=${devToken}`,
  )
  return (await response.json()) as {
    subject: string
    text: string
    code: string
    link: string
    html: string
  }[]
}

/** One that is not the right one. */
export const wrongCode = (mail: { code: string } | undefined): string =>
  mail?.code === '000000' ? '000001' : '000000'

/** Signs the context in for real, without the page. */
export async function signInByApi({ request }: BrowserContext, baseURL: string | undefined, email: string) {
  const post = async (path: string, data: object) => {
    const response = await request.post(new URL(path, baseURL).href, {
      data,
      headers: { origin: baseURL ?? '' },
    })
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  }
  await post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' })
  const [mail] = await mailsTo(request, email, baseURL)
  await post('/api/auth/sign-in/email-otp', { email, otp: mail?.code })
}

/** The account page of somebody new who is signed in for real; returns their address. */
export async function openOwnAccount(page: Page, baseURL: string | undefined): Promise<string> {
  const email = newAddress()
  await signInByApi(page.context(), baseURL, email)
  await page.goto('/account')
  return email
}

/** Another browser of the same person. */
export async function signInElsewhere(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
  options: { userAgent?: string } = {},
) {
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), ...options })
  await signInByApi(elsewhere, baseURL, email)
  return elsewhere
}
