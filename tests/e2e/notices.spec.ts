import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { mailsTo, newAddress, overflow } from './viewer.ts'

/** Signed in and on a trial; returns the emulator's address and the subscription. */
async function startTrial(page: Page, email: string, card: string) {
  await page.goto('/sign-in?next=/pricing')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const code = page.getByLabel('Six-digit code')
  await expect(code).toBeVisible()
  await code.fill((await mailsTo(page.request, email))[0]?.code ?? '')
  await page.waitForURL('**/pricing')
  await page.getByRole('button', { name: 'Upgrade to Monthly' }).click()
  await page.waitForURL('**/c/pay/*')
  const checkout = new URL(page.url())
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Start trial' }).click()
  await page.waitForURL('**/welcome?session_id=*')
  const call = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(`${checkout.origin}/v1/${path}`, {
      headers: { authorization: 'Bearer sk_test_emulator' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return response.json()
  }
  const { pathname } = checkout
  const session = await call(`checkout/sessions/${pathname.slice(pathname.lastIndexOf('/') + 1)}`)
  return { call, subscription: String(session.subscription) }
}

test('M8: a failed payment: the mail, the account that it leads to, and reminders switched off', async ({
  page,
}) => {
  const email = newAddress()
  const { call, subscription } = await startTrial(page, email, cards.failsWhenCharged)
  await call(`subscriptions/${subscription}`, { trial_end: 'now' })
  await expect.poll(async () => (await mailsTo(page.request, email))[0]?.subject).toContain('failed')
  await page.goto('/dev/outbox')
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
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeViolations(page)).toEqual([])
  }
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.reload()
  await expect(reminders).not.toBeChecked()
})
