import { expect } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { type TestViewer, viewAs } from './viewer.ts'

const viewers: TestViewer[] = ['signed out', 'loading', 'free', 'monthly', 'lifetime', 'plan not known']

// Without motion throughout: axe would take the colours of a toast halfway through its fade for its own.
for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewer of viewers) {
    test(`axe finds nothing for ${viewer} in ${colorScheme}`, async ({ page, baseURL }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await viewAs(page, baseURL, viewer)
      await page.clock.install()
      await page.goto('/pricing')
      if (viewer === 'loading') await expect(page.locator('.placeholder')).toHaveCount(3)
      else await expect(page.getByRole('navigation').getByRole('link')).toBeVisible()
      await page.clock.runFor(3_500)
      const violations = await axeViolations(page)
      expect(violations).toEqual([])
    })
  }

  test(`axe finds nothing on the checkout error and the 404 page in ${colorScheme}`, async ({
    page,
    baseURL,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/Checkout failed/, /status of (404|500)/)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await viewAs(page, baseURL, 'free')
    await page.route('**/api/stripe/create-checkout', (route) => route.fulfill({ status: 500 }))
    await page.goto('/pricing')
    await page.getByRole('button', { name: 'Get Lifetime access' }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    expect(await axeViolations(page)).toEqual([])
    await page.goto('/nowhere')
    expect(await axeViolations(page)).toEqual([])
  })
}

test('everything is reached by keyboard, in reading order', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  const reached: string[] = []
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate(() => document.activeElement?.textContent ?? ''))
  }
  expect(reached).toEqual([
    'Fairseat',
    'Sign in',
    expect.stringContaining('seats left at $89'),
    'Get started free',
    'Sign in to Upgrade',
    'Sign in to Upgrade',
    'Plans',
    'How seats are counted',
  ])
})

for (const width of [320, 390, 768, 1280, 1920]) {
  test(`nothing overflows sideways at ${width} px, also with text at 200%`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/pricing')
    await expect(page.getByRole('progressbar')).toBeVisible()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await overflow()).toBeLessThanOrEqual(0)
  })
}
