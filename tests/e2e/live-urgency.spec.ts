import { readFileSync } from 'node:fs'
import { cards } from '@fairseat/stripe-emulator/testing'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import pg from 'pg'
import type { LiveUrgency } from '../../core/urgency/contract.ts'
import { makeSecret, makeWebhookSecret } from '../support/app/made-secrets.ts'
import { axeViolations } from './axe-violations.ts'
import { type RunningServer, startServer, testDatabase, testWithShop } from './running-server.ts'
import { newAddress, overflow, signInByApi } from './viewer.ts'

const shipped = JSON.parse(readFileSync('pricing.config.json', 'utf8'))
const liveConfig = (base: number) => ({ ...shipped, urgency: { ...shipped.urgency, source: 'live', base } })

interface LiveShop extends RunningServer {
  query(text: string): Promise<void>
}

async function startLiveShop(seats: number): Promise<LiveShop> {
  const env = await testDatabase()
  const server = await startServer({ env, config: liveConfig(seats) })
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  return { ...server, query }
}

// One test alone sells its seats; the others leave it as it was.
const test = testWithShop(() => startLiveShop(3))

const banner = (page: Page) => page.getByText(/seats? left at \$89/)
const lifetime = (page: Page) => page.getByRole('region', { name: 'Lifetime', exact: true })
const toastLine = (page: Page) => page.locator('.purchase-toast')

const newVisitor = async (browser: Browser, shop: RunningServer, options: BrowserContextOptions = {}) =>
  (await browser.newContext({ baseURL: shop.url, ...options })).newPage()

async function signedIn(context: BrowserContext, baseURL: string | undefined): Promise<Page> {
  await signInByApi(context, baseURL, newAddress())
  return context.newPage()
}

async function goToPayment(page: Page, url = '') {
  await page.goto(`${url}/pricing`)
  await lifetime(page).getByRole('button', { name: 'Get Lifetime access' }).click()
  await page.waitForURL('**/c/pay/*')
}

