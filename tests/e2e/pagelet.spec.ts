import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { type ProductShop, pay, signInByCode, test } from './product-shop.ts'

/** From Pagelet through the shop's sign-in page and back, then uses up what is free. */
async function signUp(page: Page, { shopUrl, productUrl, startProduct }: ProductShop) {
  await startProduct('examples/pagelet/server.ts')
  await page.goto(productUrl)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in with Fairseat' }).click()
  const email = await signInByCode(page, shopUrl)
  await page.waitForURL(`${productUrl}/`)
  await expect(page.getByText(email)).toBeVisible()
  await page.getByLabel('Name of the project').fill('First')
  await page.getByRole('button', { name: 'Add project' }).click()
  await expect(closed(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add project' })).toBeHidden()
  expect(await axeViolations(page)).toEqual([])
  // Gone after a reload.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
}

const opened = (page: Page) => page.getByText('Unlimited projects are yours')
const closed = (page: Page) => page.getByText('1 project is free')
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window)

/** In a new tab, from the product on; returns the tab and where the payment service is. */
async function buy(page: Page, button: string) {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Upgrade for more' }).click(),
  ])
  await tab.getByRole('button', { name: button }).click()
  const emulator = await pay(tab, cards.pays)
  await expect(opened(page)).toBeVisible()
  return { tab, emulator }
}

async function order(emulator: string, path: string, body: object) {
  const response = await fetch(`${emulator}/_emulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

/** Calls the payment service as its dashboard would. */
async function callStripe(emulator: string, path: string, form?: Record<string, string>) {
  const response = await fetch(`${emulator}/v1/${path}`, {
    headers: { authorization: 'Bearer sk_test_emulator' },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  expect(response.status).toBe(200)
  return response.json()
}

const lastCharge = async (emulator: string): Promise<string> =>
  (await callStripe(emulator, 'charges?limit=1')).data[0].id

const days = (count: number) => ({ advance: count * 86_400 })

test('sign up in the product and buy Monthly: its open page unlocks; so arrive an upgrade and a refund', async ({
  page,
  shop,
}) => {
  await signUp(page, shop)
  const { tab } = await buy(page, 'Upgrade to Monthly')
  await expect(page.getByRole('button', { name: 'Add project' })).toBeVisible()
  await expect.poll(() => shop.received.at(-1)).toMatchObject({ plan: 'monthly', status: 'trialing' })
  expect(await axeViolations(page)).toEqual([])

  await tab.goto(`${shop.shopUrl}/pricing`)
  await tab.getByRole('button', { name: 'Get Lifetime access' }).click()
  const emulator = await pay(tab, cards.pays)
  await expect.poll(() => shop.received.at(-1)).toMatchObject({ plan: 'lifetime', status: 'active' })
  await expect(opened(page)).toBeVisible()

  await callStripe(emulator, 'refunds', { charge: await lastCharge(emulator) })
  await expect(closed(page)).toBeVisible()
  await expect
    .poll(() => shop.received.at(-1))
    .toMatchObject({ plan: 'free', status: 'revoked', features: [] })
  expect(await isSamePage(page)).toBe(true)
  const versions = shop.received.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
})

test('a lost dispute locks what Lifetime had unlocked, without a reload', async ({ page, shop }) => {
  await signUp(page, shop)
  const { emulator } = await buy(page, 'Get Lifetime access')
  await order(emulator, 'disputes', { charge: await lastCharge(emulator), outcome: 'lost' })
  await expect(closed(page)).toBeVisible()
  await expect.poll(() => shop.received.at(-1)).toMatchObject({ plan: 'free', status: 'revoked' })
  expect(await isSamePage(page)).toBe(true)
})

test('the end of a trial, a cancellation and the end of what was paid arrive without a reload', async ({
  page,
  shop,
}) => {
  await signUp(page, shop)
  const { tab, emulator } = await buy(page, 'Upgrade to Monthly')

  await order(emulator, 'clock', days(8))
  await expect.poll(() => shop.received.at(-1)).toMatchObject({ status: 'active', trialEndsAt: null })

  await tab.goto(`${shop.shopUrl}/account`)
  await tab.getByRole('button', { name: 'Manage billing' }).click()
  await tab.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await expect.poll(() => shop.received.at(-1)).toMatchObject({ plan: 'monthly', cancelAtPeriodEnd: true })
  await expect(opened(page)).toBeVisible()

  await order(emulator, 'clock', days(32))
  await expect(closed(page)).toBeVisible()
  await expect.poll(() => shop.received.at(-1)).toMatchObject({ plan: 'free', status: 'canceled' })
  expect(await isSamePage(page)).toBe(true)
})
