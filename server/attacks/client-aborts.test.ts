import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { startChildProcess } from '../../tests/support/processes/child-process.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

const aborts = process.env.ATTACKS === 'long' ? 500 : 25
const token = 'token-of-a-test-for-metrics'
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-attack-'))
let port: number
let site: string
let server: Awaited<ReturnType<typeof startChildProcess>>

beforeAll(async () => {
  port = await findFreePort()
  site = `http://127.0.0.1:${port}`
  server = await startChildProcess({
    script: 'dist/server/main.js',
    readyUrl: `${site}/readyz`,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: await createMigratedDatabase(inject('postgresUrl')),
      METRICS_TOKEN: token,
    },
  })
})
afterAll(async () => {
  await server?.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const body = JSON.stringify({ email: 'ann@example.com', otp: '000000' })
const lines = (method: string, target: string, ...more: string[]) =>
  [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...more].join('\r\n')
const post = (target: string, ...more: string[]) =>
  lines('POST', target, `Origin: ${site}`, 'Content-Type: application/json', ...more)

/** Sends bytes and leaves: with a reset, or with an orderly end of the connection. */
async function sendAndLeave(bytes: string, how: 'reset' | 'end'): Promise<void> {
  const socket = net.connect(port, '127.0.0.1')
  // A server that resets the connection is no failure of this test.
  socket.on('error', () => {}).resume()
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(bytes, resolve))
  if (how === 'reset') socket.resetAndDestroy()
  else socket.end()
  if (!socket.closed) await once(socket, 'close')
}

async function readRequestCounts(): Promise<string[]> {
  const response = await fetch(`${site}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return (await response.text()).split('\n').filter((line) => line.startsWith('fairseat_requests_total'))
}

test.each<[string, () => string[]]>([
  [
    'while a body arrives',
    () => [
      `${post('/api/auth/sign-in/email-otp', `Content-Length: ${body.length}`)}\r\n\r\n${body.slice(0, 9)}`,
      `${post('/api/auth/sign-in/email-otp', 'Transfer-Encoding: chunked')}\r\n\r\n5\r\n{"ema`,
      `${post('/api/auth/get-session', 'Content-Length: 9')}\r\n\r\n`,
      `${post('/api/stripe/webhook', 'Content-Length: 900', 'Stripe-Signature: t=1,v1=0')}\r\n\r\n{"id"`,
    ],
  ],
  [
    'while the server works on it',
    () => [
      `${post('/api/auth/sign-in/email-otp', `Content-Length: ${body.length}`)}\r\n\r\n${body}`,
      `${post('/api/auth/get-session')}\r\n\r\n`,
      `${lines('GET', '/api/auth/get-session', 'Cookie: fairseat.session_token=x.y')}\r\n\r\n`,
      `${lines('GET', '/readyz')}\r\n\r\n`,
    ],
  ],
])(
  'F60: %s, a client that leaves is neither an outage nor a defect in log and figures',
  async (_when, make) => {
    for (const bytes of make()) {
      for (let abort = 0; abort < aborts; abort++) await sendAndLeave(bytes, abort % 2 ? 'end' : 'reset')
    }
    // Asks the database after all of them, as whoever decides about an outage does.
    await expect.poll(async () => (await fetch(`${site}/readyz`)).status).toBe(200)
    const later = await fetch(`${site}/api/auth/sign-in/email-otp`, {
      method: 'POST',
      headers: { origin: site, 'content-type': 'application/json' },
      body,
    })
    expect([400, 429]).toContain(later.status)

    const counts = await readRequestCounts()
    expect(counts.some((line) => line.includes('/api/auth/sign-in/email-otp'))).toBe(true)
    expect(counts.filter((line) => /status="5/.test(line))).toEqual([])
    expect(server.printed()).not.toMatch(/database-down|"status":5|"level":"(warn|error|fatal)"/)
  },
)
