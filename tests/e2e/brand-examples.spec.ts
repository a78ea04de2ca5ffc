import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test as base, startServer, testDatabase } from './running-server.ts'

// The catalogues of examples/brands. With BRAND_SCREENSHOTS=docs/brands the pictures of docs/brands.md are made again.

const folder = 'examples/brands'
const pictures = process.env.BRAND_SCREENSHOTS

for (const name of readdirSync(folder)) {
  const read = (file: string) => readFileSync(join(folder, name, file))
  const config = JSON.parse(read('pricing.config.json').toString())
  const files = Object.fromEntries(
    Object.values<string | number>(config.brand)
      .filter((value) => typeof value === 'string' && value.includes('.'))
      .map((file) => [String(file), read(String(file))]),
  )
  const test = base.extend({
    baseURL: async ({ browserName: _ }, provide) => {
      const shop = await startServer({ env: await testDatabase(), config, files })
      await provide(shop.url)
      await shop.stop()
    },
  })

  test(`${name}: axe finds nothing, nothing is cut off, and the brand is there in light and dark`, async ({
    page,
  }) => {
    await page.goto('/pricing')
    await expect(page.getByRole('progressbar')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: width < 1000 ? 844 : 860 })
        await expect(page.getByRole('img', { name: config.product.name })).toBeVisible()
        await page.evaluate(() => document.fonts.ready)
        expect(await page.evaluate(() => document.fonts.check('1rem Brand'))).toBe(true)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        if (pictures && width > 320) {
          const path = join(pictures, `${name}-${colorScheme}-${width}.jpg`)
          await page.screenshot({ path, type: 'jpeg', quality: 70 })
        }
      }
    }
    expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
  })
}
