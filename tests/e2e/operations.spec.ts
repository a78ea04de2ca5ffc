import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from '@playwright/test'
import pg from 'pg'
import { startServer, test, testDatabase } from './running-server.ts'
import { newAddress, signInByApi } from './viewer.ts'

/** A connection that keeps all that came back. */
async function openConnection(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  let response = ''
  socket.setEncoding('utf8').on('data', (text) => {
    response += text
  })
  // Being cut off is what some of them wait for.
  socket.on('error', () => {})
  return { socket, response: () => response, closed: once(socket, 'close') }
}

const post = (url: string, length: number) =>
  `POST /api/auth/sign-out HTTP/1.1\r\nhost: ${new URL(url).host}\r\norigin: ${url}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

test('the built server is alive, ready, and keeps its figures to itself', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200)
  expect((await request.get('/readyz')).status()).toBe(200)
  expect((await request.get('/metrics')).status()).toBe(404)
  expect((await request.get('/api/subscription')).headers()['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('a stop takes no new connection, finishes what runs, cuts off who hangs, and ends before a container would be killed', async () => {
  const server = await startServer({ env: await testDatabase() })
  const finishing = await openConnection(server.url)
  const hanging = await openConnection(server.url)
  // The answer to the first request says that the second one, in the same packet, has begun.
  const health = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
  for (const { socket, response } of [finishing, hanging]) {
    socket.write(health + post(server.url, 2))
    await expect.poll(response).toMatch(/^HTTP\/1\.1 200 /)
  }
  let isCutOff = false
  void hanging.closed.then(() => {
    isCutOff = true
  })
  const startedAt = Date.now()
  const stopped = server.stop()
  await expect(async () => {
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  }).toPass({ timeout: 120_000 })
  finishing.socket.write('{}')
  await finishing.closed
  expect(finishing.response().match(/^HTTP\/1\.1 200 /gm)).toHaveLength(2)
  expect(isCutOff).toBe(false)
  await hanging.closed
  await stopped
  expect(hanging.response().match(/^HTTP\/1\.1 200 /gm)).toHaveLength(1)
  // It gives up after 8 s. By itself the request that hangs would end after 30 s, when containers are killed as well.
  expect(Date.now() - startedAt).toBeLessThan(30_000)
})

test('a stop leaves what waits for the database, and ends before a container would be killed', async () => {
  const env = await testDatabase()
  const server = await startServer({ env })
  const holder = new pg.Client({ connectionString: env.DATABASE_URL })
  await holder.connect()
  expect((await fetch(`${server.url}/api/subscription`)).status).toBe(200)
  await holder.query('begin; lock table rate_limits in access exclusive mode')
  const waiting = await openConnection(server.url)
  const body = JSON.stringify({ email: 'ann@example.com', type: 'sign-in' })
  const { host } = new URL(server.url)
  // The response to the first request says that the second one, in the same packet, has begun.
  waiting.socket.write(
    `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\nPOST /api/auth/email-otp/send-verification-otp HTTP/1.1\r\nhost: ${host}\r\norigin: ${server.url}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await expect.poll(waiting.response).toMatch(/^HTTP\/1\.1 200 /)
  await server.stop()
  await waiting.closed
  // The database would have given up after 15 s, with a 503.
  expect(waiting.response().match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
  await holder.end()
})

test('the built server bounds headers in size and time', async ({ server }) => {
  const long = await openConnection(server.url)
  long.socket.write(
    `GET /pricing HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\nlong: ${'x'.repeat(16_384)}\r\n\r\n`,
  )
  await long.closed
  expect(long.response()).toMatch(/^HTTP\/1\.1 431 /)

  const slow = await openConnection(server.url)
  const startedAt = Date.now()
  slow.socket.write(`GET /pricing HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\n`)
  await slow.closed
  expect(slow.response()).not.toMatch(/^HTTP\/1\.1 200 /)
  // Ten and at most two; Node's own limit is a minute.
  expect(Date.now() - startedAt).toBeLessThan(45_000)
})

test('a request waits for a slow Stripe as long as STRIPE_WAIT_SECONDS says', async ({
  context,
  baseURL,
}) => {
  const checkOut = () =>
    context.request.post('/api/stripe/create-checkout', {
      data: { plan: 'lifetime' },
      headers: { origin: baseURL ?? '' },
    })
  await signInByApi(context, baseURL, newAddress())
  const emulator = new URL((await (await checkOut()).json()).url).origin
  const slowDown = (delayMs: number) =>
    context.request.post(`${emulator}/_emulator/api-delay`, { data: { delayMs } })
  await slowDown(5_000)
  try {
    // Two calls after one another take longer than the nine seconds of the default; running-server.ts says 120.
    await signInByApi(context, baseURL, newAddress())
    const startedAt = Date.now()
    expect((await checkOut()).status()).toBe(200)
    expect(Date.now() - startedAt).toBeGreaterThan(9_000)
  } finally {
    await slowDown(0)
  }
})

test('a page lets no text become HTML or script, and its own script runs', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/Trusted(HTML|ScriptURL)|trusted-types|TrustedTypePolicy/i)
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: /code/i }).first()).toBeEnabled()
  const refused = await page.evaluate(() => {
    const tries: (() => void)[] = [
      () => {
        document.body.innerHTML = '<img src=x onerror=alert(1)>'
      },
      () => {
        document.createElement('script').src = '/assets/x.js'
      },
      () =>
        void (
          window as never as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
        ).trustedTypes.createPolicy('default', {}),
    ]
    return tries.map((attempt) => {
      try {
        attempt()
        return 'allowed'
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError'])
})
