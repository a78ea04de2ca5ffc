import { expect, type Page } from '@playwright/test'
import type { OwnBilling, PendingPayment } from '../../core/billing/contract.ts'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { mailsTo, newAddress, openAccount, overflow, viewAs } from './viewer.ts'

const checkoutUrl = '**/api/stripe/create-checkout'
const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })
const billing = (page: Page) => page.getByRole('region', { name: 'Billing' })
const at = '2026-11-16T12:00:00Z'

const pending: PendingPayment = { plan: 'lifetime', amount: '$89', since: at, method: 'sepa_debit' }
const onItsWay = /Your payment of \$89 for Lifetime has been on its way since .*16.*about 5 business days/

const billed = (page: Page, json: OwnBilling) =>
  page.route('**/api/billing', (route) => route.fulfill({ json }))

async function showPending(page: Page) {
  await page.route('**/api/subscription', (route) => route.fulfill({ json: { plan: 'free', pending } }))
}

test('a bank debit under way is told on the pricing page, in the account and after paying', async ({
  page,
  baseURL,
}) => {
  await viewAs(page, baseURL, 'free')
  await showPending(page)
  await page.goto('/pricing')
  await expect(page.locator('.notice-slot')).toHaveText(onItsWay)
  await expect(card(page, 'Lifetime')).toContainText('Your payment of $89 is on its way.')
  expect(await axeViolations(page)).toEqual([])
  await page.route('**/api/stripe/checkout-status*', (route) =>
    route.fulfill({ json: { status: 'processing', plan: 'free', pending } }),
  )
  await page.goto('/welcome?session_id=cs_test_1')
  await expect(page.getByRole('status').first()).toHaveText(onItsWay)
  await expect(page.getByText('a few seconds')).toHaveCount(0)
  const respond = await openAccount(page, baseURL, 'free', undefined)
  await showPending(page)
  respond()
  await expect(billing(page)).toHaveText(onItsWay)
  await expect(billing(page)).not.toContainText('Nothing is charged')
})

test('an owner of Lifetime is told that nothing more is needed, and a click is refused calmly', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 409/, /Checkout failed/)
  await viewAs(page, baseURL, 'lifetime')
  await page.route(checkoutUrl, (route) =>
    route.fulfill({ status: 409, json: { code: 'has-lifetime', error: 'You own Lifetime already.' } }),
  )
  await page.goto('/pricing')
  await expect(card(page, 'Monthly')).toContainText('You own Lifetime: there’s nothing more you need.')
  await card(page, 'Monthly').getByRole('button', { name: 'Upgrade to Monthly' }).click()
  const toast = page.locator('.toast').filter({ hasText: 'You own Lifetime already.' })
  await expect(toast).toBeVisible()
  const color = await toast.evaluate((element) => getComputedStyle(element).color)
  expect(color).toBe(await page.evaluate(() => getComputedStyle(document.body).color))
})

test('subscribers see what they pay, not today’s price', async ({ page, baseURL }) => {
  const periodEndsAt = '2027-01-12T12:00:00Z'
  await viewAs(page, baseURL, 'monthly', {
    status: 'active',
    periodEndsAt,
    cancelAtPeriodEnd: false,
    amount: '$7',
  })
  await page.goto('/pricing')
  await expect(card(page, 'Monthly')).toContainText('$7')
  await expect(card(page, 'Monthly')).not.toContainText('$9')
  await expect(card(page, 'Lifetime')).toContainText('Buying it ends Monthly; you get the unused part back.')
})

test('a session that ended elsewhere: the labels follow, and a link leads to the sign-in', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 401/, /Checkout failed/)
  await viewAs(page, baseURL, 'free')
  await page.goto('/pricing')
  await expect(card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' })).toBeVisible()
  await page.route('**/api/auth/get-session', (route) => route.fulfill({ json: null }))
  await page.route(checkoutUrl, (route) =>
    route.fulfill({ status: 401, json: { code: 'not-signed-in', error: 'Please sign in first.' } }),
  )
  await card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Please sign in first.' })
  await expect(alert.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?next=/pricing')
  await expect(page.getByRole('link', { name: 'Sign in to Upgrade' })).toHaveCount(2)
})

