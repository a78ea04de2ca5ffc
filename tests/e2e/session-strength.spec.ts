import { readFileSync } from 'node:fs'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { startTokenIssuer } from '../support/app/token-issuer.ts'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { startServer, testDatabase, testWithShop } from './running-server.ts'
import { mailsTo, newAddress, overflow } from './viewer.ts'

/** A shop with a guarantee whose product signs its users in by token. */
const test = testWithShop(async () => {
  const issuer = await startTokenIssuer()
  const { issuer: name, jwksUrl, audience } = issuer
  const server = await startServer({
    config: { ...JSON.parse(readFileSync('pricing.config.json', 'utf8')), guaranteeDays: 14 },
    env: { ...(await testDatabase()), AUTH_JWT: JSON.stringify([{ issuer: name, jwksUrl, audience }]) },
  })
  return {
    url: server.url,
    issuer,
    async stop() {
      await server.stop()
      await issuer.stop()
    },
  }
})

const newestCode = async (page: Page, email: string, url: string) =>
  (await mailsTo(page.request, email, url))[0]?.code ?? ''

test('F91: whom the product signed in enters a mailed code before a refund and the export, by keyboard', async ({
  page,
  shop,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/403.*withdraw/)
  const email = newAddress()
  const token = await shop.issuer.sign({ claims: { sub: email, email, email_verified: true } })
  const exchanged = await page.request.post(`${shop.url}/api/auth/exchange`, {
    data: { token },
    headers: { origin: shop.url },
  })
  expect(exchanged.status()).toBe(200)
  await page.goto(`${shop.url}/pricing`)
  await page
    .getByRole('region', { name: 'Lifetime', exact: true })
    .getByRole('button', { name: 'Get Lifetime access' })
    .click()
  await page.getByLabel('Card number').fill(cards.pays)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL('**/welcome?session_id=*')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${shop.url}/account`)
  const data = page.getByRole('region', { name: 'Your data' })
  await expect(data.getByText('we mail you a six-digit code')).toBeVisible()
  await expect(data.getByRole('link')).toHaveCount(0)
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  await page.getByRole('link', { name: 'Withdraw and get your money back' }).click()
  const confirm = page.getByRole('button', { name: 'Confirm: end Lifetime and refund $89' })
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('we mail you a six-digit code')).toBeVisible()
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  const send = page.getByRole('button', { name: 'Send me a code' })
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.keyboard.type(await newestCode(page, email, shop.url))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your refund is on its way' })).toBeFocused()

  await page.goto(`${shop.url}/account`)
  await expect(data.getByRole('link', { name: 'Download everything stored about you' })).toBeVisible()
})

test('F91: the export opens with the code, and the focus is on it', async ({ page, shop }) => {
  const email = newAddress()
  const token = await shop.issuer.sign({ claims: { sub: email, email, email_verified: true } })
  await page.request.post(`${shop.url}/api/auth/exchange`, { data: { token }, headers: { origin: shop.url } })
  await page.goto(`${shop.url}/account`)
  const data = page.getByRole('region', { name: 'Your data' })
  await data.getByRole('button', { name: 'Send me a code' }).click()
  await expect(data.getByLabel('Six-digit code')).toBeFocused()
  await data.getByLabel('Six-digit code').fill(await newestCode(page, email, shop.url))
  await data.getByRole('button', { name: 'Confirm' }).click()
  const link = data.getByRole('link', { name: 'Download everything stored about you' })
  await expect(link).toBeFocused()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(readFileSync(await download.path(), 'utf8')).toContain(email)
})
