import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { test } from './running-server.ts'
import { overflow } from './viewer.ts'

const shipped = JSON.parse(readFileSync('pricing.config.json', 'utf8'))

test('what the catalogue says besides the plans is on the page, with JavaScript and without', async ({
  page,
  browser,
  baseURL,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  for (const shown of [page, await plain.newPage()]) {
    await shown.goto('/pricing')
    const { announcement, guarantee, testimonials, faq } = shipped.content
    await expect(shown.getByText(announcement.text)).toBeVisible()
    await expect(shown.getByText(guarantee)).toBeVisible()
    await expect(shown.getByText(testimonials[0].quote)).toBeVisible()
    await expect(shown.getByRole('link', { name: testimonials[0].source.text })).toHaveAttribute(
      'href',
      testimonials[0].source.url,
    )
    await expect(shown.getByText(faq[0].answer)).toBeHidden()
    await shown.getByText(faq[0].question).click()
    await expect(shown.getByText(faq[0].answer)).toBeVisible()
    await expect(shown.getByRole('contentinfo').getByRole('link', { name: 'Support' })).toHaveAttribute(
      'href',
      shipped.footer.support,
    )
  }
  await plain.close()
})

test('the comparison is a table at 1280, 320 and 390 px, in light and dark; axe finds nothing, nothing overflows', async ({
  page,
}) => {
  await page.goto('/pricing')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.getByText(shipped.content.faq[0].question).click()
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['light', 320],
    ['dark', 390],
  ] as const)
    await test.step(`${colorScheme}, ${width} px`, async () => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
      const row = page
        .getByRole('table', { name: 'Compare the plans' })
        .getByRole('row', { name: 'Projects' })
      await expect(row.getByRole('rowheader')).toHaveText('Projects')
      await expect(row.getByRole('cell')).toHaveText(['1', 'Unlimited', 'Unlimited'])
      const boxes = await row
        .getByRole('cell')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top))
      expect(new Set(boxes).size).toBe(1)
      const lines = await row
        .getByText('Unlimited')
        .first()
        .evaluate((cell) => {
          const text = document.createRange()
          text.selectNodeContents(cell)
          return text.getClientRects().length
        })
      expect(lines).toBe(1)
      // The rest of the page is looked at for each viewer (plan-buttons.spec.ts).
      expect(await axeViolations(page, { within: '.page-section' })).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    })
})