async function pay(page: Page) {
  await page.getByLabel('Card number').fill(cards.pays)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL('**/welcome?session_id=*')
  await expect(page.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
}

/** Time stands still until the test moves it. */
async function openAtRest(page: Page) {
  const now = Date.now()
  await page.clock.install({ time: now - 3_600_000 })
  await page.clock.pauseAt(now)
  await page.goto('/pricing')
  await expect(banner(page)).toBeVisible()
}

/** The figures are read once a second by the server: until they are of a moment after this one. */
async function nextReading(page: Page) {
  const now = Date.now()
  const asOf = async () => Date.parse((await (await page.request.get('/api/urgency')).json()).asOf)
  await expect.poll(asOf).toBeGreaterThan(now)
}

test('L1 L4 L9: a hold and a purchase are seen in other browsers, and the buyer decides how', async ({
  browser,
  context,
  baseURL,
  shop,
}) => {
  const toastSeenBy = async (page: Page) => {
    await openAtRest(page)
    await page.clock.runFor(3_500)
    return toastLine(page)
  }
  const newcomer = async () => toastSeenBy(await newVisitor(browser, shop))
  const visitor = await newVisitor(browser, shop)
  await expect(await toastSeenBy(visitor)).toHaveAttribute('data-phase', 'none')
  await expect(banner(visitor)).toHaveText('3 seats left at $89 — Only 3 spots remaining!')

  // A hold: two browsers see the same number, and reloading changes nothing.
  const buyer = await signedIn(context, baseURL)
  await goToPayment(buyer)
  await nextReading(visitor)
  const other = await newVisitor(browser, shop, { locale: 'de-DE' })
  await other.goto('/pricing')
  await expect(banner(other)).toHaveText('2 seats left at $89 — Only 2 spots remaining!')
  await expect(other.getByText('Started: 3 seats')).toBeVisible()
  await other.reload()
  await expect(banner(other)).toHaveText(/^2 seats/)
  await other.getByRole('link', { name: 'Verified count' }).click()
  await expect(other.getByText(/2 of 3 seats are left/)).toBeVisible()
  expect(await axeViolations(other)).toEqual([])
  expect(await overflow(other)).toBeLessThanOrEqual(0)
  await other.close()

  // A purchase: told in the open page within the refresh after a minute, at the appearance after it, once.
  await pay(buyer)
  await nextReading(buyer)
  await visitor.clock.runFor(57_500)
  await expect(banner(visitor)).toHaveText(/^2 seats/)
  await visitor.clock.runFor(33_000)
  await expect(visitor.getByText('Someone just upgraded to Lifetime')).toBeVisible()
  await visitor.clock.runFor(45_000)
  await expect(toastLine(visitor)).toHaveAttribute('data-phase', 'none')
  await expect(await toastSeenBy(await visitor.context().newPage())).toHaveAttribute('data-phase', 'none')
  await visitor.context().close()

  // The buyer is asked once for the first name, and can change it.
  const question = buyer.getByRole('region', { name: 'May we show your first name?' })
  await expect(question.getByRole('radio', { name: 'Without a name' })).toBeChecked()
  expect(await axeViolations(buyer)).toEqual([])
  await question.getByRole('radio', { name: 'With my first name' }).check()
  await question.getByRole('textbox', { name: 'First name' }).fill('Ada')
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(question.getByText(/^Saved/)).toBeVisible()
  await buyer.reload()
  await expect(buyer.getByRole('heading', { name: 'Welcome to Lifetime' })).toBeVisible()
  await expect(question).toHaveCount(0)
  await nextReading(buyer)
  await expect(await newcomer()).toContainText('Ada just upgraded to Lifetime')

  await buyer.goto('/account')
  const choice = buyer.getByRole('region', { name: 'Your purchase, as others see it' })
  const choose = async (name: string) => {
    await choice.getByRole('radio', { name }).check()
    await choice.getByRole('button', { name: 'Save' }).click()
    await expect(choice.getByText(/^Saved/)).toBeVisible()
    await nextReading(buyer)
  }
  await choose('Not at all')
  await expect(await newcomer()).toHaveAttribute('data-phase', 'none')
  await choose('Without a name')
  await expect(await newcomer()).toContainText('Someone just upgraded to Lifetime')

  // The account has the seat, and the browser checks its proof.
  const seat = buyer.getByRole('region', { name: 'Seat 1 of 3' })
  await expect(seat.getByRole('link', { name: 'Download the proof' })).toHaveAttribute('download')
  await seat.getByRole('button', { name: 'Check the proof' }).click()
  await expect(seat.getByRole('status')).toHaveText(/the log has the sale of your seat, number 1\.$/)
  expect(await axeViolations(buyer)).toEqual([])

  await buyer.goto('/pricing/how-we-count')
  await expect(buyer.getByText('3 seats at $89, $149 after that.')).toBeVisible()
  await expect(buyer.getByRole('table', { name: 'Seats over time' })).toBeAttached()
  expect(await axeViolations(buyer)).toEqual([])
  await buyer.setViewportSize({ width: 320, height: 700 })
  expect(await overflow(buyer)).toBeLessThanOrEqual(0)

  // Signed out as well the buyer never sees the own purchase.
  await buyer.goto('/account')
  await buyer.getByRole('button', { name: 'Sign out', exact: true }).click()
  await buyer.waitForURL('**/pricing')
  await expect(await toastSeenBy(buyer)).toHaveAttribute('data-phase', 'none')

  await shop.query(`update purchases set revoked_at = now(), revoked_for = 'refund'`)
  await nextReading(buyer)
  await expect(await newcomer()).toHaveAttribute('data-phase', 'none')
})

test('L3 M7: sold out takes the banner away and changes the price: open page, new page, checkout', async ({
  browser,
  context,
  openServer,
}) => {
  const shop = await openServer({ config: liveConfig(1) })
  const other = await newVisitor(browser, shop)
  await signInByApi(other.context(), shop.url, newAddress())
  await other.goto('/pricing')
  await expect(banner(other)).toBeVisible()
  await expect(lifetime(other).getByText('$89')).toBeVisible()
  await expect(lifetime(other).getByText('$149 after this deal', { exact: true })).toBeVisible()

  const buyer = await signedIn(context, shop.url)
  await goToPayment(buyer, shop.url)
  await lifetime(other).getByRole('button', { name: 'Get Lifetime access' }).click()
  await expect(other.getByText(/Every seat at this price is taken/)).toBeVisible()
  await expect(banner(other)).toHaveCount(0)
  await pay(buyer)

  await lifetime(other).getByRole('button', { name: 'Get Lifetime access' }).click()
  await expect(other.getByText(/the price of Lifetime has changed/)).toBeVisible()
  await expect(lifetime(other).getByText('$149', { exact: true })).toBeVisible()
  await expect(other.getByText('after this deal')).toHaveCount(0)
  await lifetime(other).getByRole('button', { name: 'Get Lifetime access' }).click()
  await other.waitForURL('**/c/pay/*')
  await expect(other.getByText('$149').first()).toBeVisible()

  const visitor = await newVisitor(browser, shop, { javaScriptEnabled: false })
  await visitor.goto('/pricing')
  await expect(lifetime(visitor).getByText('$149', { exact: true })).toBeVisible()
  await expect(visitor.getByText('after this deal')).toHaveCount(0)
})

test('L5: while the figures cannot be read nothing is shown in their place, and Monthly is sold', async ({
  page,
  context,
  baseURL,
  expectedConsoleErrors,
  shop,
}) => {
  expectedConsoleErrors.push(/api\/urgency/)
  await shop.query('alter table offers rename to offers_away')
  try {
    // What was read within the last second is still answered.
    await expect.poll(async () => (await fetch(`${baseURL}/api/urgency`)).ok).toBe(false)
    await signInByApi(context, baseURL, newAddress())
    const asked = page.waitForResponse('**/api/urgency')
    await page.goto('/pricing')
    expect((await asked).ok()).toBe(false)
    const monthly = page.getByRole('region', { name: 'Monthly', exact: true })
    await expect(monthly.getByRole('button', { name: 'Upgrade to Monthly' })).toBeEnabled()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(page.getByText(/upgraded to/)).toHaveCount(0)
    await monthly.getByRole('button', { name: 'Upgrade to Monthly' }).click()
    await page.waitForURL('**/c/pay/*')
  } finally {
    await page.close()
    await shop.query('alter table offers_away rename to offers')
  }
})

const figures: LiveUrgency = {
  asOf: '2026-11-16T10:00:00Z',
  cap: 50,
  sold: 47,
  remaining: 0,
  isClosed: false,
  closesAt: null,
  price: '$89',
  variant: null,
  purchases: [],
}

test('L7: no seat to buy, one seat, and a deal with a date are said in words, in the visitor’s time zone', async ({
  browser,
  shop,
}) => {
  const page = await newVisitor(browser, shop, { timezoneId: 'America/New_York', locale: 'de-DE' })
  const slot = page.locator('.notice-slot')
  const show = async (change: Partial<LiveUrgency>) => {
    await page.unrouteAll()
    await page.route('**/api/urgency', (route) => route.fulfill({ json: { ...figures, ...change } }))
    await page.goto('/pricing')
  }
  await show({})
  await expect(slot).toContainText(
    'All 50 seats are taken. 3 are being paid for; one may come free within 30 minutes.',
  )
  await expect(lifetime(page)).toContainText('No seat is free right now.')
  await expect(lifetime(page)).toContainText('$89')
  expect(await axeViolations(page)).toEqual([])
  await show({ sold: 50, isClosed: true, price: '$149' })
  await expect(slot).toContainText('Sold out. Lifetime is now $149.')
  await expect(lifetime(page)).toContainText('$149')
  await expect(lifetime(page)).not.toContainText('No seat is free')
  await show({ remaining: 1, sold: 49, variant: 'seats' })
  await expect(slot).toContainText('1 seat left at $89 — Only 1 spot remaining!')
  await show({ remaining: 3, variant: 'time', closesAt: '2026-12-01T18:30:00Z' })
  await expect(slot).toContainText(/\$89 Lifetime deal until December 1 at 1:30\sPM EST — Only 3 left!/)
})

test('L4: Close ends the toasts for the visit', async ({ page }) => {
  const purchases = ['1', '2'].map((id) => ({ id, plan: 'lifetime', name: null, country: null }))
  await page.route('**/api/urgency', (route) =>
    route.fulfill({ json: { ...figures, remaining: 3, variant: 'seats', purchases } }),
  )
  await openAtRest(page)
  await page.clock.runFor(3_500)
  await page.getByRole('button', { name: 'Close notification' }).click()
  await page.clock.runFor(45_000)
  await expect(toastLine(page)).toHaveAttribute('data-phase', 'none')
  await page.reload()
  await expect(banner(page)).toBeVisible()
  await page.clock.runFor(3_500)
  await expect(toastLine(page)).toHaveAttribute('data-phase', 'none')
})

test('L6: with a live payment key and no chosen source nothing starts, and the sentence says what to choose', async () => {
  const env = {
    ...(await testDatabase()),
    STRIPE_SECRET_KEY: 'sk_live_of_the_test',
    STRIPE_WEBHOOK_SECRET: makeWebhookSecret(),
    // Which a live key needs as well.
    AUTH_SECRET: makeSecret(),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Shop <hello@shop.test>',
  }
  await expect(startServer({ env })).rejects.toThrow(/must be chosen.*URGENCY_SOURCE/s)
})
