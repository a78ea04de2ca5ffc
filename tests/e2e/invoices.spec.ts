import { expect, type Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { openAccount, overflow } from './viewer.ts'

const documents = (page: Page) => page.getByRole('region', { name: 'Invoices and receipts' })

// That every payment has its invoice and receipt is in journey.spec.ts.

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
