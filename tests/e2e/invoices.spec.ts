import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { newAddress, openAccount, overflow, signInByApi } from './viewer.ts'

const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })
const documents = (page: Page) => page.getByRole('region', { name: 'Invoices and receipts' })

test('M1: after buying Monthly and then Lifetime the account leads to every invoice and receipt', async ({
  page,
  baseURL,
}) => {
  await signInByApi(page.context(), baseURL, newAddress())
  for (const [plan, button] of [
    ['Monthly', 'Upgrade to Monthly'],
    ['Lifetime', 'Get Lifetime access'],
  ] as const) {
    await page.goto('/pricing')
    await card(page, plan).getByRole('button', { name: button }).click()
    await page.getByLabel('Card number').fill(cards.pays)
    await page.getByRole('button', { name: /^(Pay|Start trial)/ }).click()
    await page.waitForURL('**/welcome?session_id=*')
    await expect(page.getByRole('heading', { name: new RegExp(plan) })).toBeVisible()
  }
  await page.goto('/account')
  const rows = documents(page).getByRole('listitem')
  await expect(rows.nth(0)).toContainText(/\$89.*Paid.*Invoice.*Receipt/)
  await expect(rows.nth(1)).toContainText(/\$0.*Paid.*Invoice/)
  await rows.nth(0).getByRole('link', { name: 'Invoice' }).click()
  await expect(page.getByRole('heading', { name: /^Invoice/ })).toBeVisible()
  await page.goBack()
  await rows.nth(0).getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
})

test('M1: older ones come on request, and a sentence with another try while the payment service is silent', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/502/)
  await page.setViewportSize({ width: 390, height: 844 })
  const one = (id: string, status: string) => ({
    id,
    issuedAt: '2026-11-16T12:00:00Z',
    amount: '$9',
    status,
    invoiceUrl: `/i/${id}`,
    receiptUrl: `/receipts/${id}`,
  })
  let silent = true
  await page.route('**/api/billing/documents*', (route) => {
    if (silent) return route.fulfill({ status: 502, json: { error: 'We can’t reach it.', code: 'x' } })
    const isFirst = !route.request().url().includes('?after=2')
    const json = isFirst
      ? { documents: [one('1', 'paid'), one('2', 'partly-refunded')], next: '2' }
      : { documents: [one('3', 'refunded')], next: null }
    return route.fulfill({ json })
  })
  const respond = await openAccount(page, baseURL, 'lifetime')
  respond()
  await expect(documents(page).getByRole('alert')).toHaveText('We can’t reach it.')
  silent = false
  await documents(page).getByRole('button', { name: 'Try again' }).click()
  await expect(documents(page).getByRole('listitem')).toHaveCount(2)
  await documents(page).getByRole('button', { name: 'Show older' }).click()
  await expect(documents(page).getByRole('listitem')).toHaveCount(3)
  await expect(documents(page).getByRole('listitem').nth(2)).toContainText('Refunded')
  await expect(documents(page).getByRole('button')).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
