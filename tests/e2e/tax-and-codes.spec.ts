import { readFileSync } from 'node:fs'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import Stripe from 'stripe'
import { emulatorKeys } from '../../server/billing/emulator-keys.ts'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { newAddress, signInByApi } from './viewer.ts'

const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })

test('M3 M4: the card says that tax is added; the payment page adds it, takes a code, and the invoice says the same', async ({
  page,
  openServer,
}) => {
  const config = {
    ...JSON.parse(readFileSync('pricing.config.json', 'utf8')),
    tax: { mode: 'stripe', behavior: 'exclusive' },
    promotionCodes: true,
  }
  const { url } = await openServer({ config })
  await signInByApi(page.context(), url, newAddress())
  await page.goto(`${url}/pricing`)
  await expect(card(page, 'Lifetime')).toContainText('plus VAT')
  await expect(card(page, 'Free')).not.toContainText('VAT')
  expect(await axeViolations(page)).toEqual([])
  await card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' }).click()
  await page.waitForURL('**/c/pay/*')
  await makeCode(new URL(page.url()))
  const total = page.locator('.total')
  await expect(total).toContainText('$89.00')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('Promotion code').fill('NOPE')
  await page.getByRole('button', { name: 'Update the total' }).click()
  await expect(page.getByRole('alert')).toHaveText('This code is invalid.')
  await page.getByLabel('Promotion code').fill('half')
  // The total is another than the one that was shown: it is shown first.
  await page.getByLabel('Card number').fill(cards.pays)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('alert')).toHaveText('The total has changed. Please check it, then pay.')
  await expect(total).toContainText('$52.96')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay $52.96' }).click()
  await page.waitForURL('**/welcome?session_id=*')
  await expect(page.getByText(/You paid \$52\.96 on/)).toBeVisible()
  await page.goto(`${url}/account`)
  const documents = page.getByRole('region', { name: 'Invoices and receipts' })
  await expect(documents).toContainText('$52.96')
  await documents.getByRole('link', { name: 'Invoice' }).click()
  await expect(page.locator('dl')).toContainText(
    /Lifetime\$89\.00.*Discount−\$44\.50.*Tax\$8\.46.*Total\$52\.96/s,
  )
})

async function makeCode({ hostname, port }: URL) {
  const stripe = new Stripe(emulatorKeys.secretKey, { host: hostname, port, protocol: 'http' })
  const { id } = await stripe.coupons.create({ percent_off: 50 })
  await stripe.promotionCodes.create({ code: 'HALF', promotion: { type: 'coupon', coupon: id } })
}
