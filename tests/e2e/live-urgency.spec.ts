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
import { axeViolations } from './axe-violations.ts'
import { test as base, type RunningServer, startServer, testDatabase } from './running-server.ts'
import { newAddress, overflow, signInByApi } from './viewer.ts'

const shipped = JSON.parse(readFileSync('pricing.config.json', 'utf8'))
const liveConfig = (base: number) => ({ ...shipped, urgency: { ...shipped.urgency, source: 'live', base } })

interface LiveShop extends RunningServer {
  query(text: string): Promise<void>
}

const test = base.extend<{ shop: LiveShop; seats: number }>({
  seats: [3, { option: true }],
  shop: async ({ seats }, provide) => {
    const env = await testDatabase()
    const server = await startServer({ env, config: liveConfig(seats) })
    const query = async (text: string) => {
      const client = new pg.Client({ connectionString: env.DATABASE_URL })
      await client.connect()
      await client.query(text)
      await client.end()
    }
    await provide({ ...server, query })
    await server.stop()
  },
  baseURL: async ({ shop }, provide) => provide(shop.url),
})

const banner = (page: Page) => page.getByText(/seats? left at \$89/)
const lifetime = (page: Page) => page.getByRole('region', { name: 'Lifetime', exact: true })
const toastLine = (page: Page) => page.locator('.purchase-toast')

const newVisitor = async (browser: Browser, shop: LiveShop, options: BrowserContextOptions = {}) =>
  (await browser.newContext({ baseURL: shop.url, ...options })).newPage()

async function signedIn(context: BrowserContext, baseURL: string | undefined): Promise<Page> {
  await signInByApi(context, baseURL, newAddress())
  return context.newPage()
}

