import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitServer, serverOptions } from './server-limits.ts'

// The same limits with a shorter breath: one that is gone is gone here too, and the test then never ends.
const breath = 1 / 40
const quick = {
  ...serverOptions,
  headersTimeout: serverOptions.headersTimeout * breath,
  requestTimeout: serverOptions.requestTimeout * breath,
  connectionsCheckingInterval: serverOptions.connectionsCheckingInterval * breath,
}

const recorded: unknown[] = []
const refusalHeaders = { 'x-content-type-options': 'nosniff' }
const servers: Server[] = []
let port: number
beforeAll(async () => {
  port = await listen()
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(connections?: number): Promise<number> {
  const app = new Hono()
  app.get('/', (c) => c.json(Object.fromEntries(c.req.raw.headers)))
  app.post('/', async (c) => c.text(await c.req.text()))
  const server = serve({
    fetch: app.fetch,
    serverOptions: quick,
    port: 0,
    hostname: '127.0.0.1',
  }) as Server
  servers.push(server)
  limitServer(
    server,
    { headers: refusalHeaders, record: (request) => void recorded.push(request) },
    connections,
  )
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

/** Writes what `write` writes, and answers what came back once the server has closed the connection. */
async function talk(write: (socket: Socket) => void | Promise<void>): Promise<{ response: string }> {
  const socket = connect(port, '127.0.0.1')
  let response = ''
  socket.setEncoding('latin1').on('data', (text) => {
    response += text
  })
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => resolve()).on('error', () => resolve()),
  )
  void write(socket)
  await closed
  return { response }
}

test('headers have ten seconds, a request half a minute, looked at every two seconds', () => {
  expect(serverOptions).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
  })
})

test('headers that come a byte at a time are cut off, and everybody else is served meanwhile', async () => {
  const slow = Array.from({ length: 50 }, () =>
    talk(async (socket) => {
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n')
      while (!socket.destroyed) {
        socket.write('x')
        await sleep(50)
      }
    }),
  )
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  for (const { response } of await Promise.all(slow)) expect(response).toMatch(/^(HTTP\/1\.1 408|$)/)
})

test('a body that never ends is cut off', async () => {
  const { response } = await talk(async (socket) => {
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n')
    while (!socket.destroyed) {
      socket.write('x')
      await sleep(50)
    }
  })
  expect(response).not.toMatch(/ 200 /)
})

test('headers beyond 16 KB are refused', async () => {
  const { response } = await talk((socket) => {
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(16_384)}\r\n\r\n`)
  })
  expect(response).toMatch(/^HTTP\/1\.1 431 /)
})

test.each([101, 128, 129, 500])(
  '%d headers are refused: the last, which a proxy has added, would not be looked at',
  async (count) => {
    const flood = Array.from({ length: count - 3 }, (_, n) => `x-${n}: ${n}\r\n`).join('')
    const { response } = await talk((socket) => {
      socket.write(
        `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${flood}x-forwarded-for: 192.0.2.1\r\n\r\n`,
      )
    })
    expect(response).toMatch(/^HTTP\/1\.1 431 [\s\S]*^x-content-type-options: nosniff\r$/m)
    expect(recorded.at(-1)).toMatchObject({ status: 431, code: 'malformed' })
  },
)

test('a hundred headers are looked at, the last of them too', async () => {
  const many = Array.from({ length: 97 }, (_, n) => `x-${n}: ${n}\r\n`).join('')
  const { response } = await talk((socket) => {
    socket.write(
      `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${many}x-forwarded-for: 192.0.2.1\r\n\r\n`,
    )
  })
  expect(response).toContain('"x-forwarded-for":"192.0.2.1"')
})

test('a request smuggled behind a doubtful length is refused', async () => {
  const { response } = await talk((socket) => {
    socket.write(
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\nhost: x\r\n\r\n',
    )
  })
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
})

test('one connection too many is refused, those who are in are served, and a place that comes free is given', async () => {
  const crowded = await listen(3)
  const visitors = Array.from({ length: 3 }, () => connect(crowded, '127.0.0.1'))
  const connected = visitors.map((socket) => new Promise((resolve) => socket.once('connect', resolve)))
  await Promise.all(connected)
  const url = `http://127.0.0.1:${crowded}/`
  const ask = () => fetch(url, { headers: { connection: 'close' } }).then(({ status }) => status)
  await expect(ask()).rejects.toThrow()
  const [first, leaver] = visitors
  first?.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [response] = await once(first ?? new Socket(), 'data')
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 /)
  leaver?.destroy()
  await expect.poll(() => ask().catch(() => 'refused')).toBe(200)
  for (const socket of visitors) socket.destroy()
})
