import { readFileSync } from 'node:fs'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { mailsTo, newAddress, overflow, signInByApi } from './viewer.ts'

const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })

test('M2: the card names the guarantee; the account leads to the refund, which names what ends, and confirms it', async ({
  page,
  openServer,
}) => {
  const config = { ...JSON.parse(readFileSync('pricing.config.json', 'utf8')), guaranteeDays: 14 }
  const { url } = await openServer({ config })
  const email = newAddress()
  await signInByApi(page.context(), url, email)
  await page.goto(`${url}/pricing`)
  await expect(card(page, 'Lifetime')).toContainText('14-day money-back guarantee')
  await expect(card(page, 'Monthly')).toContainText('14-day money-back guarantee')
  await expect(card(page, 'Free')).not.toContainText('money-back')
  await card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' }).click()
  await page.getByLabel('Card number').fill(cards.pays)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL('**/welcome?session_id=*')
  await expect(page.getByRole('heading', { name: /Lifetime/ })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/account`)
  await page.getByRole('link', { name: 'Withdraw and get your money back' }).click()
  await expect(page.getByText(/Lifetime ends at once and all you paid for it, \$89, goes back/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm: end Lifetime and refund $89' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Your refund is on its way' })).toBeFocused()
  await expect(page.getByText(/We received your withdrawal on .*Lifetime has ended, and \$89/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your refund is on its way' })).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expect(async () => {
    const subjects = (await mailsTo(page.request, email, url)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Your withdrawal'))).toHaveLength(1)
  }).toPass()
  await expect(async () => {
    await page.goto(`${url}/account`)
    await expect(page.getByRole('region', { name: 'Invoices and receipts' })).toContainText('Refunded', {
      timeout: 3_000,
    })
  }).toPass()
  await expect(page.getByText('Withdraw and get your money back')).toHaveCount(0)
})
