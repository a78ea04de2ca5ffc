import { afterEach, expect, inject, test } from 'vitest'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

let stop: () => Promise<void> = async () => {}
afterEach(() => stop())

async function start(port: number, databaseUrl: string) {
  // Without a token of its own the server makes one.
  const server = await startBuiltServer({
    port,
    postgresUrl: inject('postgresUrl'),
    env: { DATABASE_URL: databaseUrl, DEV_TOKEN: '' },
  })
  stop = server.stop
  const [, token = ''] = /\?dev=([\w-]+)/.exec(server.printed()) ?? []
  return { ...server, token }
}

/** A plain `proxy_pass http://127.0.0.1:3000` sends this for a stranger: the Host of the server, and no cookie. */
const call = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, { headers, redirect: 'manual' })

async function startWithMail() {
  const port = await findFreePort()
  const databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
  const server = await start(port, databaseUrl)
  const email = newAddress()
  const victim = createTestBrowser({ request: async (url, init) => fetch(url, init) }, { origin: server.url })
  expect((await victim.requestCode(email)).status).toBe(200)
  return { server, email, port, databaseUrl }
}

const outboxPaths = ['/dev/outbox', '/dev/outbox.json', '/dev/outbox/1']

test('F95 the outbox does not exist for a stranger behind a plain proxy, and no page links to it', async () => {
  const { server, email } = await startWithMail()
  const unknown = await (await call(`${server.url}/nowhere`)).text()
  for (const path of outboxPaths)
    for (const query of ['', `?to=${email}`, '?dev=', '?dev=0', `?dev=${'x'.repeat(22)}`])
      for (const cookie of ['', 'fairseat.dev=', 'other=1']) {
        const response = await call(server.url + path + query, cookie ? { cookie } : {})
        expect([path, query, cookie, response.status]).toEqual([path, query, cookie, 404])
        expect(await response.text()).toBe(unknown)
      }
  for (const path of ['/sign-in', '/pricing', '/account', '/nowhere'])
    expect(await (await call(server.url + path)).text()).not.toContain('/dev/outbox')
  expect(await (await call(`${server.url}/sign-in`)).text()).toContain('Test mode: no mail is sent.')
})

test('F95 the printed address opens the outbox for its browser until the server restarts', async () => {
  const { server, email, port, databaseUrl } = await startWithMail()
  expect(server.token).toMatch(/^[\w-]{22}$/)
  const led = await call(`${server.url}/pricing?a=1&dev=${server.token}&b=2`)
  expect([led.status, led.headers.get('location')]).toEqual([303, '/pricing?a=1&b=2'])
  expect(led.headers.get('referrer-policy')).toBe('no-referrer')
  const [set = ''] = led.headers.getSetCookie()
  expect(set).toMatch(/^fairseat\.dev=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/)

  const cookie = set.split(';')[0] ?? ''
  expect(await (await call(`${server.url}/dev/outbox`, { cookie })).text()).toContain(email)
  expect((await call(`${server.url}/dev/outbox/1`, { cookie })).status).toBe(200)
  const signIn = await call(`${server.url}/sign-in?next=/account`, { cookie })
  expect(await signIn.text()).toContain('href="/dev/outbox"')
  expect(signIn.headers.get('cache-control')).toMatch(/private/)
  const asMachine = await call(`${server.url}/dev/outbox.json?to=${email}&dev=${server.token}`)
  expect(await asMachine.json()).toMatchObject([{ to: email }])

  await server.stop()
  const restarted = await start(port, databaseUrl)
  expect(restarted.token).not.toBe(server.token)
  const stale = await call(`${restarted.url}/dev/outbox`, { cookie })
  expect(stale.status).toBe(404)
  expect(await stale.text()).toContain('address that the server printed')
  expect(await (await call(`${restarted.url}/sign-in`, { cookie })).text()).not.toContain('/dev/outbox')
})

test('F95 the token leads to no other site', async () => {
  const { server } = await startWithMail()
  for (const path of ['//evil.example', '/.//evil.example', '/%2f/evil.example'])
    expect(
      (await call(`${server.url}${path}?dev=${server.token}`)).headers.get('location') ?? '',
    ).not.toMatch(/^\/\/|evil/)
})
