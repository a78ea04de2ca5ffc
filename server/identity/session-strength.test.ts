import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { sessions } from '../db/schema.ts'
import { parseEmail } from '../mail-address.ts'
import { saveExternalUser } from './external-user-store.ts'
import { createSignInLink } from './sign-in-link-store.ts'

describeOnBothDatabases('a session that only the product vouches for', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  let people = 0
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db)
  })

  type Visitor = ReturnType<typeof createTestBrowser>

  async function signInByLink() {
    const email = newAddress()
    const user = { externalId: `person-${++people}`, email: parseEmail(email), emailVerified: true }
    const { userId } = await saveExternalUser(db, user, { recordCustomerState: async () => {} })
    const link = await createSignInLink(db, userId, undefined)
    const visitor = createTestBrowser(app)
    await visitor.get(`/sign-in/link?token=${link?.token}`, { 'sec-fetch-site': 'same-site' })
    return { visitor, email, userId }
  }
  const needsProof = async (visitor: Visitor) => (await (await visitor.get('/api/account')).json()).needsProof
  const exportOf = async (visitor: Visitor) => {
    const response = await visitor.get('/api/account/export')
    return [response.status, (await response.json()).code]
  }
  const proveWith = async (visitor: Visitor, code: string) =>
    (await visitor.post('/api/account/prove', { code })).status
  const strengthOf = async (userId: string) =>
    (await db.select().from(sessions).where(eq(sessions.userId, userId))).map(({ strength }) => strength)

  test('F91: exports nothing before a mailed code was entered', async () => {
    const { visitor, email, userId } = await signInByLink()
    expect(await strengthOf(userId)).toEqual(['product-link'])
    expect(await needsProof(visitor)).toBe(true)
    expect(await exportOf(visitor)).toEqual([403, 'proof-needed'])
    await visitor.post('/api/account/proof-code')
    const code = await visitor.readCode(email)
    expect(await proveWith(visitor, code === '000000' ? '000001' : '000000')).toBe(400)
    expect(await exportOf(visitor)).toEqual([403, 'proof-needed'])
    expect(await proveWith(visitor, code)).toBe(200)
    expect(await needsProof(visitor)).toBe(false)
    expect(await exportOf(visitor)).toEqual([200, undefined])
    expect(await proveWith(visitor, code)).toBe(400)
  })

  test('F91: a code proves the session that asked for it, for an hour, and no other', async () => {
    const { visitor, email, userId } = await signInByLink()
    await visitor.post('/api/account/proof-code')
    const code = await visitor.readCode(email)
    const link = await createSignInLink(db, userId, undefined)
    const other = createTestBrowser(app)
    await other.get(`/sign-in/link?token=${link?.token}`, { 'sec-fetch-site': 'same-site' })
    expect(await proveWith(other, code)).toBe(400)
    expect(await proveWith(visitor, code)).toBe(200)
    expect([await needsProof(visitor), await needsProof(other)]).toEqual([false, true])
    await db.update(sessions).set({ provenAt: sql`now() - interval '61 minutes'` })
    expect(await exportOf(visitor)).toEqual([403, 'proof-needed'])
  })

  test('F91: a code that signs in or deletes proves nothing, and the code that proves does neither', async () => {
    const { visitor, email } = await signInByLink()
    await visitor.requestCode(email)
    expect(await proveWith(visitor, await visitor.readCode(email))).toBe(400)
    await visitor.post('/api/account/deletion-code')
    expect(await proveWith(visitor, await visitor.readCode(email))).toBe(400)
    await visitor.post('/api/account/proof-code')
    const code = await visitor.readCode(email)
    expect((await visitor.tryCode(email, code)).status).toBe(400)
    expect((await visitor.post('/api/account/delete', { code })).status).toBe(400)
  })

  test('F91: codes of many people are not tried from one network without end', async () => {
    const network = { 'x-forwarded-for': '203.0.113.91' }
    const codes: string[] = []
    for (let person = 0; person < 6; person++) {
      const { visitor } = await signInByLink()
      await visitor.post('/api/account/proof-code')
      for (let guess = 0; guess < 5; guess++) {
        const response = await visitor.post('/api/account/prove', { code: 'xxxxxx' }, network)
        codes.push((await response.json()).code)
      }
    }
    expect(codes.filter((code) => code === 'code-wrong')).toHaveLength(20)
    expect(codes.slice(20)).toEqual(codes.slice(20).map(() => 'too-many'))
  })

  test('F91: signing in by code asks for nothing more', async () => {
    const visitor = createTestBrowser(app)
    const userId = await visitor.signIn(newAddress())
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
    expect(session?.strength).toBe('code')
    expect(session?.provenAt).toBeInstanceOf(Date)
    expect(await needsProof(visitor)).toBe(false)
    expect(await exportOf(visitor)).toEqual([200, undefined])
  })
})
