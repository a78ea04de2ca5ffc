import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { describeMainlyOnEmbedded } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { accounts, sessions, subscriptions, users } from '../db/schema.ts'

describeMainlyOnEmbedded('one’s own data', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  let rows = 0
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db)
  })
  const subscribe = (userId: string, plan: 'free' | 'monthly' | 'lifetime', status: string) =>
    db.insert(subscriptions).values({ id: `sub-${++rows}`, userId, plan, status })

  describe('the plan', () => {
    const planOf = async (visitor: ReturnType<typeof createTestBrowser>, query = '') =>
      (await (await visitor.get(`/api/subscription${query}`)).json()).plan

    test.each([
      ['monthly', 'active', 'monthly'],
      ['monthly', 'trialing', 'monthly'],
      ['lifetime', 'active', 'lifetime'],
      ['monthly', 'past_due', 'free'],
      ['monthly', 'canceled', 'free'],
      ['monthly', 'incomplete', 'free'],
    ] as const)('D3: a subscription to %s that is %s makes the plan %s', async (plan, status, expected) => {
      const visitor = createTestBrowser(app)
      await subscribe(await visitor.signIn(newAddress()), plan, status)
      expect(await planOf(visitor)).toBe(expected)
    })

    test('D3: without a subscription it is free, without a session there is none', async () => {
      const visitor = createTestBrowser(app)
      await visitor.signIn(newAddress())
      expect(await planOf(visitor)).toBe('free')
      expect(await planOf(createTestBrowser(app))).toBeNull()
    })

    test('D4: is read from one’s own row, whatever the request says', async () => {
      const [owner, other] = [createTestBrowser(app), createTestBrowser(app)]
      const ownerId = await owner.signIn(newAddress())
      await other.signIn(newAddress())
      await subscribe(ownerId, 'lifetime', 'active')
      expect(await planOf(other, `?user_id=${ownerId}&userId=${ownerId}`)).toBe('free')
      const forged = await other.get('/api/subscription', { 'x-user-id': ownerId })
      expect(await forged.json()).toEqual({ plan: 'free' })
    })
  })

  test('D4: the account shows one’s own sessions with device and last use, and nobody else’s', async () => {
    const email = newAddress()
    const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36'
    const iphone = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1'
    const laptop = createTestBrowser(app, { userAgent: linux })
    const id = await laptop.signIn(email)
    await createTestBrowser(app, { userAgent: iphone }).signIn(email)
    await createTestBrowser(app).signIn(newAddress())
    const account = await (await laptop.get('/api/account')).json()
    expect(account.user).toEqual({ id, email, name: '' })
    expect(account.sessions).toEqual([
      { id: expect.any(String), device: 'Safari on iPhone', lastUsedAt: expect.any(String), current: false },
      { id: expect.any(String), device: 'Chrome on Linux', lastUsedAt: expect.any(String), current: true },
    ])
    expect((await createTestBrowser(app).get('/api/account')).status).toBe(401)
  })

  test('what else the authentication library offers is shut', async () => {
    const visitor = createTestBrowser(app)
    await visitor.signIn(newAddress())
    for (const path of ['list-sessions', 'list-accounts', 'ok', 'error', 'update-user', 'callback/a/b']) {
      expect((await visitor.get(`/api/auth/${path}`)).status).toBe(404)
    }
    for (const path of [
      'sign-up/email',
      'update-user',
      'delete-user',
      'change-email',
      'email-otp/verify-email',
    ]) {
      expect((await visitor.post(`/api/auth/${path}`, {})).status).toBe(404)
    }
  })

  describe('deleting the account', () => {
    async function signedIn() {
      const visitor = createTestBrowser(app)
      const email = newAddress()
      return { visitor, email, id: await visitor.signIn(email) }
    }

    test('needs a code from the mail and removes the person', async () => {
      const { visitor, email, id } = await signedIn()
      await subscribe(id, 'monthly', 'canceled')
      await db.insert(accounts).values({ id: `account-${id}`, userId: id, providerId: 'p', accountId: id })
      expect((await visitor.post('/api/account/deletion-code')).status).toBe(200)
      const code = await visitor.readCode(email)
      const wrongCode = code === '000000' ? '000001' : '000000'
      expect((await visitor.post('/api/account/delete', { code: wrongCode })).status).toBe(400)
      expect((await visitor.post('/api/account/delete', { code })).status).toBe(200)
      expect([...visitor.cookies.keys()]).toEqual([])
      for (const table of [sessions, accounts, subscriptions]) {
        expect(await db.select().from(table).where(eq(table.userId, id))).toEqual([])
      }
      expect(await db.select().from(users).where(eq(users.id, id))).toEqual([])
    })

    test('a sign-in code does not serve for it', async () => {
      const { visitor, email } = await signedIn()
      await visitor.requestCode(email)
      const signInCode = await visitor.readCode(email)
      expect((await visitor.post('/api/account/delete', { code: signInCode })).status).toBe(400)
    })

    test.each(['trialing', 'active', 'past_due'])('is refused while a subscription is %s', async (status) => {
      const { visitor, email, id } = await signedIn()
      await visitor.post('/api/account/deletion-code')
      const code = await visitor.readCode(email)
      await subscribe(id, 'monthly', status)
      for (const path of ['/api/account/deletion-code', '/api/account/delete']) {
        const response = await visitor.post(path, { code })
        expect(response.status).toBe(409)
        expect((await response.json()).error).toMatch(/Cancel it first/)
      }
      expect(await db.select().from(users).where(eq(users.id, id))).toHaveLength(1)
    })

    test('needs a session', async () => {
      const visitor = createTestBrowser(app)
      expect((await visitor.post('/api/account/deletion-code')).status).toBe(401)
      expect((await visitor.post('/api/account/delete', { code: '123456' })).status).toBe(401)
    })
  })
})
