import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { type ConnectionLimits, connectionLimits, limitConnections } from './connection-limits.ts'
import { serverOptions } from './server-limits.ts'

const servers: Server[] = []
const clients: Socket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(limits: Partial<ConnectionLimits>, listener: RequestListener): Promise<number> {
  const server = createServer(serverOptions, listener)
  limitConnections(server, { ...connectionLimits, ...limits })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function open(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  clients.push(socket)
  await once(socket, 'connect')
  return socket
}

const openMany = (port: number, count: number): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => open(port)))

/** With the method of each request, in the order in which they are begun. */
async function listenAndRecord(limits: Partial<ConnectionLimits>) {
  const begun: (string | undefined)[] = []
  const port = await listen(limits, ({ method }, response) => {
    begun.push(method)
    response.end('served')
  })
  return { port, begun }
}

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const emptyPost = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'
const result: RequestListener = (_, response) => response.end('served')
const never: RequestListener = () => {}

async function requestOn(socket: Socket): Promise<string> {
  socket.write(get)
  const [data] = await once(socket, 'data')
  return String(data)
}

test.each([
  ['ordinary ones', get],
  ['with an expectation that nobody knows', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: y\r\n\r\n'],
  ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
])(
  'F56: of too many pipelined requests no more than are allowed are worked on, and the connection is closed: %s',
  async (_, request) => {
    let calls = 0
    const port = await listen({ pipelinedRequests: 4 }, () => {
      calls += 1
    })
    const socket = await open(port)
    socket.write(request.repeat(500))
    expect(String(await buffer(socket))).toBe('')
    expect(calls).toBeLessThanOrEqual(4)
  },
)

test('an expectation that nobody knows is not met, and the request is served', async () => {
  const port = await listen({}, result)
  const socket = await open(port)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nexpect: y\r\n\r\n')
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
})

test('F56: as many as are allowed are answered, again and again on one connection', async () => {
  const port = await listen({ pipelinedRequests: 4 }, result)
  const socket = await open(port)
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
  })
  for (let round = 1; round <= 5; round += 1) {
    socket.write(get.repeat(4))
    await expect.poll(() => received.split('served').length - 1).toBe(round * 4)
  }
})

test('F56: a newcomer takes the place of the oldest idle connection of its address, and of no other', async () => {
  const port = await listen({ connectionsPerAddress: 2 }, result)
  const elsewhere = await open(port, '127.0.0.2')
  const oldest = await open(port)
  const second = await open(port)
  expect(await requestOn(second)).toContain('served')
  const newcomer = await open(port)
  await once(oldest.resume(), 'close')
  for (const socket of [newcomer, second, elsewhere]) expect(await requestOn(socket)).toContain('served')
})

test('F56: however many requests are there at once, few are begun in a turn of the loop, and all are answered', async () => {
  let turn = 0
  let isOver = false
  const countTurn = () => {
    turn += 1
    if (!isOver) setImmediate(countTurn)
  }
  const begunIn = new Map<number, number>()
  const port = await listen({ readsPerTurn: 2 }, (_, response) => {
    begunIn.set(turn, (begunIn.get(turn) ?? 0) + 1)
    response.end('served')
  })
  const sockets = await openMany(port, 40)
  // Node has accepted them all when each was answered once.
  await Promise.all(sockets.map(requestOn))
  begunIn.clear()
  const [gone] = sockets
  const results = sockets.slice(1).map((socket) => once(socket, 'data'))
  countTurn()
  for (const socket of sockets) socket.write(get)
  gone?.destroy()
  for (const result of results) expect(String((await result)[0])).toContain('served')
  isOver = true
  // Those that waited are begun at the end of a turn, which counts as the same or as the next.
  expect(Math.max(...begunIn.values())).toBeLessThanOrEqual(4)
})

test('F56: an address with many requests waiting delays another by one of them', async () => {
  const begun: string[] = []
  const port = await listen({ readsPerTurn: 1 }, ({ socket }, response) => {
    begun.push(socket.remoteAddress ?? '')
    response.end('served')
  })
  const busy = await openMany(port, 40)
  const other = await open(port, '127.0.0.2')
  await Promise.all([...busy, other].map(requestOn))
  begun.length = 0
  const responses = [...busy, other].map((socket) => once(socket, 'data'))
  // Four from each, and the other's after them.
  for (const socket of busy) socket.write(get.repeat(4))
  await new Promise(setImmediate)
  other.write(get)
  await Promise.all(responses)
  await expect.poll(() => begun.length).toBe(161)
  expect(begun.indexOf('127.0.0.2')).toBeLessThan(120)
})

test('F56: who only reads is not kept waiting by many who write at the same address', async () => {
  const { port, begun } = await listenAndRecord({ readsPerTurn: 1 })
  const writers = await openMany(port, 40)
  const reader = await open(port)
  await Promise.all([...writers, reader].map(requestOn))
  begun.length = 0
  const responses = [...writers, reader].map((socket) => once(socket, 'data'))
  for (const socket of writers) socket.write(emptyPost.repeat(4))
  await new Promise(setImmediate)
  reader.write(get)
  await Promise.all(responses)
  await expect.poll(() => begun.length).toBe(161)
  expect(begun.indexOf('GET')).toBeLessThan(120)
})