test('the plan that was chosen before signing in is bought afterwards, once', async ({ page }) => {
  const email = newAddress()
  await page.goto('/pricing')
  await card(page, 'Lifetime').getByRole('link', { name: 'Sign in to Upgrade' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Six-digit code')).toBeVisible()
  const [mail] = await mailsTo(page.request, email)
  await page.getByLabel('Six-digit code').fill(mail?.code ?? '')
  await page.waitForURL('**/c/pay/*')
  await expect(page.getByText('$89.00').first()).toBeVisible()
  await page.goBack()
  await page.waitForURL('**/pricing')
  await expect(card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' })).toBeEnabled()
  await page.reload()
  await expect(card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' })).toBeEnabled()
})

test('who turns out to have a plan is not sent to pay', async ({ page, baseURL }) => {
  await page.goto('/pricing')
  await page.evaluate(() =>
    sessionStorage.setItem('chosen-plan', JSON.stringify({ plan: 'lifetime', at: Date.now() })),
  )
  await viewAs(page, baseURL, 'monthly')
  let asked = 0
  await page.route(checkoutUrl, (route) => {
    asked++
    return route.abort()
  })
  await page.goto('/pricing')
  await expect(card(page, 'Monthly').getByRole('button', { name: 'Your Current Plan' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('chosen-plan'))).toBeNull()
  expect(asked).toBe(0)
})

const lifetime: OwnBilling = {
  lifetime: { amount: '$89', paidAt: at, seat: { number: 12, cap: 50 } },
  replaced: { endedAt: at, returned: { to: 'card', amount: '$7.42' } },
}

test('after paying: what was paid, the seat, what Monthly gave back, and the receipt', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/404/)
  await viewAs(page, baseURL, 'lifetime')
  await billed(page, lifetime)
  await page.route('**/api/stripe/checkout-status*', (route) =>
    route.fulfill({ json: { status: 'paid', plan: 'lifetime' } }),
  )
  await page.goto('/welcome?session_id=cs_test_1')
  await expect(page.getByText(/You paid \$89 on .*16.*Seat 12 of 50 is yours\./)).toBeVisible()
  await expect(page.getByText(/Monthly ended on .*\$7\.42 of it went back/)).toBeVisible()
  await expect(page.locator('.button-primary')).toHaveCount(1)
  await page.route('**/api/stripe/receipt', (route) => route.fulfill({ json: { url: '/paid-here' } }))
  await page.getByRole('button', { name: 'View receipt' }).click()
  await page.waitForURL('**/paid-here')
})

for (const [name, viewer, json, text] of [
  ['Lifetime', 'lifetime', lifetime, /You paid \$89 on .*Seat 12 of 50 is yours\./],
  [
    'a refund',
    'free',
    { revoked: { amount: '$89', at, reason: 'refund' } },
    /Your payment of \$89 for Lifetime was refunded on .*16/,
  ],
  [
    'a dispute',
    'free',
    { revoked: { amount: '$89', at, reason: 'dispute' } },
    /Your bank took your payment of \$89 back\. Lifetime ended on .*16/,
  ],
] as const)
  test(`the account tells of ${name}, and the receipt is there`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await billed(page, json)
    const respond = await openAccount(page, baseURL, viewer, undefined)
    respond()
    await expect(billing(page)).toContainText(text)
    await expect(billing(page).getByRole('button', { name: 'View receipt' })).toBeEnabled()
    expect(await axeViolations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

test('a failed payment names the day until which the plan is kept', async ({ page, baseURL }) => {
  const respond = await openAccount(page, baseURL, 'monthly', {
    status: 'past_due',
    periodEndsAt: at,
    cancelAtPeriodEnd: false,
    graceEndsAt: '2027-01-19T12:00:00Z',
  })
  respond()
  await expect(billing(page)).toContainText(
    /Update your card to keep Monthly: without a payment it ends on .*19/,
  )
})

test('deleting the account says that Lifetime is lost with it', async ({ page, baseURL }) => {
  const respond = await openAccount(page, baseURL, 'lifetime', undefined)
  respond()
  const deletion = page.getByRole('region', { name: 'Delete account' })
  await expect(deletion).toContainText('You lose Lifetime with it')
})

test('on a phone the banner leads to the card that it is about', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing')
  await expect(card(page, 'Lifetime')).not.toBeInViewport()
  await page.getByRole('link', { name: /seats left at \$89/ }).click()
  await expect(card(page, 'Lifetime').getByRole('heading')).toBeInViewport()
})

test('without JavaScript the account says what it needs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/account')
  await expect(page.locator('noscript p')).toBeVisible()
  await context.close()
})
