import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import Provider from 'oidc-provider'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CustomerState } from '../../packages/client/src/index.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

// Pagelet as it runs, with a published OpenID Connect provider and an API that the test answers for, in place of Fairseat.

const root = fileURLToPath(new URL('../..', import.meta.url))
const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const client = { client_id: 'pagelet', client_secret: 'a-secret-of-the-two-of-us-and-nobody-else' }
const states = new Map<string, CustomerState>()
let isAway = false
let fairseatUrl = ''
let pageletUrl = ''
let fairseat: Server
let pagelet: ChildProcess
let printed = ''

beforeAll(async () => {
  pageletUrl = `http://127.0.0.1:${await findFreePort()}`
  fairseat = await startFairseat()
  pagelet = spawn(process.execPath, ['--import', 'tsx', 'examples/pagelet/server.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: new URL(pageletUrl).port,
      FAIRSEAT_URL: fairseatUrl,
      FAIRSEAT_API_KEY: 'fs_key',
      FAIRSEAT_WEBHOOK_SECRET: webhookSecret,
      FAIRSEAT_CLIENT_ID: client.client_id,
      FAIRSEAT_CLIENT_SECRET: client.client_secret,
    },
  })
  for (const stream of [pagelet.stdout, pagelet.stderr])
    stream?.on('data', (text) => {
      printed += text
    })
  await vi.waitFor(() => expect(printed).toContain(pageletUrl), { timeout: 120_000, interval: 50 })
})

afterAll(async () => {
  fairseat.closeAllConnections()
  fairseat.close()
  const ended = once(pagelet, 'exit')
  pagelet.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

async function startFairseat(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  fairseatUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const provider = new Provider(fairseatUrl, {
    clients: [{ ...client, redirect_uris: [`${pageletUrl}/callback`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
    findAccount: async (_, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email: `${sub}@example.com`, email_verified: true }),
    }),
  })
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/api/v1/')) return provider.callback()(request, response)
    const state = states.get(request.url.replace('/api/v1/customers/', ''))
    const isAllowed = request.headers.authorization === 'Bearer fs_key'
    response.statusCode = isAway ? 503 : isAllowed ? (state ? 200 : 404) : 401
    response.end(
      JSON.stringify(response.statusCode === 200 ? state : { error: '', code: 'unknown-customer' }),
    )
  })
  return server
}

const stateOf = (id: string, version: number, features: string[]): CustomerState => ({
  id,
  externalId: null,
  email: `${id}@example.com`,
  plan: features.length > 0 ? 'monthly' : 'free',
  status: features.length > 0 ? 'active' : 'none',
  features,
  trialEndsAt: null,
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
  seat: null,
  livemode: false,
  version,
  updatedAt: '2026-11-16T10:00:00.000Z',
})

/** Keeps cookies by site, as a browser does, and does not follow redirects. */
function createBrowser() {
  const jar = new Map<string, Map<string, string>>()
  async function request(url: string | URL, form?: Record<string, string>) {
    const { origin } = new URL(url)
    const cookies = jar.get(origin) ?? new Map<string, string>()
    jar.set(origin, cookies)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  /** Through the provider's pages, back to Pagelet. */
  async function signIn(login: string): Promise<void> {
    let next = new URL('/sign-in', pageletUrl)
    let form: Record<string, string> | undefined
    for (let step = 0; step < 15; step++) {
      const response = await request(next, form)
      const location = response.headers.get('location')
      form = undefined
      if (location) next = new URL(location, next)
      else if (next.href === `${pageletUrl}/`) return
      else {
        const page = await response.text()
        const action = /action="([^"]+)"/.exec(page)?.[1] ?? expect.fail(page)
        next = new URL(action, next)
        form = page.includes('name="login"')
          ? { prompt: 'login', login, password: 'x' }
          : { prompt: 'consent' }
      }
    }
    throw new Error(`Signing in ended at ${next}.\n${printed}`)
  }
  const home = async () => (await request(`${pageletUrl}/`)).text()
  const addProject = async (name: string) => (await request(`${pageletUrl}/projects`, { name })).status
  /** What the open page hears, newest last. */
  async function watch() {
    const cookie = [...(jar.get(pageletUrl) ?? [])].map((pair) => pair.join('=')).join('; ')
    const heard: string[] = []
    const { body } = await fetch(`${pageletUrl}/events`, { headers: { cookie } })
    const arrives = new WritableStream({
      write: (text: string) =>
        void heard.push(...Array.from(text.matchAll(/data: (\w+)/g), ([, word = '']) => word)),
    })
    // It ends with Pagelet.
    body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(arrives)
      .catch(() => {})
    return heard
  }
  return { request, signIn, home, addProject, watch }
}

