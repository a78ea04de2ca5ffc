import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect } from '@playwright/test'
import { axeViolationsInBothSchemes, noViolations } from './axe-violations.ts'
import { test, testDatabase } from './running-server.ts'
import { startTrial } from './start-trial.ts'
import { mailsTo, newAddress, overflow } from './viewer.ts'

test('M9: the operator moves a subscriber to today’s price: the mail, and the account that it leads to', async ({
  page,
  openServer,
}) => {
  const database = await testDatabase()
  const { url } = await openServer({ env: database })
  const email = newAddress()
  const { call, emulatorUrl, subscription } = await startTrial(page, url, email, cards.pays)
  // One who subscribed when Monthly was $7.
  const { items } = await call(`subscriptions/${subscription}`)
  const [item] = items.data
  const earlier = await call('prices', {
    product: item.price.product,
    currency: 'usd',
    unit_amount: '700',
    'recurring[interval]': 'month',
  })
  await call(`subscriptions/${subscription}`, {
    'items[0][id]': item.id,
    'items[0][price]': earlier.id,
    proration_behavior: 'none',
  })

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/cli.js', 'prices', '--move', earlier.id, '--notice-days', '30', '--apply'],
    {
      env: {
        PATH: process.env.PATH ?? '',
        ...database,
        BACKEND_URL: url,
        PORT: new URL(url).port,
        PUBLIC_KEY: 'pk_test_e2e',
        STRIPE_SECRET_KEY: 'sk_test_emulator',
        STRIPE_WEBHOOK_SECRET: 'whsec_of_no_use_to_this_command',
        STRIPE_API_URL: emulatorUrl,
      },
    },
  )
  expect(stdout).toContain(`1 of ${earlier.id} are mailed, and pay $9 from their first renewal 30 days`)
  await expect
    .poll(async () => (await mailsTo(page.request, email, url))[0]?.subject, { timeout: 120_000 })
    .toContain('price')
  const [mail] = await mailsTo(page.request, email, url)
  await page.goto('about:blank')
  await page.setContent(mail?.html ?? '')
  await expect(page.getByText('Monthly will cost $9 instead of $7 from your first renewal')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.goto(mail?.link ?? '')
  const billing = page.getByRole('region', { name: 'Billing' })
  await expect(billing).toContainText('$7 a month')
  await expect(billing).toContainText('$9 from your first renewal after')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await axeViolationsInBothSchemes(page)).toEqual(noViolations)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
})
