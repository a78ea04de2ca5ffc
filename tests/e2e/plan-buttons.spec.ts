import { expect, type Page } from '@playwright/test'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { type TestViewer, viewAs } from './viewer.ts'

const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })

const startAt = Date.UTC(2026, 0, 1)
const current = { role: 'button', text: 'Your Current Plan', disabled: true } as const
const signIn = { role: 'link', text: 'Sign in to Upgrade', href: '/sign-in?next=/pricing' } as const
const getStarted = { role: 'link', text: 'Get started free', href: '/sign-in?next=/account' } as const
const monthly = { role: 'button', text: 'Upgrade to Monthly', disabled: false } as const
const lifetime = { role: 'button', text: 'Get Lifetime access', disabled: false } as const
type Action = typeof current | typeof signIn | typeof getStarted | typeof monthly | typeof lifetime | null

const table: [
  rules: string,
  viewer: TestViewer,
  isUrged: boolean,
  Free: Action,
  Monthly: Action,
  Lifetime: Action,
][] = [
  ['B1 B4 V1', 'signed out', true, getStarted, signIn, signIn],
  ['B2 B5 V1', 'free', true, current, monthly, lifetime],
  ['B2 B4 B5 V3', 'monthly', false, getStarted, current, lifetime],
  ['B2 B4 B5 V3', 'lifetime', false, getStarted, monthly, current],
  ['B3 B5', 'plan not known', false, null, monthly, lifetime],
  ['B1 B4 V4', 'lookup fails', true, getStarted, signIn, signIn],
  ['V2', 'loading', false, null, null, null],
]

for (const [rules, viewer, isUrged, ...actions] of table) {
  test(`${rules}: the buttons, banner and toast for ${viewer}; axe finds nothing in light and dark`, async ({
    page,
    baseURL,
    expectedConsoleErrors,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`))
    if (viewer === 'lookup fails') expectedConsoleErrors.push(/lookup failed/, /503/)
    await viewAs(page, baseURL, viewer)
    // Time stands still: a toast that has come stays.
    await page.clock.install({ time: startAt - 3_600_000 })
    await page.clock.pauseAt(startAt)
    await page.goto('/pricing')
    if (viewer === 'loading') await expect(page.locator('.placeholder')).toHaveCount(3)
    else await expect(page.getByRole('navigation').getByRole('link')).toBeVisible()
    for (const [index, plan] of ['Free', 'Monthly', 'Lifetime'].entries()) {
      const action = actions[index]
      const inCard = card(page, plan).locator('a:visible, button:visible')
      if (!action) {
        await expect(inCard).toHaveCount(0)
        continue
      }
      const element = card(page, plan).getByRole(action.role, { name: action.text, exact: true })
      await expect(element).toBeVisible()
      await expect(inCard).toHaveCount(1)
      if (action.role === 'link') await expect(element).toHaveAttribute('href', action.href)
      else await expect(element).toBeEnabled({ enabled: !action.disabled })
    }
    // The page's script runs from here on: it draws the bar, and what the cards above say of a plan.
    await expect(page.getByRole('progressbar')).toHaveCount(isUrged ? 1 : 0)
    const toast = page.getByText('just upgraded to')
    const letTimePass = async (ms: number) => {
      await page.clock.runFor(ms)
      // What is drawn then is there before this is answered.
      await page.evaluate(async () => void (await fetch('/healthz')).status)
      expect(await toast.count()).toBe(isUrged ? 1 : 0)
    }
    if (isUrged) await expect(() => letTimePass(500)).toPass()
    else await letTimePass(3_500)
    if (viewer === 'lookup fails') expect(logged.join('\n')).toMatch(/error: Subscription lookup failed/)
    // The pointer holds the toast; axe needs time to go on.
    if (isUrged) await toast.hover()
    await page.clock.resume()
    expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
    await expect(toast).toHaveCount(isUrged ? 1 : 0)
  })
}

test('P1 P2: three plans in order, each a region named by its plan, Lifetime at $89 and highlighted', async ({
  page,
}) => {
  await page.goto('/pricing')
  const names = page.locator('.plan-cards').getByRole('heading', { level: 2 })
  await expect(names).toHaveText(['Free', 'Monthly', 'Lifetime'])
  await expect(card(page, 'Free')).toContainText('$0')
  await expect(card(page, 'Monthly')).toContainText('$9')
  await expect(card(page, 'Lifetime')).toContainText('$89')
  const border = (plan: string) =>
    card(page, plan).evaluate((element) => getComputedStyle(element).borderTopColor)
  expect(await border('Lifetime')).not.toBe(await border('Monthly'))
})

test('B6: while the viewer is loading there are placeholders of the same size and no label', async ({
  page,
  baseURL,
}) => {
  const box = (plan: string) => card(page, plan).locator('.plan-action > *').boundingBox()
  await page.goto('/pricing')
  const links = await Promise.all(['Free', 'Monthly', 'Lifetime'].map(box))
  await viewAs(page, baseURL, 'loading')
  await page.reload()
  await expect(page.locator('.plan-action .placeholder')).toHaveCount(3)
  await expect(page.locator('.plan-cards').locator('a:visible, button:visible')).toHaveCount(0)
  expect(await Promise.all(['Free', 'Monthly', 'Lifetime'].map(box))).toEqual(links)
})

test('B6: before the script has come, a visitor with a session hint sees no label either', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_FAILED/, /uncaught/)
  await viewAs(page, baseURL, 'monthly')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/pricing', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Lifetime' })).toBeVisible()
  await expect(page.getByText('Sign in to Upgrade').first()).toBeHidden()
  await expect(page.getByText('Get started free')).toBeHidden()
})
