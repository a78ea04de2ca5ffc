import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect, type Page, type TestInfo } from '@playwright/test'
import { root } from '../../scripts/run-tool.ts'
import { type ProductShop, pay, signInByCode, startProductShop } from './product-shop.ts'
import { testWithShop } from './running-server.ts'
import { newAddress, signInByApi } from './viewer.ts'

// The programs in docs/integration.md do what the page says, as they stand there.

/** A program of the page, by how it begins. */
function program(beginning: string, language = 'js'): string {
  const page = readFileSync('docs/integration.md', 'utf8')
  const programs = Array.from(page.matchAll(/```(\w+)\n(.*?)```/gs))
  const found = programs.flatMap(([, kind, code = '']) =>
    kind === language && code.includes(beginning) ? [code] : [],
  )
  expect(found).toHaveLength(1)
  return found[0] ?? ''
}

const { product } = JSON.parse(`{${program('pagelet.example', 'json').trim().replace(/,$/, '')}}`)
// With the setting of the static site, which the others do not notice.
const config = { ...JSON.parse(readFileSync('pricing.config.json', 'utf8')), product }
const test = testWithShop(() => startProductShop(config))

/** Starts it at the port of the shop's product. */
async function startProgram(code: string, { productUrl, startProduct }: ProductShop, info: TestInfo) {
  const file = info.outputPath('product.mjs')
  mkdirSync(dirname(file), { recursive: true })
  const { port } = new URL(productUrl)
  writeFileSync(
    file,
    code.replaceAll('http://127.0.0.1:4000', productUrl).replaceAll('port: 4000', `port: ${port}`),
  )
  await startProduct(relative(root, file), { isNotified: code.includes('/webhooks/fairseat') })
}

const oneProject = (page: Page) => page.getByText('One project.')

async function expectOpen(page: Page, url: string) {
  await expect(async () => {
    await page.goto(url)
    await expect(page.getByText('Unlimited projects.', { exact: true })).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('a product without sign-in', async ({ page, shop, expectedConsoleErrors }, info) => {
  expectedConsoleErrors.push(/favicon/)
  await startProgram(program('openid.discovery'), shop, info)
  await page.goto(shop.productUrl)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInByCode(page, shop.url)
  await page.waitForURL(`${shop.productUrl}/`)
  await expect(oneProject(page)).toBeVisible()
  await page.getByRole('link', { name: 'Upgrade' }).click()
  await page.getByRole('button', { name: 'Upgrade to Monthly' }).click()
  await pay(page, cards.pays)
  await expectOpen(page, shop.productUrl)
})

test('a product with its own users', async ({ page, shop, expectedConsoleErrors }, info) => {
  expectedConsoleErrors.push(/favicon/)
  const email = newAddress()
  const code = `
  import { serve } from '@hono/node-server'
  import { Hono } from 'hono'
  const app = new Hono()
  const currentUser = () => ({ id: '42', email: '${email}', name: 'Ana', hasVerifiedEmail: true })
  ${program('customers.save')}
  app.get('/feature', async (c) => {
    const user = currentUser()
    ${program("c.redirect('/upgrade')")}
    return c.text('Unlimited projects.')
  })
  serve({ fetch: app.fetch, port: 4000, hostname: '127.0.0.1' }, () => console.log('http://127.0.0.1:4000'))`
  await startProgram(code, shop, info)
  await page.goto(`${shop.productUrl}/feature`)
  // The visitor typed the product's address: the shop asks once in each browser.
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await page.waitForURL(`${shop.url}/pricing`)
  await page.getByRole('button', { name: 'Get Lifetime access' }).click()
  await pay(page, cards.pays)
  await expectOpen(page, `${shop.productUrl}/feature`)
  await expect.poll(() => shop.lastReceived(email)).toMatchObject({ externalId: '42', plan: 'lifetime' })
})

test('a product that signs in elsewhere', async ({ page, shop }) => {
  const email = newAddress()
  const token = await shop.issuer.sign({ claims: { sub: 'user-7', email } })
  const code = program('openFairseat').replace('https://shop.example', shop.url)
  await page.route(`${shop.productUrl}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<link rel="icon" href="data:,"><button>Upgrade</button><script>
      const supabase = { auth: { getSession: async () => ({ data: { session: { access_token: '${token}' } } }) } }
      const upgradeButton = document.querySelector('button')
      ${code}</script>`,
    }),
  )
  await page.goto(shop.productUrl)
  await page.getByRole('button', { name: 'Upgrade' }).click()
  await page.waitForURL(`${shop.url}/pricing`)
  await page.getByRole('button', { name: 'Get Lifetime access' }).click()
  await pay(page, cards.pays)
  await expect.poll(() => shop.lastReceived(email)).toMatchObject({ externalId: 'user-7', plan: 'lifetime' })
})
test('a static site', async ({ page, context, shop }) => {
  const { url, apiKey } = shop
  const link = program('Plans</a>', 'html').replace('https://shop.example', url)
  const site = new URL(product.url).origin
  await page.route(`${site}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<link rel="icon" href="data:,">${link}` }),
  )
  const email = newAddress()
  await signInByApi(context, url, email)
  await page.goto(site)
  await page.getByRole('link', { name: 'Plans' }).click()
  await page.waitForURL(`${url}/pricing`)
  await page.getByRole('button', { name: 'Get Lifetime access' }).click()
  await pay(page, cards.pays)
  await page.getByRole('link', { name: `Open ${product.name}` }).click()
  await page.waitForURL(product.url)
  const paid = await page.request.get(`${url}/api/v1/customers?email=${email}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  expect(await paid.json()).toMatchObject({ email, plan: 'lifetime' })
})
