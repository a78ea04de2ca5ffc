import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  siteUrl,
  type TestApp,
} from '../tests/support/app/test-app.ts'
import { liveCatalogue } from '../tests/support/billing/billing-kit.ts'
import { createMigratedDatabase } from '../tests/support/database/create-postgres-database.ts'
import { prerenderedPages } from '../web/pages/manifest.tsx'
import type { PaymentService } from './billing/stripe/payment-service.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { customers, rateLimits, sessions } from './db/schema.ts'
import { AppError } from './errors.ts'
import { createApiKey } from './integration/api-key.ts'

interface Limit {
  max: number
  by: 'address' | 'e-mail' | 'user'
}

/** What a route promises. Everything said here is tried below, on a route that is really there. */
interface Claim {
  /** `own`: without a session there is nothing to tell, and that is the answer. */
  auth: 'none' | 'session' | 'own' | 'signature' | 'token' | 'access-token' | 'api-key'
  limits?: Limit[]
  /** It moves money or data: a session of the product's making needs a mailed code first. */
  proof?: true
  /** One that is accepted, and some that are not. */
  body?: { good: (email: string) => object; bad: unknown[] }
  /** Where the route has a parameter or a limit of its own needs one. */
  path?: string
}

const noJson = ['', '{', 'null', '[]', '"x"', '{"__proto__":{"email":"a@b.c"}}']
const page: Claim = { auth: 'none' }

