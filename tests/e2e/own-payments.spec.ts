import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { OwnBilling, OwnDocuments, PendingPayment } from '../../core/billing/contract.ts'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { mailsTo, newAddress, openAccount, overflow, viewAs, watchShifts } from './viewer.ts'

const checkoutUrl = '**/api/stripe/create-checkout'
const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })
const billing = (page: Page) => page.getByRole('region', { name: 'Billing' })
const at = '2026-11-16T12:00:00Z'

const pending: PendingPayment = { plan: 'lifetime', amount: '$89', since: at, method: 'sepa_debit' }
const onItsWay = /Your payment of \$89 for Lifetime has been on its way since .*16.*about 5 business days/

const documents: OwnDocuments = {
  documents: [
    { id: '1', issuedAt: at, amount: '$89', status: 'paid', invoiceUrl: null, receiptUrl: '/receipts/1' },
  ],
  next: null,
}

const billed = (page: Page, json: OwnBilling) =>
  page.route('**/api/billing', (route) => route.fulfill({ json }))

async function showPending(page: Page) {
  await page.route('**/api/subscription', (route) => route.fulfill({ json: { plan: 'free', pending } }))
}

test('a bank debit under way is told on the pricing page, after paying and in the account, beside a month that goes on too', async ({
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

  const subscription = { status: 'active', periodEndsAt: '2027-01-12T12:00:00Z', cancelAtPeriodEnd: false }
  await page.route('**/api/subscription', (route) =>
    route.fulfill({ json: { plan: 'monthly', subscription, pending } }),
  )
  await page.reload()
  await expect(billing(page)).toContainText(onItsWay)
  await expect(billing(page)).toContainText(/Renews on .*12/)
  await page.goto('/pricing')
  await expect(page.locator('.notice-slot')).toHaveText(onItsWay)
})

test('after a refusal the labels follow what was bought elsewhere; an owner of Lifetime needs nothing more, and is refused calmly', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 409/, /Checkout failed/)
  await viewAs(page, baseURL, 'free')
  await page.route(checkoutUrl, (route) =>
    route.fulfill({ status: 409, json: { code: 'has-lifetime', error: 'You own Lifetime already.' } }),
  )
  await page.goto('/pricing')
  const button = card(page, 'Lifetime').getByRole('button')
  await expect(button).toHaveText('Get Lifetime access')
  await page.route('**/api/subscription', (route) => route.fulfill({ json: { plan: 'lifetime' } }))
  await button.click()
  await expect(button).toHaveText('Your Current Plan')

  await page.reload()
  await expect(card(page, 'Monthly')).toContainText('You own Lifetime, so there’s nothing more you need.')
  await card(page, 'Monthly').getByRole('button', { name: 'Upgrade to Monthly' }).click()
  const toast = page.locator('.toast').filter({ hasText: 'You own Lifetime already.' })
  await expect(toast).toBeVisible()
  const color = await toast.evaluate((element) => getComputedStyle(element).color)
  expect(color).toBe(await page.evaluate(() => getComputedStyle(document.body).color))
})

test('subscribers see what they pay, not today’s price, and what becomes of the month on the way to Lifetime', async ({
  page,
  baseURL,
}) => {
  const month = {
    status: 'active',
    periodEndsAt: '2027-01-12T12:00:00Z',
    cancelAtPeriodEnd: false,
    amount: '$7',
  }
  await viewAs(page, baseURL, 'monthly', month)
  await page.goto('/pricing')
  await expect(card(page, 'Monthly')).toContainText('$7')
  await expect(card(page, 'Monthly')).not.toContainText('$9')
  await expect(card(page, 'Lifetime')).toContainText(
    'Buying it ends Monthly, and its unused part is refunded.',
  )
  await viewAs(page, baseURL, 'monthly', { ...month, status: 'trialing' })
  await page.reload()
  await expect(card(page, 'Lifetime')).toContainText('Buying it ends your free trial of Monthly.')
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

test('a session that ended elsewhere: billing links to the sign-in, from the account and from the plans', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 401/)
  const respond = await openAccount(page, baseURL, 'monthly', pastDue)
  respond()
  await page.route('**/api/stripe/portal', (route) =>
    route.fulfill({ status: 401, json: { code: 'not-signed-in', error: 'Please sign in first.' } }),
  )
  const updateCard = page.getByRole('button', { name: 'Update your card' })
  await updateCard.click()
  const link = page.getByRole('alert').getByRole('link', { name: 'Sign in' })
  await expect(link).toHaveAttribute('href', '/sign-in?next=/account')
  await page.goto('/pricing')
  await expect(updateCard).toBeVisible()
  await page.route('**/api/auth/get-session', (route) => route.fulfill({ json: null }))
  await updateCard.click()
  await expect(link).toHaveAttribute('href', '/sign-in?next=/pricing')
  await expect(page.getByRole('link', { name: 'Sign in to Upgrade' })).toHaveCount(2)
})

