import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devCookie, devToken } from '../../tests/support/app/dev-token.ts'
import { startChildProcess } from '../../tests/support/processes/child-process.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-attack-'))
let port: number
let site: string
let server: Awaited<ReturnType<typeof startChildProcess>>

beforeAll(async () => {
  port = await findFreePort()
  site = `http://127.0.0.1:${port}`
  server = await startChildProcess({
    script: 'dist/server/main.js',
    readyUrl: `${site}/healthz`,
    // As `npm start` runs it, but for the token: the rest comes from demo.env.
    env: { PORT: String(port), DATA_DIR: dataDir, DEV_TOKEN: devToken },
  })
})
afterAll(async () => {
  await server.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

async function call(target: string, host: string, { method = 'GET', headers = {} } = {}) {
  const request = http.request({
    host: '127.0.0.1',
    port,
    path: target,
    method,
    headers: { host, ...headers },
  })
  request.end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

/** The status line of the answer to bytes as they are. */
async function sendBytes(lines: string[]): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  return (await text(socket)).split('\r\n')[0] ?? ''
}

describe('F61: a page whose name leads to this machine (DNS rebinding)', () => {
  test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.', '192.0.2.1'])(
    'reads nothing as Host %s',
    async (host) => {
      for (const target of ['/api/auth/get-session', '/api/urgency', '/api/nothing']) {
        const { status, body } = await call(target, host)
        expect([target, status, JSON.parse(body).code]).toEqual([target, 421, 'wrong-host'])
      }
      const post = await call('/api/auth/sign-out', host, {
        method: 'POST',
        headers: { origin: `http://${host}` },
      })
      expect(post.status).toBe(421)
    },
  )

  test('does not read the outbox', async () => {
    for (const target of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.json?to=ann@example.com']) {
      const { status, headers, body } = await call(target, 'evil.example', {
        headers: { cookie: devCookie },
      })
      // The redirect leads to another origin, whose answers the attacker's page cannot read.
      expect([target, status, headers.location, body]).toEqual([target, 308, `${site}${target}`, ''])
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('is led to the configured address where it asks for a page, whatever path and query', async () => {
    for (const target of [
      '/pricing',
      '/sign-in?next=/account',
      '/',
      '/assets/x.js',
      '/nowhere',
      '//evil.example/x',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await call(target, 'evil.example', { method })
        expect([target, status, headers.location]).toEqual([target, 308, `${site}${target}`])
        // A browser would keep it for good, also when BACKEND_URL has changed.
        expect(headers['cache-control']).toBe('no-store')
      }
    }
  })

  test('is not believed by X-Forwarded-Host, nor the other way round', async () => {
    const claimed = await call('/dev/outbox.json', 'evil.example', {
      headers: { 'x-forwarded-host': `127.0.0.1:${port}`, cookie: devCookie },
    })
    expect(claimed.status).toBe(308)
    const own = await call('/pricing', `127.0.0.1:${port}`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    expect(own.status).toBe(200)
  })

  test.each([
    ['two', ['Host: 127.0.0.1', 'Host: evil.example']],
    ['two alike', ['Host: 127.0.0.1', 'host: 127.0.0.1']],
    ['none', []],
    ['an empty one', ['Host:']],
    ['one with a user in it', ['Host: 127.0.0.1@evil.example']],
    ['one with a path in it', ['Host: 127.0.0.1/x']],
    ['a list', ['Host: 127.0.0.1, evil.example']],
  ])('is refused with %s', async (_what, hosts) => {
    for (const version of ['1.0', '1.1']) {
      const line = await sendBytes([`GET /pricing HTTP/${version}`, ...hosts, 'Connection: close'])
      expect(line).toBe('HTTP/1.1 400 Bad Request')
    }
  })

  test('is refused with another host in the request target', async () => {
    const line = await sendBytes([
      'GET http://evil.example/dev/outbox.json HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Cookie: ${devCookie}`,
      'Connection: close',
    ])
    expect(line).toMatch(/^HTTP\/1\.1 4(00|21) /)
  })
})

test.each(['/pricing', '/api/urgency', '/healthz'])('F61: without a host %s is refused', async (target) => {
  expect(await sendBytes([`GET ${target} HTTP/1.1`, 'Connection: close'])).toBe('HTTP/1.1 400 Bad Request')
})

describe('F61: what is no attack is answered', () => {
  test.each(['127.0.0.1', '127.0.0.1:80', '127.0.0.1:9999'])(
    'the configured name with any port: %s',
    async (host) => {
      expect((await call('/pricing', host)).status).toBe(200)
      expect((await call(`/dev/outbox.json?dev=${devToken}`, host)).status).toBe(200)
    },
  )

  test('localhost and ::1 lead to the configured name, so that no session is lost on the way', async () => {
    for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      const { status, headers } = await call('/pricing?from=x', host)
      expect([status, headers.location]).toEqual([308, `${site}/pricing?from=x`])
    }
  })

  test('probes call by any name or none', async () => {
    for (const target of ['/healthz', '/readyz'])
      expect((await call(target, '10.0.0.7:3000')).status).toBe(200)
    expect(await sendBytes(['GET /healthz HTTP/1.0'])).toBe('HTTP/1.1 200 OK')
    expect((await call('/healthz/../dev/outbox.json', 'evil.example')).status).toBe(308)
  })
})
