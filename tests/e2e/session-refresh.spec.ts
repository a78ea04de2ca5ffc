import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from './running-server.ts'
import { addSessionHint, newAddress, noAnswer, signInByApi } from './viewer.ts'

const hourMs = 3_600_000
const tickMs = 30_000
const startAt = Date.UTC(2026, 10, 15, 12)
const accountLink = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Account' })

type Outcome = 'renewed' | 'refused' | 'unreachable'

/** A signed-in browser whose time stands still, with a server that says when it was asked to refresh. */
async function signedInAt(context: BrowserContext, baseURL: string | undefined) {
  const server = { refreshes: 0, expiresAt: startAt + hourMs, outcome: 'renewed' as Outcome }
  const session = () => ({
    user: { id: 'user-1' },
    session: { id: 'session-1', accessExpiresAt: new Date(server.expiresAt).toISOString() },
  })
  await addSessionHint(context, baseURL)
  await context.route('**/api/subscription', (route) => route.fulfill({ json: { plan: 'monthly' } }))
  await context.route('**/api/auth/get-session', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: session() })
    server.refreshes++
    if (server.outcome === 'unreachable') return route.abort()
    if (server.outcome === 'refused') return route.fulfill({ json: null })
    server.expiresAt += hourMs
    return route.fulfill({ json: session() })
  })
  // It runs until it is paused, however long that takes.
  await context.clock.install({ time: startAt - hourMs })
  await context.clock.pauseAt(startAt)
  return server
}

async function openPricing(page: Page) {
  const loaded = page.waitForResponse('**/keep-session-*.js')
  await page.goto('/pricing')
  await loaded
  await expect(accountLink(page)).toBeVisible()
  // Its first tick is set once it has written down when the window ends.
  await page.waitForFunction(() => localStorage.getItem('fairseat_access_expires_at') !== null)
}

/** Until the page has handled the responses that it got so far: one more comes after them. */
const responsesAreHandled = (page: Page) => page.evaluate(async () => void (await fetch('/healthz')).status)

test('I4: at 30 s ticks the session is refreshed when three remain, and then an hour later', async ({
  page,
  context,
  baseURL,
}) => {
  const server = await signedInAt(context, baseURL)
  await openPricing(page)
  await page.clock.runFor(hourMs - 4 * tickMs)
  expect(server.refreshes).toBe(0)
  const refreshed = page.waitForResponse(
    (response) => response.url().endsWith('/get-session') && response.request().method() === 'POST',
  )
  await page.clock.runFor(tickMs)
  await refreshed
  await responsesAreHandled(page)
  expect(server.refreshes).toBe(1)
  await page.clock.runFor(3 * tickMs)
  await page.clock.runFor(hourMs - 4 * tickMs)
  expect(server.refreshes).toBe(1)
  await page.clock.runFor(tickMs)
  await expect.poll(() => server.refreshes).toBe(2)
})

test('I4: two tabs make one refresh', async ({ page, context, baseURL }) => {
  const server = await signedInAt(context, baseURL)
  await openPricing(page)
  const second = await context.newPage()
  await openPricing(second)
  // One clock for the whole context: both tabs see the same tick.
  await context.clock.runFor(hourMs - 3 * tickMs)
  await expect.poll(() => server.refreshes).toBe(1)
  const shared = () => second.evaluate(() => Number(localStorage.getItem('fairseat_access_expires_at')))
  await expect.poll(shared).toBe(server.expiresAt)
  await context.clock.runFor(10 * tickMs)
  expect(server.refreshes).toBe(1)
})

test('I4: a hidden tab does nothing, and refreshes when it is seen again', async ({
  page,
  context,
  baseURL,
}) => {
  const server = await signedInAt(context, baseURL)
  await openPricing(page)
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await setHidden(true)
  await page.clock.fastForward(2 * hourMs)
  await page.clock.runFor(2 * tickMs)
  expect(server.refreshes).toBe(0)
  await setHidden(false)
  await expect.poll(() => server.refreshes).toBe(1)
})

test('I4: without a network the session is kept, and the next tick tries again', async ({
  page,
  context,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_FAILED/, noAnswer)
  const server = await signedInAt(context, baseURL)
  server.outcome = 'unreachable'
  await openPricing(page)
  const failed = page.waitForEvent('requestfailed')
  await page.clock.fastForward(hourMs)
  await failed
  await responsesAreHandled(page)
  expect(server.refreshes).toBe(1)
  await expect(accountLink(page)).toBeVisible()
  server.outcome = 'renewed'
  await page.clock.runFor(tickMs)
  await expect.poll(() => server.refreshes).toBe(2)
  await expect(accountLink(page)).toBeVisible()
})

test('I4: a refusal signs out', async ({ page, context, baseURL }) => {
  const server = await signedInAt(context, baseURL)
  server.outcome = 'refused'
  await openPricing(page)
  await page.clock.fastForward(hourMs)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in to Upgrade' })).toHaveCount(2)
  await page.clock.runFor(10 * tickMs)
  expect(server.refreshes).toBe(1)
})

test('I4: the real server opens a new window, whatever the clock of the machine says', async ({
  page,
  context,
  baseURL,
}) => {
  await signInByApi(context, baseURL, newAddress())
  const read = async () => (await page.request.get('/api/auth/get-session')).json()
  const before = await read()
  await page.clock.install({ time: '2001-01-01T00:00:00Z' })
  await openPricing(page)
  await page.clock.fastForward(57 * 60_000)
  expect(await read()).toEqual(before)
  await page.clock.fastForward(2 * 60_000)
  await expect
    .poll(async () => Date.parse((await read()).session.accessExpiresAt))
    .toBeGreaterThan(Date.parse(before.session.accessExpiresAt))
})

test('I4: a signed-out visitor downloads nothing of it', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response.url()))
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  expect(scripts).not.toHaveLength(0)
  expect(scripts.filter((url) => url.includes('keep-session'))).toEqual([])
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()))
  expect(texts.join('')).not.toContain('fairseat_access_expires_at')
})