const table: Record<string, Claim> = {
  'GET /': page,
  ...Object.fromEntries(Object.values(prerenderedPages).map(({ path }) => [`GET ${path}`, page])),
  'GET /assets/:name': { ...page, path: '/assets/page-1.js' },
  'GET /robots.txt': page,
  'GET /sitemap.xml': page,
  'GET /healthz': page,
  'GET /readyz': page,
  'GET /metrics': { auth: 'token' },
  // These three exist only without a mail server, and while developing.
  'GET /dev/outbox': page,
  'GET /dev/outbox.json': page,
  'GET /dev/outbox/:id': page,
  'GET /dev/reload': page,

  'GET /api/auth/get-session': { auth: 'own' },
  'POST /api/auth/get-session': { auth: 'own', limits: [{ max: 60, by: 'user' }] },
  'POST /api/auth/email-otp/send-verification-otp': {
    auth: 'none',
    limits: [
      { max: 60, by: 'address' },
      { max: 5, by: 'e-mail' },
    ],
    body: {
      good: (email) => ({ email, type: 'sign-in' }),
      bad: [
        ...noJson,
        {},
        { email: 1, type: 'sign-in' },
        { email: 'nobody', type: 'sign-in' },
        { email: 'a@b.cc' },
        { email: 'a@b.cc', type: 'email-verification' },
        { email: 'a@b.cc', type: 'sign-in', name: 'x' },
      ],
    },
  },
  'POST /api/auth/sign-in/email-otp': {
    auth: 'none',
    // By e-mail address there is none, which others could use up: a code counts in one browser only, five times (F57).
    limits: [{ max: 120, by: 'address' }],
    body: {
      good: (email) => ({ email, otp: '000000' }),
      bad: [
        ...noJson,
        {},
        { email: ['a@b.cc'], otp: '000000' },
        { email: 'a@b.cc', otp: 0 },
        { email: 'a@b.cc', otp: '000000', name: 'x' },
      ],
    },
  },
  'POST /api/auth/sign-in/social': {
    auth: 'none',
    limits: [{ max: 60, by: 'address' }],
    body: { good: () => ({ provider: 'nobody' }), bad: [...noJson, {}, { provider: {} }] },
  },
  'GET /api/auth/callback/:provider{[a-z0-9-]+}': {
    auth: 'none',
    limits: [{ max: 60, by: 'address' }],
    path: '/api/auth/callback/nobody?code=x&state=x',
  },
  // Beyond the limit they lead to a page, not to 429; it and who may send the form are in identity/sign-in-links.test.ts.
  'GET /sign-in/link': { auth: 'none', path: '/sign-in/link?token=x' },
  'POST /sign-in/link': { auth: 'none' },
  'POST /api/auth/exchange': {
    auth: 'none',
    limits: [{ max: 60, by: 'address' }],
    body: { good: () => ({ token: 'x' }), bad: [...noJson, {}, { token: 1 }, { token: 'x', next: '/' }] },
  },
  // A form, not JSON; its limit and what it refuses are in identity/product-tokens.test.ts.
  'POST /sign-in/exchange': { auth: 'none' },
  // The sign-in page's own forms; their limits and what they refuse are in identity/sign-in-form.test.ts.
  'POST /sign-in': { auth: 'none' },
  'GET /sign-in/code': page,
  'POST /sign-in/code': { auth: 'none' },
  // OpenID Connect, only where OIDC_CLIENTS names a product; what the token endpoint refuses is in identity/oidc/oidc.test.ts.
  'GET /.well-known/openid-configuration': page,
  'GET /api/auth/jwks': { auth: 'none', limits: [{ max: 600, by: 'address' }] },
  'GET /api/auth/oauth2/authorize': {
    auth: 'none',
    limits: [{ max: 120, by: 'address' }],
    path: '/api/auth/oauth2/authorize?client_id=nobody&response_type=code',
  },
  'POST /api/auth/oauth2/token': { auth: 'none', limits: [{ max: 1_200, by: 'address' }] },
  'GET /api/auth/oauth2/userinfo': { auth: 'access-token', limits: [{ max: 1_200, by: 'address' }] },
  'GET /api/auth/oauth2/end-session': { auth: 'none', limits: [{ max: 120, by: 'address' }] },
  // Ends the session that the cookie names; without one there is nothing to end.
  'POST /api/auth/sign-out': { auth: 'none' },
  'POST /api/auth/revoke-sessions': { auth: 'session' },

  // The language picker; what it remembers is in identity/languages.test.ts.
  'GET /language/:language': { auth: 'none', path: '/language/en' },
  'GET /api/account': { auth: 'session' },
  'GET /api/account/export': { auth: 'session', proof: true, limits: [{ max: 10, by: 'user' }] },
  'POST /api/account/proof-code': { auth: 'session', limits: [{ max: 5, by: 'user' }] },
  'POST /api/account/prove': {
    auth: 'session',
    limits: [{ max: 20, by: 'user' }],
    body: { good: () => ({ code: '000000' }), bad: [...noJson, {}, { code: 0 }, { code: '0'.repeat(21) }] },
  },
  'POST /api/account/deletion-code': { auth: 'session', limits: [{ max: 5, by: 'user' }] },
  'POST /api/account/delete': {
    auth: 'session',
    limits: [{ max: 20, by: 'user' }],
    body: { good: () => ({ code: '000000' }), bad: [...noJson, {}, { code: 0 }, { code: '0'.repeat(21) }] },
  },

  'GET /api/subscription': {
    auth: 'own',
    limits: [{ max: 60, by: 'user' }],
    path: '/api/subscription?refresh=1',
  },
  'POST /api/stripe/create-checkout': {
    auth: 'session',
    limits: [{ max: 90, by: 'user' }],
    body: {
      good: () => ({ plan: 'monthly' }),
      bad: [...noJson, {}, { plan: 'free' }, { plan: ['monthly'] }],
    },
  },
  'GET /api/stripe/checkout-status': {
    auth: 'session',
    limits: [{ max: 120, by: 'user' }],
    path: '/api/stripe/checkout-status?session_id=cs_test_x',
  },
  'GET /api/purchase-choice': { auth: 'session' },
  'POST /api/purchase-choice': {
    auth: 'session',
    limits: [{ max: 30, by: 'user' }],
    body: {
      good: () => ({ shown: 'hidden' }),
      bad: [...noJson, {}, { shown: 'x' }, { shown: 'name', firstName: 1 }],
    },
  },
  // Public figures, the same for everybody, read from the database once a second however many ask.
  'GET /api/urgency': page,
  'GET /pricing/how-we-count': page,
  // The public log, from memory: a request reads at most what is new, and all at once share one reading.
  'GET /log/key': page,
  'GET /log/checkpoint': page,
  'GET /log/tile/*': { ...page, path: '/log/tile/0/000.p/1' },
  'GET /api/seat': { auth: 'session' },
  'GET /api/billing': { auth: 'own' },
  'POST /api/billing/reminders': {
    auth: 'session',
    limits: [{ max: 30, by: 'user' }],
    body: {
      good: () => ({ reminders: false }),
      bad: [...noJson, {}, { reminders: 'no' }, { reminders: true, userId: 'x' }],
    },
  },
  // Signed for one user; what it refuses is in billing/notices/notices.test.ts.
  'GET /api/billing/unsubscribe': page,
  'POST /api/billing/unsubscribe': { auth: 'none' },
  'GET /api/billing/documents': { auth: 'own', limits: [{ max: 60, by: 'user' }] },
  'GET /api/billing/guarantee': { auth: 'session', limits: [{ max: 60, by: 'user' }] },
  'POST /api/billing/withdraw': {
    auth: 'session',
    proof: true,
    limits: [{ max: 20, by: 'user' }],
    body: { good: () => ({ purchase: 'pi_1' }), bad: [...noJson, {}, { purchase: 1 }, { purchase: '' }] },
  },
  'POST /api/stripe/receipt': { auth: 'session', limits: [{ max: 30, by: 'user' }] },
  'POST /api/stripe/portal': { auth: 'session', limits: [{ max: 30, by: 'user' }] },
  'POST /api/stripe/webhook': { auth: 'signature', body: { good: () => ({}), bad: [...noJson, {}] } },

  'GET /api/v1/openapi.json': page,
  'GET /api/v1/customers': { auth: 'api-key', path: '/api/v1/customers?email=nobody@example.com' },
  'GET /api/v1/customers/:id': { auth: 'api-key', path: '/api/v1/customers/nobody' },
  'GET /api/v1/customers/external/:externalId': {
    auth: 'api-key',
    path: '/api/v1/customers/external/nobody',
  },
  'PUT /api/v1/customers/external/:externalId': {
    auth: 'api-key',
    path: '/api/v1/customers/external/of-the-table',
    body: {
      good: (email) => ({ email }),
      bad: [...noJson, {}, { email: 1 }, { email: 'nobody' }, { email: 'a@b.cc', plan: 'lifetime' }],
    },
  },
  'POST /api/v1/customers/:id/sign-in-links': {
    auth: 'api-key',
    path: '/api/v1/customers/nobody/sign-in-links',
    body: { good: () => ({}), bad: [...noJson, { next: 1 }, { userId: 'x' }] },
  },
  'GET /api/v1/customers/:id/grants': { auth: 'api-key', path: '/api/v1/customers/nobody/grants' },
  'POST /api/v1/customers/:id/grants': {
    auth: 'api-key',
    path: '/api/v1/customers/nobody/grants',
    body: {
      good: () => ({ plan: 'monthly', reason: 'x' }),
      bad: [...noJson, {}, { plan: 'free', reason: 'x' }],
    },
  },
  'DELETE /api/v1/customers/:id/grants/:grantId': {
    auth: 'api-key',
    path: '/api/v1/customers/nobody/grants/none',
  },
}

