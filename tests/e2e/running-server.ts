import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import { createMigratedDatabase } from '../support/database/create-postgres-database.ts'
import { findFreePort } from '../support/processes/free-port.ts'
import { keepServerLog } from './check-server-logs.ts'

/** Only a server that hangs gets there: how fast the machine is must not matter. */
const START_LIMIT_MS = 180_000
const STOP_LIMIT_MS = 120_000
const ANSWER_LIMIT_MS = 20_000
const POLL_MS = 50

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface RunningServer {
  url: string
  /** Everything printed so far, stdout and stderr in the order of arrival. */
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
}

/** The built server as operators run it: a process of its own, which inherits none of our environment. */
export async function startServer({ port: givenPort, env, config }: Options = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'fairseat-e2e-'))
  try {
    const port = givenPort ?? (await findFreePort())
    const url = `http://127.0.0.1:${port}`
    const configFile = join(folder, 'pricing.config.json')
    if (config) await writeFile(configFile, JSON.stringify(config))
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        BACKEND_URL: url,
        PUBLIC_KEY: 'pk_test_e2e',
        ...(config ? { PRICING_CONFIG: configFile } : {}),
        ...env,
      },
    })
    return await whenReady(child, url, folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function whenReady(child: ChildProcess, url: string, folder: string): Promise<RunningServer> {
  const { port } = new URL(url)
  let printed = ''
  let printedOut = ''
  const keep = (text: string) => {
    printed += text
    keepServerLog(port, text)
  }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    keep(text)
    printedOut += text
  })
  child.stderr?.setEncoding('utf8').on('data', keep)
  // 'close' and not 'exit': only then has all of the output arrived.
  const closed = once(child, 'close')
  const hasExited = () => child.exitCode !== null || child.signalCode !== null

  // Its own word first: an answer alone could come from another process that took the port in between.
  const deadline = Date.now() + START_LIMIT_MS
  while (!(printedOut.includes(`:${port}`) && (await answers(`${url}/pricing`)))) {
    if (hasExited()) {
      await closed
      throw new Error(`The server exited at start (${child.exitCode ?? child.signalCode}):\n${printed}`)
    }
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      await closed
      throw new Error(`The server was not ready within ${START_LIMIT_MS} ms:\n${printed}`)
    }
    await sleep(POLL_MS)
  }

  async function stop() {
    try {
      if (hasExited()) {
        throw new Error(`The server died by itself (${child.exitCode ?? child.signalCode}):\n${printed}`)
      }
      child.kill('SIGTERM')
      const withTimeout = await Promise.race([
        closed.then(() => true),
        sleep(STOP_LIMIT_MS, false, { ref: false }),
      ])
      if (!withTimeout) {
        child.kill('SIGKILL')
        await closed
        throw new Error(`The server was still running ${STOP_LIMIT_MS} ms after SIGTERM:\n${printed}`)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  let stopping: Promise<void> | undefined
  return {
    url,
    output: () => printed,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    await response.body?.cancel()
    return true
  } catch {
    return false
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
})
