import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { findFreePort } from '../tests/support/processes/free-port.ts'
import { root } from './run-tool.ts'

const waiting = { timeout: 170_000, interval: 100 }

const responds = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

const isWindows = process.platform === 'win32'

async function startExample() {
  const [port, productPort] = [String(await findFreePort()), String(await findFreePort())]
  const npm = spawn('npm', ['run', 'example', '--silent'], {
    cwd: root,
    detached: true,
    // What an operator has set is not for the example.
    env: { ...process.env, STRIPE_SECRET_KEY: 'sk_live_x', PORT: port, PAGELET_PORT: productPort },
  })
  let printed = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (text) => {
      printed += text
    })
  const ended = once(npm, 'exit')
  const urls = [`http://127.0.0.1:${port}/pricing`, `http://127.0.0.1:${productPort}`]
  return {
    urls,
    responses: () => Promise.all(urls.map(responds)),
    /** Waits until it is so of what was printed. */
    waitFor: (check: (printed: string) => unknown) =>
      vi.waitFor(async () => {
        if (npm.exitCode !== null) expect.fail(printed)
        await check(printed)
      }, waiting),
    /** A terminal sends Ctrl-C to all of its processes; a supervisor signals the one that it started. */
    async end(signal: 'SIGINT' | 'SIGTERM') {
      process.kill(signal === 'SIGINT' ? -(npm.pid ?? 0) : (npm.pid ?? 0), signal)
      await ended
      await vi.waitFor(
        async () => expect(await Promise.all(urls.map(responds))).toEqual([false, false]),
        waiting,
      )
    },
  }
}

test.skipIf(isWindows)('npm run example starts the shop and the product, and SIGTERM ends both', async () => {
  const { urls, responses, waitFor, end } = await startExample()
  await waitFor((printed) => {
    for (const url of urls) expect(printed).toContain(url)
  })
  expect(await responses()).toEqual([true, true])
  await end('SIGTERM')
})

test.skipIf(isWindows)('SIGINT ends both, also when only one of them has started', async () => {
  const { responses, waitFor, end } = await startExample()
  await waitFor(async () => expect(await responses()).toContain(true))
  await end('SIGINT')
})

test('a port that is taken is named, and nothing goes on running', async () => {
  const port = await findFreePort()
  const productPort = String(await findFreePort())
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  const example = spawn(process.execPath, ['--import', 'tsx', 'scripts/example.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), PAGELET_PORT: productPort },
  })
  let printed = ''
  example.stderr.on('data', (text) => {
    printed += text
  })
  const [code] = await once(example, 'close')
  taken.close()
  expect([code, printed]).toEqual([1, expect.stringContaining(`Port ${port} is taken`)])
  expect(await responds(`http://127.0.0.1:${productPort}`)).toBe(false)
})
