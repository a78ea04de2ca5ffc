import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  siteUrl,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { startTokenIssuer, type TestIssuer } from '../../tests/support/app/token-issuer.ts'
import { describeMainlyOnEmbedded } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { externalIds, users } from '../db/schema.ts'

const product = 'https://app.example'
const silent = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} }

describeMainlyOnEmbedded('a token of the product’s own sign-in', (openTestDatabase) => {
  let db: Drizzle
  let issuer: TestIssuer
  let other: TestIssuer
  let app: TestApp
  let people = 0
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    issuer = await startTokenIssuer()
    other = await startTokenIssuer('https://other.example', 'ES256')
    app = start()
  })
  afterAll(() => Promise.all([issuer.stop(), other.stop()]))
  afterEach(() => {
    vi.useRealTimers()
    issuer.respondWith(200)
  })

  const entry = ({ issuer: name, jwksUrl, audience }: TestIssuer, more = {}) => ({
    issuer: name,
    jwksUrl,
    audience,
    ...more,
  })
  const start = (list: object[] = [entry(issuer, { origins: [product] }), entry(other)]) =>
    createTestApp(db, { AUTH_JWT: JSON.stringify(list) }, {}, undefined, { log: silent })
  const newUser = () => ({ sub: `user-${++people}`, email: newAddress() })
  const exchange = (token: string, visitor = createTestBrowser(app)) =>
    visitor.post('/api/auth/exchange', { token })
  const refusal = async (token: string) => {
    const visitor = createTestBrowser(app)
    const response = await exchange(token, visitor)
    const { code, error } = await response.json()
    expect(error).toMatch(/^.{20,}\.$/)
    expect(visitor.cookies.size).toBe(0)
    return [response.status, code]
  }
  const ownerOf = async (externalId: string) =>
    (await db.select().from(externalIds).where(eq(externalIds.externalId, externalId)))[0]?.userId

  test.each(['logout+jwt', 'at+jwt', 'application/at+jwt', 'secevent+jwt'])(
    'F96 a token of another type opens no session: %s',
    async (typ) => {
      const claims = newUser()
      expect(await refusal(await issuer.sign({ claims, typ }))).toEqual([400, 'sign-in-token-invalid'])
      expect(await ownerOf(claims.sub)).toBeUndefined()
    },
  )

  test.each(['JWT', 'jwt', 'application/jwt'])('its type may be %s', async (typ) => {
    expect((await exchange(await issuer.sign({ claims: newUser(), typ }))).status).toBe(200)
  })

  test('I3: becomes a session with the same cookies as any, for the user whose external id is `sub`', async () => {
    const claims = { ...newUser(), name: 'Ana '.repeat(100) }
    const visitor = createTestBrowser(app)
    const response = await exchange(await issuer.sign({ claims }), visitor)
    expect(response.status).toBe(200)
    const { user } = await response.json()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.getSetCookie()[0]).toMatch(/Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await ownerOf(claims.sub)).toBe(user.id)
    const account = await (await visitor.get('/api/account')).json()
    expect(account.user).toEqual({ id: user.id, email: claims.email, name: claims.name.slice(0, 100) })
    // Again, and with another address: the same user.
    const email = newAddress()
    const again = await (await exchange(await issuer.sign({ claims: { ...claims, email } }))).json()
    expect(again.user.id).toBe(user.id)
    expect((await db.select().from(users).where(eq(users.id, user.id)))[0]).toMatchObject({
      email,
      emailVerified: true,
    })
  })

  test('is linked with the account that has proven the same address', async () => {
    const claims = newUser()
    const id = await createTestBrowser(app).signIn(claims.email)
    expect((await (await exchange(await issuer.sign({ claims }))).json()).user.id).toBe(id)
  })

  test('of a known user signs in though another account has its new address, which stays there', async () => {
    const claims = newUser()
    const { user } = await (await exchange(await issuer.sign({ claims }))).json()
    const taken = newAddress()
    const other = await createTestBrowser(app).signIn(taken)
    const again = await exchange(await issuer.sign({ claims: { ...claims, email: taken } }))
    expect([again.status, (await again.json()).user?.id]).toEqual([200, user.id])
    const emailOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.email
    expect([await emailOf(user.id), await emailOf(other)]).toEqual([claims.email, taken])
  })

  test('of another issuer is another user, though the subject is the same', async () => {
    const claims = newUser()
    const first = await (await exchange(await issuer.sign({ claims }))).json()
    const email = newAddress()
    const second = await (await exchange(await other.sign({ claims: { ...claims, email } }))).json()
    expect(second.user.id).not.toBe(first.user.id)
    expect(await ownerOf(`https://other.example#${claims.sub}`)).toBe(second.user.id)
    // Nor can the first issuer name one of the second's.
    const forged = { sub: `https://other.example#${claims.sub}`, email: newAddress() }
    expect(await refusal(await issuer.sign({ claims: forged }))).toEqual([400, 'sign-in-token-invalid'])
  })

  test.each([true, 'true'])('with `email_verified` %j counts', async (email_verified) => {
    const response = await exchange(await issuer.sign({ claims: { ...newUser(), email_verified } }))
    expect(response.status).toBe(200)
  })

  describe('is refused with a sentence', () => {
    const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const exp = Math.floor(Date.now() / 1_000) + 3_600

    test('when it has expired', async () => {
      expect(await refusal(await issuer.sign({ expiresIn: -30 }))).toEqual([400, 'sign-in-token-expired'])
    })
    test('when it never expires', async () => {
      expect(await refusal(await issuer.sign({ expiresIn: null }))).toEqual([400, 'sign-in-token-invalid'])
    })
    test('when it is for another audience', async () => {
      for (const aud of ['other', ['other'], 'fairseat2', undefined])
        expect(await refusal(await issuer.sign({ claims: { aud } as JWTPayload }))).toEqual([
          400,
          'sign-in-token-audience',
        ])
    })
    test('when it is from another issuer, or signed by one in the name of the other', async () => {
      expect(await refusal(await issuer.sign({ claims: { iss: 'https://evil.example' } }))).toEqual([
        400,
        'sign-in-token-issuer',
      ])
      const claims = { iss: other.issuer }
      expect(await refusal(await issuer.sign({ claims }))).toEqual([400, 'sign-in-token-invalid'])
    })
    test('when its algorithm is none', async () => {
      for (const alg of ['none', 'None', 'NONE', '']) {
        const token = `${base64({ alg, kid: issuer.kid() })}.${base64({ ...issuer.claims(), exp })}.`
        expect(await refusal(token)).toEqual([400, 'sign-in-token-invalid'])
      }
    })
    test('when it is signed by HMAC with the public key', async () => {
      for (const alg of ['HS256', 'HS384', 'HS512']) {
        const signed = `${base64({ alg, kid: issuer.kid(), typ: 'JWT' })}.${base64({ ...issuer.claims(), exp })}`
        const signature = createHmac(alg.replace('HS', 'sha'), issuer.publicPem()).update(signed)
        expect(await refusal(`${signed}.${signature.digest('base64url')}`)).toEqual([
          400,
          'sign-in-token-invalid',
        ])
      }
    })
    test('when nobody published its key, or it was changed', async () => {
      expect(await refusal(await issuer.sign({ kid: 'unknown' }))).toEqual([400, 'sign-in-token-invalid'])
      const [header, , signature] = (await issuer.sign()).split('.')
      const payload = base64({ ...issuer.claims({ email: 'victim@example.com' }), exp })
      expect(await refusal(`${header}.${payload}.${signature}`)).toEqual([400, 'sign-in-token-invalid'])
    })
    test.each(['', 'x', 'a.b.c', '..', 'null', '{}'])('when it is none at all (%s)', async (token) => {
      expect(await refusal(token)).toEqual([400, 'sign-in-token-invalid'])
    })
    test('without a subject', async () => {
      for (const sub of [undefined, '', 'with space', 'x'.repeat(201)])
        expect(await refusal(await issuer.sign({ claims: { sub } as JWTPayload }))).toEqual([
          400,
          'sign-in-token-invalid',
        ])
    })
    test('without an e-mail address', async () => {
      for (const email of [undefined, '', 7, ['a@b.cc']])
        expect(await refusal(await issuer.sign({ claims: { email } }))).toEqual([
          403,
          'sign-in-email-missing',
        ])
    })
    test('with an address that is not verified, or only by the user’s own word', async () => {
      for (const email_verified of [false, 'false', undefined, 1, 'yes', null]) {
        const claims = { ...newUser(), email_verified, user_metadata: { email_verified: true } }
        expect(await refusal(await issuer.sign({ claims }))).toEqual([403, 'sign-in-email-unverified'])
        expect(await ownerOf(claims.sub)).toBeUndefined()
      }
    })
  })

  test('need not say that the address is verified if the operator says so of the issuer', async () => {
    app = start([entry(issuer, { emailsAreVerified: true })])
    const claims = { ...newUser(), email_verified: undefined }
    expect((await exchange(await issuer.sign({ claims }))).status).toBe(200)
    const unverified = { ...newUser(), email_verified: false }
    expect(await refusal(await issuer.sign({ claims: unverified }))).toEqual([
      403,
      'sign-in-email-unverified',
    ])
    app = start()
  })

  test('with a new key counts once the keys may be fetched again; many tokens cost one fetch', async () => {
    const rotating = await startTokenIssuer('https://rotating.example', 'EdDSA')
    app = start([entry(rotating)])
    for (let turn = 0; turn < 5; turn++)
      expect((await exchange(await rotating.sign({ claims: newUser() }))).status).toBe(200)
    expect(rotating.fetched()).toBe(1)
    await rotating.rotate()
    // Unknown keys do not make us ask more often than every half minute.
    for (let turn = 0; turn < 5; turn++)
      expect((await exchange(await rotating.sign({ claims: newUser() }))).status).toBe(400)
    expect(rotating.fetched()).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect((await exchange(await rotating.sign({ claims: newUser() }))).status).toBe(200)
    expect(rotating.fetched()).toBe(2)
    await rotating.stop()
    app = start()
  })

  test('cannot be checked while the key server is away; whoever is signed in notices nothing', async () => {
    const away = await startTokenIssuer('https://away.example')
    app = start([entry(away)])
    const visitor = createTestBrowser(app)
    await exchange(await away.sign({ claims: newUser() }), visitor)
    app = start([entry(away)])
    for (const status of [500, 404]) {
      away.respondWith(status)
      expect(await refusal(await away.sign({ claims: newUser() }))).toEqual([502, 'token-issuer-down'])
    }
    const token = await away.sign({ claims: newUser() })
    await away.stop()
    expect(await refusal(token)).toEqual([502, 'token-issuer-down'])
    const signedIn = createTestBrowser(app)
    for (const [name, value] of visitor.cookies) signedIn.cookies.set(name, value)
    expect((await signedIn.get('/api/account')).status).toBe(200)
    expect((await signedIn.post('/api/auth/get-session')).status).toBe(200)
    // Nor anybody who signs in another way.
    expect(await createTestBrowser(app).signIn(newAddress())).toMatch(/\w{20}/)
    app = start()
  })

  describe('in a form that a page of the product submits', () => {
    const submit = (fields: Record<string, string>, headers = {}, visitor = createTestBrowser(app)) =>
      visitor.post('/sign-in/exchange', new URLSearchParams(fields).toString(), {
        origin: product,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      })

    test('signs in and leads to `next`; the token stands in no address', async () => {
      const visitor = createTestBrowser(app)
      const token = await issuer.sign({ claims: newUser() })
      const response = await submit({ token, next: '/account' }, {}, visitor)
      expect([response.status, response.headers.get('location')]).toEqual([303, '/account'])
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect((await visitor.get('/api/account')).status).toBe(200)
    })
    test('I1: leads to a path of this site only', async () => {
      const token = await issuer.sign({ claims: newUser() })
      const response = await submit({ token, next: '//evil.example' })
      expect(response.headers.get('location')).toBe('/pricing')
    })
    test('from our own pages counts as well', async () => {
      const token = await issuer.sign({ claims: newUser() })
      expect((await submit({ token }, { origin: siteUrl })).status).toBe(303)
    })
    test('counts only from an origin that the operator has named', async () => {
      const token = await issuer.sign({ claims: newUser() })
      for (const origin of ['https://evil.example', 'null', '', 'https://app.example.evil.example']) {
        const visitor = createTestBrowser(app)
        expect((await submit({ token }, { origin }, visitor)).status).toBe(403)
        expect(visitor.cookies.size).toBe(0)
      }
    })
    test('that is refused leads to the sign-in page, which says why', async () => {
      const token = await issuer.sign({ expiresIn: -30 })
      const response = await submit({ token, next: '/account' })
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        '/sign-in?next=%2Faccount&error=sign-in-token-expired',
      ])
    })
    test('is not understood in another form, and is limited', async () => {
      const visitor = createTestBrowser(app)
      expect((await submit({}, {}, visitor)).status).toBe(400)
      expect((await submit({ token: 'x' }, { 'content-type': 'text/plain' }, visitor)).status).toBe(400)
      for (let turn = 0; turn < 60; turn++)
        expect((await submit({ token: 'x' }, {}, visitor)).status).toBe(303)
      // A person sees the sign-in page, which says so.
      const limited = await submit({ token: 'x', next: '/account' }, {}, visitor)
      expect([limited.status, limited.headers.get('location')]).toEqual([
        303,
        '/sign-in?next=%2Faccount&error=too-many',
      ])
    })
  })

  test('is not taken from another site’s script', async () => {
    const token = await issuer.sign({ claims: newUser() })
    const visitor = createTestBrowser(app)
    const headers = { origin: product, apikey: 'pk_right_key' }
    expect((await visitor.post('/api/auth/exchange', { token }, headers)).status).toBe(403)
  })
})
