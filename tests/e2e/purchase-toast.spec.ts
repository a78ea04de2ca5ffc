import { expect, type Page } from '@playwright/test'
import { test } from './running-server.ts'

const startAt = Date.UTC(2026, 0, 1)
const toast = (page: Page) => page.locator('.purchase-toast')
const closeButton = (page: Page) => page.getByRole('button', { name: 'Close notification' })

/** Time stands still until the test moves it. */
async function openAtRest(page: Page, url = '/pricing') {
  await page.clock.install({ time: startAt - 3_600_000 })
  await page.clock.pauseAt(startAt)
  await page.goto(url)
  await expect(page.getByRole('progressbar')).toBeVisible()
}

const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

test('T4 T5: appears at 3 s, 48 s and 93 s and is gone at 7.3 s', async ({ page }) => {
  await openAtRest(page)
  await page.clock.runFor(2_999)
  await expect(closeButton(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(closeButton(page)).toBeVisible()
  await page.clock.runFor(4_000)
  await expect(toast(page)).toHaveAttribute('data-phase', 'leaving')
  await page.clock.runFor(299)
  await expect(closeButton(page)).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(closeButton(page)).toHaveCount(0)
  await expect(page.getByText('just upgraded to')).toHaveCount(0)
  for (const _ of ['48 s', '93 s']) {
    await page.clock.runFor(40_699)
    await expect(closeButton(page)).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(closeButton(page)).toBeVisible()
    await page.clock.runFor(4_300)
    await expect(closeButton(page)).toHaveCount(0)
  }
})

test('T1 T2 T6 T7: the text names a sample person and plan, is announced politely, the close button has its name, and the focus stays where it was', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Math.random = () => 0
  })
  await openAtRest(page)
  const link = page.getByRole('link', { name: 'Get started free' })
  await link.focus()
  await expect(page.getByRole('status')).toBeAttached()
  await page.clock.runFor(3_000)
  await expect(page.getByRole('status')).toHaveText('Amara from Nigeria just upgraded to Lifetime')
  await expect(closeButton(page)).toBeVisible()
  await expect(link).toBeFocused()
})

// At the bottom right in other-settings.spec.ts.
test('T3: stands at the bottom left by default', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAtRest(page)
  await page.clock.runFor(3_000)
  const viewport = page.viewportSize() ?? { width: 0, height: 0 }
  const left = await toast(page).boundingBox()
  expect(left?.x).toBeLessThan(50)
  expect((left?.y ?? 0) + (left?.height ?? 0)).toBeGreaterThan(viewport.height - 50)
})

test('T2 T7: Close removes it at once and the next comes at its own time', async ({ page }) => {
  await openAtRest(page)
  await page.clock.runFor(3_500)
  await closeButton(page).click()
  await expect(closeButton(page)).toHaveCount(0)
  await page.clock.runFor(44_499)
  await expect(closeButton(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(closeButton(page)).toBeVisible()
})

test('T7: the pointer holds it open and the time that was left is kept', async ({ page }) => {
  await openAtRest(page)
  await page.clock.runFor(6_000)
  await toast(page).hover()
  await page.clock.runFor(30_000)
  await expect(toast(page)).toHaveAttribute('data-phase', 'visible')
  await page.mouse.move(600, 10)
  await page.clock.runFor(999)
  await expect(toast(page)).toHaveAttribute('data-phase', 'visible')
  await page.clock.runFor(1)
  await expect(toast(page)).toHaveAttribute('data-phase', 'leaving')
})

test('T7: focus inside holds it open', async ({ page }) => {
  await openAtRest(page)
  await page.clock.runFor(3_000)
  await closeButton(page).focus()
  await page.clock.runFor(30_000)
  await expect(toast(page)).toHaveAttribute('data-phase', 'visible')
  await page.keyboard.press('Enter')
  await expect(closeButton(page)).toHaveCount(0)
})

test('T7: a hidden tab shows nothing and piles nothing up', async ({ page }) => {
  await openAtRest(page)
  await setHidden(page, true)
  await page.clock.runFor(100_000)
  await setHidden(page, false)
  await expect(closeButton(page)).toHaveCount(0)
  await page.clock.runFor(37_999)
  await expect(closeButton(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(closeButton(page)).toHaveCount(1)
})

test('T7: reduced motion drops the fade', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAtRest(page)
  await page.clock.runFor(7_000)
  await expect(closeButton(page)).toHaveCount(0)
})

test('on a phone it never covers a button, wherever the page is scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await openAtRest(page)
  await page.clock.runFor(3_000)
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  for (let y = 0; y <= height; y += 40) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
    await expect
      .poll(() =>
        page.evaluate(() => {
          const box = document.querySelector('.purchase-toast')?.getBoundingClientRect()
          const buttons = [...document.querySelectorAll('main .button')].map((button) =>
            button.getBoundingClientRect(),
          )
          return buttons.filter((b) => box && b.bottom > box.top && b.top < box.bottom).length
        }),
      )
      .toBe(0)
  }
})
