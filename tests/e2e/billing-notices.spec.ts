import { expect, type Page } from '@playwright/test'
import type { OwnSubscription } from '../../core/billing/own-subscription.ts'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import {
  createGate,
  openAccount,
  overflow,
  problem,
  type TestViewer,
  viewAs,
  watchApiCalls,
  watchShifts,
  withEachBackForwardCache,
} from './viewer.ts'

test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })

const portalUrl = '**/api/stripe/portal'
const checkoutUrl = '**/api/stripe/create-checkout'
const periodEndsAt = '2027-01-12T12:00:00Z'
const billing = (page: Page) => page.getByRole('region', { name: 'Billing' })
const sessions = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' })
const updateCard = (page: Page) => page.getByRole('button', { name: 'Update your card' })
const manage = (page: Page) => page.getByRole('button', { name: 'Manage billing' })
const withStatus = (status: string, cancelAtPeriodEnd = false): OwnSubscription => ({
  status,
  periodEndsAt,
  cancelAtPeriodEnd,
})

const states: [name: string, viewer: TestViewer, subscription: OwnSubscription | undefined, text: string][] =
  [
    ['a trial', 'monthly', withStatus('trialing'), 'Free trial until 12 January 2027'],
    ['a month', 'monthly', withStatus('active'), 'Renews on 12 January 2027'],
    ['a cancelled month', 'monthly', withStatus('active', true), 'Ends on 12 January 2027'],
    ['past due, in grace', 'monthly', withStatus('past_due'), 'Update your card to keep Monthly.'],
    ['past due, after grace', 'free', withStatus('past_due'), 'Update your card to get Monthly back.'],
    ['unpaid', 'free', withStatus('unpaid'), 'Update your card to get Monthly back.'],
    ['an incomplete one', 'free', withStatus('incomplete'), 'Your first payment didn’t go through.'],
    ['a paused one', 'free', withStatus('paused'), 'Monthly is paused. Add a card to resume it.'],
    ['lifetime', 'lifetime', undefined, 'Paid once. Nothing renews.'],
    [
      'a month beside a lifetime that was given',
      'lifetime',
      withStatus('active'),
      'MonthlyRenews on 12 January 2027',
    ],
    [
      'a month past due beside a lifetime that was given',
      'lifetime',
      withStatus('past_due'),
      'Update your card to keep Monthly.',
    ],
    ['free', 'free', undefined, 'Nothing is charged.'],
  ]
test('the account tells the billing in every state; axe finds nothing, nothing overflows, nothing moves', async ({
  page,
  baseURL,
}) => {
  const shift = await watchShifts(page)
  await page.setViewportSize({ width: 320, height: 900 })
  for (const [name, viewer, subscription, text] of states)
    await test.step(name, async () => {
      const respond = await openAccount(page, baseURL, viewer, subscription)
      const places = async () => ({
        billing: await billing(page).boundingBox(),
        sessionsTop: (await sessions(page).boundingBox())?.y,
      })
      await expect(page.locator('.billing')).toBeEmpty()
      const before = await places()
      respond()
      await expect(billing(page)).toContainText(text)
      expect(await places()).toEqual(before)
      expect(await shift()).toBeLessThanOrEqual(0.001)
      await expect(manage(page)).toHaveCount(subscription ? 1 : 0)
      await expect(updateCard(page)).toHaveCount(/past due|unpaid/.test(name) ? 1 : 0)
      const dates = billing(page).locator('time')
      await expect(dates).toHaveCount(text.includes('2027') ? 1 : 0)
      if (text.includes('2027')) await expect(dates).toHaveAttribute('datetime', periodEndsAt)
      // The rest of the page is the same for all.
      const changed = name === states[0]?.[0] ? {} : { within: '.billing' }
      expect(await axeViolationsInBothSchemes(page, changed)).toEqual(noViolations)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    })
})

test('M9: the account tells of the new price beside the one that is paid; axe finds nothing, nothing overflows', async ({
  page,
  baseURL,
}) => {
  const after = '2026-12-20T12:00:00Z'
  const respond = await openAccount(page, baseURL, 'monthly', { ...withStatus('active'), amount: '$9' })
  await page.route('**/api/billing', (route) =>
    route.fulfill({ json: { priceChange: { amount: '$12', after }, reminders: true } }),
  )
  await page.reload()
  respond()
  await expect(billing(page)).toContainText(
    '$9 a month. Renews on 12 January 2027$12 from your first renewal after 20 December 2026.',
  )
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    if (width !== 390)
      expect(await axeViolationsInBothSchemes(page, { within: '.billing' })).toEqual(noViolations)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
})