test('F56: however many write, one is begun in a turn of the loop, and the reads before it', async () => {
  const { port, begun } = await listenAndRecord({ readsPerTurn: 10 })
  const writers = await openMany(port, 20)
  const readers = await openMany(port, 20)
  await Promise.all([...writers, ...readers].map(requestOn))
  begun.length = 0
  const responses = [...writers, ...readers].map((socket) => once(socket, 'data'))
  for (const socket of writers) socket.write(emptyPost)
  for (const socket of readers) socket.write(get)
  await Promise.all(responses)
  // All have arrived after a few turns, in each of which one write was begun.
  expect(begun.slice(0, begun.lastIndexOf('GET')).filter((method) => method === 'POST').length).toBeLessThan(
    12,
  )
})

test('F56: with an address that has no bound, as behind a proxy, nobody is closed', async () => {
  const port = await listen({ connectionsPerAddress: Number.POSITIVE_INFINITY }, result)
  const sockets = []
  for (let n = 0; n < connectionLimits.connectionsPerAddress + 10; n += 1) sockets.push(await open(port))
  for (const socket of sockets) expect(await requestOn(socket)).toContain('served')
})

test('F56: when the server is full a newcomer takes the place of a body that has not arrived', async () => {
  const port = await listen({ connections: 2 }, (request, response) => {
    if (request.method === 'GET') response.end('served')
  })
  const slow = await open(port, '127.0.0.2')
  slow.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nx')
  const idle = await open(port, '127.0.0.3')
  const newcomer = await open(port, '127.0.0.4')
  await once(slow.resume(), 'close')
  for (const socket of [idle, newcomer]) expect(await requestOn(socket)).toContain('served')
})

test('F56: whoever is being answered keeps the place, and the newcomer is refused', async () => {
  let arrived = 0
  const port = await listen({ connections: 2 }, (request, response) => {
    request.resume().on('end', () => {
      arrived += 1
    })
    never(request, response)
  })
  const busy = [await open(port), await open(port)]
  for (const socket of busy) socket.write(get)
  await expect.poll(() => arrived).toBe(2)
  const newcomer = await open(port)
  await once(newcomer.resume(), 'close')
  expect(busy.map(({ destroyed }) => destroyed)).toEqual([false, false])
})

test('F56: who does not read a response is cut off', async () => {
  // More than the buffers of both ends hold.
  const port = await listen({ unreadOutputMs: 200, sweepEveryMs: 20 }, (_, response) => {
    response.end(Buffer.alloc(64 * 1_024 * 1_024))
  })
  const socket = await open(port)
  const closed = new Promise((resolve) =>
    servers[0]?.once('request', ({ socket: own }) => own.once('close', resolve)),
  )
  socket.pause()
  socket.write(get)
  await closed
})

test('F56: bodies that do not end are cut off when they take too much memory, the oldest first', async () => {
  const port = await listen({ unfinishedBodyBytes: 150_000, sweepEveryMs: 20 }, (request) => request.resume())
  const post = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n\r\n${'x'.repeat(100_000)}`
  const oldest = await open(port)
  oldest.write(post)
  await expect.poll(() => oldest.writableLength).toBe(0)
  const newest = await open(port)
  newest.write(post)
  await once(oldest.resume(), 'close')
  expect(newest.destroyed).toBe(false)
})

test('F56: while bodies flood in, a long one is refused before it is read, and everything else is served', async () => {
  const seen: string[] = []
  const port = await listen(
    { unfinishedBodyBytes: 150_000, sweepEveryMs: 20, refuseLongBodiesMs: 60_000 },
    (request, response) => {
      seen.push(`${request.method} ${request.url}`)
      request.resume().on('end', () => response.end('served'))
    },
  )
  const post = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`
  const endless = [await open(port), await open(port)]
  for (const socket of endless) socket.write(post('/endless', 900_000) + 'x'.repeat(100_000))
  await once(endless[0]?.resume() as Socket, 'close')

  for (const head of [
    post('/long', 900_000),
    'POST /chunked HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n',
  ]) {
    const refused = await open(port)
    refused.write(head)
    await once(refused.resume(), 'close')
  }
  const short = await open(port)
  short.write(`${post('/short', 5)}short`)
  expect(String((await once(short, 'data'))[0])).toContain('served')
  expect(await requestOn(await open(port))).toContain('served')
  expect(seen.filter((each) => each !== 'POST /endless')).toEqual(['POST /short', 'GET /'])
})

