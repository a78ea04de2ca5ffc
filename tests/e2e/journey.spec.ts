import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page } from '@playwright/test'
import { test } from './running-server.ts'
import { mailsTo, newAddress, signInByApi } from './viewer.ts'

const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })

/** As a person does it: from the pricing page through the sign-in page, with the code from the mail. */
async function signIn(page: Page): Promise<void> {
  const email = newAddress()
  await page.goto('/pricing')
  await page.getByRole('navigation').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Six-digit code')).toBeVisible()
  const [mail] = await mailsTo(page.request, email)
  await page.getByLabel('Six-digit code').fill(mail?.code ?? '')
  await page.waitForURL('**/pricing')
  await expect(card(page, 'Free').getByRole('button', { name: 'Your Current Plan' })).toBeDisabled()
}

/** Signing in is the subject of the first test alone. */
async function beginSignedIn(page: Page, baseURL: string | undefined) {
  await signInByApi(page.context(), baseURL, newAddress())
  await page.goto('/pricing')
}

async function payWith(page: Page, cardNumber: string) {
  await page.getByLabel('Card number').fill(cardNumber)
  await page.getByRole('button', { name: /^(Pay|Subscribe|Start trial)/ }).click()
}

test('sign in, Monthly with a trial, welcome, portal, cancel and resume, end of the trial', async ({
  page,
}) => {
  await signIn(page)
  await card(page, 'Monthly').getByRole('button', { name: 'Upgrade to Monthly' }).click()
  await page.waitForURL('**/c/pay/*')
  await expect(page.getByText(/no real money/i).first()).toBeVisible()
  const emulator = new URL(page.url()).origin
  await payWith(page, cards.pays)
  await page.waitForURL('**/welcome?session_id=*')
  await expect(page.getByRole('heading', { name: /Monthly/ })).toBeVisible()

  await page.goto('/pricing')
  await expect(card(page, 'Monthly').getByRole('button', { name: 'Your Current Plan' })).toBeDisabled()
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  await page.goto('/account')
  await expect(page.getByText(/trial until/i)).toBeVisible()
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(page.getByText(/Ends on/)).toBeVisible()
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(page.getByText(/Ends on/)).toHaveCount(0)

  const moved = await fetch(`${emulator}/_emulator/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 8 * 86_400 }),
  })
  expect(moved.status).toBe(200)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/Renews on|trial until/i)).toBeVisible()
    expect(await page.getByText(/Renews on/).isVisible()).toBe(true)
  }).toPass()
  await page.goto('/pricing')
  await expect(card(page, 'Monthly').getByRole('button', { name: 'Your Current Plan' })).toBeDisabled()
})

test('M1: from Monthly on to Lifetime: a declined card, another that pays, nothing more to buy, and every invoice and receipt', async ({
  page,
  baseURL,
}) => {
  await beginSignedIn(page, baseURL)
  await card(page, 'Monthly').getByRole('button', { name: 'Upgrade to Monthly' }).click()
  await payWith(page, cards.pays)
  await page.waitForURL('**/welcome?session_id=*')
  await expect(page.getByRole('heading', { name: /Monthly/ })).toBeVisible()
  await page.goto('/pricing')
  await card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' }).click()
  await payWith(page, cards.declines)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await payWith(page, cards.pays)
  await page.waitForURL('**/welcome?session_id=*')
  await expect(page.getByRole('heading', { name: /Lifetime/ })).toBeVisible()
  await page.goto('/pricing')
  await expect(card(page, 'Lifetime').getByRole('button', { name: 'Your Current Plan' })).toBeDisabled()
  await page.goto('/account')
  await expect(page.getByText('Lifetime').first()).toBeVisible()
  await expect(page.getByText(/Renews on|trial until/)).toHaveCount(0)

  const rows = page.getByRole('region', { name: 'Invoices and receipts' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText(/\$89.*Paid.*Invoice.*Receipt/)
  await expect(rows.nth(1)).toContainText(/\$0.*Paid.*Invoice/)
  await rows.nth(0).getByRole('link', { name: 'Invoice' }).click()
  await expect(page.getByRole('heading', { name: /^Invoice/ })).toBeVisible()
  await page.goBack()
  await rows.nth(0).getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
})

test('an abandoned payment leaves the buttons idle, by the link back and by Back', async ({
  page,
  baseURL,
}) => {
  await beginSignedIn(page, baseURL)
  const button = card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' })
  await button.click()
  await page.waitForURL('**/c/pay/*')
  const firstPage = page.url()
  await page
    .getByRole('link', { name: /back|cancel/i })
    .first()
    .click()
  await page.waitForURL('**/pricing')
  await expect(button).toBeEnabled()
  await button.click()
  await page.waitForURL('**/c/pay/*')
  expect(new URL(page.url()).pathname).toBe(new URL(firstPage).pathname)
  await page.goBack()
  await expect(button).toBeEnabled()
})
