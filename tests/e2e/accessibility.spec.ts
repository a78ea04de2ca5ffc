import { expect } from '@playwright/test'
import { devToken } from '../support/app/dev-token.ts'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { openAccount, overflow, viewAs } from './viewer.ts'

test('axe finds nothing on the checkout error and the 404 page in light and dark', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/Checkout failed/, /status of (404|500)/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await viewAs(page, baseURL, 'free')
  await page.route('**/api/stripe/create-checkout', (route) => route.fulfill({ status: 500 }))
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Get Lifetime access' }).click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  await page.goto('/nowhere')
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
})

test('axe would find an image without a text, a link without a name and pale text', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.evaluate(() => {
    const pale = document.createElement('p')
    pale.textContent = 'pale'
    pale.style.color = '#ccc'
    pale.style.background = '#fff'
    const link = document.createElement('a')
    link.href = '/pricing'
    document.querySelector('main')?.append(document.createElement('img'), pale, link)
  })
  const { light, dark } = await axeViolationsInBothSchemes(page)
  expect(light.map(({ id }) => id).toSorted()).toEqual(['color-contrast', 'image-alt', 'link-name'])
  expect(dark.map(({ id }) => id)).toEqual(['color-contrast'])
})

const footer = ['Plans', 'Billing', 'How seats are counted', 'Terms', 'Privacy', 'Imprint', 'Support']

test('everything is reached by keyboard, in reading order', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  const reached: string[] = []
  for (let step = 0; step < 16; step++) {
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
    'where they said it',
    'Can I change my mind?',
    'How do I pay?',
    ...footer,
  ])
})

test('nothing overflows sideways from 320 to 1920 px, also with text at 200%', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    expect(await overflow(page), `at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test('every page has a header and a footer that lead on, and says that it is in test mode, without an account at the payment service', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/404/)
  await page.setViewportSize({ width: 320, height: 700 })
  const outbox = `/dev/outbox?dev=${devToken}`
  const pages = ['/pricing', '/sign-in', '/welcome', outbox, '/pricing/how-we-count', '/nowhere']
  const leadOn = async () => {
    await expect(page.getByRole('banner').getByRole('navigation').getByRole('link')).not.toHaveCount(0)
    const links = page.getByRole('contentinfo').getByRole('link')
    await expect(links).toHaveText(footer)
    await expect(links.filter({ visible: true })).toHaveCount(footer.length)
    const mark = page.getByRole('banner').getByText('Test mode')
    await expect(mark).toBeVisible()
    await expect(mark).toHaveText('Test mode: no real money moves')
    await expect(mark).toHaveAttribute('title', 'No real money moves')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  for (const path of pages) {
    await page.goto(path)
    await leadOn()
  }
  const respond = await openAccount(page, baseURL, 'free')
  respond()
  await leadOn()
})

test('in forced colours the progress bar and the highlighted card keep their meaning', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/pricing')
  const bar = page.getByRole('progressbar')
  await expect(bar).toBeVisible()
  const color = (element: Element) => getComputedStyle(element).backgroundColor
  const claimed = bar.locator('div')
  expect(await claimed.evaluate(color)).not.toBe(await bar.evaluate(color))
  expect(await bar.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid')
  const edge = (element: Element) => {
    const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(element)
    return `${outlineStyle} ${outlineWidth} ${borderTopWidth}`
  }
  const edges = await page.locator('.plan-card').evaluateAll((cards, text) => {
    const read = new Function(`return ${text}`)()
    return cards.map((card) => read(card))
  }, String(edge))
  expect(edges[0]).toBe(edges[1])
  expect(edges[2]).not.toBe(edges[1])
})

// 1280 by 1024 CSS pixels at 400 %.
test('at 400 % zoom the toast covers no text', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.clock.install()
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.clock.runFor(3_500)
  const toast = page.locator('.purchase-toast')
  await expect(toast).toContainText('just upgraded to')
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  for (let y = 0; y <= height; y += 64) {
    const covered = await page.evaluate((top) => {
      scrollTo({ top, behavior: 'instant' })
      const box = document.querySelector('.purchase-toast')?.getBoundingClientRect()
      if (!box) return ['no toast']
      return [...document.querySelectorAll('h1, h2, main p, main li, main .button')]
        .filter((element) => element.checkVisibility() && !element.closest('.toasts'))
        .filter((element) => {
          const { top, bottom, height } = element.getBoundingClientRect()
          return height > 0 && bottom > box.top && top < box.bottom
        })
        .map((element) => element.textContent)
    }, y)
    expect(covered).toEqual([])
  }
  await expect(toast).toBeInViewport()
})
