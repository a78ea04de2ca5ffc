import { readFileSync } from 'node:fs'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { test as base, startServer, testDatabase } from './running-server.ts'
import { newAddress, signInByApi } from './viewer.ts'

const config = JSON.parse(readFileSync('pricing.config.json', 'utf8'))
const { monthly, lifetime } = config.plans
Object.assign(monthly, { name: 'Studio', button: { text: 'Go Studio' }, trialDays: 0 })
Object.assign(lifetime, { name: 'Forever', button: { text: 'Go Forever' }, features: ['All of Studio'] })
Object.assign(config.urgency, { source: 'live' })

const test = base.extend({
  baseURL: async ({ browserName: _ }, provide) => {
    const shop = await startServer({ env: await testDatabase(), config })
    await provide(shop.url)
    await shop.stop()
  },
})

const expectOwnNames = async (page: Page) =>
  expect(await page.locator('body').innerText()).not.toMatch(/lifetime|monthly/i)

async function payAt(page: Page) {
  await page.waitForURL('**/c/pay/*')
  await expectOwnNames(page)
  await page.getByLabel('Card number').fill(cards.pays)
  await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click()
  await page.waitForURL('**/welcome?session_id=*')
}

test('plans are called what the catalogue calls them, on every page, in refusals and at checkout', async ({
  page,
  context,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/409/, /Checkout failed/)
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectOwnNames(page)
  await page.goto('/pricing/how-we-count')
  await expect(page.getByText('Forever costs $89')).toBeVisible()
  await expectOwnNames(page)

  await signInByApi(context, baseURL, newAddress())
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Go Studio' }).click()
  await payAt(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Studio' })).toBeVisible()
  await expectOwnNames(page)
  await page.goto('/pricing')
  await expect(page.getByText('You are on Studio.')).toBeVisible()
  await expectOwnNames(page)
  await page.getByRole('button', { name: 'Go Forever' }).click()
  await payAt(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Forever' })).toBeVisible()
  await expect(page.getByText(/Studio ended on/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'May we show your first name?' })).toBeVisible()
  await expectOwnNames(page)

  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Your purchase, as others see it' })).toBeVisible()
  await expectOwnNames(page)
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Go Studio' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Forever' })).toBeVisible()
  await expectOwnNames(page)
})
