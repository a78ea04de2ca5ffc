import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadMessages } from '../../core/messages/in-language.ts'
import { allLanguages } from '../../core/messages/languages.ts'
import { createTestBrowser, createTestServer, newAddress, siteUrl } from '../../tests/support/app/test-app.ts'
import { startTokenIssuer, type TestIssuer } from '../../tests/support/app/token-issuer.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { speakingCatalogue } from '../../tests/support/languages/speaking-catalogue.ts'
import type { Drizzle } from '../db/database.ts'
import { jobs, oauthRefreshTokens, sessions, users } from '../db/schema.ts'
import { createApiKey } from '../integration/api-key.ts'
import { endFormerAddress, maskAddress } from './change-address.ts'

const apiKey = createApiKey()

test('F91 a masked address shows one letter and the domain', () => {
  expect(maskAddress('mallory@evil.example')).toBe('m…@evil.example')
  expect(maskAddress('"a@b"@evil.example')).toBe('"…@evil.example')
})

describeOnBothDatabases('a changed address', (openTestDatabase) => {
  let db: Drizzle
  let issuer: TestIssuer
  let server: ReturnType<typeof createTestServer>
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    issuer = await startTokenIssuer()
    await loadMessages(allLanguages)
    server = createTestServer(
      db,
      {
        API_KEYS: `${apiKey}:write+sign-in`,
        AUTH_JWT: JSON.stringify([
          { issuer: issuer.issuer, jwksUrl: issuer.jwksUrl, audience: issuer.audience },
        ]),
      },
      speakingCatalogue(),
    )
  })
  afterAll(() => issuer.stop())

  const put = async (externalId: string, email: string, emailVerified = true) => {
    const response = await server.app.request(`${siteUrl}/api/v1/customers/external/${externalId}`, {
      method: 'PUT',
      headers: {
        host: 'localhost',
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email, emailVerified }),
    })
    return { status: response.status, id: (await response.json()).id as string }
  }
  const mailsTo = async (email: string) => {
    await server.jobs.runDue()
    const outbox = await createTestBrowser(server.app).get(`/dev/outbox.json?to=${email}`)
    return (await outbox.json()) as { subject: string; text: string; html: string; messageId: string }[]
  }
  /** Somebody with an account here, whom the product names too. */
  async function newCustomer(externalId: string) {
    const email = newAddress()
    const visitor = createTestBrowser(server.app)
    const id = await visitor.signIn(email)
    await put(externalId, email)
    await mailsTo(email)
    return { id, email, visitor }
  }

  test('F91 is mailed to the former address, and every session and refresh token ends', async () => {
    const { id, email, visitor } = await newCustomer('u-1')
    const second = createTestBrowser(server.app)
    await second.signIn(email)
    await db.insert(oauthRefreshTokens).values({
      id: 'refresh-1',
      token: 'refresh-1',
      clientId: 'pagelet',
      userId: id,
      scopes: ['openid'],
      expiresAt: new Date(Date.now() + 60_000),
    })
    const next = newAddress()
    expect((await put('u-1', next)).status).toBe(200)
    expect((await visitor.get('/api/account')).status).toBe(401)
    expect((await second.get('/api/account')).status).toBe(401)
    expect(await db.$count(oauthRefreshTokens, eq(oauthRefreshTokens.userId, id))).toBe(0)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toMatch(/^The e-mail address of your .+ account was changed$/)
    expect(mail?.text).toContain(`to ${maskAddress(next)}.`)
    expect(`${mail?.text}${mail?.html}`).not.toContain(next)
    expect(mail?.text).toContain(`contact us right away: support@example.com`)
    expect(mail?.messageId).toMatch(/^<address-[0-9a-f-]{36}@localhost>$/)
    expect(await mailsTo(next)).toEqual([])
  })

  test('F91 another name alone mails nobody and ends nothing', async () => {
    const { email, visitor } = await newCustomer('u-2')
    await put('u-2', email)
    expect((await visitor.get('/api/account')).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(1) // the code
  })

  test('F91 a change that fails mails nobody and ends nothing', async () => {
    const [{ email, visitor }, other] = [await newCustomer('u-3'), await newCustomer('u-4')]
    expect((await put('u-3', other.email)).status).toBe(409)
    expect((await visitor.get('/api/account')).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('F91 an address that cannot receive mail is mailed nothing', async () => {
    const { id } = await put('u-5', newAddress(), false)
    await db
      .update(users)
      .set({ email: `${id}@unverified.invalid` })
      .where(eq(users.id, id))
    expect((await put('u-5', newAddress(), false)).status).toBe(200)
    expect(await db.$count(jobs, eq(jobs.kind, 'mail-former-address'))).toBe(0)
  })

  test('F91 a token with another address does the same, and its own session is opened after', async () => {
    const sub = 'token-user'
    const [email, next] = [newAddress(), newAddress()]
    const exchange = async (address: string) => {
      const browser = createTestBrowser(server.app)
      const token = await issuer.sign({ claims: { sub, email: address, email_verified: true } })
      expect((await browser.post('/api/auth/exchange', { token })).status).toBe(200)
      return browser
    }
    const former = await exchange(email)
    const current = await exchange(next)
    expect((await former.get('/api/account')).status).toBe(401)
    expect((await (await current.get('/api/account')).json()).user.email).toBe(next)
    const [user] = await db.select().from(users).where(eq(users.email, next))
    expect(await db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(1)
    expect(await mailsTo(email)).toMatchObject([{ text: expect.stringContaining(maskAddress(next)) }])
  })

  test.each([
    ['https://help.example/', 'https://help.example/'],
    ['/help', `${siteUrl}/help`],
    [undefined, `${siteUrl}/pricing`],
  ])('F91 the mail names where help is: %s', async (support, contact) => {
    const email = newAddress()
    const former = { userId: 'nobody', emailBefore: email, email: newAddress() }
    await db.transaction((tx) => endFormerAddress(tx, former))
    const other = createTestServer(db, {}, { footer: support === undefined ? {} : { support } })
    await other.jobs.runDue()
    const outbox = await createTestBrowser(other.app).get(`/dev/outbox.json?to=${email}`)
    expect(await outbox.json()).toMatchObject([{ link: contact, text: expect.stringMatching(`${contact}$`) }])
  })

  describe('F91 the mail to the former address', () => {
    test.each([...allLanguages])('is in the language of the user: %s', async (language) => {
      const { id, email } = await newCustomer(`speaks-${language}`)
      await db.update(users).set({ language }).where(eq(users.id, id))
      const next = newAddress()
      await put(`speaks-${language}`, next)
      const [mail] = await mailsTo(email)
      expect(mail?.html).toContain(`<html lang="${language}"`)
      expect(mail?.text).toContain(maskAddress(next))
      expect(mail?.text).toMatch(/support@example\.com$/)
    })
  })
})