test('F56: slow posts that are cut off refuse nobody a long body', async () => {
  const port = await listen(
    { unfinishedBodyBytes: 50_000, sweepEveryMs: 20, refuseLongBodiesMs: 60_000 },
    (request, response) => request.resume().on('end', () => response.end('served')),
  )
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 40000\r\n\r\n'
  const slow = await openMany(port, 60)
  for (const socket of slow) socket.write(head + 'x'.repeat(2_000))
  await Promise.race(slow.map((socket) => once(socket.resume(), 'close')))
  const long = await open(port)
  long.write(head + 'x'.repeat(40_000))
  expect(String((await once(long, 'data'))[0])).toContain('served')
})

const outcomeOn = (socket: Socket): Promise<string> =>
  Promise.race([once(socket, 'data').then(String), once(socket, 'close').then(() => 'closed')])

const postOf = (bytes: number) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n`
/** Long, but not too much for the server below, however slowly it arrives. */
const longPost = postOf(40_000) + 'x'.repeat(40_000)

/** A server that has just cut a body off, and refuses long ones for so long. Returns its port. */
async function listenAfterFlood(refuseLongBodiesMs: number): Promise<number> {
  const port = await listen(
    { unfinishedBodyBytes: 90_000, sweepEveryMs: 20, refuseLongBodiesMs },
    (request, response) => request.resume().on('end', () => response.end('served')),
  )
  const endless = await open(port)
  endless.write(postOf(200_000) + 'x'.repeat(190_000))
  await once(endless.resume(), 'close')
  return port
}

test('F56: after the flood long bodies are served again', async () => {
  const port = await listenAfterFlood(100)
  const served = async () => {
    const socket = await open(port)
    socket.write(longPost)
    return outcomeOn(socket)
  }
  await expect.poll(served).toContain('served')
})

test('F56: also on a connection that was opened while they were refused', async () => {
  const port = await listenAfterFlood(300)
  const early = await open(port)
  const probe = async () => {
    const socket = await open(port)
    socket.write(longPost)
    return outcomeOn(socket)
  }
  await expect.poll(probe).toContain('served')
  early.write(longPost)
  expect(await outcomeOn(early)).toContain('served')
})

test('F56: a flood is one although many have sent next to nothing beside it', async () => {
  const port = await listen(
    { unfinishedBodyBytes: 150_000, sweepEveryMs: 20, refuseLongBodiesMs: 60_000 },
    (request) => request.resume(),
  )
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n\r\n'
  const slow = await openMany(port, 40)
  for (const socket of slow) socket.write(`${head}x`)
  const endless = [await open(port), await open(port)]
  for (const socket of endless) socket.write(head + 'x'.repeat(100_000))
  await once(endless[0]?.resume() as Socket, 'close')
  const refused = await open(port)
  refused.write(head)
  await once(refused.resume(), 'close')
})

test('F56: a body that is cut off costs no stack trace, and other errors keep theirs', async () => {
  const stacks: (string | undefined)[] = []
  const port = await listen({ unfinishedBodyBytes: 10 }, (request) => {
    request.on('error', ({ stack }) => stacks.push(stack)).resume()
  })
  const socket = await open(port)
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nmore than ten bytes')
  await once(socket.resume(), 'close')
  await expect.poll(() => stacks).toEqual(['Error: aborted'])
  expect(new Error('another').stack).toContain('connection-limits.test.ts')
})

test('a stop lets a slow client have the whole of a response that was ended', async () => {
  // More than the buffers of both ends hold.
  const body = Buffer.alloc(24 * 1_024 * 1_024)
  const ended: ServerResponse[] = []
  const port = await listen({ idleMs: 0 }, (_, response) => ended.push(response.end(body)))
  const client = (await open(port)).pause()
  client.write(get)
  await expect.poll(() => ended.length).toBe(1)
  const [server] = servers
  server?.close()
  server?.closeIdleConnections()
  const received = buffer(client)
  await once(ended[0] as ServerResponse, 'close')
  server?.closeIdleConnections()
  expect((await received).subarray(-body.length).equals(body)).toBe(true)
})

test('a stop closes what is idle, and serves who has begun to send or was just accepted', async () => {
  const port = await listen({ idleMs: 0 }, result)
  const [server] = servers
  const accepted: Socket[] = []
  server?.on('connection', (socket) => accepted.push(socket))
  const [idle, sending, silent] = [await open(port), await open(port), await open(port)]
  await requestOn(idle)
  await requestOn(sending)
  sending.write(get.slice(0, 20))
  await expect.poll(() => accepted[1]?.bytesRead).toBe(get.length + 20)
  server?.close()
  server?.closeIdleConnections()
  await once(idle, 'close')
  sending.write(get.slice(20))
  expect(String(await once(sending, 'data'))).toContain('served')
  expect(await requestOn(silent)).toContain('served')
})

test('a stop serves the next request of who was answered a moment ago', async () => {
  const port = await listen({ idleMs: 60_000 }, result)
  const [server] = servers
  const client = await open(port)
  await requestOn(client)
  server?.close()
  server?.closeIdleConnections()
  expect(await requestOn(client)).toContain('served')
})
