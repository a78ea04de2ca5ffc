import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { installedFont, largeWordmark, png, wordmark } from '../support/brand/brand-files.ts'
import { axeViolations, axeViolationsInBothSchemes, colourRules, noViolations } from './axe-violations.ts'
import { testWithServer } from './running-server.ts'
import { newAddress, signInByApi } from './viewer.ts'

const shipped = JSON.parse(readFileSync('pricing.config.json', 'utf8'))
const brand = {
  logo: 'logo.svg',
  logoDark: 'logo-dark.svg',
  favicon: 'icon.png',
  accent: '#6d28d9',
  font: 'text.woff2',
  radius: 16,
}
const files = {
  'logo.svg': largeWordmark('#6d28d9'),
  'logo-dark.svg': largeWordmark('#c4b5fd'),
  'icon.png': png(16, 16),
  'text.woff2': installedFont(/\.ttf$/),
}

const test = testWithServer({ config: { ...shipped, product: 'Nocturne', brand }, files })

// Whatever the Content-Security-Policy refuses is an error of the page, which fails the test.
test('every page shows the brand and axe finds nothing, in light and dark', async ({
  page,
  context,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 404/)
  const expectBrand = async () => {
    const logo = page.getByRole('img', { name: 'Nocturne' })
    for (const [colorScheme, file] of [
      ['dark', '/assets/logoDark-'],
      ['light', '/assets/logo-'],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(logo).toBeVisible()
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(file)
      await expect
        .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    }
    // An error here is a font that cannot be read or that the policy refuses.
    expect(await page.evaluate(async () => (await document.fonts.load('1rem Brand')).length)).toBe(1)
    // A brand changes nothing else but the header, which is the same on every page.
    expect(await axeViolationsInBothSchemes(page, { rules: colourRules })).toEqual(noViolations)
  }
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectBrand()
  expect(await axeViolations(page)).toEqual([])
  for (const path of ['/sign-in', '/pricing/how-we-count', '/nowhere']) {
    await page.goto(path)
    await expectBrand()
  }
  await signInByApi(context, baseURL, newAddress())
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  await expectBrand()
})

test('buttons have the colour and the corners, and another colour under the pointer', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/sign-in')
  const button = page.getByRole('button', { name: 'Send me a code' })
  await expect(button).toHaveCSS('background-color', 'rgb(109, 40, 217)')
  await expect(button).toHaveCSS('border-radius', '16px')
  await button.hover()
  await expect(button).not.toHaveCSS('background-color', 'rgb(109, 40, 217)')
  expect(await axeViolations(page, { rules: colourRules })).toEqual([])
})

test('the payment page has the colour and the corners, in light and dark', async ({
  page,
  context,
  baseURL,
}) => {
  await signInByApi(context, baseURL, newAddress())
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Get Lifetime access' }).click()
  await page.waitForURL('**/c/pay/*')
  const button = page.getByRole('button', { name: /^Pay/ })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(button).toHaveCSS('background-color', 'rgb(109, 40, 217)')
    await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expect(button).toHaveCSS('border-radius', '8px')
  }
  expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
})

test('the first paint waits for no font, and nothing asks for it earlier than the text does', async ({
  page,
}) => {
  const requested: string[] = []
  // Never answered.
  await page.route('**/assets/font-*', (route) => void requested.push(route.request().url()))
  await page.goto('/pricing', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await expect.poll(() => requested.length).toBe(1)
  expect(await page.evaluate(() => document.fonts.status)).toBe('loading')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.locator('link[rel=preload]')).toHaveCount(0)
})

test('the logo has its place before it arrives', async ({ page }) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/logo-*', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/pricing', { waitUntil: 'commit' })
  const logo = page.getByRole('img', { name: 'Nocturne' })
  await expect(logo).toBeVisible()
  const before = await logo.boundingBox()
  arrive()
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await logo.boundingBox()).toEqual(before)
  // 120 to 32, as in the file.
  expect(before).toMatchObject({ width: 105, height: 28 })
})

test('a brand of small drawings costs no request: /pricing is three', async ({ page, openServer }) => {
  const small = { logo: 'logo.svg', logoDark: 'logo-dark.svg', favicon: 'icon.svg', accent: '#6d28d9' }
  const shop = await openServer({
    config: { ...shipped, product: 'Nocturne', brand: small },
    files: {
      'logo.svg': wordmark('#6d28d9'),
      'logo-dark.svg': wordmark('#c4b5fd'),
      'icon.svg': wordmark('#6d28d9'),
    },
  })
  const requested: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requested.push(new URL(request.url()).pathname)
  })
  await page.goto(`${shop.url}/pricing`)
  await expect(page.getByRole('progressbar')).toBeVisible()
  const logo = page.getByRole('img', { name: 'Nocturne' })
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  expect(requested).toEqual([
    '/pricing',
    expect.stringMatching(/^\/assets\/.*\.js$/),
    expect.stringMatching(/^\/assets\/.*\.js$/),
  ])
})
