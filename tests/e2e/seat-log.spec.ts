import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { launchLog, publishLog, writeLog } from '../support/seat-log/published-log.ts'
import { axeViolations } from './axe-violations.ts'
import { startServer, testDatabase, test as testWithDemo, testWithShop } from './running-server.ts'
import { overflow } from './viewer.ts'

const shipped = JSON.parse(readFileSync('pricing.config.json', 'utf8'))
const liveConfig = { ...shipped, urgency: { ...shipped.urgency, source: 'live' } }
const path = '/pricing/how-we-count'

const test = testWithShop(async () => startServer({ env: await testDatabase(), config: liveConfig }))

const check = (page: Page) => page.locator('.seat-log-check')
type Log = ReturnType<typeof writeLog>

/** From now on the shop publishes this log, or hands out other entries than it signed, and its banner shows these figures. */
async function publish(page: Page, log: Log, { served = log.entries, banner = log.figures() } = {}) {
  const origin = `${new URL(page.url()).host}/log`
  const { read } = await publishLog({ entries: log.entries, served, origin })
  await page.unrouteAll()
  await page.route('**/api/urgency', (route) => route.fulfill({ json: banner }))
  await page.route('**/log/**', async (route) => {
    const content = await read(new URL(route.request().url()).pathname.replace('/log/', ''))
    await route.fulfill(content ? { body: Buffer.from(content) } : { status: 404 })
  })
}

test('L9: from the banner to the log: the browser says in a line what it verified', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'Verified count' }).click()
  await expect(page).toHaveURL(path)
  await expect(check(page)).toHaveText(
    'Verified. Log entries: 1. Seats sold: 0 of 50, left: 50. The banner shows the same number.',
  )
  expect(await axeViolations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  // It loads nothing but what checks: what pages share would block a phone longest.
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) scripts.push(pathname.replace(/-.{8}\.js$/, ''))
  })
  await page.reload()
  await expect(check(page)).toContainText('What you saw at your last visit is still there, unchanged.')
  expect([...new Set(scripts)].sort()).toEqual(['/assets/how-we-count', '/assets/seat-log'])
})

test('L9: says exactly what is wrong: a leaf, the number on the banner, a history that was rewritten, or cut', async ({
  page,
}) => {
  await page.goto('/pricing')
  const log = launchLog()
  const served = log.entries.map((entry) => entry.replace('"taken":5,"sold":4', '"taken":4,"sold":4'))
  await publish(page, log, { served })
  await page.goto(path)
  await expect(check(page)).toHaveText(
    /The entries aren’t the ones that were signed\..*differs is entry 11\./,
  )
  expect(await axeViolations(page)).toEqual([])

  await publish(page, log, { banner: { ...log.figures(), remaining: 3 } })
  await page.reload()
  await expect(check(page)).toContainText('Seats left: 3 by the banner, but 45 by the log.')

  await publish(page, log)
  await page.reload()
  await expect(check(page)).toContainText('Verified. Log entries: 12. Seats sold: 4 of 50, left: 45.')
  const other = writeLog()
  for (let number = 0; number < 30; number++) other.hold(number)
  await publish(page, other)
  await page.reload()
  await expect(check(page)).toContainText(
    'History was rewritten: what you saw at your last visit, when the log’s size was 12',
  )
  await publish(page, writeLog())
  await page.reload()
  await expect(check(page)).toContainText('The log got shorter: 12 entries at your last visit, 1 now.')
  // What contradicts was not remembered.
  await publish(page, log)
  await page.reload()
  await expect(check(page)).toContainText('still there, unchanged')
})

test('L9: claims nothing when the log cannot be read, and without JavaScript', async ({
  page,
  browser,
  shop,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/503/)
  await page.route('**/log/**', (route) => route.fulfill({ status: 503 }))
  await page.goto(path)
  await expect(check(page)).toHaveText('The log can’t be read right now, so nothing was checked.')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const reader = await context.newPage()
  await reader.goto(path)
  await expect(reader.locator('noscript p')).toBeVisible()
  await expect(check(reader)).toHaveText('')
  await context.close()
})

testWithDemo(
  'L9: with the simulated source the page is a demonstration: nothing to verify, and no script',
  async ({ page }) => {
    await page.goto(path)
    await expect(page.getByText('This is a demo.')).toBeVisible()
    await expect(check(page)).toHaveCount(0)
    expect(await page.locator('script').count()).toBe(0)
    expect((await page.request.get('/log/checkpoint')).status()).toBe(404)
  },
)
