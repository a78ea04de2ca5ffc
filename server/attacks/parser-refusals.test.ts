import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

const metricsToken = randomBytes(32).toString('base64url')
let port: number
let server: Awaited<ReturnType<typeof startBuiltServer>>
beforeAll(async () => {
  port = await findFreePort()
  const env = { METRICS_TOKEN: metricsToken }
  server = await startBuiltServer({ port, postgresUrl: inject('postgresUrl'), env })
})
afterAll(() => server.stop())

async function send(lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  return text(socket)
}

const headerFlood = Array.from({ length: 200 }, (_, number) => `x-${number}: ${number}`)
const host = () => `host: 127.0.0.1:${port}`

test.each([
  ['a header without a colon', 400, () => ['GET / HTTP/1.1', host(), 'odd']],
  [
    'a smuggled request',
    400,
    () => ['POST / HTTP/1.1', host(), 'content-length: 4', 'transfer-encoding: chunked', '', '0'],
  ],
  ['headers of 20 KB', 431, () => ['GET / HTTP/1.1', host(), `x-long: ${'x'.repeat(20_000)}`]],
  ['200 headers', 431, () => ['GET / HTTP/1.1', host(), ...headerFlood]],
])('F96 the refusal of %s has security headers and is counted', async (_, status, lines) => {
  const sample = new RegExp(
    `^fairseat_requests_total\\{.*status="${status}",code="malformed"\\} (\\d+)$`,
    'm',
  )
  const count = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
    return Number(sample.exec(metrics)?.[1] ?? 0)
  }
  const before = await count()
  const response = await send(lines())
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  for (const header of [
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'content-type: text/plain; charset=utf-8',
  ])
    expect(response.toLowerCase()).toContain(`\r\n${header}`)
  expect(await count()).toBe(before + 1)
})