test('the plan that was chosen before signing in is bought afterwards, once', async ({ page }) => {
  const email = newAddress()
  await choose(page, 'Lifetime')
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

/** Signed out, as somebody who wants the plan; ends at the sign-in page. */
async function choose(page: Page, plan: string) {
  await page.goto('/pricing')
  // Which is there as soon as the page's script is: without the script the choice is not remembered.
  await expect(page.getByRole('progressbar')).toBeVisible()
  await card(page, plan).getByRole('link', { name: 'Sign in to Upgrade' }).click()
  await page.waitForURL('**/sign-in?next=/pricing')
}

/** To a page without a script: the sign-in page would go on by itself as soon as somebody is signed in. */
const leaveSignIn = (page: Page) => page.goto('/pricing/how-we-count')

/** How often a checkout was asked for, and none ever starts. */
async function countCheckouts(page: Page): Promise<() => number> {
  let asked = 0
  await page.route(checkoutUrl, () => {
    asked++
  })
  return () => asked
}

test('who turns out to have a plan is not sent to pay, nor who chose more than ten minutes ago', async ({
  page,
  baseURL,
}) => {
  const checkouts = await countCheckouts(page)
  await choose(page, 'Lifetime')
  await leaveSignIn(page)
  await viewAs(page, baseURL, 'monthly')
  await page.goto('/pricing')
  await expect(card(page, 'Monthly').getByRole('button', { name: 'Your Current Plan' })).toBeVisible()
  await page.goto('/pricing')
  await expect(card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' })).toBeEnabled()

  await page.context().clearCookies()
  await choose(page, 'Lifetime')
  await leaveSignIn(page)
  await viewAs(page, baseURL, 'free')
  await page.clock.install({ time: Date.now() + 11 * 60_000 })
  await page.goto('/pricing')
  await expect(card(page, 'Free').getByRole('button', { name: 'Your Current Plan' })).toBeVisible()
  await expect(card(page, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' })).toBeEnabled()
  expect(checkouts()).toBe(0)
})

test('only the tab where the plan was chosen goes on to pay', async ({ page, context, baseURL }) => {
  await choose(page, 'Lifetime')
  await leaveSignIn(page)
  const other = await context.newPage()
  await other.goto('/pricing')
  const [checkouts, othersCheckouts] = [await countCheckouts(page), await countCheckouts(other)]
  await viewAs(other, baseURL, 'free')
  await viewAs(page, baseURL, 'free')
  await other.goto('/pricing')
  await expect(card(other, 'Lifetime').getByRole('button', { name: 'Get Lifetime access' })).toBeEnabled()
  await page.goto('/pricing')
  await expect(card(page, 'Lifetime').getByRole('button', { name: 'Redirecting...' })).toBeDisabled()
  await expect(card(page, 'Monthly').getByRole('button')).toBeDisabled()
  expect([checkouts(), othersCheckouts()]).toEqual([1, 0])
})

const lifetime: OwnBilling = {
  lifetime: { amount: '$89', paidAt: at, seat: { number: 12, cap: 50 } },
  replaced: { plan: 'monthly', endedAt: at, returned: { to: 'card', amount: '$7.42' } },
}

test('after paying: what was paid, the seat or the next payment, what Monthly gave back, and the receipt', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/404/)
  await viewAs(page, baseURL, 'monthly', {
    status: 'active',
    periodEndsAt: '2027-01-12T12:00:00Z',
    cancelAtPeriodEnd: false,
    amount: '$9',
  })
  const paid = (plan: string) =>
    page.route('**/api/stripe/checkout-status*', (route) => route.fulfill({ json: { status: 'paid', plan } }))
  await paid('monthly')
  await page.goto('/welcome?session_id=cs_test_1')
  await expect(page.getByText(/You paid \$9\. .*renews on .*12.* for \$9\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'View receipt' })).toBeEnabled()
  expect(await primaryActions(page)).toEqual(['Go to your account'])

  await viewAs(page, baseURL, 'lifetime')
  await billed(page, lifetime)
  await paid('lifetime')
  await page.goto('/welcome?session_id=cs_test_2')
  await expect(page.getByText(/You paid \$89 on .*16.*Seat 12 of 50 is yours\./)).toBeVisible()
  await expect(page.getByText(/Monthly ended on .*\$7\.42 of it was refunded/)).toBeVisible()
  await expect(page.locator('.button-primary')).toHaveCount(1)
  await page.route('**/api/stripe/receipt', (route) => route.fulfill({ json: { url: '/paid-here' } }))
  await page.getByRole('button', { name: 'View receipt' }).click()
  await page.waitForURL('**/paid-here')
})

test('with the address of the product, the page after paying, the account and the free plan lead there; credit for a month is told', async ({
  page,
  openServer,
}) => {
  const url = 'https://app.example.com/start'
  const config = JSON.parse(readFileSync('pricing.config.json', 'utf8'))
  config.plans.monthly.unusedOnLifetime = 'credit'
  const shop = await openServer({ config: { ...config, product: { name: 'Pagelet', url } } })
  const open = page.getByRole('link', { name: 'Open Pagelet' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/api/stripe/checkout-status*', (route) =>
    route.fulfill({ json: { status: 'paid', plan: 'lifetime' } }),
  )
  await billed(page, lifetime)
  await page.goto(`${shop.url}/welcome?session_id=cs_test_1`)
  await expect(open).toHaveAttribute('href', url)
  expect(await primaryActions(page)).toEqual(['Open Pagelet'])
  await expect(page.getByRole('link', { name: 'Go to your account' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.goto(`${shop.url}/pricing`)
  await expect(card(page, 'Free').getByRole('link', { name: 'Get started free' })).toHaveAttribute(
    'href',
    url,
  )
  expect(await page.title()).toBe('Pricing · Pagelet')

  await billed(page, {})
  const shift = await watchShifts(page)
  for (const [plan, subscription, primary] of [
    ['lifetime', undefined, 'Open Pagelet'],
    ['monthly', pastDue, 'Update your card'],
    ['free', undefined, 'Upgrade'],
  ] as const) {
    const respond = await openAccount(page, shop.url, plan, subscription)
    respond()
    await expect(billing(page)).toHaveText(/./)
    await expect(open).toHaveAttribute('href', url)
    await expect.poll(() => primaryActions(page)).toEqual([primary])
    expect(await shift()).toBeLessThanOrEqual(0.001)
  }
  expect(await axeViolations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await viewAs(page, shop.url, 'monthly', { status: 'active', periodEndsAt: null, cancelAtPeriodEnd: false })
  await page.goto(`${shop.url}/pricing`)
  await expect(card(page, 'Lifetime')).toContainText('its unused part goes to your balance')
})

test('the account tells of Lifetime, a refund or a dispute, has the receipt, and leads to the plans once at most', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/api/billing/documents', (route) => route.fulfill({ json: documents }))
  const revoked = (reason: 'refund' | 'dispute') => ({ revoked: { amount: '$89', at, reason } })
  for (const [viewer, json, text, linksToPlans] of [
    ['lifetime', lifetime, /You paid \$89 on .*Seat 12 of 50 is yours\./, 0],
    ['free', revoked('refund'), /Your payment of \$89 for Lifetime was refunded on .*16/, 1],
    ['free', revoked('dispute'), /Your bank took back your payment of \$89, so Lifetime ended on .*16/, 1],
  ] as const) {
    await billed(page, json)
    const respond = await openAccount(page, baseURL, viewer, undefined)
    respond()
    await expect(billing(page)).toContainText(text)
    const receipt = page.getByRole('link', { name: 'Receipt', exact: true })
    await expect(receipt).toHaveAttribute('href', '/receipts/1')
    await expect(page.getByRole('main').getByRole('link', { name: 'See the plans' })).toHaveCount(
      linksToPlans,
    )
    const deletion = page.getByRole('region', { name: 'Delete account' })
    await expect(deletion).toBeVisible()
    if (viewer === 'lifetime') {
      // Without the address of a product it leads nowhere else.
      await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(0)
      expect(await primaryActions(page)).toEqual([])
      await expect(deletion).toContainText('You’ll lose Lifetime too')
    }
    expect(await axeViolations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
})

/** What is drawn as the main thing to do. */
const primaryActions = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--accent)'
    const accent = getComputedStyle(probe).color
    probe.remove()
    return [...document.querySelectorAll('main .button')]
      .filter((button) => getComputedStyle(button).backgroundColor === accent)
      .map((button) => button.textContent)
  })

const pastDue = {
  status: 'past_due',
  periodEndsAt: at,
  cancelAtPeriodEnd: false,
  graceEndsAt: '2027-01-19T12:00:00Z',
}
const deadline = /Your last payment failed\. Update your card by .*19.* to keep Monthly\./

test('past due: both pages name the deadline and have one primary action, and Lifetime says why it has to wait', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await viewAs(page, baseURL, 'monthly', pastDue)
  const shift = await watchShifts(page)
  await page.goto('/pricing')
  await expect(page.locator('.notice-slot')).toContainText(deadline)
  expect(await primaryActions(page)).toEqual(['Update your card'])
  await expect(card(page, 'Lifetime')).toContainText('Update your card first')
  expect(await shift()).toBeLessThanOrEqual(0.001)
  expect(await axeViolations(page)).toEqual([])
  const respond = await openAccount(page, baseURL, 'monthly', pastDue)
  respond()
  await expect(billing(page)).toContainText(deadline)
  expect(await primaryActions(page)).toEqual(['Update your card'])

  // After the deadline neither plan's button surprises.
  const { graceEndsAt: _, ...ended } = pastDue
  await viewAs(page, baseURL, 'free', ended)
  await page.goto('/pricing')
  await expect(page.locator('.notice-slot')).toContainText('Update your card to get Monthly back.')
  for (const plan of ['Monthly', 'Lifetime'])
    await expect(card(page, plan)).toContainText('Update your card first')
  expect(await primaryActions(page)).toEqual(['Update your card'])
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
  await expect(page.locator('.placeholder').first()).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await context.close()
})