async function send(type: string, data: CustomerState, { changed = false } = {}) {
  const body = JSON.stringify({ type, timestamp: data.updatedAt, data })
  const at = new Date()
  const response = await fetch(`${pageletUrl}/webhooks/fairseat`, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(webhookSecret).sign('msg_1', at, changed ? `${body} ` : body),
    },
    body,
  })
  return response.status
}

describe('Pagelet', () => {
  test('signs in with Fairseat, has one project free, and opens by a webhook while the page is open', async () => {
    const ana = createBrowser()
    expect(await ana.home()).toContain('Sign in with Fairseat')
    states.set('ana', stateOf('ana', 1, []))
    await ana.signIn('ana')
    const page = await ana.home()
    expect(page).toContain('ana@example.com')
    expect(page).toContain('data-access="closed"')
    expect(page).toContain(`${fairseatUrl}/pricing`)
    expect(await ana.addProject('First')).toBe(303)
    expect(await ana.addProject('Second')).toBe(403)

    const heard = await ana.watch()
    await vi.waitFor(() => expect(heard).toEqual(['closed']))
    expect(await send('customer.state_changed', stateOf('ana', 2, ['projects:unlimited']))).toBe(204)
    await vi.waitFor(() => expect(heard).toEqual(['closed', 'open']))
    expect(await ana.addProject('Second')).toBe(303)
    expect(await ana.home()).toMatch(/First.*Second/s)

    expect(await send('customer.state_changed', stateOf('ana', 3, []))).toBe(204)
    await vi.waitFor(() => expect(heard).toEqual(['closed', 'open', 'closed']))
    expect(await ana.addProject('Third')).toBe(403)
  })

  test('a webhook that Fairseat did not sign is refused and opens nothing', async () => {
    const eve = createBrowser()
    states.set('eve', stateOf('eve', 1, []))
    await eve.signIn('eve')
    const paid = stateOf('eve', 2, ['projects:unlimited'])
    expect(await send('customer.state_changed', paid, { changed: true })).toBe(400)
    expect(await eve.home()).toContain('data-access="closed"')
  })

  test('while Fairseat is away and nothing is known, it neither opens nor says that one has to pay', async () => {
    const tom = createBrowser()
    isAway = true
    try {
      await tom.signIn('tom')
      const page = await tom.home()
      expect(page).toContain('data-access="unknown"')
      expect(await tom.addProject('First')).toBe(303)
      expect(await tom.addProject('Second')).toBe(503)
    } finally {
      isAway = false
    }
  })

  test('a customer who is deleted at Fairseat is signed out here', async () => {
    const bob = createBrowser()
    await bob.signIn('bob')
    expect(await bob.home()).toContain('bob@example.com')
    expect(await send('customer.deleted', stateOf('bob', 2, []))).toBe(204)
    expect(await bob.home()).toContain('Sign in with Fairseat')
  })

  test('signing out ends the session at both', async () => {
    const una = createBrowser()
    await una.signIn('una')
    const response = await una.request(`${pageletUrl}/sign-out`, {})
    const location = new URL(response.headers.get('location') ?? '')
    expect([response.status, location.origin]).toEqual([303, fairseatUrl])
    expect(location.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect(location.searchParams.get('post_logout_redirect_uri')).toBe(`${pageletUrl}/`)
    expect(await una.home()).toContain('Sign in with Fairseat')
  })

  test('an answer of the provider counts only in the browser that asked', async () => {
    const response = await createBrowser().request(`${pageletUrl}/callback?code=stolen&state=x`)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/sign-in'])
  })
})
