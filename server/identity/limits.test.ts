import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import {
  describeMainlyOnPostgres,
  describeOnBothDatabases,
} from '../../tests/support/database/both-databases.ts'
import type { Database, Drizzle } from '../db/database.ts'
import { rateLimits } from '../db/schema.ts'

let db: Drizzle
let app: TestApp
function useApp(openTestDatabase: () => Promise<Database>) {
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db)
  })
}

describeOnBothDatabases('limits', (openTestDatabase) => {
  useApp(openTestDatabase)

  test('per e-mail address, shared by all processes, with Retry-After', async () => {
    const email = newAddress()
    const processes = [app, createTestApp(db)]
    const responses: Response[] = []
    for (const turn of [0, 1, 0, 1, 0, 1]) {
      const visitor = createTestBrowser(processes[turn] ?? app)
      responses.push(await visitor.requestCode(turn === 0 ? email : email.toUpperCase()))
    }
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(Number(responses[5]?.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(await responses[5]?.json()).toMatchObject({ error: expect.stringMatching(/wait/) })
  })

  test('leave out an office behind one address whose people all sign in', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.60' }
    for (let person = 0; person < 65; person++) {
      const [browser, email] = [createTestBrowser(app), newAddress()]
      await browser.post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' }, headers)
      const otp = await browser.readCode(email)
      const response = await browser.post('/api/auth/sign-in/email-otp', { email, otp }, headers)
      expect([person, response.status]).toEqual([person, 200])
    }
  })

  test('keep nobody’s address in the clear', async () => {
    const email = newAddress()
    const body = { email, type: 'sign-in' }
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    await createTestBrowser(app).post('/api/auth/email-otp/send-verification-otp', body, headers)
    const stored = JSON.stringify(await db.select().from(rateLimits))
    expect(stored).toContain('send-code-by-email')
    expect(stored).not.toContain(email)
    expect(stored).not.toContain('198.51.100.7')
  })

  test('count every one of many at once', async () => {
    const email = newAddress()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => createTestBrowser(app).requestCode(email)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})

describeMainlyOnPostgres('who may call how often and from where', (openTestDatabase) => {
  useApp(openTestDatabase)

  test.each<[what: string, trustProxy: string, forwarded: (n: number) => string, limited: boolean]>([
    ['without TRUST_PROXY the header means nothing', '0', (n) => `10.0.0.${n}`, true],
    [
      'behind a proxy, what the client wrote before it means nothing',
      '1',
      (n) => `10.0.0.${n}, 9.9.9.9`,
      true,
    ],
    ['behind a proxy, each client is counted for itself', '1', (n) => `10.0.1.${n}`, false],
    ['an address with a port is that client', '1', (n) => `10.0.2.1:${n}`, true],
    ['clients with ports are counted for themselves', '1', (n) => `10.0.3.${n}:80`, false],
    ['one IPv6 network in brackets is one client', '1', (n) => `[2001:db8:1:3::${n}]:80`, true],
    ['one IPv6 network is one client', '1', (n) => `2001:db8:1:2::${n.toString(16)}`, true],
  ])('limits per client address: %s', async (_what, trustProxy, forwarded, limited) => {
    await db.delete(rateLimits)
    const fresh = createTestApp(db, { TRUST_PROXY: trustProxy })
    const statuses: number[] = []
    for (let n = 1; n <= 5; n++) {
      // Sixty are allowed: whoever has called twice by now has one left.
      if (n === 3) await db.update(rateLimits).set({ hits: sql`${rateLimits.hits} + 57` })
      const body = { email: newAddress(), type: 'sign-in' }
      const headers = { 'x-forwarded-for': forwarded(n) }
      const path = '/api/auth/email-otp/send-verification-otp'
      statuses.push((await createTestBrowser(fresh).post(path, body, headers)).status)
    }
    const last = limited ? 429 : 200
    expect(statuses).toEqual([200, 200, 200, last, last])
  })

  describe('the origin', () => {
    test.each([
      ['of another site', 'https://evil.example'],
      ['null, of a sandboxed frame', 'null'],
      ['that begins like ours', 'http://localhost.evil.example'],
    ])('%s may change nothing', async (_what, origin) => {
      const visitor = createTestBrowser(app)
      await visitor.signIn(newAddress())
      for (const path of ['auth/sign-out', 'auth/revoke-sessions', 'account/delete', 'auth/get-session']) {
        const response = await visitor.post(`/api/${path}`, {}, { origin, apikey: 'pk_right_key' })
        expect(response.status).toBe(403)
      }
      expect(await (await visitor.get('/api/auth/get-session')).json()).not.toBeNull()
    })

    test('must be named by whoever sends cookies', async () => {
      const visitor = createTestBrowser(app)
      await visitor.signIn(newAddress())
      const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
      // The authentication library looks at the origin as well, of its own routes.
      for (const path of ['auth/sign-out', 'account/deletion-code', 'purchase-choice', 'stripe/portal']) {
        const response = await app.request(`http://localhost/api/${path}`, {
          method: 'POST',
          headers: { cookie },
        })
        expect([path, response.status]).toEqual([path, 403])
      }
    })
  })
})