const down = new Proxy({} as PaymentService, {
  get: (_, name) => () => {
    const code = name === 'verifyEvent' ? 'webhook-forged' : 'payment-service-down'
    if (name === 'verifyEvent') throw new AppError(code)
    return Promise.reject(new AppError(code))
  },
})

const claims = Object.entries(table).map(([name, claim]) => {
  const [method = '', pattern = ''] = name.split(' ')
  return { name, method, path: claim.path ?? pattern, ...claim }
})
type Route = (typeof claims)[number]

describe('the routes', () => {
  const metricsToken = 'token-of-the-tests'
  const apiKey = createApiKey()
  let database: Database
  let db: Database['db']
  let app: TestApp
  /** For calls that have no effect, and about whom others must learn nothing. */
  let bystander: Awaited<ReturnType<typeof signIn>>
  beforeAll(async () => {
    const databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
    database = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
    db = database.db
    const silent = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} }
    const product = {
      clientId: 'product',
      name: 'Product',
      redirectUris: ['https://product.example/callback'],
    }
    const env = {
      METRICS_TOKEN: metricsToken,
      DEV_RELOAD: 'true',
      OIDC_CLIENTS: JSON.stringify([product]),
      API_KEYS: `${apiKey}:read+write+gifts+sign-in`,
    }
    app = createTestApp(db, env, liveCatalogue(5), down, { log: silent })
    bystander = await signIn()
  })

  afterAll(() => database.close())

  type Browser = ReturnType<typeof createTestBrowser>
  const call = (
    visitor: Browser,
    route: Route,
    { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    route.method === 'GET'
      ? visitor.get(route.path, headers)
      : visitor.post(route.path, body ?? route.body?.good(newAddress()) ?? {}, headers)

  /** A server: no cookies, no origin. */
  const callAsServer = (
    { method, path, body: claimed }: Route,
    {
      body = claimed?.good(newAddress()),
      headers = {},
    }: { body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    app.request(siteUrl + path, {
      method,
      headers: {
        host: new URL(siteUrl).host,
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  /** Somebody whom the payment service knows: for others some limits are out of reach. */
  async function signIn() {
    const visitor = createTestBrowser(app)
    const email = newAddress()
    const id = await visitor.signIn(email)
    await db.insert(customers).values({ id: `cus_${id}`, userId: id })
    return { ...visitor, email, id }
  }

  test('say noindex to search engines, all but the pages that these may list', async () => {
    const visitor = createTestBrowser(app)
    for (const route of claims.filter(({ method }) => method === 'GET')) {
      const response = await call(visitor, route)
      await response.body?.cancel()
      const isListed = ['/pricing', '/pricing/how-we-count'].includes(route.path)
      expect([route.name, response.headers.get('x-robots-tag')]).toEqual([
        route.name,
        isListed ? 'all' : 'noindex',
      ])
    }
  })

  test('are declared, every one that is there and no other', () => {
    const there = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(there)].sort()).toEqual(Object.keys(table).sort())
  })

  test('of the outbox and of reloading are not there where mail is sent', async () => {
    const real = createTestApp(db, { SMTP_URL: 'smtp://mail.example' })
    expect(real.routes.filter(({ path }) => path.startsWith('/dev'))).toEqual([])
  })

  describe('authentication', () => {
    test.each(claims.filter(({ auth }) => auth === 'none' || auth === 'own'))(
      '$name needs none',
      async (route) => {
        const { status } = await call(createTestBrowser(app), route)
        expect(status).not.toBe(401)
      },
    )
    test.each(claims.filter(({ auth }) => auth === 'own'))(
      '$name tells nothing without a session',
      async (route) => {
        const result = await (await call(createTestBrowser(app), route)).json()
        expect([null, {}, { plan: null }]).toContainEqual(result)
      },
    )
    test.each(claims.filter(({ auth }) => auth === 'session'))('$name needs a session', async (route) => {
      expect((await call(createTestBrowser(app), route)).status).toBe(401)
      const ended = createTestBrowser(app)
      ended.cookies.set('fairseat.session_token', 'a.b')
      expect((await call(ended, route)).status).toBe(401)
      expect((await call(await signIn(), route)).status).not.toBe(401)
    })
    test('F91: a session of the product’s making needs a mailed code where money or data move', async () => {
      const visitor = await signIn()
      const unproven = { strength: 'product-link', provenAt: null } as const
      await db.update(sessions).set(unproven).where(eq(sessions.userId, visitor.id))
      for (const route of claims.filter(({ auth }) => auth === 'session')) {
        // It would end the session.
        if (route.path === '/api/auth/revoke-sessions') continue
        const response = await call(visitor, route)
        const { code } = await response.json().catch(() => ({ code: null }))
        expect([route.name, code === 'proof-needed']).toEqual([route.name, route.proof ?? false])
      }
    })
    test.each(claims.filter(({ auth }) => auth === 'token'))('$name needs the token', async (route) => {
      const visitor = await signIn()
      expect((await call(visitor, route)).status).toBe(401)
      const headers = { authorization: `Bearer ${metricsToken}` }
      expect((await call(visitor, route, { headers })).status).toBe(200)
    })
    test.each(claims.filter(({ auth }) => auth === 'access-token'))(
      '$name needs an access token',
      async (route) => {
        expect((await call(await signIn(), route)).status).toBe(401)
      },
    )
    test.each(claims.filter(({ auth }) => auth === 'api-key'))(
      '$name needs a key, and no browser may use it',
      async (route) => {
        expect((await callAsServer(route)).status).not.toBe(401)
        for (const authorization of ['', `Bearer ${createApiKey()}`, apiKey])
          expect((await callAsServer(route, { headers: { authorization } })).status).toBe(401)
        expect((await callAsServer(route, { headers: { origin: siteUrl } })).status).toBe(403)
        expect((await call(bystander, { ...route, method: 'POST' })).status).toBe(403)
      },
    )
    test.each(claims.filter(({ auth }) => auth === 'signature'))('$name needs a signature', async (route) => {
      expect((await call(await signIn(), route)).status).toBe(400)
    })
  })

  describe('a limit', () => {
    /** Of those that are allowed; what is between the first and the last of them is added to the count. */
    const requestsMade = 4
    const limited = claims.flatMap((route) => (route.limits ?? []).map((limit) => ({ ...route, ...limit })))
    test.each(limited)('$name: $max by $by', async (route) => {
      const user = route.by === 'user' ? await signIn() : null
      // Signing in has used up some.
      await db.delete(rateLimits)
      const sameEmail = newAddress()
      const sameBrowser = createTestBrowser(app)
      const once = () => {
        const visitor = user ?? (route.by === 'address' ? sameBrowser : createTestBrowser(app))
        const email = route.by === 'e-mail' ? sameEmail : newAddress()
        return call(visitor, route, { body: route.body?.good(email) })
      }
      const statuses: number[] = []
      const made = Math.min(route.max, requestsMade)
      for (let turn = 1; turn < made; turn++) statuses.push((await once()).status)
      await db.update(rateLimits).set({ hits: sql`${rateLimits.hits} + ${route.max - made}` })
      statuses.push((await once()).status)
      expect(statuses).not.toContain(429)
      const refused = await once()
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    })
  })

  test.each(claims.filter(({ body }) => body))('$name refuses a body that does not fit', async (route) => {
    const user = route.auth === 'session' ? await signIn() : null
    for (const body of route.body?.bad ?? []) {
      const visitor = user ?? createTestBrowser(app)
      const response = await (route.auth === 'api-key'
        ? callAsServer(route, { body })
        : call(visitor, route, { body }))
      expect([body, response.status]).toEqual([body, 400])
      expect(await response.json()).toEqual({ error: expect.stringMatching(/\.$/), code: expect.any(String) })
    }
  })

  test.each(claims.filter(({ body, auth }) => body && auth !== 'signature'))(
    'F52: $name takes its body as JSON only',
    async (route) => {
      const visitor = route.auth === 'session' ? await signIn() : createTestBrowser(app)
      for (const type of ['text/plain; application/json', 'application/x-www-form-urlencoded', '']) {
        const headers = { 'content-type': type }
        const response = await (route.auth === 'api-key'
          ? callAsServer(route, { headers })
          : call(visitor, route, { headers, body: route.body?.good(newAddress()) }))
        expect([type, response.status]).toEqual([type, 415])
      }
    },
  )

  const writes = claims.filter(({ method }) => method !== 'GET')
  test.each(writes)('$name changes nothing for another site’s page', async (route) => {
    const headers = { origin: 'https://evil.example', apikey: 'pk_right_key' }
    expect((await call(bystander, route, { headers })).status).toBe(403)
  })

  test.each(claims.filter(({ name }) => name.includes(' /api/')))(
    '$name is about oneself, whoever is named',
    async (route) => {
      const victim = bystander
      const attacker = await signIn()
      const named = { userId: victim.id, user_id: victim.id, id: victim.id, customer: `cus_${victim.id}` }
      const query = new URLSearchParams(named)
      const path = `${route.path}${route.path.includes('?') ? '&' : '?'}${query}`
      const response = await call(
        attacker,
        { ...route, path },
        { body: { ...route.body?.good(newAddress()), ...named } },
      )
      const text = `${await response.text()} ${JSON.stringify([...response.headers])}`
      expect(text).not.toContain(victim.id)
      expect(text).not.toContain(victim.email)
      expect((await (await victim.get('/api/account')).json()).user.id).toBe(victim.id)
    },
  )
})
