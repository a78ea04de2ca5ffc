import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { devToken } from '../support/app/dev-token.ts'
import { wordmark } from '../support/brand/brand-files.ts'
import { shortLived } from '../support/processes/child-process.ts'
import { findFreePort } from '../support/processes/free-port.ts'
import { test as base, testDatabase } from './running-server.ts'
import { newAddress, signInByApi } from './viewer.ts'

interface Dev {
  url: string
  folder: string
  /** Replaces a part of the catalogue file; returns the number of its line. */
  edit(before: string, after: string): Promise<number>
  printed(): string
  stop(): Promise<void>
}

/** `npm run dev` itself, which builds everything again, instead of the built server as it would start it. */
const isDevRun = process.env.LIVE_PREVIEW === 'dev'

let started: Promise<Dev> | undefined
const test = base.extend<{ dev: Dev }>({
  dev: async ({ browserName: _ }, provide) => {
    started ??= startDev()
    await provide(await started)
  },
  baseURL: async ({ dev }, provide) => provide(dev.url),
})
// One process for all of them, each goes on where the one before ended.
test.describe.configure({ mode: 'serial' })
test.afterAll(({ dev }) => dev.stop())

/** With a catalogue of its own that begins with a mistake. */
async function startDev(): Promise<Dev> {
  const folder = await mkdtemp(join(tmpdir(), 'fairseat-dev-'))
  const file = join(folder, 'pricing.config.json')
  const shipped = await readFile('pricing.config.json', 'utf8')
  await writeFile(file, shipped.replace('"price": 89', '"price": "89"'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const [command, ...args] = isDevRun
    ? (['npm', 'run', '--silent', 'dev', join(folder, 'build')] as const)
    : ([process.execPath, ...shortLived, 'dist/server/main.js'] as const)
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: String(port),
      BACKEND_URL: url,
      PUBLIC_KEY: 'pk_of_a_preview',
      PRICING_CONFIG: file,
      DATA_DIR: join(folder, 'data'),
      ...(!isDevRun && { DEV_RELOAD: 'true' }),
      DEV_TOKEN: devToken,
      STRIPE_WAIT_SECONDS: '120',
      ...(await testDatabase()),
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const closed = once(child, 'close')
  return {
    url,
    folder,
    async edit(before, after) {
      const text = await readFile(file, 'utf8')
      expect(text).toContain(before)
      await writeFile(file, text.replace(before, after))
      return text.slice(0, text.indexOf(before)).split('\n').length
    },
    printed: () => printed,
    async stop() {
      // A terminal sends Ctrl-C to all of its processes.
      process.kill(-(child.pid ?? 0), 'SIGINT')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const problem = (page: Page) => page.locator('pre[role=alert]')
const price = (page: Page, label: string) => page.locator('.plan-price').getByText(label, { exact: true })

test('a start with a mistake shows it in the browser, and the page as soon as it is mended', async ({
  page,
  dev,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/503/, /ERR_(CONNECTION|EMPTY|INCOMPLETE|NETWORK)/)
  // Not with the browser, which would draw an error page at each try.
  await expect.poll(() => fetch(dev.url).catch(() => null), { timeout: 250_000 }).not.toBeNull()
  await page.goto('/pricing')
  await expect(problem(page)).toContainText('plans.lifetime.price')
  await dev.edit('"price": "89"', '"price": 89')
  await expect(price(page, '$89')).toBeVisible()
  await expect(problem(page)).toHaveCount(0)
})

test('an open page shows every change of the catalogue and of a brand file', async ({ page, dev }) => {
  await page.goto('/pricing')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Simple pricing, fair to everyone')
  await dev.edit('Simple pricing, fair to everyone', 'One price for all')
  await expect(heading).toHaveText('One price for all')

  await writeFile(join(dev.folder, 'logo.svg'), wordmark('#123456'))
  await dev.edit('"headline"', '"brand": { "logo": "logo.svg" },\n  "headline"')
  const logo = page.getByRole('img', { name: 'Fairseat' })
  await expect(logo).toBeVisible()
  const before = (await logo.getAttribute('src')) ?? ''
  await writeFile(join(dev.folder, 'logo.svg'), wordmark('#654321'))
  await expect(logo).not.toHaveAttribute('src', before)
})

test('a mistake is shown with its line until it is mended, and the server goes on', async ({ page, dev }) => {
  await page.goto('/pricing')
  const line = await dev.edit('"price": 89', '"price": "89"')
  await expect(problem(page)).toContainText(`pricing.config.json:${line}:16`)
  await expect(problem(page)).toContainText('"price": "89",')
  await expect(problem(page)).toContainText('plans.lifetime.price: Invalid input: expected number')
  // The catalogue before it is still served, also to who comes now.
  expect(await (await fetch(`${dev.url}/pricing`)).text()).toContain('$89')
  await page.reload()
  await expect(problem(page)).toContainText('plans.lifetime.price')
  await dev.edit('"price": "89"', '"price": 89')
  await expect(problem(page)).toHaveCount(0)

  const comma = await dev.edit('"currency": "usd",', '"currency": "usd"')
  await expect(problem(page)).toContainText(`pricing.config.json:${comma + 1}:3`)
  await expect(problem(page)).toContainText('comma expected, found "\\"plans\\""')
  await dev.edit('"currency": "usd"', '"currency": "usd",')
  await expect(problem(page)).toHaveCount(0)

  await dev.edit('"logo.svg"', '"late.svg"')
  await expect(problem(page)).toContainText('brand.logo: there is no file')
  const reloaded = page.waitForEvent('load')
  await writeFile(join(dev.folder, 'late.svg'), wordmark('#abcdef'))
  await reloaded
  await expect(problem(page)).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Fairseat' })).toBeVisible()
  // Never restarted.
  expect(dev.printed().match(/is at http/g)).toHaveLength(1)
})

test('a checkout after a change of the price is about the new one', async ({ page, context, dev }) => {
  await signInByApi(context, dev.url, newAddress())
  await page.goto('/pricing')
  await dev.edit('"price": 89', '"price": 79')
  await expect(price(page, '$79')).toBeVisible()
  await page.getByRole('button', { name: 'Get Lifetime access' }).click()
  await page.waitForURL('**/c/pay/*')
  await expect(page.getByRole('button', { name: /^Pay/ })).toContainText('$79')
})
