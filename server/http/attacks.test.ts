import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  productionEnv,
  siteUrl,
} from '../../tests/support/app/test-app.ts'
import { type BillingKit, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { users } from '../db/schema.ts'

describeMainlyOnPostgres('attacks', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    kit = await startBillingKit(db)
  })
  afterAll(() => kit.stop())

  describe('headers', () => {
    const responses = [
      '/pricing',
      '/sign-in',
      '/nothing',
      '/api/nothing',
      '/api/subscription',
      '/assets/page-1.js',
    ]

    test.each(responses)(
      '%s may not be framed, guessed at, or given the camera, and names no server',
      async (path) => {
        const { headers } = await kit.app.request(siteUrl + path)
        const policy = headers.get('content-security-policy')
        expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
        // F96 `default-src` covers neither.
        expect(policy).toMatch(/base-uri 'none'/)
        expect(policy).toMatch(/form-action /)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('permissions-policy')).toContain('camera=()')
        expect(headers.get('strict-transport-security')).toBeNull()
        for (const banner of ['server', 'x-powered-by']) expect(headers.get(banner)).toBeNull()
      },
    )

    test.each(['/api/subscription', '/api/account', '/api/nothing', '/healthz', '/log/checkpoint'])(
      '%s is kept by nobody',
      async (path) => {
        const { headers } = await kit.app.request(siteUrl + path)
        expect(headers.get('cache-control')).toBe('no-store')
      },
    )

    test.each([
      ['/sign-in', 'same-origin'],
      ['/account', 'same-origin'],
      ['/welcome', 'same-origin'],
      ['/api/account', 'same-origin'],
      ['/pricing', 'unsafe-none'],
    ])('a page that opened %s has no hold on it, but on what all may see', async (path, policy) => {
      const { headers } = await kit.app.request(siteUrl + path)
      expect(headers.get('cross-origin-opener-policy')).toBe(policy)
    })

    test('F96 on https a browser comes back to this host and its subdomains by https only', async () => {
      const secure = createTestApp(db, productionEnv)
      const { headers } = await secure.request('https://shop.test/pricing')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    })

    test.each(['/pricing', '/sign-in', '/account', '/welcome', '/nothing', '/dev/outbox'])(
      '%s allows no inline script or style but its own, and no text to become script',
      async (path) => {
        const policy = (await kit.app.request(siteUrl + path)).headers.get('content-security-policy') ?? ''
        expect(policy).not.toMatch(/unsafe|\*|https?:\/\/(?!localhost\b)/)
        expect(policy).toMatch(/style-src 'sha256-[^']+';/)
        expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types 'none'$/)
      },
    )
  })

  describe('a body', () => {
    const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
      kit.app.request(siteUrl + path, {
        method: 'POST',
        headers: { origin: siteUrl, 'content-type': 'application/json', ...headers },
        body,
        ...{ duplex: 'half' },
      })
    const stream = (bytes: number) => new Blob(['x'.repeat(bytes)]).stream()

    test.each([
      ['/api/auth/sign-in/email-otp', 64],
      ['/api/stripe/create-checkout', 64],
      ['/api/nothing', 64],
      ['/api/stripe/webhook', 1_024],
    ])('for %s is at most %i KB, with its length said or not', async (path, kilobytes) => {
      const limit = kilobytes * 1_024
      expect((await send(path, 'x'.repeat(limit), { 'content-length': `${limit}` })).status).not.toBe(413)
      for (const refused of [
        await send(path, 'x'.repeat(limit + 1), { 'content-length': `${limit + 1}` }),
        await send(path, stream(limit + 1)),
        await send(path, stream(limit + 1), { 'content-length': '5', 'transfer-encoding': 'chunked' }),
      ]) {
        expect([refused.status, (await refused.json()).error]).toEqual([413, expect.stringMatching(/\.$/)])
      }
    })
  })

  test.each([
    '/assets/../package.json',
    '/assets/..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%252e%252e%252fpackage.json',
    // From wherever they are looked for, up to the project's folder and to the disk's root.
    ...[2, 3, 4].map((levels) => `/assets/${'..%2f'.repeat(levels)}package.json`),
    `/assets/${'..%2f'.repeat(12)}etc%2fpasswd`,
    `/${'..%2f'.repeat(12)}etc%2fpasswd`,
    '/assets//etc/passwd',
    '/assets/page-1.js%00.png',
    '/..;/package.json',
    '/.env',
    '/.git/config',
    '/dist/server/main.js',
  ])('%s leads to no file', async (path) => {
    const response = await kit.app.request(siteUrl + path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toMatch(/fairseat"|root:|\[core\]/)
  })

  test('a body that would change all objects changes none', async () => {
    const visitor = await kit.signIn()
    for (const body of [
      '{"__proto__":{"plan":"lifetime","email":"a@b.cc","polluted":true}}',
      '{"constructor":{"prototype":{"plan":"lifetime","polluted":true}}}',
    ]) {
      expect((await visitor.post('/api/stripe/create-checkout', body)).status).toBe(400)
      expect((await visitor.post('/api/auth/sign-in/email-otp', body)).status).toBe(400)
      expect((await visitor.post('/api/account/delete', body)).status).toBe(400)
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    }
    await visitor.get('/api/subscription?__proto__[polluted]=1&constructor.prototype.polluted=1')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  describe('SQL', () => {
    const injections = [
      "' or '1'='1",
      "'; drop table subscriptions; --",
      "\\'; select pg_sleep(9); --",
      "') returning *; --",
    ]

    test.each(injections)('%s in any parameter is a text like any other', async (text) => {
      const [{ before } = { before: 0 }] = await db.select({ before: sql<number>`count(*)::int` }).from(users)
      const visitor = createTestBrowser(kit.app)
      const email = newAddress()
      await visitor.requestCode(email)
      const responses = [
        await visitor.requestCode(text),
        await visitor.tryCode(email, text),
        await visitor.tryCode(text, '000000'),
        await visitor.post('/api/auth/sign-in/social', { provider: text, callbackURL: text }),
        await visitor.get(`/api/auth/callback/x?state=${encodeURIComponent(text)}&code=x`),
        await visitor.get('/api/account', { cookie: `fairseat.session_token=${encodeURIComponent(text)}` }),
        await visitor.get('/api/account', { 'x-forwarded-for': text, 'user-agent': text }),
        await visitor.post('/api/auth/email-otp/send-verification-otp', { email, type: text }),
        await visitor.post(`/api/auth/email-otp/send-verification-otp?next=${encodeURIComponent(text)}`, {
          email,
          type: 'sign-in',
        }),
      ]
      for (const { status } of responses.slice(0, -1)) expect([302, 400, 401, 403, 502]).toContain(status)
      const signedIn = await kit.signIn()
      for (const response of [
        await signedIn.checkout(text),
        await signedIn.get(`/api/stripe/checkout-status?session_id=${encodeURIComponent(text)}`),
        await signedIn.post('/api/account/delete', { code: text.slice(0, 20) }),
      ]) {
        expect([400, 403]).toContain(response.status)
      }
      expect((await signedIn.get(`/api/subscription?refresh=${encodeURIComponent(text)}`)).status).toBe(200)
      const [{ after } = { after: 0 }] = await db.select({ after: sql<number>`count(*)::int` }).from(users)
      expect(after - before).toBe(1)
    })
  })
})
