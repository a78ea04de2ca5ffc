import { expect } from '@playwright/test'
import { test } from './running-server.ts'
import { type TestViewer, viewAs, watchShifts } from './viewer.ts'

test('/ goes to /pricing; unknown paths get a 404 page, API paths a JSON one', async ({
  page,
  request,
  expectedConsoleErrors,
}) => {
  await page.goto('/')
  expect(new URL(page.url()).pathname).toBe('/pricing')
  expectedConsoleErrors.push(/404/)
  const missing = await page.goto('/nowhere')
  expect(missing?.status()).toBe(404)
  await page.getByRole('link', { name: 'See the plans' }).click()
  await page.waitForURL('**/pricing')
  const api = await request.get('/api/nowhere')
  expect(api.status()).toBe(404)
  expect(await api.json()).toEqual({ error: expect.stringMatching(/\.$/), code: 'unknown-path' })
})

test('by another name of the machine one is led to the configured address, where the session is', async ({
  page,
  baseURL,
}) => {
  const other = new URL('/pricing?from=mail', baseURL)
  other.hostname = 'localhost'
  await page.goto(other.href)
  expect(page.url()).toBe(`${baseURL}/pricing?from=mail`)
  other.pathname = '/api/auth/get-session'
  expect((await page.request.get(other.href)).status()).toBe(421)
})

test('the pages of a built server listen to no stream of changes', async ({ request }) => {
  expect(await (await request.get('/pricing')).text()).not.toContain('EventSource')
  expect((await request.get('/dev/reload')).status()).toBe(404)
})

test('without JavaScript the page is complete and its sign-in links work', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/pricing')
  const names = page.locator('.plan-cards').getByRole('heading', { level: 2 })
  await expect(names).toHaveText(['Free', 'Monthly', 'Lifetime'])
  await expect(page.getByText('$89')).toBeVisible()
  await expect(page.getByText('Everything in Monthly')).toBeVisible()
  const links = page.getByRole('link', { name: 'Sign in to Upgrade' })
  await expect(links).toHaveCount(2)
  for (const link of await links.all()) await expect(link).toHaveAttribute('href', '/sign-in?next=/pricing')
  await context.close()
})

test('the script is asked for only after the first paint; budgets: HTML with all styles within 6 KB, all JavaScript within 75 KB, with brotli', async ({
  page,
  request,
}) => {
  const sizes: { script: number } = { script: 0 }
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  const [paintedAt, askedAt] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime ?? 0,
  ])
  expect(askedAt).toBeGreaterThan(paintedAt)
  const bytes = async (url: string) => {
    const response = await request.get(url, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers()['content-encoding']).toBe('br')
    return Number(response.headers()['content-length'])
  }
  expect(await bytes('/pricing')).toBeLessThanOrEqual(6 * 1024)
  expect(scripts).not.toHaveLength(0)
  for (const url of scripts) sizes.script += await bytes(url)
  expect(sizes.script).toBeLessThanOrEqual(75 * 1024)
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0)
})

const viewers: TestViewer[] = ['signed out', 'free', 'monthly', 'plan not known', 'lookup fails']
test('nothing shifts for any viewer at 320 and 1280 px, also when banner and toast come', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/lookup failed/, /503/)
  const shift = await watchShifts(page)
  for (const viewer of viewers) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await viewAs(page, baseURL, viewer)
    // At 390 px the page is laid out as at 320.
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/pricing')
      await expect(page.getByRole('navigation').getByRole('link')).toBeVisible()
      if (viewer === 'signed out') await expect(page.getByText('just upgraded to')).toBeVisible()
      expect(await shift(), `${viewer} at ${width} px`).toBeLessThanOrEqual(0.001)
    }
  }
})
