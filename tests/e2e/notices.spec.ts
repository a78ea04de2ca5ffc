import { cards } from '@fairseat/stripe-emulator/testing'
import { expect } from '@playwright/test'
import { devToken } from '../support/app/dev-token.ts'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { startTrial } from './start-trial.ts'
import { mailsTo, newAddress, overflow } from './viewer.ts'

test('M8: a failed payment: the mail, the account that it leads to, and reminders switched off', async ({
  page,
  baseURL,
}) => {
  const email = newAddress()
  const { call, subscription } = await startTrial(page, baseURL, email, cards.failsWhenCharged)
  await call(`subscriptions/${subscription}`, { trial_end: 'now' })
  await expect.poll(async () => (await mailsTo(page.request, email))[0]?.subject).toContain('failed')
  await page.goto(`/dev/outbox?dev=${devToken}`)
  await expect(page.getByText('Your payment to Fairseat failed').first()).toBeVisible()
  const mail = (await mailsTo(page.request, email))[0]
  await page.goto('about:blank')
  await page.setContent(mail?.html ?? '')
  await expect(page.getByText('We couldn’t collect $9 for Monthly.')).toBeVisible()
  await expect(page.getByText(/You keep Monthly until .+ UTC\./)).toBeVisible()
  await expect(page.getByRole('link')).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  const link = await page.getByRole('link', { name: 'Update your card' }).getAttribute('href')
  await page.goto(link ?? '')
  await expect(page.getByRole('region', { name: 'Billing' })).toContainText('Your last payment failed.')
  await expect(page.getByRole('button', { name: 'Update your card' })).toBeVisible()
  const reminders = page.getByRole('checkbox', { name: 'Remind me before my access ends' })
  await expect(reminders).toBeChecked()
  await reminders.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Saved.')).toBeVisible()
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.reload()
  await expect(reminders).not.toBeChecked()
})
