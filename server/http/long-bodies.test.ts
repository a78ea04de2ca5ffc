import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { parseClientNetwork } from './client-network.ts'
import { createLongBodyQueue, hasLongBody } from './long-bodies.ts'
import { serverOptions } from './server-limits.ts'

const atOnce = 3
const body = 'x'.repeat(20_000)
const post = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`

let server: ReturnType<typeof createServer>
const clients: Socket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  server.closeAllConnections()
  server.close()
})

/** Reads each body and responds when it is told to. */
async function listen(patienceMs: number) {
  const begun: { request: IncomingMessage; response: ServerResponse }[] = []
  const { whenThereIsRoom } = createLongBodyQueue(({ socket }) => parseClientNetwork(socket.remoteAddress), {
    longBytes: 16_384,
    atOnce,
    patienceMs,
  })
  server = createServer(serverOptions, (request, response) => {
    if (!hasLongBody(request)) return response.end('short')
    whenThereIsRoom(request, response, () => {
      begun.push({ request, response })
      request.resume()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return begun
}

async function open(text: string, localAddress = '127.0.0.1') {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  clients.push(socket)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

test('F92: complete bodies that are worked on count: others wait until one of them is answered', async () => {
  const begun = await listen(60_000)
  for (let n = 0; n < atOnce + 2; n += 1) await open(post + body)
  await expect.poll(() => begun.filter(({ request }) => request.complete).length).toBe(atOnce)
  const short = await open('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
  expect(String((await once(short, 'data'))[0])).toContain('short')
  expect(begun).toHaveLength(atOnce)
  begun[0]?.response.end()
  await expect.poll(() => begun.length).toBe(atOnce + 1)
})

test('F92: of bodies that wait each network gets its turn', async () => {
  const begun = await listen(60_000)
  for (let n = 0; n < atOnce + 5; n += 1) await open(post + body)
  await expect.poll(() => begun.length).toBe(atOnce)
  await open(post + body, '127.0.0.2')
  const short = await open('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n', '127.0.0.3')
  await once(short, 'data')
  for (const { response } of begun.slice(0, 2)) response.end()
  await expect.poll(() => begun.length).toBe(atOnce + 2)
  expect(begun.map(({ request }) => request.socket.remoteAddress)).toContain('127.0.0.2')
})

test('F92: a body that does not arrive gives way when others wait, and only then', async () => {
  const begun = await listen(200)
  const slow = await Promise.all(Array.from({ length: atOnce }, () => open(post)))
  await expect.poll(() => begun.length).toBe(atOnce)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(slow.every((socket) => !socket.closed)).toBe(true)
  await open(post + body)
  await Promise.all(slow.map((socket) => once(socket.resume(), 'close')))
  await expect.poll(() => begun.length).toBe(atOnce + 1)
})

test('F92: clients that leave, also with a pipelined request, hold nothing', async () => {
  const begun = await listen(60_000)
  const pipelined = await open((post + body).repeat(atOnce))
  await expect.poll(() => begun.length).toBe(atOnce)
  const left = await open(post + body)
  left.destroy()
  pipelined.destroy()
  const next = await Promise.all(Array.from({ length: atOnce }, () => open(post + body)))
  const isBegun = ({ localPort }: Socket) =>
    begun.some(({ request }) => request.socket.remotePort === localPort)
  await expect.poll(() => next.filter(isBegun).length).toBe(atOnce)
})

test('F92: a client that does not read its response gives way when others wait', async () => {
  const begun = await listen(200)
  const unread = await Promise.all(Array.from({ length: atOnce }, () => open(post + body)))
  for (const socket of unread) socket.pause()
  await expect.poll(() => begun.filter(({ request }) => request.complete).length).toBe(atOnce)
  for (const { response } of begun) response.end(Buffer.alloc(40_000_000))
  await open(post + body)
  await expect.poll(() => begun.length).toBe(atOnce + 1)
})
