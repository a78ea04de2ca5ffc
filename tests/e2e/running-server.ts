import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { devToken } from '../support/app/dev-token.ts'
import { createMigratedDatabase } from '../support/database/create-postgres-database.ts'
import { startChildProcess } from '../support/processes/child-process.ts'
import { findFreePort } from '../support/processes/free-port.ts'
import { keepServerLog } from './check-server-logs.ts'

export interface RunningServer {
  url: string
  /** The end of what it printed, stdout and stderr in the order of arrival. */
  output(): string
  /** Fails when the server had died by itself or does not leave in time. Safe to call twice. */
  stop(): Promise<void>
}

interface Options {
  /** A free one unless given. */
  port?: number
  env?: Record<string, string>
  /** Replaces the catalogue file, pricing.config.json. */
  config?: object
  /** Instead of dist/, below the project's folder. */
  dist?: string
  /** Beside the catalogue file. */
  files?: Record<string, string | Uint8Array>
}

/** The built server with a data folder of its own. */
export async function startServer({
  port: givenPort,
  env,
  config,
  dist = 'dist',
  files = {},
}: Options = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'fairseat-e2e-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  const port = givenPort ?? (await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const configFile = join(folder, 'pricing.config.json')
  if (config) await writeFile(configFile, JSON.stringify(config))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const child = await startChildProcess({
    script: `${dist}/server/main.js`,
    readyUrl: `${url}/pricing`,
    env: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      BACKEND_URL: url,
      PUBLIC_KEY: 'pk_test_e2e',
      ...(!env?.SMTP_URL && { DEV_TOKEN: devToken }),
      // A machine that stands still for seconds would fail every checkout.
      STRIPE_WAIT_SECONDS: '120',
      ...(process.env.SLOW_ANSWERS
        ? { NODE_OPTIONS: '--import ./tests/support/processes/slow-answers.mjs' }
        : {}),
      ...(config ? { PRICING_CONFIG: configFile } : {}),
      ...env,
    },
    onOutput: (text) => keepServerLog(String(port), text),
  }).catch(async (error) => {
    await removeFolder()
    throw error
  })

  async function stop() {
    try {
      if (child.hasEnded()) throw new Error(`The server died by itself:\n${child.printed()}`)
      if ((await child.stop()) === null) throw new Error(`The server had to be killed:\n${child.printed()}`)
    } finally {
      await removeFolder()
    }
  }
  let stopping: Promise<void> | undefined
  return {
    url,
    output: child.printed,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** A fresh PostgreSQL database, as the variable that a server takes. */
export async function testDatabase() {
  const cluster = process.env.E2E_POSTGRES_URL
  if (!cluster) throw new Error('E2E_POSTGRES_URL is not set: tests/e2e/global-setup.ts has not run')
  return { DATABASE_URL: await createMigratedDatabase(cluster) }
}

/** Sees every page of the test's own context; one made by hand with browser.newContext() is not watched. */
export const test = base.extend<
  {
    /** Filled by the test, as in `expectedConsoleErrors.push(/401/)`: any other error of the page fails it. */
    expectedConsoleErrors: RegExp[]
    failOnPageErrors: undefined
    /** Another server than the one that the tests share. Not for `baseURL`, which the context needs before there is one. */
    openServer: (options: Options) => Promise<RunningServer>
  },
  { server: RunningServer }
>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, provide) => {
      const server = await startServer({ env: await testDatabase() })
      await provide(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  expectedConsoleErrors: async ({}, provide) => provide([]),
  failOnPageErrors: [
    async ({ context, expectedConsoleErrors }, provide) => {
      const errors: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (webError) => {
        const error = webError.error()
        errors.push(`uncaught: ${error.stack ?? error}`)
      })
      await provide(undefined)
      const unexpected = errors.filter((text) => !expectedConsoleErrors.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0) {
        throw new Error(`The page reported errors that the test does not expect:\n${unexpected.join('\n')}`)
      }
    },
    { auto: true },
  ],
  openServer: async ({ context }, provide) => {
    const servers: RunningServer[] = []
    await provide(async (options) => {
      const server = await startServer({ ...options, env: { ...(await testDatabase()), ...options.env } })
      servers.push(server)
      return server
    })
    // A page would report what it can no longer load.
    for (const page of context.pages()) await page.close()
    for (const server of servers) await server.stop()
  },
})

/**
 * With a shop that all tests of a file share: they run one after the other in one worker.
 * As a fixture of the worker it would need workers of its own, and be started in each of them.
 */
export function testWithShop<Shop extends { url: string; stop(): Promise<void> }>(
  start: () => Promise<Shop>,
) {
  test.describe.configure({ mode: 'default' })
  let started: Promise<Shop> | undefined
  test.afterAll(async () => (await started)?.stop())
  return test.extend<{ shop: Shop }>({
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    shop: async ({}, provide) => {
      started ??= start()
      await provide(await started)
    },
    baseURL: async ({ shop }, provide) => provide(shop.url),
  })
}

/** The same with a server of its own settings. */
export const testWithServer = (options: Options) =>
  testWithShop(async () => startServer({ env: await testDatabase(), ...options }))
