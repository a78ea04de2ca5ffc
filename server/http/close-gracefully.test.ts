import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closeGracefully } from './close-gracefully.ts'

test('a connection accepted before the close is answered, and none after', async () => {
  const server = createServer((_, response) => {
    response.setHeader('connection', 'close').end('served')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const visitors = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'))
  const responses = visitors.map((visitor) => {
    visitor.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    return text(visitor).catch((error: Error) => error.message)
  })
  // They have connected, and wait.
  await nextTurn()
  await new Promise<void>((done) => closeGracefully(server, done))
  for (const result of await Promise.all(responses)) expect(result).toMatch(/served/)
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
})

test('a connection that is reset while it waits is not served, and ends nothing', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const served: Socket[] = []
  server.on('connection', (socket: Socket) => served.push(socket))
  const closing = new Promise<void>((done) => closeGracefully(server, done))
  const [reset, alive] = [new Socket(), new Socket()]
  server.emit('connection', reset)
  server.emit('connection', alive)
  reset.destroy(new Error('read ECONNRESET'))
  await closing
  expect(served).toEqual([alive])
})

test('responses of a stop tell clients that their connection is closed', async () => {
  const server = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(String((await once(client, 'data'))[0])).toContain('Connection: keep-alive')
  // Begun, so that the connection is not idle.
  client.write('GET / HTTP/1.1\r\n')
  const closing = new Promise<void>((done) => closeGracefully(server, done))
  client.write('host: x\r\n\r\n')
  expect(await text(client)).toMatch(/Connection: close\r\n.*served/s)
  await closing
})