async function goToPayment(page: Page) {
  await page.goto('/pricing')
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

test('L1: two browsers see the same number, which falls with a hold, and reloading changes nothing', async ({
  browser,
  context,
  baseURL,
  shop,
}) => {
  const visitor = await newVisitor(browser, shop)
  await visitor.goto('/pricing')
  await expect(banner(visitor)).toHaveText('3 seats left at $89 — Only 3 spots remaining!')
  const buyer = await signedIn(context, baseURL)
  await goToPayment(buyer)
  await nextReading(visitor)
  await visitor.reload()
  await expect(banner(visitor)).toHaveText('2 seats left at $89 — Only 2 spots remaining!')
  await expect(visitor.getByText('Started: 3 seats')).toBeVisible()
  await visitor.reload()
  await expect(banner(visitor)).toHaveText(/^2 seats/)
  const other = await newVisitor(browser, shop, { locale: 'de-DE' })
  await other.goto('/pricing')
  await expect(banner(other)).toHaveText(/^2 seats/)

  await visitor.getByRole('link', { name: 'Verified count' }).click()
  await expect(visitor.getByText(/2 of 3 seats are left/)).toBeVisible()
  expect(await axeViolations(visitor)).toEqual([])
  expect(await overflow(visitor)).toBeLessThanOrEqual(0)
})

test('L4: a purchase in one browser shows in the toast of the other, once, and a refund removes it', async ({
  browser,
  context,
  baseURL,
  shop,
}) => {
  const visitorContext = await browser.newContext({ baseURL: shop.url })
  const visitor = await visitorContext.newPage()
  await openAtRest(visitor)
  await visitor.clock.runFor(3_100)
  await expect(toastLine(visitor)).toHaveAttribute('data-phase', 'none')

  const buyer = await signedIn(context, baseURL)
  await goToPayment(buyer)
  await pay(buyer)
  await nextReading(buyer)
  // Within the refresh after a minute, at the appearance after it.
  await visitor.clock.runFor(57_500)
  await expect(banner(visitor)).toHaveText(/^2 seats/)
  await visitor.clock.runFor(33_000)
  await expect(visitor.getByText('Someone just upgraded to Lifetime')).toBeVisible()
  await visitor.clock.runFor(45_000)
  await expect(toastLine(visitor)).toHaveAttribute('data-phase', 'none')

  // The same visitor at another visit has seen it; another visitor has not.
  const again = await visitorContext.newPage()
  await openAtRest(again)
  await again.clock.runFor(3_500)
  await expect(toastLine(again)).toHaveAttribute('data-phase', 'none')
  const newcomer = async () => {
    const page = await newVisitor(browser, shop)
    await openAtRest(page)
    await page.clock.runFor(3_500)
    return page
  }
  await expect((await newcomer()).getByText('Someone just upgraded to Lifetime')).toBeVisible()

  await shop.query(`update purchases set revoked_at = now(), revoked_for = 'refund'`)
  await nextReading(buyer)
  await expect(toastLine(await newcomer())).toHaveAttribute('data-phase', 'none')
})

test('L4: Close ends the toasts for the visit', async ({ page, shop }) => {
  await shop.query(
    `insert into users (id, name, email) values ('u1', '', 'u1@example.com'), ('u2', '', 'u2@example.com')`,
  )
  await shop.query(`insert into purchases (id, user_id, amount_minor, currency, paid_at)
    values ('pi_1', 'u1', 8900, 'usd', now()), ('pi_2', 'u2', 8900, 'usd', now())`)
  await nextReading(page)
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

test('L4: the buyer is asked once for the first name, never sees the own purchase, and can change it', async ({
  browser,
  context,
  baseURL,
  shop,
}) => {
  const buyer = await signedIn(context, baseURL)
  await goToPayment(buyer)
  await pay(buyer)
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

  const toastSeenBy = async (page: Page) => {
    await openAtRest(page)
    await page.clock.runFor(3_500)
    return toastLine(page)
  }
  await nextReading(buyer)
  const visitor = await newVisitor(browser, shop)
  await expect(await toastSeenBy(visitor)).toContainText('Ada just upgraded to Lifetime')

  await buyer.goto('/account')
  const choice = buyer.getByRole('region', { name: 'Your purchase, as others see it' })
  await choice.getByRole('radio', { name: 'Not at all' }).check()
  await choice.getByRole('button', { name: 'Save' }).click()
  await expect(choice.getByText(/^Saved/)).toBeVisible()
  expect(await axeViolations(buyer)).toEqual([])
  await nextReading(buyer)
  const newcomer = await newVisitor(browser, shop)
  await expect(await toastSeenBy(newcomer)).toHaveAttribute('data-phase', 'none')

  await choice.getByRole('radio', { name: 'Without a name' }).check()
  await choice.getByRole('button', { name: 'Save' }).click()
  await expect(choice.getByText(/^Saved/)).toBeVisible()
  await buyer.getByRole('button', { name: 'Sign out', exact: true }).click()
  await buyer.waitForURL('**/pricing')
  await nextReading(buyer)
  await expect(await toastSeenBy(buyer)).toHaveAttribute('data-phase', 'none')
})

test.describe('one seat', () => {
  test.use({ seats: 1 })

  test('L3: sold out takes the banner away and changes the price: open page, new page, checkout', async ({
    browser,
    context,
    baseURL,
    shop,
  }) => {
    const other = await newVisitor(browser, shop)
    await signInByApi(other.context(), baseURL, newAddress())
    await other.goto('/pricing')
    await expect(banner(other)).toBeVisible()
    await expect(lifetime(other).getByText('$89')).toBeVisible()

    const buyer = await signedIn(context, baseURL)
    await goToPayment(buyer)
    await lifetime(other).getByRole('button', { name: 'Get Lifetime access' }).click()
    await expect(other.getByText(/Every seat at this price is taken/)).toBeVisible()
    await expect(banner(other)).toHaveCount(0)
    await pay(buyer)

    await lifetime(other).getByRole('button', { name: 'Get Lifetime access' }).click()
    await expect(other.getByText(/the price of Lifetime has changed/)).toBeVisible()
    await expect(lifetime(other).getByText('$149')).toBeVisible()
    await lifetime(other).getByRole('button', { name: 'Get Lifetime access' }).click()
    await other.waitForURL('**/c/pay/*')
    await expect(other.getByText('$149').first()).toBeVisible()

    const visitor = await newVisitor(browser, shop, { javaScriptEnabled: false })
    await visitor.goto('/pricing')
    await expect(lifetime(visitor).getByText('$149')).toBeVisible()
  })
})

test('L5: while the figures cannot be read nothing is shown in their place, and Monthly is sold', async ({
  context,
  baseURL,
  expectedConsoleErrors,
  shop,
}) => {
  expectedConsoleErrors.push(/api\/urgency/)
  await shop.query('alter table offers rename to offers_away')
  // What was read within the last second is still answered.
  await expect.poll(async () => (await fetch(`${baseURL}/api/urgency`)).ok).toBe(false)
  const page = await signedIn(context, baseURL)
  const asked = page.waitForResponse('**/api/urgency')
  await page.goto('/pricing')
  expect((await asked).ok()).toBe(false)
  const monthly = page.getByRole('region', { name: 'Monthly', exact: true })
  await expect(monthly.getByRole('button', { name: 'Upgrade to Monthly' })).toBeEnabled()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByText(/upgraded to/)).toHaveCount(0)
  await monthly.getByRole('button', { name: 'Upgrade to Monthly' }).click()
  await page.waitForURL('**/c/pay/*')
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

test('L6: with a live payment key and no chosen source nothing starts, and the sentence says what to choose', async () => {
  const env = {
    ...(await testDatabase()),
    STRIPE_SECRET_KEY: 'sk_live_of_the_test',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test',
    // Which a live key needs as well.
    AUTH_SECRET: 'a-secret-of-32-characters-or-more',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Shop <hello@shop.test>',
  }
  await expect(startServer({ env })).rejects.toThrow(/must be chosen.*URGENCY_SOURCE/s)
})

test('L9: the buyer sees the seat in the account, and the browser checks its proof', async ({
  context,
  baseURL,
}) => {
  const buyer = await signedIn(context, baseURL)
  await goToPayment(buyer)
  await pay(buyer)
  await buyer.goto('/account')
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
})
