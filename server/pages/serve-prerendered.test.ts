import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer } from '../../tests/support/app/test-app.ts'
import type { Drizzle } from '../db/database.ts'
import * as schema from '../db/schema.ts'
import { servePrerendered } from './serve-prerendered.ts'

// Nothing here touches the database.
const { app, prerendered } = createTestServer(drizzle.mock({ schema }) as unknown as Drizzle)
const byHono = getRequestListener(app.fetch)
let passedOn = 0
const ahead = servePrerendered(prerendered, (incoming, outgoing) => {
  passedOn += 1
  void byHono(incoming, outgoing)
})
const servers: Server[] = [createServer(byHono), createServer(ahead)]

beforeAll(() =>
  Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))),
)
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

/** What a client sees, less what differs between any two answers. */
function ask(server: Server, method: string, path: string, headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method, path, headers }, async (response) => {
      const { date: _, 'x-request-id': __, ...rest } = response.headers
      const body = Buffer.concat(await response.toArray()).toString('base64')
      resolve({ status: response.statusCode, headers: rest, body })
    })
      .on('error', reject)
      .end()
  })
}

async function bothResponses(method: string, path: string, headers: Record<string, string> = {}) {
  const [hono, ahead] = await Promise.all(servers.map((server) => ask(server, method, path, headers)))
  return { hono, ahead }
}

describe('an answer ahead of Hono is the same as by Hono', () => {
  const etag = (encoding: 'br' | 'identity') =>
    prerendered.find('/pricing', {})?.[encoding].headers.etag ?? ''
  test.each([
    ['GET', '/pricing', {}],
    ['GET', '/pricing?from=mail', { 'accept-encoding': 'gzip, deflate, br, zstd' }],
    ['GET', '/pricing', { 'accept-encoding': 'gzip;q=1, br;q=0' }],
    ['GET', '/pricing', { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag('br')}` }],
    ['GET', '/pricing', { 'accept-encoding': 'br', 'if-none-match': etag('identity') }],
    ['HEAD', '/pricing', { 'accept-encoding': 'br' }],
    ['GET', '/sign-in?next=/account', {}],
    ['GET', '/assets/page-1.js', { 'accept-encoding': 'br' }],
  ])('%s %s %j', async (method, path, headers) => {
    passedOn = 0
    const { hono, ahead } = await bothResponses(method, path, headers)
    expect(ahead).toEqual(hono)
    expect(hono).toMatchObject({ headers: { 'x-content-type-options': 'nosniff' } })
    expect(passedOn).toBe(0)
  })
})

test.each([
  ['POST', '/pricing'],
  ['GET', '/'],
  ['GET', '/assets/unknown.js'],
  ['GET', '/api/nowhere'],
])('%s %s is passed on', async (method, path) => {
  passedOn = 0
  const { hono, ahead } = await bothResponses(method, path)
  expect(ahead).toEqual(hono)
  expect(passedOn).toBe(1)
})
