import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { currencyConfig } from '../support/plans/commerce-config.ts'
import { axeViolations, axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { startServer, testDatabase, testWithShop } from './running-server.ts'
import { newAddress, overflow, signInByApi, viewAs } from './viewer.ts'

const test = testWithShop(async () => startServer({ env: await testDatabase(), config: currencyConfig() }))

const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })

test('M6 M7: amounts are in the currency of the browser’s region, then in the chosen one, which is remembered', async ({
  browser,
  page,
  shop,
}) => {
  for (const [locale, monthly] of [
    ['de-AT', '€8.50'],
    ['ja', '¥1,400'],
    ['ar-KW', /KWD\s2.750/],
    ['en-GB', '$9'],
  ] as const) {
    const context = await browser.newContext({ locale, baseURL: shop.url })
    const visitor = await context.newPage()
    const requests: string[] = []
    visitor.on('request', (request) => requests.push(request.url()))
    await visitor.goto('/pricing', { waitUntil: 'commit' })
    await expect(card(visitor, 'Monthly').locator('strong').getByText(monthly)).toBeVisible()
    expect(requests.filter((address) => address.includes('/api/'))).toEqual([])
    await context.close()
  }
  await page.goto('/pricing')
  await expect(page.getByText('1 seats left at $89')).toBeVisible()
  await expect(card(page, 'Monthly')).toContainText('7 days free, then $9 per month')
  await page.getByLabel('Currency').selectOption('eur')
  await expect(card(page, 'Monthly').getByText('€8.50', { exact: true })).toBeVisible()
  await expect(card(page, 'Monthly').getByText('$9', { exact: true })).toBeHidden()
  await expect(page.getByText('7 days free, then €8.50 per month')).toBeVisible()
  await expect(page.getByText('Save €17 a year')).toBeVisible()
  await expect(page.getByText('1 seats left at €85')).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
    await page.getByLabel('Currency').selectOption('kwd')
    const longest = card(page, 'Lifetime').getByText(/^KWD\s27.250$/)
    expect(await longest.evaluate((amount) => amount.getClientRects().length)).toBe(1)
    await page.getByLabel('Currency').selectOption('eur')
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page)).toBe(0)
  }
  await page.reload()
  await expect(page.getByLabel('Currency')).toHaveValue('eur')
  await expect(card(page, 'Monthly').getByText('€8.50', { exact: true })).toBeVisible()
  const etags = await Promise.all(
    ['usd', 'eur'].map(async (currency) => {
      const response = await page.request.get('/pricing', {
        headers: { cookie: `currency=${currency}` },
      })
      return response.headers().etag
    }),
  )
  expect(etags[0]).toBe(etags[1])
})

test('M6: what is chosen is charged; afterwards the subscription’s currency stays, and the page says so', async ({
  page,
  context,
  baseURL,
}) => {
  await signInByApi(context, baseURL, newAddress())
  await page.goto('/pricing')
  await page.getByLabel('Currency').selectOption('jpy')
  await card(page, 'Monthly').getByRole('button', { name: 'Upgrade to Monthly' }).click()
  await page.waitForURL('**/c/pay/*')
  await expect(page.getByText('¥1,400 per month').first()).toBeVisible()
  await page.getByLabel('Card number').fill(cards.pays)
  await page.getByRole('button', { name: 'Start trial' }).click()
  await page.waitForURL('**/welcome?session_id=*')
  await expect(page.getByText(/¥1,400 a month after that/)).toBeVisible()
  await page.context().clearCookies({ name: 'currency' })
  await page.goto('/pricing')
  await expect(card(page, 'Monthly').getByRole('button', { name: 'Your Current Plan' })).toBeDisabled()
  await expect(page.getByLabel('Currency')).toBeDisabled()
  await expect(page.getByLabel('Currency')).toHaveValue('jpy')
  await expect(page.getByText('Your subscription is in this currency')).toBeVisible()
  await expect(card(page, 'Lifetime').getByText('¥13,900', { exact: true })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' }).click()
  await page.waitForURL('**/c/pay/*')
  await expect(page.getByText('¥13,900').first()).toBeVisible()
})

test('M7: who had a trial is offered none, and the later price stands only beside a real deal', async ({
  page,
  baseURL,
}) => {
  await page.goto('/pricing')
  await expect(card(page, 'Monthly')).toContainText('7 days free, then $9 per month')
  await expect(page.getByText('after this deal')).toHaveCount(0)
  await viewAs(page, baseURL, 'free')
  await page.route('**/api/subscription', (route) =>
    route.fulfill({ json: { plan: 'free', hadTrial: true } }),
  )
  await page.goto('/pricing')
  await expect(card(page, 'Free').getByRole('button', { name: 'Your Current Plan' })).toBeVisible()
  await expect(page.getByText('days free')).toHaveCount(0)
})
