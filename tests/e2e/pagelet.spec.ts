import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { type ProductShop, pay, signInByCode, startProductShop } from './product-shop.ts'
import { testWithShop } from './running-server.ts'

const test = testWithShop(() => startProductShop())

/** From Pagelet through the shop's sign-in page and back, then uses up what is free. */
async function signUp(page: Page, { url, productUrl, startProduct }: ProductShop): Promise<string> {
  await startProduct('examples/pagelet/server.ts', { isNotified: true })
  await page.goto(productUrl)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in with Fairseat' }).click()
  const email = await signInByCode(page, url)
  await page.waitForURL(`${productUrl}/`)
  await expect(page.getByText(email)).toBeVisible()
  await page.getByLabel('Name of the project').fill('First')
  await page.getByRole('button', { name: 'Add project' }).click()
  await expect(closed(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add project' })).toBeHidden()
  expect(await axeViolations(page)).toEqual([])
  // Gone after a reload.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  return email
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

test('sign up in the product: its open page follows what is bought, upgraded, refunded, disputed and cancelled', async ({
  page,
  shop,
}) => {
  const email = await signUp(page, shop)
  const state = expect.poll(() => shop.lastReceived(email))
  const { tab, emulator } = await buy(page, 'Upgrade to Monthly')
  await expect(page.getByRole('button', { name: 'Add project' })).toBeVisible()
  await state.toMatchObject({ plan: 'monthly', status: 'trialing' })
  expect(await axeViolations(page)).toEqual([])

  const [{ id }] = (await callStripe(emulator, 'subscriptions?limit=1')).data
  await callStripe(emulator, `subscriptions/${id}`, { trial_end: 'now' })
  await state.toMatchObject({ plan: 'monthly', status: 'active', trialEndsAt: null })

  await tab.goto(`${shop.url}/pricing`)
  await tab.getByRole('button', { name: 'Get Lifetime access' }).click()
  await pay(tab, cards.pays)
  await state.toMatchObject({ plan: 'lifetime', status: 'active' })
  await expect(opened(page)).toBeVisible()
  await callStripe(emulator, 'refunds', { charge: await lastCharge(emulator) })
  await expect(closed(page)).toBeVisible()
  await state.toMatchObject({ plan: 'free', status: 'revoked', features: [] })
  await tab.close()

  const second = await buy(page, 'Get Lifetime access')
  await state.toMatchObject({ plan: 'lifetime', status: 'active' })
  await order(emulator, 'disputes', { charge: await lastCharge(emulator), outcome: 'lost' })
  await expect(closed(page)).toBeVisible()
  await state.toMatchObject({ plan: 'free', status: 'revoked' })
  await second.tab.close()

  const third = await buy(page, 'Upgrade to Monthly')
  await state.toMatchObject({ plan: 'monthly', status: 'active' })
  await third.tab.goto(`${shop.url}/account`)
  await third.tab.getByRole('button', { name: 'Manage billing' }).click()
  await third.tab.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await state.toMatchObject({ plan: 'monthly', cancelAtPeriodEnd: true })
  await expect(opened(page)).toBeVisible()
  await order(emulator, 'clock', { advance: 32 * 86_400 })
  await expect(closed(page)).toBeVisible()
  await state.toMatchObject({ plan: 'free', status: 'canceled' })

  expect(await isSamePage(page)).toBe(true)
  const versions = shop.received.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
})
