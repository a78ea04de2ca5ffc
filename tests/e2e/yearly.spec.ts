import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { yearlyConfig } from '../support/plans/commerce-config.ts'
import { axeViolations, axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { startServer, testDatabase, testWithShop } from './running-server.ts'
import { newAddress, overflow, signInByApi } from './viewer.ts'

const test = testWithShop(async () => startServer({ env: await testDatabase(), config: yearlyConfig() }))

const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })
const interval = (page: Page, name: RegExp) => page.getByRole('radio', { name })

test('M5: the switch shows the year and its saving, by keyboard, is remembered, and moves nothing', async ({
  page,
  browser,
  shop,
}) => {
  for (const width of [1280, 390]) {
    await page.context().clearCookies()
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/pricing')
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(card(page, 'Monthly')).toBeVisible()
    await expect(card(page, 'Yearly')).toBeHidden()
    const boxOf = async (name: string) => card(page, name).boundingBox()
    const before = [await boxOf('Free'), await boxOf('Monthly'), await boxOf('Lifetime')]
    await interval(page, /Monthly/).focus()
    await page.keyboard.press('ArrowRight')
    await expect(interval(page, /Yearly Save \$18 a year/)).toBeChecked()
    await expect(card(page, 'Monthly')).toBeHidden()
    await expect(card(page, 'Yearly')).toContainText('$90 per year')
    expect([await boxOf('Free'), await boxOf('Yearly'), await boxOf('Lifetime')]).toEqual(before)
    expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
    expect(await overflow(page)).toBe(0)
  }
  await page.reload()
  await expect(card(page, 'Yearly')).toBeVisible()
  await expect(interval(page, /Yearly/)).toBeChecked()
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const still = await plain.newPage()
  await still.goto('/pricing')
  await expect(card(still, 'Yearly')).toBeHidden()
  await still.getByText('Yearly').first().click()
  await expect(card(still, 'Yearly')).toBeVisible()
  await plain.close()
})

test('M5: a year is bought, changed to a month and back on the page that says what is due', async ({
  page,
  context,
  baseURL,
}) => {
  await signInByApi(context, baseURL, newAddress())
  await page.goto('/pricing')
  await page.getByText('Save $18 a year').click()
  await card(page, 'Yearly').getByRole('button', { name: 'Upgrade to Yearly' }).click()
  await page.waitForURL('**/c/pay/*')
  await expect(page.getByText('$90.00 per year').first()).toBeVisible()
  await page.getByLabel('Card number').fill(cards.pays)
  await page.getByRole('button', { name: 'Start trial' }).click()
  await page.waitForURL('**/welcome?session_id=*')
  await expect(page.getByRole('heading', { name: 'Welcome to Yearly' })).toBeVisible()
  await expect(page.getByText(/\$90 a year after that/)).toBeVisible()

  await page.context().clearCookies({ name: 'interval' })
  await page.goto('/pricing')
  await expect(card(page, 'Yearly').getByRole('button', { name: 'Your Current Plan' })).toBeDisabled()
  await page.getByText('Monthly', { exact: true }).first().click()
  await expect(card(page, 'Monthly').getByRole('button', { name: 'Upgrade to Monthly' })).toBeEnabled()

  await page.goto('/account')
  await expect(page.getByText(/then \$90 a year/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay by the month' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your updates' })).toBeVisible()
  await expect(page.getByText('Due today')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/account**')
  await expect(page.getByText(/then \$9 a month/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay by the year' })).toBeEnabled()
})
