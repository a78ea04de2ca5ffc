import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { makeSecret } from '../tests/support/app/made-secrets.ts'
import { createMigratedDatabase } from '../tests/support/database/create-postgres-database.ts'
import { shortLived } from '../tests/support/processes/child-process.ts'
import { findFreePort } from '../tests/support/processes/free-port.ts'
import { root } from './run-tool.ts'

// dist/ alone, without node_modules, as somebody copies it to a server.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-dist-'))
const dist = path.join(folder, 'app')
fs.mkdirSync(dist)
for (const name of fs.readdirSync(path.join(root, 'dist'))) {
  if (/^(client|emulator|server|package\.json|pricing\.config\.json|.*\.image)$/.test(name))
    fs.cpSync(path.join(root, 'dist', name), path.join(dist, name), { recursive: true })
}
const elsewhere = path.join(folder, 'elsewhere')
fs.mkdirSync(elsewhere)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

let starts = 0

async function start(env: Record<string, string> = {}) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...shortLived, path.join(dist, 'server/main.js')], {
    cwd: elsewhere,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      BACKEND_URL: url,
      PUBLIC_KEY: 'pk_of_a_copy',
      AUTH_SECRET: makeSecret(),
      DATA_DIR: path.join(folder, `data-${++starts}`),
      ...env,
    },
  })
  const ended = once(child, 'close')
  const printed = Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join(''))
  const status = () =>
    fetch(`${url}/pricing`).then(
      (response) => response.status,
      () => 0,
    )
  return { child, ended, printed, status, url }
}

// With the image it starts below, as far as to what is missing of the browser build.
test('dist/ runs alone, from another folder, draws the image for messengers, makes a database without its image of an empty one, and PRICING_CONFIG is a path in the working folder', async () => {
  fs.copyFileSync(path.join(dist, 'pricing.config.json'), path.join(elsewhere, 'ours.json'))
  const images = fs.readdirSync(dist).filter((name) => name.endsWith('.image'))
  expect(images).toHaveLength(1)
  for (const name of images) fs.renameSync(path.join(dist, name), path.join(folder, name))
  const { child, ended, printed, status, url } = await start({ PRICING_CONFIG: 'ours.json' })
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) expect.fail(await printed)
      expect(await status()).toBe(200)
    },
    { timeout: 170_000, interval: 100 },
  )
  for (const name of images) fs.renameSync(path.join(folder, name), path.join(dist, name))
  const page = await (await fetch(`${url}/pricing`)).text()
  const image = await fetch(/property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? '')
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await image.arrayBuffer()).readUInt32BE(16)).toBe(1200)
  child.kill('SIGTERM')
  await ended
  expect(child.exitCode).toBe(0)
})

test('a PRICING_CONFIG that is not there is named', async () => {
  const { child, ended, printed } = await start({ PRICING_CONFIG: 'nobodys.json' })
  await ended
  expect([child.exitCode, await printed]).toEqual([1, expect.stringContaining('nobodys.json cannot be read')])
})

describe('what is missing is named in a sentence', () => {
  test.each([
    ['pricing.config.json', 'pricing.config.json cannot be read'],
    ['client', 'The browser build is missing from'],
    ['client/en/assets', 'A file is missing:'],
    ['server/migrations', 'The database migrations are missing from'],
    ['server/migrations/0000_subscriptions.sql', '0000_subscriptions'],
    ['server/open-embedded-database.js', 'A file is missing:'],
    ['server/pglite.wasm', 'pglite.wasm'],
    ['emulator/main.js', 'The payment emulator is missing from'],
  ])('%s', async (name, sentence) => {
    const away = path.join(folder, 'away')
    fs.renameSync(path.join(dist, name), away)
    try {
      // The embedded database takes longer to start, and is in the other cases.
      const database: Record<string, string> =
        name === 'client/en/assets'
          ? { DATABASE_URL: await createMigratedDatabase(inject('postgresUrl')) }
          : {}
      const { child, ended, printed } = await start(database)
      await ended
      expect([child.exitCode, await printed]).toEqual([1, expect.stringContaining(sentence)])
      expect(await printed).not.toMatch(/^\s+at /m)
    } finally {
      fs.renameSync(away, path.join(dist, name))
    }
  })
})
