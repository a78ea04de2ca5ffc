import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { yearlyConfig } from '../support/plans/commerce-config.ts'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { mailsTo, newAddress, overflow } from './viewer.ts'

const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })
const interval = (page: Page, name: RegExp) => page.getByRole('radio', { name })

async function signIn(page: Page, url: string): Promise<void> {
  const email = newAddress()
  await page.goto(`${url}/sign-in?next=/pricing`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Six-digit code')).toBeVisible()
  const [mail] = await mailsTo(page.request, email, url)
  await page.getByLabel('Six-digit code').fill(mail?.code ?? '')
  await page.waitForURL('**/pricing')
}

test('M5: the switch shows the year and its saving, by keyboard, is remembered, and moves nothing', async ({
  page,
  browser,
  openServer,
}) => {
  const { url } = await openServer({ config: yearlyConfig() })
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.context().clearCookies()
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto(`${url}/pricing`)
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
    expect(await axeViolations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.reload()
    await expect(card(page, 'Yearly')).toBeVisible()
    await expect(interval(page, /Yearly/)).toBeChecked()
  }
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto(`${url}/pricing`)
  await expect(card(still, 'Yearly')).toBeHidden()
  await still.getByText('Yearly').first().click()
  await expect(card(still, 'Yearly')).toBeVisible()
  await plain.close()
})

test('M5: a year is bought, changed to a month and back on the page that says what is due', async ({
  page,
  openServer,
}) => {
  const { url } = await openServer({ config: yearlyConfig() })
  await signIn(page, url)
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
  await page.goto(`${url}/pricing`)
  await expect(card(page, 'Yearly').getByRole('button', { name: 'Your Current Plan' })).toBeDisabled()
  await page.getByText('Monthly', { exact: true }).first().click()
  await expect(card(page, 'Monthly').getByRole('button', { name: 'Upgrade to Monthly' })).toBeEnabled()

  await page.goto(`${url}/account`)
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
