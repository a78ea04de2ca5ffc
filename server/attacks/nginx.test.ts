import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { webhookPath } from '../../core/billing/contract.ts'
import { startVisitor, waitingTimes } from '../../tests/support/app/visitor.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { startNginx } from '../../tests/support/processes/nginx.ts'
import { ordinaryBodyBytes, webhookBodyBytes } from '../http/body-limit.ts'

// The numbers that excluded everybody before are those of `npm run torture attacks`.
const long = process.env.ATTACKS === 'long'
// More than the 768 connections that Debian's nginx takes in a worker; each reader takes two and costs pages besides.
const slow = long
  ? { connections: 1_800, readers: 1_800, seconds: 30 }
  : { connections: 900, readers: 400, seconds: 2 }
const oversizedPosts = long ? 400 : 40
/** All of them, or one of each kind and the controls, which are what parsers differ about. */
const oddBytes = Array.from({ length: 256 }, (_, byte) => byte).filter(
  (byte) => long || byte < 0x22 || [0x30, 0x3f, 0x41, 0x7f, 0x80, 0xa0, 0xff].includes(byte),
)
const atOnce = 4
const visitorPauseMs = long ? 0 : 50
const pages = { '/pricing': '<title>Pricing', '/sign-in': '<title>Sign in', '/healthz': 'alive' }
const isIdleMachine = (os.loadavg()[0] ?? 0) < os.availableParallelism()
const hasSlowhttptest = spawnSync('slowhttptest', ['-h']).error === undefined

let port: number
let siteUrl: string
let nginx: Awaited<ReturnType<typeof startNginx>>
let server: Awaited<ReturnType<typeof startBuiltServer>>
beforeAll(async () => {
  port = await findFreePort()
  siteUrl = `http://127.0.0.1:${port}`
  server = await startBuiltServer({
    port: await findFreePort(),
    postgresUrl: inject('postgresUrl'),
    env: { BACKEND_URL: siteUrl, TRUST_PROXY: '1' },
  })
  // In all three places: nginx counts the failures of each, and which of them answers is not the subject here.
  const { host } = new URL(server.url)
  nginx = await startNginx({
    LISTEN: `127.0.0.1:${port}`,
    SERVER_NAME: '127.0.0.1',
    SERVER_1: host,
    SERVER_2: host,
    SERVER_3: host,
  })
})
afterAll(async () => {
  // First, since it runs also where nginx is missing.
  await server.stop()
  await nginx.stop()
})

