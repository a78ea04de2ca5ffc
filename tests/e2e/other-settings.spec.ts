import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { test } from './running-server.ts'

// Settings that differ from the shipped ones and do not touch each other: one server has several of them.

const tenHoursOn = Date.UTC(2025, 5, 7, 10)

/** With another price, and time that stands still. */
async function expectVariant(page: Page, url: string, text: string, icon: string) {
  await page.clock.install({ time: tenHoursOn - 3_600_000 })
  await page.clock.pauseAt(tenHoursOn)
  await page.goto(`${url}/pricing`)
  await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.locator(`.urgency-text [data-icon=${icon}]`)).toBeVisible()
  await expect(page.locator('.urgency-remaining [data-icon=trending-up]')).toBeVisible()
}

const shippedWithPrice = () => {
  const config = JSON.parse(readFileSync('pricing.config.json', 'utf8'))
  config.plans.lifetime.price = 120
  return config
}

test('U2 U5 U6 T3: variant time, chosen by URGENCY_VARIANT, with the catalogue’s price; the toast at the bottom right; without content and footer the page is the plans alone', async ({
  page,
  openServer,
}) => {
  const { content: _, footer: __, ...config } = shippedWithPrice()
  config.toast.position = 'bottom-right'
  const { url } = await openServer({ config, env: { URGENCY_VARIANT: 'time' } })
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectVariant(page, url, 'Limited time: $120 Lifetime deal — Only 40 left!', 'clock')

  await page.clock.runFor(3_000)
  const toast = await page.locator('.purchase-toast').boundingBox()
  expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeGreaterThan(1280 - 50)

  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Free', 'Monthly', 'Lifetime'])
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText([
    'Plans',
    'Billing',
    'How seats are counted',
  ])
  await expect(page.locator('.announcement, .guarantee, .page-section')).toHaveCount(0)
})

test('U3 U5 U6: variant demand, chosen by URGENCY_VARIANT', async ({ page, openServer }) => {
  const { url } = await openServer({ config: shippedWithPrice(), env: { URGENCY_VARIANT: 'demand' } })
  await expectVariant(page, url, 'High demand: 40 spots remaining before price increase!', 'trending-up')
})
