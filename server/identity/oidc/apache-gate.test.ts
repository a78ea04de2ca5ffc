import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startApache } from '../../../tests/support/processes/apache.ts'
import { startBuiltServer } from '../../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../../tests/support/processes/free-port.ts'
import { createApiKey } from '../../integration/api-key.ts'

const key = createApiKey()
const mostRedirects = 10
const client = { clientId: 'gate', clientSecret: randomBytes(24).toString('hex') }
let server: Awaited<ReturnType<typeof startBuiltServer>>
let apache: Awaited<ReturnType<typeof startApache>>
beforeAll(async () => {
  const [port, gatePort] = [await findFreePort(), await findFreePort()]
  const gateUrl = `http://127.0.0.1:${gatePort}`
  server = await startBuiltServer({
    port,
    postgresUrl: inject('postgresUrl'),
    env: {
      API_KEYS: `${key}:write+sign-in+gifts`,
      OIDC_CLIENTS: JSON.stringify([{ ...client, name: 'Gate', redirectUris: [`${gateUrl}/oidc/callback`] }]),
    },
  })
  apache = await startApache({
    port: gatePort,
    config: 'examples/apache/gate.conf',
    values: {
      FAIRSEAT_URL: server.url,
      GATE_URL: gateUrl,
      CLIENT_ID: client.clientId,
      CLIENT_SECRET: client.clientSecret,
      PASSPHRASE: 'a-passphrase-of-this-test',
    },
    // A change of plan counts after a moment instead of a minute.
    more: ['OIDCUserInfoRefreshInterval 1'],
    files: { 'index.html': 'for all', 'unlimited/index.html': 'for those who have the feature' },
  })
})
afterAll(async () => {
  // First, since it runs also where Apache is missing.
  await server.stop()
  await apache.stop()
})

async function call(method: string, path: string, body: object) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
  return response.json()
}

/** Keeps the cookies of each origin, and follows redirects until there is a page. */
function createBrowser() {
  const jars = new Map<string, Map<string, string>>()
  async function request(url: string, form?: URLSearchParams) {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    // Not `fetch`, which tells the gate that a script calls: that is refused instead of redirected.
    const sent = http.request(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'text/html',
        cookie,
        ...(form && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
      },
    })
    sent.end(form?.toString())
    const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return { status: response.statusCode, location: response.headers.location, body: await text(response) }
  }
  return {
    async signIn(token: string) {
      const { status } = await request(`${server.url}/sign-in/link`, new URLSearchParams({ token }))
      expect(status).toBe(200)
      expect(jars.get(server.url)?.has('fairseat.session_token')).toBe(true)
    },
    async open(url: string) {
      const visited: string[] = []
      for (let next = url; ; ) {
        visited.push(next)
        const { status, location, body } = await request(next)
        if (!location || visited.length > mostRedirects) return { status, body, visited }
        next = new URL(location, next).href
      }
    },
  }
}

async function newMember() {
  const user = { email: `member-${Math.random()}@example.com`, emailVerified: true }
  const { id } = await call('PUT', `/customers/external/${Math.random()}`, user)
  const signIn = async (browser: ReturnType<typeof createBrowser>) => {
    const { url } = await call('POST', `/customers/${id}/sign-in-links`, {})
    await browser.signIn(new URL(url).searchParams.get('token') ?? '')
  }
  return { id, signIn }
}

test('docs/integration.md shows the configuration that is tried here', () => {
  expect(readFileSync('docs/integration.md', 'utf8')).toContain(
    readFileSync('examples/apache/gate.conf', 'utf8'),
  )
})

test('mod_auth_openidc leads a visitor who is not signed in to the sign-in, with PKCE', async () => {
  const { visited } = await createBrowser().open(`${apache.url}/unlimited/`)
  const authorize = new URL(visited[1] ?? '')
  expect(authorize.origin + authorize.pathname).toBe(`${server.url}/api/auth/oauth2/authorize`)
  expect(authorize.searchParams.get('code_challenge_method')).toBe('S256')
  expect(visited[2]).toContain(`${server.url}/sign-in?`)
  expect(visited).toHaveLength(3)
})

test('mod_auth_openidc lets in who has the feature, and nobody else', async () => {
  const member = await newMember()
  const browser = createBrowser()
  await member.signIn(browser)
  expect(await browser.open(`${apache.url}/`)).toMatchObject({ status: 200, body: 'for all' })
  expect((await browser.open(`${apache.url}/unlimited/`)).status, apache.log()).toBe(403)

  await call('POST', `/customers/${member.id}/grants`, { plan: 'lifetime', reason: 'a prize' })
  const another = createBrowser()
  await member.signIn(another)
  const open = { status: 200, body: 'for those who have the feature' }
  expect(await another.open(`${apache.url}/unlimited/`), apache.log()).toMatchObject(open)
  // Without another sign-in.
  await expect
    .poll(() => browser.open(`${apache.url}/unlimited/`), { timeout: 60_000, interval: 200 })
    .toMatchObject(open)
})
