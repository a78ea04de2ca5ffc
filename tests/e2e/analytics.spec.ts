import { readFileSync } from 'node:fs'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { findPersonalData } from '../support/app/find-personal-data.ts'
import { startAnalyticsHost } from './analytics-host.ts'
import { test as base } from './running-server.ts'
import { newAddress, signInByApi, viewAs } from './viewer.ts'

const shipped = JSON.parse(readFileSync('pricing.config.json', 'utf8'))

const test = base.extend<{ host: Awaited<ReturnType<typeof startAnalyticsHost>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  host: async ({}, provide) => {
    const host = await startAnalyticsHost()
    await provide(host)
    await host.stop()
  },
})

/** Or given up: from then on events are heard at once. */
const toolLoaded = (page: Page) => expect(page.locator('#analytics')).toHaveCount(0)
const banner = (page: Page) => page.getByRole('progressbar')

/** What listens on the document hears, kept over the pages of a tab. */
async function watchEvents(page: Page) {
  const events: unknown[] = []
  await page.exposeFunction('heard', (detail: unknown) => events.push(detail))
  await page.addInitScript(() =>
    document.addEventListener('fairseat:event', (event) =>
      (window as never as { heard(detail: unknown): void }).heard((event as CustomEvent).detail),
    ),
  )
  return events
}

test('without a tool: at most three requests, nothing beyond our own origin, and events for who listens', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  const events = await watchEvents(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const response = await page.goto('/pricing')
  await expect(banner(page)).toBeVisible()
  expect(requests.length).toBeLessThanOrEqual(3)
  for (const url of requests) expect(new URL(url).origin).toBe(baseURL)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain(`connect-src 'self' ${baseURL};`)
  expect(policy).toMatch(/script-src 'self' '[^ ;]+';/)
  await expect(page.locator('template')).toHaveCount(0)

  await page.getByRole('link', { name: 'Get started free' }).click()
  await expect.poll(() => events).toEqual([{ name: 'plan-clicked', plan: 'free' }])

  await viewAs(page, baseURL, 'free')
  expectedConsoleErrors.push(/409/, /Checkout failed/)
  await page.route('**/api/stripe/create-checkout', (route) =>
    route.fulfill({ status: 409, json: { error: 'Sold out.' } }),
  )
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Get Lifetime access' }).click()
  await expect
    .poll(() => events.slice(1))
    .toEqual([
      { name: 'plan-clicked', plan: 'lifetime' },
      { name: 'checkout-started', plan: 'lifetime' },
      { name: 'checkout-refused', plan: 'lifetime', status: 409 },
    ])
})

test('a tool is loaded after hydration, hears of a purchase once, and of nothing personal; without it the page lacks nothing', async ({
  page,
  context,
  host,
  openServer,
  expectedConsoleErrors,
}) => {
  const analytics = {
    script: host.scriptOf('plausible'),
    attributes: { 'data-domain': 'shop.example' },
    events: 'plausible',
  }
  const { url } = await openServer({ config: { ...shipped, analytics } })
  expectedConsoleErrors.push(/404/)
  const events = await watchEvents(page)
  await page.route(host.scriptOf('plausible'), (route) => route.fulfill({ status: 404 }))
  await page.goto(`${url}/pricing`)
  await expect(banner(page)).toBeVisible()
  await toolLoaded(page)
  await page.getByRole('link', { name: 'Sign in to Upgrade' }).first().click()
  await page.waitForURL('**/sign-in?next=/pricing')
  await expect.poll(() => events).toEqual([{ name: 'plan-clicked', plan: 'monthly' }])
  // What was chosen would be bought after signing in.
  await page.evaluate(() => sessionStorage.clear())
  await page.unroute(host.scriptOf('plausible'))

  const names = () => host.events.map(({ n, props }) => (props ? `${n} ${props.plan}` : n))
  await page.goto(`${url}/pricing`)
  await expect.poll(names).toEqual(['pageview'])
  expect(host.events[0]).toMatchObject({ domain: 'shop.example', hydrated: true })

  await signInByApi(context, url, newAddress())
  // As after every sign-in: with the addresses that led here.
  await page.goto(`${url}/account`)
  await page.getByRole('link', { name: 'Plans' }).first().click()
  await expect.poll(names).toHaveLength(2)
  await toolLoaded(page)
  await page.getByRole('button', { name: 'Get Lifetime access' }).click()
  await page.waitForURL('**/c/pay/*')
  await page.getByLabel('Card number').fill(cards.pays)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
  const purchase = ['pageview', 'purchase-completed lifetime']
  const before = ['pageview', 'pageview', 'plan-clicked lifetime', 'checkout-started lifetime']
  await expect.poll(names).toEqual([...before, ...purchase])

  // The Checkout Session is known after a reload, and the purchase is not told of again.
  expect(page.url()).toBe(`${url}/welcome`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
  await expect.poll(names).toHaveLength(before.length + purchase.length + 1)
  await page.goto(`${url}/pricing`)
  await expect.poll(() => names().slice(before.length + purchase.length)).toEqual(['pageview', 'pageview'])
  expect(findPersonalData(host.received.join('\n'))).toEqual([])
})

for (const [tool, more, sent] of [
  ['umami', { events: 'umami', attributes: { 'data-website-id': 'a "b"' } }, { website: 'a "b"' }],
  ['posthog', { events: 'posthog', key: 'phc_test' }, { key: 'phc_test' }],
] as const) {
  test(`${tool} gets page views and events by its own functions`, async ({ page, host, openServer }) => {
    const { url } = await openServer({
      config: { ...shipped, analytics: { script: host.scriptOf(tool), ...more } },
    })
    await page.goto(`${url}/pricing`)
    await expect.poll(() => host.events).toMatchObject([{ n: 'pageview', ...sent }])
    await toolLoaded(page)
    await page.getByRole('link', { name: 'Sign in to Upgrade' }).first().click()
    await expect.poll(() => host.events[1]).toMatchObject({ n: 'plan-clicked', props: { plan: 'monthly' } })
  })
}

test('a script of one’s own hears what happened before it was loaded, and reaches no other host', async ({
  page,
  host,
  openServer,
  baseURL,
  expectedConsoleErrors,
}) => {
  const { url } = await openServer({ config: { ...shipped, analytics: { script: host.scriptOf('own') } } })
  let load = () => {}
  const loading = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(host.scriptOf('own'), async (route) => {
    await loading
    await route.continue()
  })
  await viewAs(page, url, 'free')
  await page.route('**/api/stripe/create-checkout', () => {})
  await page.goto(`${url}/pricing`)
  await page.getByRole('button', { name: 'Get Lifetime access' }).click()
  await expect(page.getByRole('button', { name: 'Redirecting...' })).toBeVisible()
  expect(host.events).toEqual([])
  load()
  await expect.poll(() => host.events.map(({ n }) => n)).toEqual(['plan-clicked', 'checkout-started'])

  expectedConsoleErrors.push(/Content Security Policy/, /Failed to fetch/)
  const elsewhere = (address: string) => page.evaluate((to) => fetch(to).then(String, String), address)
  expect(await elsewhere(`${baseURL}/api/urgency`)).toContain('TypeError')
  // On pages that are about a person the tool is not even allowed.
  for (const path of ['/account', '/sign-in', '/pricing/how-we-count']) {
    const response = await page.request.get(url + path)
    expect(response.headers()['content-security-policy']).not.toContain(host.origin)
    expect(await response.text()).not.toContain(host.origin)
  }
})