describe('F53: what the server refuses does not make nginx take it for dead', () => {
  test('bodies around both limits, whoever refuses them', async () => {
    const sizes = [60_000, 70_000, 500_000, 1_500_000]
    await besideVisitor('oversized posts', async () => {
      const post = async (n: number) => {
        const path = ['/api/nothing', webhookPath, '/api/auth/sign-in/email-otp'][n % 3]
        const body = 'x'.repeat(sizes[n % sizes.length] ?? 0)
        await fetch(`${siteUrl}${path}`, { method: 'POST', body }).catch(() => {})
      }
      for (let n = 0; n < oversizedPosts; n += atOnce) {
        await Promise.all(Array.from({ length: atOnce }, (_, lane) => post(n + lane)))
      }
    })
  })

  test.each([
    ['a page asked for with a body', `GET /pricing HTTP/1.1\r\n`, 60_000],
    ['a method that nobody knows', 'BREW / HTTP/1.1\r\n', 60_000],
    ['a path that the server cannot parse', 'POST /api/\x7fnothing HTTP/1.1\r\n', 60_000],
    ['a header that the server cannot parse', 'POST /api/nothing HTTP/1.1\r\nx-odd: a\x01b\r\n', 60_000],
    ['headers of 20 KB', `GET /pricing HTTP/1.1\r\n${`x-long: ${'x'.repeat(4_000)}\r\n`.repeat(5)}`, 0],
    ['headers of 15 KB', `GET /pricing HTTP/1.1\r\n${`x-long: ${'x'.repeat(5_000)}\r\n`.repeat(3)}`, 0],
  ])('%s', async (_, head, bodyBytes) => {
    const before = nginx.log().length
    for (let n = 0; n < 4; n += 1) {
      const rest = `host: 127.0.0.1:${port}\r\nconnection: close\r\ncontent-length: ${bodyBytes}\r\n\r\n`
      expect(await sendRaw(head + rest + 'x'.repeat(bodyBytes))).toMatch(/^HTTP\/1\.1 [24]\d\d /)
    }
    expect(upstreamFailures(nginx.log().slice(before))).toEqual([])
  })

  test.each([
    ['ordinary path', '/api/nothing', 60_000],
    ['ordinary path, too large', '/api/nothing', 70_000],
    ['webhook, too large', webhookPath, 1_200_000],
  ])('bodies in chunks: %s', async (_, path, bodyBytes) => {
    const chunk = `${(10_000).toString(16)}\r\n${'x'.repeat(10_000)}\r\n`
    const body = `${chunk.repeat(bodyBytes / 10_000)}0\r\n\r\n`
    const before = nginx.log().length
    for (const method of ['POST', 'GET']) {
      const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n`
      const response = await sendRaw(`${head}transfer-encoding: chunked\r\n\r\n${body}`)
      // A client that is refused while it still sends may lose the response.
      expect(response).toMatch(/^$|^HTTP\/1\.1 4\d\d /)
    }
    expect(upstreamFailures(nginx.log().slice(before))).toEqual([])
  })

  test('odd bytes in a path and in a header, with a body that is not read', async () => {
    const before = nginx.log().length
    const body = 'x'.repeat(60_000)
    for (const byte of oddBytes) {
      const odd = String.fromCharCode(byte)
      const rest = `host: 127.0.0.1:${port}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      await Promise.all([
        sendRaw(`POST /api/${odd}nothing HTTP/1.1\r\n${rest}`),
        sendRaw(`POST /api/nothing HTTP/1.1\r\nx-odd: a${odd}b\r\n${rest}`),
      ])
    }
    expect(upstreamFailures(nginx.log().slice(before))).toEqual([])
  })

  test('nginx and the server have the same limits', () => {
    const config = fs.readFileSync('deploy/nginx.conf', 'utf8')
    const units = { k: 1_024, m: 1_024 * 1_024 }
    const limits = [...config.matchAll(/client_max_body_size (\d+)([km]);/g)].map(
      ([, number, unit]) => Number(number) * units[unit as 'k' | 'm'],
    )
    expect(limits).toEqual([ordinaryBodyBytes, webhookBodyBytes])
    expect(config).toContain(`location = ${webhookPath} {\n    client_max_body_size 1m;`)
  })
})

test('F61: a request for another host name does not reach the server', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nhost: rebound.example\r\n\r\n')
  expect(await text(socket).catch((error: Error) => error.message)).toMatch(/^$|ECONNRESET/)
})

describe.skipIf(!hasSlowhttptest)('F55: a visitor gets every page beside slow connections', () => {
  test.each([
    ['headers', ['-H', '-i', '5']],
    ['bodies', ['-B', '-i', '5', '-s', '60000', '-u', '/api/nothing']],
    ['readers', ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '5', '-k', '3']],
  ])('%s', async (name, mode) => {
    await besideVisitor(`slow ${name}`, async () => {
      const path = mode.includes('-B') ? '/api/nothing' : '/pricing'
      const options = mode.filter((option, index) => option !== '-u' && mode[index - 1] !== '-u')
      const count = mode.includes('-X') ? slow.readers : slow.connections
      const size = ['-c', String(count), '-r', '1000', '-l', String(slow.seconds)]
      const attack = spawn('slowhttptest', [...options, ...size, '-u', `${siteUrl}${path}`, '-v', '0'], {
        stdio: 'ignore',
      })
      await once(attack, 'exit')
    })
  })
})

