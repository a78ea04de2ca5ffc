import { expect } from '@playwright/test'
import { test } from './running-server.ts'

const originAt = Date.UTC(2025, 5, 7)
const hourMs = 3_600_000

// The other variants are in other-settings.spec.ts.
test('U1 U4 U5 U6 S1 S3 S5: variant seats with progress, figures and icons', async ({ page }) => {
  await page.clock.install({ time: originAt + 10 * hourMs })
  await page.goto('/pricing')
  await expect(
    page.getByText('40 seats left at $89 — Only 40 spots remaining!', { exact: true }),
  ).toBeVisible()
  const progress = page.getByRole('progressbar')
  await expect(progress).toHaveAttribute('aria-valuenow', '20')
  await expect(progress).toHaveAttribute('aria-valuemin', '0')
  await expect(progress).toHaveAttribute('aria-valuemax', '100')
  const [track, bar] = await Promise.all([progress.boundingBox(), progress.locator('div').boundingBox()])
  expect((bar?.width ?? 0) / (track?.width ?? 1)).toBeCloseTo(0.2, 2)
  await expect(page.getByText('Started: 50 seats', { exact: true })).toBeVisible()
  await expect(page.getByText('40 remaining (20% claimed)', { exact: true })).toBeVisible()
  await expect(page.locator('.urgency-text [data-icon=clock]')).toBeVisible()
  await expect(page.locator('.urgency-remaining [data-icon=trending-up]')).toBeVisible()
})

test('S1 S2 S4: the seats change at the hour and the page knows within 60 s', async ({ page }) => {
  await page.clock.install({ time: originAt + 10 * hourMs })
  await page.clock.pauseAt(originAt + 11 * hourMs - 90_000)
  await page.goto('/pricing')
  await expect(page.getByText('40 remaining')).toBeVisible()
  await page.clock.runFor(119_000)
  await expect(page.getByText('40 remaining')).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(page.getByText('39 remaining (22% claimed)', { exact: true })).toBeVisible()
})

test('S4: a hidden tab that becomes visible is recomputed at once', async ({ page }) => {
  await page.clock.install({ time: originAt + 10 * hourMs })
  await page.clock.pauseAt(originAt + 11 * hourMs - 10_000)
  await page.goto('/pricing')
  await expect(page.getByText('40 remaining')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page.getByText('40 remaining')).toBeVisible()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('39 remaining')).toBeVisible()
})

test('S1 S2: at the minimum the text stays exact', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByText('1 seats left at $89 — Only 1 spots remaining!', { exact: true })).toBeVisible()
  await expect(page.getByText('1 remaining (98% claimed)', { exact: true })).toBeVisible()
})
