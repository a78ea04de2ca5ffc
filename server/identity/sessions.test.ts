import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeSecret } from '../../tests/support/app/made-secrets.ts'
import { startMailServer } from '../../tests/support/app/mail-server.ts'
import {
  authSecret,
  createTestApp,
  createTestBrowser,
  newAddress,
  productionEnv,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { sessions } from '../db/schema.ts'

describeMainlyOnPostgres('a session', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db)
  })

  test('F63: of the browser’s name for itself 300 characters are kept', async () => {
    const userAgent = 'Mozilla/5.0 '.padEnd(15_000, 'x')
    const userId = await createTestBrowser(app, { userAgent }).signIn(newAddress())
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, userId))
    expect(row?.userAgent).toBe(userAgent.slice(0, 300))
  })

  describe('its cookie', () => {
    test('I2 I3: a code is exchanged for a cookie of 400 days, HttpOnly and SameSite=Lax', async () => {
      const visitor = createTestBrowser(app)
      const email = newAddress()
      await visitor.requestCode(email)
      const response = await visitor.tryCode(email, await visitor.readCode(email))
      expect(response.status).toBe(200)
      const [session, hint] = response.headers.getSetCookie()
      expect(session).toMatch(/^fairseat\.session_token=[^;]+/)
      expect(session?.split('; ').slice(1).sort()).toEqual([
        'HttpOnly',
        'Max-Age=34560000',
        'Path=/',
        'SameSite=Lax',
      ])
      expect(hint?.split('; ').sort()).toEqual([
        'Max-Age=34560000',
        'Path=/',
        'SameSite=Lax',
        'fairseat_hint=1',
      ])
    })

    test('F89 I3: on https it is Secure and bound to this host by the prefix __Host-', async () => {
      const mails = await startMailServer()
      const origin = productionEnv.BACKEND_URL
      const served = createTestApp(db, { ...productionEnv, SMTP_URL: mails.url })
      const secure = createTestBrowser(served, { origin })
      const email = newAddress()
      await secure.requestCode(email)
      await secure.tryCode(email, mails.codeFor(email))
      await mails.stop()
      const [session, hint] = (await secure.post('/api/auth/get-session')).headers.getSetCookie()
      expect(session).toMatch(/^__Host-fairseat\.session_token=[^;]+; /)
      expect(session?.split('; ').slice(1).sort()).toEqual([
        'HttpOnly',
        'Max-Age=34560000',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ])
      expect(hint).toContain('Secure')
    })

    test('F89: two of them, one planted by a sibling host, are none', async () => {
      const [victim, attacker] = [createTestBrowser(app), createTestBrowser(app)]
      await victim.signIn(newAddress())
      await attacker.signIn(newAddress())
      const cookieOf = ({ cookies }: typeof victim) =>
        `fairseat.session_token=${cookies.get('fairseat.session_token')}`
      const ask = (path: string, ...cookies: string[]) =>
        app.request(`http://localhost${path}`, { headers: { cookie: cookies.join('; ') } })
      const [own, planted] = [cookieOf(victim), cookieOf(attacker)]
      expect((await ask('/api/account', own)).status).toBe(200)
      for (const both of [
        [own, planted],
        [planted, own],
        [own, own],
        [own, 'fairseat.session_token='],
        [planted, 'x=1', own],
      ]) {
        expect((await ask('/api/account', ...both)).status, both.join('; ')).toBe(401)
        expect(await (await ask('/api/auth/get-session', ...both)).json()).toBeNull()
        expect(await (await ask('/api/subscription', ...both)).json()).toEqual({ plan: null })
      }
    })

    test('F96: signing in ends the session that the browser had before', async () => {
      const visitor = createTestBrowser(app)
      await visitor.signIn(newAddress())
      const former = new Map(visitor.cookies)
      const id = await visitor.signIn(newAddress())
      expect((await (await visitor.get('/api/account')).json()).user.id).toBe(id)
      for (const [name, value] of former) visitor.cookies.set(name, value)
      expect((await visitor.get('/api/account')).status).toBe(401)
    })

    test('F96: a sign-in that fails ends nothing', async () => {
      const visitor = createTestBrowser(app)
      await visitor.signIn(newAddress())
      const email = newAddress()
      await visitor.requestCode(email)
      const code = await visitor.readCode(email)
      expect((await visitor.tryCode(email, code === '000000' ? '000001' : '000000')).status).toBe(400)
      expect((await visitor.get('/api/account')).status).toBe(200)
    })

    test('F96 I3: its session ends 400 days after the sign-in, however often it is refreshed', async () => {
      const visitor = createTestBrowser(app)
      const id = await visitor.signIn(newAddress())
      const endOf = async () =>
        (await db.select().from(sessions).where(eq(sessions.userId, id)))[0]?.expiresAt.getTime() ?? 0
      const end = await endOf()
      expect(Math.abs(end - Date.now() - 34_560_000_000)).toBeLessThan(60_000)
      const back = sql`interval '399 days'`
      await db
        .update(sessions)
        .set({ createdAt: sql`created_at - ${back}`, expiresAt: sql`expires_at - ${back}` })
        .where(eq(sessions.userId, id))
      const refreshed = await visitor.post('/api/auth/get-session')
      expect(refreshed.headers.getSetCookie()[0]).toContain('Max-Age=34560000')
      expect(end - (await endOf())).toBe(399 * 86_400_000)
    })

    test('D2: the current user is told by id; the token stays in the cookie', async () => {
      const visitor = createTestBrowser(app)
      const email = newAddress()
      const id = await visitor.signIn(email)
      const text = await (await visitor.get('/api/auth/get-session')).text()
      expect(JSON.parse(text)).toEqual({
        user: { id, email, name: '' },
        session: { id: expect.any(String), accessExpiresAt: expect.any(String) },
      })
      const [row] = await db.select().from(sessions).where(eq(sessions.userId, id))
      expect(text).not.toContain(row?.token)
    })

    test('D2: without a session the answer is null and takes a stale hint away', async () => {
      const visitor = createTestBrowser(app)
      visitor.cookies.set('fairseat_hint', '1')
      const response = await visitor.get('/api/auth/get-session')
      expect(response.status).toBe(200)
      expect(await response.json()).toBeNull()
      expect(visitor.cookies.has('fairseat_hint')).toBe(false)
    })

    test('signing in always makes a new one: a session planted by somebody else is not taken over', async () => {
      const attacker = createTestBrowser(app)
      await attacker.signIn(newAddress())
      const planted = attacker.cookies.get('fairseat.session_token') ?? ''
      const victim = createTestBrowser(app)
      victim.cookies.set('fairseat.session_token', planted)
      await victim.signIn(newAddress())
      expect(victim.cookies.get('fairseat.session_token')).not.toBe(planted)
    })

    test('a token whose signature does not fit is no session', async () => {
      const visitor = createTestBrowser(app)
      await visitor.signIn(newAddress())
      const [token] = (visitor.cookies.get('fairseat.session_token') ?? '').split('.')
      for (const signature of ['AAAA', `${'A'.repeat(43)}%3D`, '']) {
        visitor.cookies.set('fairseat.session_token', `${token}.${signature}`)
        expect(await (await visitor.get('/api/subscription')).json()).toEqual({ plan: null })
        expect(await (await visitor.get('/api/auth/get-session')).json()).toBeNull()
      }
    })

    test('one that has run out is no session', async () => {
      const visitor = createTestBrowser(app)
      const id = await visitor.signIn(newAddress())
      expect(await (await visitor.get('/api/subscription')).json()).toEqual({ plan: 'free' })
      const ended = { expiresAt: sql`now() - interval '1 second'` }
      await db.update(sessions).set(ended).where(eq(sessions.userId, id))
      expect(await (await visitor.get('/api/subscription')).json()).toEqual({ plan: null })
      expect(await (await visitor.get('/api/auth/get-session')).json()).toBeNull()
    })

    test('a secret is replaced in three steps, and nobody is signed out in any of them', async () => {
      const [former, next] = [authSecret, makeSecret()]
      const withSecrets = (...secrets: string[]) => createTestApp(db, { AUTH_SECRET: secrets.join(',') })
      let serving: TestApp = app
      const visitor = createTestBrowser({ request: (...call) => serving.request(...call) })
      await visitor.signIn(newAddress())
      const status = async (server: TestApp) => {
        serving = server
        // Checkout reads sessions in a way of its own.
        const checkout = await visitor.post('/api/stripe/create-checkout', { plan: 'none' })
        const { status } = await visitor.get('/api/account')
        expect(checkout.status).toBe(status === 200 ? 400 : 401)
        return status
      }
      // Old and new run beside each other at each step.
      expect([await status(app), await status(withSecrets(former, next))]).toEqual([200, 200])
      const turned = withSecrets(next, former)
      expect(await status(turned)).toBe(200)
      // The browser's own refresh brings a cookie with the new signature.
      const before = visitor.cookies.get('fairseat.session_token')
      await visitor.post('/api/auth/get-session')
      expect(visitor.cookies.get('fairseat.session_token')).not.toBe(before)
      expect([await status(withSecrets(former, next)), await status(turned)]).toEqual([200, 200])
      expect([await status(withSecrets(next)), await status(app)]).toEqual([200, 401])
      serving = turned
      await visitor.post('/api/auth/sign-out')
      expect(await status(turned)).toBe(401)
    })

    test('a secret that was replaced for good signs nobody in, nor does a forged signature beside it', async () => {
      const visitor = createTestBrowser(app)
      await visitor.signIn(newAddress())
      const cookie = visitor.cookies.get('fairseat.session_token') ?? ''
      const ask = async (secrets: string, value: string) => {
        const headers = { cookie: `fairseat.session_token=${value}` }
        return (
          await createTestApp(db, { AUTH_SECRET: secrets }).request('http://localhost/api/account', {
            headers,
          })
        ).status
      }
      const [former, next] = [authSecret, makeSecret()]
      expect(await ask(`${next},${former}`, cookie)).toBe(200)
      expect(await ask(next, cookie)).toBe(401)
      const [token] = cookie.split('.')
      for (const forged of [`${token}.AAAA`, `${token}`, `x${cookie}`, '%', `${token}.${'A'.repeat(43)}%3D`])
        expect(await ask(`${next},${former}`, forged), forged).toBe(401)
    })

    test('nothing of the connection is kept with it', async () => {
      const id = await createTestBrowser(app).signIn(newAddress())
      const [row] = await db.select().from(sessions).where(eq(sessions.userId, id))
      expect(row?.ipAddress || null).toBeNull()
    })
  })

  describe('its access window', () => {
    const windowOf = async (response: Response) => Date.parse((await response.json()).session.accessExpiresAt)

    test('I4: is one hour, is opened again by a refresh, and by nothing else', async () => {
      const visitor = createTestBrowser(app)
      const id = await visitor.signIn(newAddress())
      await db
        .update(sessions)
        .set({ updatedAt: sql`now() - interval '58 minutes'` })
        .where(eq(sessions.userId, id))
      const before = await windowOf(await visitor.get('/api/auth/get-session'))
      expect(before - Date.now()).toBeLessThan(130_000)
      expect(await windowOf(await visitor.get('/api/auth/get-session'))).toBe(before)
      const refreshedAt = Date.now()
      const after = await windowOf(await visitor.post('/api/auth/get-session'))
      expect(after - refreshedAt).toBeGreaterThan(3_590_000)
      expect(await windowOf(await visitor.get('/api/auth/get-session'))).toBe(after)
    })

    test('I4: a refresh of an ended session is refused and takes the cookies away', async () => {
      const visitor = createTestBrowser(app)
      const id = await visitor.signIn(newAddress())
      await db.delete(sessions).where(eq(sessions.userId, id))
      expect(await (await visitor.post('/api/auth/get-session')).json()).toBeNull()
      expect([...visitor.cookies.keys()]).toEqual(['fairseat.browser'])
    })
  })

  describe('its end', () => {
    async function signedInTwice() {
      const email = newAddress()
      const [here, there] = [createTestBrowser(app), createTestBrowser(app)]
      await here.signIn(email)
      await there.signIn(email)
      // Whatever is remembered of a session must be forgotten with it.
      for (const browser of [here, there])
        expect(await (await browser.get('/api/subscription')).json()).toEqual({ plan: 'free' })
      return { here, there }
    }

    test('signing out ends this session, also for whoever copied its cookie, and no other', async () => {
      const { here, there } = await signedInTwice()
      const copied = new Map(here.cookies)
      await here.post('/api/auth/sign-out')
      // It stays known as one that signed in before (F57), which opens nothing.
      expect([...here.cookies.keys()]).toEqual(['fairseat.browser'])
      for (const [name, value] of copied) here.cookies.set(name, value)
      expect(await (await here.get('/api/auth/get-session')).json()).toBeNull()
      expect(await (await there.get('/api/auth/get-session')).json()).not.toBeNull()
    })

    test('signing out everywhere ends all of them at once', async () => {
      const { here, there } = await signedInTwice()
      expect((await here.post('/api/auth/revoke-sessions')).status).toBe(200)
      expect(await (await there.get('/api/subscription')).json()).toEqual({ plan: null })
      expect(await (await there.post('/api/auth/get-session')).json()).toBeNull()
    })
  })
})
