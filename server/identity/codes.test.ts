import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { siteLanguages } from '../../core/messages/site-languages.ts'
import {
  authSecret,
  createTestApp,
  createTestBrowser,
  newAddress,
  siteUrl,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { withoutLimits } from '../../tests/support/app/without-limits.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { users, verifications } from '../db/schema.ts'
import { parseClientNetwork } from '../http/client-network.ts'
import { parseEmail } from '../mail-address.ts'
import { createAuthService } from './auth-service.ts'

describeMainlyOnPostgres('a sign-in code', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db)
  })

  async function requestCode() {
    const visitor = createTestBrowser(app)
    const email = newAddress()
    await visitor.requestCode(email)
    const code = await visitor.readCode(email)
    return { visitor, email, code, wrongCode: code === '000000' ? '000001' : '000000' }
  }

  test('is six digits and is kept only as a hash that needs the secret', async () => {
    const { email, code } = await requestCode()
    expect(code).toMatch(/^\d{6}$/)
    const stored = JSON.stringify(await db.select().from(verifications))
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(email)
    // Six digits are found in a second by whoever has a hash of nothing else.
    for (const form of ['hex', 'base64url'] as const)
      expect(stored).not.toContain(createHash('sha256').update(code).digest(form))
  })

  test('I2: works once', async () => {
    const { visitor, email, code } = await requestCode()
    expect((await visitor.tryCode(email, code)).status).toBe(200)
    const again = await createTestBrowser(app).tryCode(email, code)
    expect(again.status).toBe(400)
    expect(await again.json()).toEqual({ code: 'code-wrong', error: expect.stringMatching(/isn’t right/) })
  })

  test('I2: works once when 100 try it at the same time', async () => {
    const { visitor, email, code } = await requestCode()
    // Straight to the authentication service: the code itself must hold, without the limits before it.
    const identity = createAuthService({
      db,
      backendUrl: siteUrl,
      secret: authSecret,
      formerSecrets: [],
      product: 'Test',
      languages: siteLanguages(['en']),
      providers: [],
      mailer: { send: async () => {} },
      now: () => new Date(),
      countUses: withoutLimits,
      recordCustomerState: async () => {},
    })
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
    const network = parseClientNetwork('192.0.2.1')
    const attempt = () =>
      identity.signIn({ email: parseEmail(email), otp: code }, network, new Headers({ cookie })).then(
        ({ response }) => response.status,
        (error) => error.code,
      )
    const outcomes = await Promise.all(Array.from({ length: 100 }, attempt))
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !(outcome === 200 || /^code-/.test(outcome)))).toEqual([])
    expect(await db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
  })

  test('stands five wrong tries, and then not even the right one works', async () => {
    const { visitor, email, code, wrongCode } = await requestCode()
    for (let tries = 1; tries <= 5; tries++)
      expect((await visitor.tryCode(email, wrongCode)).status).toBe(400)
    const spent = await visitor.tryCode(email, code)
    expect(spent.status).toBe(403)
    expect(await spent.json()).toEqual({
      code: 'code-spent',
      error: expect.stringMatching(/Too many wrong tries/),
    })
  })

  test('is over after ten minutes', async () => {
    const askedAt = Date.now()
    const { visitor, email, code } = await requestCode()
    const [row] = await db.select().from(verifications).orderBy(sql`created_at desc`).limit(1)
    const tenMinutesMs = 600_000
    expect(row?.expiresAt.getTime()).toBeGreaterThan(askedAt + tenMinutesMs - 1_000)
    expect(row?.expiresAt.getTime()).toBeLessThan(Date.now() + tenMinutesMs + 1_000)
    await db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` })
    const late = await visitor.tryCode(email, code)
    expect(late.status).toBe(400)
    expect(await late.json()).toEqual({ code: 'code-expired', error: expect.stringMatching(/expired/) })
  })

  test('is replaced by the next one', async () => {
    const { visitor, email, code: first } = await requestCode()
    await visitor.requestCode(email)
    const second = await visitor.readCode(email)
    if (first !== second) expect((await visitor.tryCode(email, first)).status).toBe(400)
    expect((await visitor.tryCode(email, second)).status).toBe(200)
  })

  test('I1: its mail has a link that fills it in and keeps `next`, if that is on this site', async () => {
    const visitor = createTestBrowser(app)
    const email = newAddress()
    async function linkFor(next: string) {
      const query = new URLSearchParams({ next })
      await visitor.post(`/api/auth/email-otp/send-verification-otp?${query}`, { email, type: 'sign-in' })
      return new URL((await (await visitor.get(`/dev/outbox.json?to=${email}`)).json())[0].link)
    }
    const link = await linkFor('/account')
    expect(link.origin + link.pathname + link.search).toBe('http://localhost/sign-in?next=%2Faccount')
    const filledIn = Object.fromEntries(new URLSearchParams(link.hash.slice(1)))
    expect(filledIn).toEqual({ email, code: await visitor.readCode(email), key: expect.any(String) })
    expect((await linkFor('//evil.example')).searchParams.get('next')).toBe('/pricing')
  })

  test('is asked for with the same answer, whether the address is known or not', async () => {
    const known = newAddress()
    await createTestBrowser(app).signIn(known)
    const answerFor = async (email: string) => {
      const response = await createTestBrowser(app).requestCode(email)
      const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[\w-]{43};/, '=…;'))
      return [response.status, await response.text(), cookies]
    }
    expect(await answerFor(known)).toEqual(await answerFor(newAddress()))
  })

  test.each(['nobody', 'ann@xn--a.example', `ann@${'x'.repeat(64)}.example`])(
    'is not sent to %s, which is no address',
    async (text) => {
      const response = await createTestBrowser(app).requestCode(text)
      expect(response.status).toBe(400)
      expect((await response.json()).error).toMatch(/doesn’t look like an e-mail address/)
    },
  )

  test('a body that is not JSON gets a sentence', async () => {
    const response = await createTestBrowser(app).post('/api/auth/sign-in/email-otp', '{"email":')
    expect(response.status).toBe(400)
    expect((await response.json()).error).toMatch(/not understood/)
  })
})
