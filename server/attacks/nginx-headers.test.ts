import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { startNginx } from '../../tests/support/processes/nginx.ts'
import { securityHeaders } from '../http/security-headers.ts'

const ownHeaders = securityHeaders('https://shop.test')
const asked: IncomingMessage[] = []
let site: string
let server: Server
let nginx: Awaited<ReturnType<typeof startNginx>>
beforeAll(async () => {
  // Stands for a process of the server, whose responses have all headers.
  server = createServer((request, response) => {
    asked.push(request)
    response.writeHead(200, { ...ownHeaders, 'content-security-policy': "img-src 'self'" }).end('served')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const listen = `127.0.0.1:${await findFreePort()}`
  site = `http://${listen}`
  nginx = await startNginx({
    LISTEN: listen,
    SERVER_NAME: '127.0.0.1',
    ...{ SERVER_1: host, SERVER_2: host, SERVER_3: host },
  })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await nginx.stop()
})

const lines = () =>
  nginx
    .accessLog()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('F96 nginx', () => {
  test('gives each request an id of its own, whatever a client sends', async () => {
    const id = 'a'.repeat(32)
    await fetch(`${site}/pricing`, { headers: { 'x-request-id': id } })
    const given = asked.at(-1)?.headers['x-request-id']
    expect(given).toMatch(/^[0-9a-f]{32}$/)
    expect(given).not.toBe(id)
    await expect.poll(() => lines().at(-1).id).toBe(given)
  })

  test('logs no query', async () => {
    await fetch(`${site}/api/v1/customers?email=ann@example.com`)
    await expect.poll(() => lines().at(-1)).toMatchObject({ path: '/api/v1/customers', status: 200 })
    expect(nginx.accessLog()).not.toContain('ann')
  })

  test.each([
    ['400', '/pricing', { method: 'BREW' }],
    ['404', '/metrics', {}],
    ['413', '/api/nothing', { method: 'POST', body: 'x'.repeat(100_000) }],
  ])('has security headers on its own %s', async (status, path, init) => {
    const { headers, ...response } = await answered(path, init)
    expect(response.status).toBe(Number(status))
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'strict-transport-security',
    ] as const)
      expect([name, headers.get(name)]).toEqual([name, ownHeaders[name]])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('leaves the headers of the server as they are', async () => {
    const { headers } = await answered('/pricing')
    expect(headers.get('content-security-policy')).toBe("img-src 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBe(ownHeaders['strict-transport-security'])
  })

  test('passes on no request for monitoring but /healthz', async () => {
    const statusOf = async (path: string) => (await answered(path)).status
    expect(await Promise.all(['/readyz', '/metrics', '/healthz'].map(statusOf))).toEqual([404, 404, 200])
  })

  test('speaks TLS 1.2 and 1.3 only, with forward secrecy and authenticated encryption', () => {
    const given = fs.readFileSync('deploy/nginx.conf', 'utf8')
    expect(given).toMatch(/^ssl_protocols TLSv1\.2 TLSv1\.3;$/m)
    const ciphers = /^ssl_ciphers (.+);$/m.exec(given)?.[1]?.split(':') ?? []
    expect(ciphers.length).toBeGreaterThan(0)
    for (const cipher of ciphers) expect(cipher).toMatch(/^ECDHE-.*(GCM|POLY1305)/)
  })

  async function answered(path: string, init: RequestInit = {}) {
    const response = await fetch(site + path, init)
    await response.text()
    return { status: response.status, headers: response.headers }
  }
})
