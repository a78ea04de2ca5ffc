import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startVisitor, waitingTimes } from '../../tests/support/app/visitor.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { connectionLimits } from '../http/connection-limits.ts'

// What `npm run torture attacks` sends is what got through before there were bounds.
const long = process.env.ATTACKS === 'long'
const counts = long
  ? { pipelining: 200, idle: 10_000, slowPosts: 9_000, slowReaders: 300, attackMs: 10_000 }
  : { pipelining: 30, idle: 400, slowPosts: 320, slowReaders: 50, attackMs: 500 }
const requestsAtOnce = 1_900
const maxResidentMb = 300
/** Of the visitor's connections and of the database's, which come and go. */
const visitorDescriptors = 20
// A limit in seconds can be shown only where nothing else runs.
const isIdleMachine = (os.loadavg()[0] ?? 0) < os.availableParallelism()
const hasSlowhttptest = spawnSync('slowhttptest', ['-h']).error === undefined
const metricsToken = 'of-the-one-who-counts'
const pages = { '/pricing': '<title>Pricing', '/sign-in': '<title>Sign in', '/healthz': 'alive' }
const visitorOptions = () => ({
  url: server.url,
  pages,
  localAddress: '127.200.0.1',
  pauseMs: long ? 0 : 50,
})

let port: number
let host: string
let server: Awaited<ReturnType<typeof startBuiltServer>>
beforeAll(() => startServer())
afterAll(() => server.stop())

async function startServer(env: Record<string, string> = {}) {
  port = await findFreePort()
  host = `127.0.0.1:${port}`
  server = await startBuiltServer({
    port,
    postgresUrl: inject('postgresUrl'),
    env: { NODE_OPTIONS: '--max-old-space-size=256', METRICS_TOKEN: metricsToken, ...env },
  })
}

describe('F56: a visitor is served, and memory and work are bounded', () => {
  test('while many requests are pipelined and no response is read', async () => {
    const flood = Buffer.from(`GET /pricing HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(requestsAtOnce))
    const { requests } = await attack('pipelining', async (open) => {
      for (let n = 0; n < counts.pipelining; n += 1) open(1).write(flood)
    })
    // However many were sent, only as many as may be unanswered cost any work.
    expect(requests).toBeLessThanOrEqual(counts.pipelining * connectionLimits.pipelinedRequests)
  })

  test('while requests that ask the database are pipelined from many addresses', async () => {
    const request = `GET /api/auth/get-session HTTP/1.1\r\nhost: ${host}\r\ncookie: better-auth.session_token=none\r\n\r\n`
    const flood = Buffer.from(request.repeat(requestsAtOnce))
    const { requests } = await attack('pipelining from many', async (open) => {
      for (let n = 0; n < counts.pipelining; n += 1) open(n).write(flood)
    })
    expect(requests).toBeLessThanOrEqual(counts.pipelining * connectionLimits.pipelinedRequests)
  })

  test('while connections from one address stay idle', async () => {
    const { opened } = await attack('idle', async (open) => {
      for (let n = 0; n < counts.idle; n += 1) await accepted(open(1), n)
    })
    expect(opened).toBeGreaterThan(connectionLimits.connectionsPerAddress - visitorDescriptors)
    expect(opened).toBeLessThan(connectionLimits.connectionsPerAddress + visitorDescriptors)
  })

  test('while connections from many addresses stay idle', async () => {
    const { opened } = await attack('idle from many', async (open) => {
      for (let n = 0; n < counts.idle; n += 1) await accepted(open(n), n)
    })
    const expected = Math.min(counts.idle, connectionLimits.connections)
    expect(opened).toBeGreaterThan(expected - visitorDescriptors)
    expect(opened).toBeLessThan(expected + visitorDescriptors)
  })

  test.each([
    // As fast as slowhttptest is told to open connections at nginx (nginx.test.ts).
    ...(long ? [{ speed: '1,000 a second', perSecond: 1_000 }] : []),
    { speed: 'as fast as they come', perSecond: Number.POSITIVE_INFINITY },
  ])('while bodies from many addresses never end, $speed', async ({ speed, perSecond }) => {
    const post = `POST /api/stripe/webhook HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(60_000)}`
    const send = async (open: Open) => {
      const startedAt = performance.now()
      for (let n = 0; n < counts.slowPosts; n += 1) {
        const socket = open(n)
        socket.write(post)
        await accepted(socket, n)
        const early = startedAt + (n * 1_000) / perSecond - performance.now()
        if (early > 0) await sleep(early)
      }
    }
    await attack(`60 KB of a body, ${speed}`, send)
  })

  test('while responses larger than all buffers are not read', async () => {
    const [largest = ''] = fs
      .readdirSync('dist/client/en/assets')
      .toSorted((a, b) => sizeOf(b) - sizeOf(a))
      .filter((name) => name.endsWith('.js'))
    const before = server.footprint().descriptors
    const open = () => server.footprint().descriptors - before
    const requests = `GET /assets/${largest} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(
      connectionLimits.pipelinedRequests,
    )
    await attack('slow readers', async (openFrom) => {
      for (let n = 0; n < counts.slowReaders; n += 1) openFrom(n).write(requests)
      await expect.poll(open).toBeGreaterThan(counts.slowReaders - visitorDescriptors)
      // The server gives them a minute: connection-limits.test.ts shows it with less.
      if (long) await expect.poll(open).toBeLessThan(visitorDescriptors)
    })
  })
})