describe('F55: nginx does not wait for silent clients', () => {
  test('slow headers, bodies and readers are cut off before an idle connection is', async () => {
    const [asset = ''] = fs
      .readdirSync('dist/client/en/assets')
      .filter((name) => /^shared-.*\.js$/.test(name))
    const host = `host: 127.0.0.1:${port}\r\n`
    const slowHeaders = await open('GET /pricing HTTP/1.1\r\n')
    const slowBody = await open(`POST /api/nothing HTTP/1.1\r\n${host}content-length: 1000\r\n\r\nx`)
    // More than the buffers of both ends hold. nginx takes one request after the other.
    const slowReader = await open(`GET /assets/${asset} HTTP/1.1\r\n${host}\r\n`.repeat(60))
    // Begun last: its 30 seconds end behind the 10 of the others, on any machine.
    const idle = await open(`GET /healthz HTTP/1.1\r\n${host}\r\n`)
    const silent = { slowHeaders, slowBody, slowReader }
    const look = () => {
      const isEstablished = readEstablished()
      const held = Object.entries(silent).flatMap(([name, socket]) => (isEstablished(socket) ? [name] : []))
      return { held, isOver: held.length === 0 || !isEstablished(idle) }
    }
    expect(look().held).toEqual(Object.keys(silent))
    // Not often: the kernel's list is long where much else runs.
    await expect.poll(() => look().isOver, { interval: 500 }).toBe(true)
    expect(look().held).toEqual([])
    for (const socket of [idle, ...Object.values(silent)]) socket.destroy()
  })

  test('of one address 128 requests are under way at most, and others are not counted with it', async () => {
    const sockets: Socket[] = []
    let refused = 0
    for (let n = 0; n < 150; n += 1) {
      const host = `host: 127.0.0.1:${port}\r\n`
      const socket = await open(`POST /api/nothing HTTP/1.1\r\n${host}content-length: 1000\r\n\r\nx`)
      socket.on('data', (data) => {
        if (String(data).startsWith('HTTP/1.1 429 ')) refused += 1
      })
      sockets.push(socket.resume())
    }
    await expect.poll(() => refused).toBeGreaterThanOrEqual(150 - 128)
    const visitor = await startVisitor({ url: siteUrl, pages, localAddress: '127.200.0.1' })
    await expect.poll(() => visitor.visits.length).toBeGreaterThan(3)
    expect((await visitor.stop()).filter(({ outcome }) => outcome !== 'served')).toEqual([])
    for (const socket of sockets) socket.destroy()
  })

  async function open(request: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.pause()
    await once(socket, 'connect')
    socket.write(request)
    return socket
  }
})

/** As the kernel sees it: a socket that is not read does not learn that it was closed. */
function readEstablished(): (socket: Socket) => boolean {
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0')
  const table = fs.readFileSync('/proc/net/tcp', 'utf8')
  return ({ localPort = 0 }) => table.includes(`0100007F:${hex(localPort)} 0100007F:${hex(port)} 01 `)
}

async function sendRaw(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const result = text(socket).catch(() => '')
  socket.write(request, 'latin1')
  return result
}

/** An attack from 127.0.0.1, beside somebody at another address who asks for pages all the while. */
async function besideVisitor(name: string, attack: () => Promise<void>) {
  const before = nginx.log().length
  const visitor = await startVisitor({
    url: siteUrl,
    pages,
    localAddress: '127.200.0.1',
    pauseMs: visitorPauseMs,
  })
  let held = 0
  const watch = setInterval(() => {
    held = Math.max(held, countEstablished())
  }, 200)
  await attack()
  const visits = await visitor.stop()
  clearInterval(watch)
  const notServed = visits.filter(({ outcome }) => outcome !== 'served')
  const { medianMs, slowestMs } = waitingTimes(visits)
  const failures = upstreamFailures(nginx.log().slice(before))
  const numbers = {
    held,
    visits: visits.length,
    notServed: notServed.length,
    failures: failures.length,
    medianMs: Math.round(medianMs),
    slowestMs: Math.round(slowestMs),
    load: os.loadavg()[0],
  }
  process.stdout.write(`${name}: ${JSON.stringify(numbers)}\n`)
  expect(notServed).toEqual([])
  expect(failures).toEqual([])
  expect(nginx.log().slice(before)).not.toContain('worker_connections are not enough')
  // A limit in seconds can be shown only where nothing else runs.
  if (long && isIdleMachine) expect(slowestMs).toBeLessThan(1_000)
}

/** Of clients to nginx. */
function countEstablished(): number {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  return fs.readFileSync('/proc/net/tcp', 'utf8').split(` 0100007F:${hexPort} 01 `).length - 1
}

/** What nginx counts as a failure of a server. */
function upstreamFailures(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => /upstream/.test(line) && /failed|prematurely|no live|timed out|invalid/.test(line))
}
