import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { createApiKey } from '../integration/api-key.ts'

const keys = { reads: createApiKey(), writes: createApiKey() }
let server: Awaited<ReturnType<typeof startBuiltServer>>
beforeAll(async () => {
  server = await startBuiltServer({
    port: await findFreePort(),
    postgresUrl: inject('postgresUrl'),
    env: { API_KEYS: `${keys.reads},${keys.writes}:write` },
  })
})
afterAll(() => server.stop())

async function call(key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

test('F91 a stolen key that reads opens no session, gives nothing away and moves no account', async () => {
  const { body } = await call(keys.writes, 'PUT', '/customers/external/ana', {
    email: 'ana@example.com',
    emailVerified: true,
  })
  const found = await call(keys.reads, 'GET', '/customers?email=ana@example.com')
  expect([found.status, found.body.id]).toEqual([200, body.id])
  const refused = [
    await call(keys.reads, 'POST', `/customers/${body.id}/sign-in-links`, {}),
    await call(keys.reads, 'POST', `/customers/${body.id}/grants`, { plan: 'lifetime', reason: 'x' }),
    await call(keys.reads, 'PUT', '/customers/external/ana', { email: 'mallory@example.com' }),
  ]
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual([
    [403, 'needs-scope-sign-in'],
    [403, 'needs-scope-gifts'],
    [403, 'needs-scope-write'],
  ])
  expect((await call(keys.reads, 'GET', `/customers/${body.id}`)).body).toEqual(body)
})