test('F56: newcomers are queued while the server is busy, more than the 511 of Node', async () => {
  const sockets: Socket[] = []
  server.pause()
  try {
    for (let n = 0; n < 600; n += 1) {
      const localAddress = `127.${1 + (n % 100)}.1.1`
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
      sockets.push(socket)
      // One that finds the queue full is not answered.
      await once(socket, 'connect', { signal: AbortSignal.timeout(20_000) })
    }
  } finally {
    server.proceed()
    for (const socket of sockets) socket.destroy()
  }
}, 60_000)

// A server of its own; connection-limits.test.ts shows that without a limit per address nobody is closed.
if (long) {
  describe.skipIf(!hasSlowhttptest)(
    'F56: a visitor is served beside slowhttptest, with the limit per address lifted',
    () => {
      beforeAll(async () => {
        await server.stop()
        await startServer({ TRUST_PROXY: '1' })
      })

      test('slow posts, all of them in the first second', async () => {
        const { opened } = await attack('slow posts of slowhttptest', async () => {
          const all = String(counts.slowPosts)
          const body = [
            '-B',
            '-t',
            'POST',
            '-s',
            '1000000',
            '-x',
            '1000',
            '-i',
            '5',
            '-u',
            `${server.url}/api/stripe/webhook`,
          ]
          const size = ['-c', all, '-r', all, '-l', String(Math.ceil(counts.attackMs / 1_000))]
          await once(spawn('slowhttptest', [...body, ...size, '-v', '0'], { stdio: 'ignore' }), 'exit')
        })
        expect(opened).toBeGreaterThan(connectionLimits.connectionsPerAddress)
      })
    },
  )
}

/** Waits now and then, so that the kernel's queue of newcomers does not stop the attack before the server does. */
async function accepted(socket: Socket, n: number) {
  if (n % 100 === 99) await once(socket, 'connect')
}

const sizeOf = (name: string) => fs.statSync(`dist/client/en/assets/${name}`).size

type Open = (n: number) => Socket

async function attack(name: string, send: (open: Open) => Promise<void>) {
  const sockets: Socket[] = []
  const start = { ...server.footprint(), requests: await countRequests() }
  const visitor = await startVisitor(visitorOptions())
  const peak = { mb: 0, descriptors: 0 }
  const watch = setInterval(() => {
    if (server.hasEnded()) return
    const { residentMb, descriptors } = server.footprint()
    peak.mb = Math.max(peak.mb, residentMb)
    peak.descriptors = Math.max(peak.descriptors, descriptors)
  }, 50)
  const open: Open = (n) => {
    const localAddress = `127.${1 + (n % 100)}.${1 + (Math.floor(n / 100) % 100)}.1`
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    // Nothing is read.
    socket.pause()
    sockets.push(socket)
    return socket
  }
  await send(open)
  await sleep(counts.attackMs)
  const before = visitor.visits.length
  // At least one round of pages that began under the attack.
  while (visitor.visits.length < before + Object.keys(pages).length) await sleep(10)
  const visits = await visitor.stop()
  clearInterval(watch)
  expect(server.hasEnded(), 'the server died').toBe(false)
  const requests = (await countRequests()) - start.requests - visits.length
  const closed = sockets.map((socket) => (socket.closed ? undefined : once(socket, 'close')))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
  await expect.poll(() => server.footprint().descriptors).toBeLessThan(start.descriptors + visitorDescriptors)

  const times = waitingTimes(visits)
  report(name, { connections: sockets.length, visits: visits.length, ...times, requests, ...peak })
  expect(visits.filter(({ outcome }) => outcome !== 'served')).toEqual([])
  expect(peak.mb).toBeLessThanOrEqual(maxResidentMb)
  if (long && isIdleMachine) expect(times.slowestMs).toBeLessThan(1_000)
  return { requests, opened: peak.descriptors - start.descriptors }
}

/** All that the server has answered, or is about to, but for those who count. */
async function countRequests(): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
  const lines = metrics
    .split('\n')
    .filter((line) => line.startsWith('fairseat_requests_total') && !line.includes('route="/metrics"'))
  return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
}

function report(name: string, numbers: Record<string, number>) {
  const rounded = Object.entries(numbers).map(([key, value]) => [key, Math.round(value * 100) / 100])
  process.stdout.write(
    `${name}: ${JSON.stringify({ ...Object.fromEntries(rounded), load: os.loadavg()[0] })}\n`,
  )
}
