import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refuseMalformed } from './refuse-malformed.ts'

const recorded: unknown[] = []
const headers = { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' }
const server = createServer({ maxHeaderSize: 16_384 }, (_, response) => response.end('ok'))
refuseMalformed(server, { headers, record: (request) => void recorded.push(request) })
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

/** Sends on after the response has come, as a proxy does that has not looked yet; rejects when that fails. */
async function sendOn(head: string, body: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  const closed = new Promise<void>((resolve, reject) =>
    socket.on('error', reject).on('close', () => resolve()),
  )
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  socket.write(head)
  for (const part of body) {
    await vi.waitFor(() => expect(text).not.toBe(''), { timeout: 60_000, interval: 1 })
    await Promise.race([closed, new Promise<void>((resolve) => socket.write(part, () => resolve()))])
  }
  socket.end()
  await closed
  return text
}

test.each([
  ['a control character in a header', 'x-odd: a\u0001b\r\n', 400],
  ['a header without a colon', 'odd\r\n', 400],
  ['headers that are too large', `x-long: ${'x'.repeat(20_000)}\r\n`, 431],
])('F53: %s is answered, and who still sends the body is not cut off', async (_, header, status) => {
  const body = Array<string>(10).fill('x'.repeat(6_000))
  const head = `POST / HTTP/1.1\r\nhost: x\r\n${header}content-length: 60000\r\n\r\n`
  for (let turn = 0; turn < 10; turn += 1)
    expect(await sendOn(head, body)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test('F96 a refusal has the headers of every response, and is counted once, without an id for the log', async () => {
  recorded.length = 0
  const result = await sendOn('GET / HTTP/1.1\r\nhost: x\r\nodd\r\n\r\n', [])
  expect(result).toBe(
    [
      'HTTP/1.1 400 Bad Request',
      'connection: close',
      'content-type: text/plain; charset=utf-8',
      'content-length: 12',
      "content-security-policy: default-src 'none'",
      'x-content-type-options: nosniff',
      '',
      'Bad Request\n',
    ].join('\r\n'),
  )
  expect(recorded).toEqual([{ method: 'unknown', route: 'unknown', status: 400, code: 'malformed', ms: 0 }])
})

test('what follows a refused request is not answered', async () => {
  const refused = 'GET / HTTP/1.1\r\nhost: x\r\nodd\r\n\r\n'
  const result = await sendOn(`${refused}GET / HTTP/1.1\r\nhost: x\r\n\r\n`, [])
  expect(result.match(/HTTP\/1\.1/g)).toHaveLength(1)
})