test('M9: with a code and an added tax the account says of the new price that it is without them', async ({
  page,
  baseURL,
}) => {
  const change = { amount: '$12', after: '2026-12-20T12:00:00Z', isTaxAdded: true, hasDiscount: true }
  const respond = await openAccount(page, baseURL, 'monthly', withStatus('active'))
  await page.route('**/api/billing', (route) => route.fulfill({ json: { priceChange: change } }))
  await page.setViewportSize({ width: 320, height: 900 })
  await page.reload()
  respond()
  await expect(billing(page)).toContainText(
    'Renews on 12 January 2027$12 plus VAT from your first renewal after 20 December 2026.Your discount isn’t included here.',
  )
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('F11: past due leads from the account to the portal, and the button says so', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  // No page of ours is there: it stands for the payment service's.
  expectedConsoleErrors.push(/404/)
  const respond = await openAccount(page, baseURL, 'monthly', withStatus('past_due'))
  respond()
  const gate = createGate()
  await page.route(portalUrl, async (route) => {
    await gate.opened
    await route.fulfill({ json: { url: `${baseURL}/portal-here` } })
  })
  const requested = page.waitForRequest(portalUrl)
  await updateCard(page).click()
  expect((await requested).method()).toBe('POST')
  await expect(page.getByRole('button', { name: 'Redirecting...' })).toBeDisabled()
  await expect(manage(page)).toBeDisabled()
  gate.open()
  await page.waitForURL('**/portal-here')
})

test('a portal that cannot be opened is announced, and the button is idle with the focus on it', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/502/)
  const respond = await openAccount(page, baseURL, 'monthly', withStatus('active'))
  respond()
  await page.route(portalUrl, (route) => route.fulfill({ status: 502, json: { error: 'Back soon.' } }))
  await manage(page).press('Enter')
  await expect(problem(page)).toHaveText('Back soon.')
  await expect(manage(page)).toBeEnabled()
  await expect(manage(page)).toBeFocused()
})

test('F25: after Back from the portal the buttons are idle, with and without the browser cache', async ({
  server,
  browser: uncached,
}) => {
  await withEachBackForwardCache(uncached, async (browser) => {
    const page = await browser.newPage({ baseURL: server.url })
    await page.route(portalUrl, (route) => route.fulfill({ json: { url: `${server.url}/portal-here` } }))
    const goAndComeBack = async () => {
      await updateCard(page).click()
      await page.waitForURL('**/portal-here')
      await page.goBack({ waitUntil: 'commit' })
      await expect(updateCard(page)).toBeEnabled()
    }
    const respond = await openAccount(page, server.url, 'monthly', withStatus('past_due'))
    respond()
    await goAndComeBack()
    await page.goto('/pricing')
    await goAndComeBack()
  })
})

const failed: [name: string, viewer: TestViewer, status: string][] = [
  ['past due in grace', 'monthly', 'past_due'],
  ['past due after grace', 'free', 'past_due'],
  ['unpaid', 'free', 'unpaid'],
  ['past due beside a lifetime that was given', 'lifetime', 'past_due'],
]
test('F11: with a failed payment the pricing page leads to the portal, not to checkout; axe finds nothing, nothing overflows or shifts', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/404/)
  // A toast halfway through its fade would show axe colours that are nobody's.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const shift = await watchShifts(page)
  const calls = watchApiCalls(page)
  for (const [name, viewer, status] of failed)
    await test.step(name, async () => {
      calls.length = 0
      await page.unrouteAll()
      await viewAs(page, baseURL, viewer, withStatus(status))
      await page.route(portalUrl, (route) => route.fulfill({ json: { url: `${baseURL}/portal-here` } }))
      // The notice is laid out in the same way in each state.
      for (const width of name === 'past due in grace' ? [1280, 390, 320] : [320]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto('/pricing')
        await expect(page.getByText('Your last payment failed.')).toBeVisible()
        await expect(page.getByRole('progressbar')).toHaveCount(0)
        await expect(page.locator('.paid-note')).toHaveCount(0)
        expect(await shift(), `at ${width} px`).toBeLessThanOrEqual(0.001)
        // At 390 px the page is laid out as at 320.
        if (width !== 390) expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
        expect(await overflow(page), `at ${width} px`).toBeLessThanOrEqual(0)
        await page.emulateMedia({ reducedMotion: 'reduce' })
      }
      await updateCard(page).click()
      await page.waitForURL('**/portal-here')
      expect(calls.filter((path) => path.startsWith('/api/stripe/'))).toEqual(['/api/stripe/portal'])
    })
})

test('F11: a checkout button of one past due goes where the server says, which is the portal', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/404/)
  await viewAs(page, baseURL, 'free', withStatus('past_due'))
  await page.route(checkoutUrl, (route) => route.fulfill({ json: { url: `${baseURL}/portal-here` } }))
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Upgrade to Monthly' }).click()
  await page.waitForURL('**/portal-here')
})

test('a portal that cannot be opened from the pricing page is announced and can be dismissed', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/502/)
  await viewAs(page, baseURL, 'monthly', withStatus('past_due'))
  await page.route(portalUrl, (route) => route.fulfill({ status: 502, json: { error: 'Back soon.' } }))
  await page.goto('/pricing')
  await updateCard(page).click()
  await expect(page.getByRole('alert')).toHaveText('Back soon.')
  await expect(updateCard(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Dismiss error' }).click()
  await expect(page.getByRole('alert')).toHaveText('')
})

test('V1 V3: without a failed payment the banner and the note are as before', async ({ page, baseURL }) => {
  await viewAs(page, baseURL, 'monthly', withStatus('active'))
  await page.goto('/pricing')
  await expect(page.getByText('You are on Monthly.')).toBeVisible()
  await expect(updateCard(page)).toHaveCount(0)
  await page.unroute('**/api/subscription')
  await viewAs(page, baseURL, 'free', withStatus('incomplete'))
  await page.reload()
  await expect(page.getByRole('progressbar')).toBeVisible()
})
