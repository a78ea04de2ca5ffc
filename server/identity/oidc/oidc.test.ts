import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import * as client from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { oidcScopes } from '../../../core/identity/oidc-scopes.ts'
import { CustomerState } from '../../../core/integration/customer-state.ts'
import { loadMessages } from '../../../core/messages/in-language.ts'
import { makeSecret } from '../../../tests/support/app/made-secrets.ts'
import {
  authSecret,
  createTestApp,
  createTestBrowser,
  newAddress,
  siteUrl,
  type TestApp,
} from '../../../tests/support/app/test-app.ts'
import { describeMainlyOnPostgres } from '../../../tests/support/database/both-databases.ts'
import { speakingCatalogue } from '../../../tests/support/languages/speaking-catalogue.ts'
import type { Drizzle } from '../../db/database.ts'
import { purgeExpired } from '../../db/purge-expired.ts'
import {
  customerStates,
  oauthAccessTokens,
  oauthRefreshTokens,
  sessions,
  signingKeys,
  users,
} from '../../db/schema.ts'
import { sessionSeconds } from '../auth.ts'

const redirectUri = 'https://pagelet.example/callback'
const pagelet = {
  clientId: 'pagelet',
  clientSecret: 'a-secret-of-pagelet-and-of-nobody-else',
  name: 'Pagelet',
  redirectUris: [redirectUri],
  postLogoutRedirectUris: ['https://pagelet.example/bye'],
  scopes: oidcScopes,
}
const other = {
  clientId: 'other',
  clientSecret: 'a-secret-of-another-product-altogether',
  name: 'Other',
  redirectUris: ['https://other.example/callback'],
}
const native = {
  clientId: 'native',
  name: 'Native',
  redirectUris: ['http://127.0.0.1/callback'],
  scopes: oidcScopes,
}
const gate = { ...other, clientId: 'gate', name: 'Gate', scopes: ['openid'] }
const env = { OIDC_CLIENTS: JSON.stringify([pagelet, other, native, gate]) }

type Browser = ReturnType<typeof createTestBrowser>

describeMainlyOnPostgres('Sign in with Fairseat', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  let product: client.Configuration
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db, env)
    product = await discover(pagelet.clientId, pagelet.clientSecret)
  })

  const discover = async (
    clientId: string,
    secret?: string,
    authentication?: client.ClientAuth,
    on: TestApp = app,
  ) =>
    client.discovery(new URL(siteUrl), clientId, secret, authentication, {
      execute: [client.allowInsecureRequests],
      [client.customFetch]: async (url, options) => on.request(url, options as RequestInit),
    })

  async function begin(config: client.Configuration, more: Record<string, string> = {}) {
    const verifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile offline_access',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...more,
    })
    return { url, verifier, state, nonce }
  }
  const open = (visitor: Browser, url: URL) => visitor.get(url.pathname + url.search)
  const goesTo = (response: Response) => new URL(response.headers.get('location') ?? '', siteUrl)

  async function signIn(visitor: Browser, config = product, more: Record<string, string> = {}) {
    const { url, verifier, state, nonce } = await begin(config, more)
    const callback = goesTo(await open(visitor, url))
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
    return { callback, checks, tokens: await client.authorizationCodeGrant(config, callback, checks) }
  }
  const newVisitor = async () => {
    const visitor = createTestBrowser(app)
    const email = newAddress()
    return { visitor, email, id: await visitor.signIn(email) }
  }
  const oauthError = async (promise: Promise<unknown>) =>
    promise.then(
      () => 'no error',
      (error) => error.error ?? error.code ?? String(error),
    )

  test('openid-client: code, PKCE, identity token by RS256, userinfo with the customer state', async () => {
    const { visitor, email, id } = await newVisitor()
    const { tokens, callback } = await signIn(visitor)
    expect(callback.searchParams.get('iss')).toBe(siteUrl)
    const claims = tokens.claims()
    expect(claims).toMatchObject({
      iss: siteUrl,
      aud: 'pagelet',
      sub: id,
      plan: 'free',
      sid: expect.any(String),
    })
    const [header] = (tokens.id_token ?? '').split('.')
    expect(JSON.parse(Buffer.from(header ?? '', 'base64url').toString()).alg).toBe('RS256')
    // F96 128 bits of strength (NIST SP 800-57).
    const [key] = (await (await app.request(`${siteUrl}/api/auth/jwks`)).json()).keys
    expect(Buffer.from(key.n, 'base64url')).toHaveLength(3_072 / 8)
    const info = await client.fetchUserInfo(product, tokens.access_token, id)
    expect(info).toMatchObject({ sub: id, email, email_verified: true })
    expect(CustomerState.parse(info.fairseat)).toMatchObject({ id, email, plan: 'free', status: 'none' })
  })

  test.each([
    ['other', other.clientSecret, 'openid email offline_access'],
    ['gate', other.clientSecret, 'openid email'],
    ['gate', other.clientSecret, 'openid profile'],
  ])('F96 the client %s gets no scope that OIDC_CLIENTS does not give it', async (id, secret, scope) => {
    const { visitor } = await newVisitor()
    const config = await discover(id, secret)
    const redirect_uri = other.redirectUris[0] ?? ''
    const { url } = await begin(config, { scope, redirect_uri })
    const refused = goesTo(await open(visitor, url))
    expect([refused.origin + refused.pathname, refused.searchParams.get('error')]).toEqual([
      redirect_uri,
      'invalid_scope',
    ])
    const allowed = await begin(config, { scope: 'openid', redirect_uri })
    expect(goesTo(await open(visitor, allowed.url)).searchParams.has('code')).toBe(true)
  })

  test('F105: a visitor who chose a language signs in, signs out and reads of a mistake in it', async () => {
    await loadMessages(['de'])
    const german = createTestBrowser(createTestApp(db, env, speakingCatalogue(['en', 'de'])))
    german.cookies.set('fairseat_language', 'de')
    const { url } = await begin(product)
    const asked = await open(german, url)
    expect(goesTo(asked).pathname).toBe('/de/sign-in')
    expect(goesTo(asked).searchParams.get('next')).toMatch(/^\/api\/auth\/oauth2\/authorize\?/)
    url.searchParams.append('state', 'twice')
    expect((await open(german, url)).headers.get('location')).toBe('/de/sign-in?error=invalid_request')
    const { url: unknown } = await begin(product, { redirect_uri: 'https://evil.example/' })
    const refused = goesTo(await open(german, unknown))
    expect([refused.origin, refused.pathname]).toEqual([siteUrl, '/de/sign-in'])
    expect((await german.get('/api/auth/oauth2/end-session')).headers.get('location')).toBe('/de/pricing')
  })

  test('userinfo has the address and the state with the scope `email` only', async () => {
    const { visitor, id } = await newVisitor()
    for (const scope of ['openid', 'openid profile', 'openid offline_access']) {
      const { tokens } = await signIn(visitor, product, { scope })
      const info = await client.fetchUserInfo(product, tokens.access_token, id)
      expect(info).not.toHaveProperty('email')
      expect(info).not.toHaveProperty('email_verified')
      expect(info).not.toHaveProperty('fairseat')
    }
    const { tokens } = await signIn(visitor, product, { scope: 'openid email' })
    const info = await client.fetchUserInfo(product, tokens.access_token, id)
    expect(info).toMatchObject({ sub: id, email_verified: true, fairseat: { id } })
  })

  test('the plan is in the identity token, the whole state in userinfo', async () => {
    const { visitor, id, email } = await newVisitor()
    const none = { trialEndsAt: null, periodEndsAt: null, graceEndsAt: null, seat: null, externalId: null }
    const paid = { plan: 'lifetime', status: 'active', features: ['projects:unlimited'] } as const
    const state = {
      id,
      email,
      ...none,
      ...paid,
      features: [...paid.features],
      cancelAtPeriodEnd: false,
      livemode: false,
    }
    await db.insert(customerStates).values({ userId: id, state, version: 7, updatedAt: new Date() })
    const { tokens } = await signIn(visitor)
    const info = await client.fetchUserInfo(product, tokens.access_token, id)
    expect(CustomerState.parse(info.fairseat)).toMatchObject({ ...state, version: 7 })
    expect(tokens.claims()?.plan).toBe('lifetime')
  })

  test.each([
    ['client_secret_basic', client.ClientSecretBasic(pagelet.clientSecret)],
    ['client_secret_post', client.ClientSecretPost(pagelet.clientSecret)],
  ])('a client may authenticate by %s', async (_, authentication) => {
    const { visitor } = await newVisitor()
    const config = await discover(pagelet.clientId, undefined, authentication)
    expect((await signIn(visitor, config)).tokens.access_token).toMatch(/\w{20}/)
  })

  test('a public client needs no secret, but PKCE, on any port of the visitor’s machine', async () => {
    const { visitor } = await newVisitor()
    const config = await discover(native.clientId, undefined, client.None())
    const { tokens } = await signIn(visitor, config, { redirect_uri: 'http://127.0.0.1:51234/callback' })
    expect(tokens.refresh_token).toMatch(/\w{20}/)
  })

  test('I1: a visitor who is not signed in signs in first, and goes on with the whole request', async () => {
    const visitor = createTestBrowser(app)
    const { url, verifier, state, nonce } = await begin(product)
    const page = goesTo(await open(visitor, url))
    expect(page.pathname).toBe('/sign-in')
    const next = page.searchParams.get('next') ?? ''
    expect(next.startsWith('/api/auth/oauth2/authorize?')).toBe(true)
    expect(page.searchParams.get('again')).toBeNull()
    await visitor.signIn(newAddress())
    const callback = goesTo(await visitor.get(next))
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
    expect((await client.authorizationCodeGrant(product, callback, checks)).access_token).toMatch(/\w/)
  })

  test('prompt=none never shows a page', async () => {
    const { url } = await begin(product, { prompt: 'none' })
    const back = goesTo(await open(createTestBrowser(app), url))
    expect([back.origin + back.pathname, back.searchParams.get('error')]).toEqual([
      redirectUri,
      'login_required',
    ])
    const { visitor } = await newVisitor()
    expect(goesTo(await open(visitor, url)).searchParams.get('code')).toMatch(/\w/)
  })

  test('prompt=login and max_age ask for another sign-in, and a fresh one is enough', async () => {
    for (const more of [
      { prompt: 'login' },
      { max_age: '3600' },
      { max_age: '0' },
      { prompt: 'select_account' },
    ]) {
      const { visitor, id, email } = await newVisitor()
      await db
        .update(sessions)
        .set({ createdAt: new Date(Date.now() - 7_200_000) })
        .where(eq(sessions.userId, id))
      const { url } = await begin(product, more as Record<string, string>)
      const page = goesTo(await open(visitor, url))
      expect([page.pathname, page.searchParams.get('again')]).toEqual(['/sign-in', '1'])
      const next = page.searchParams.get('next') ?? ''
      // The old session does not do.
      expect(goesTo(await visitor.get(next)).pathname).toBe('/sign-in')
      await visitor.signIn(email)
      expect(goesTo(await visitor.get(next)).searchParams.get('code')).toMatch(/\w/)
    }
  })

  describe('refresh', () => {
    test('yields new tokens, also after the visitor has signed out here', async () => {
      const { visitor, id } = await newVisitor()
      const { tokens } = await signIn(visitor)
      const second = await client.refreshTokenGrant(product, tokens.refresh_token ?? '')
      expect(second.refresh_token).not.toBe(tokens.refresh_token)
      expect(second.claims()?.sub).toBe(id)
      await visitor.post('/api/auth/sign-out')
      const third = await client.refreshTokenGrant(product, second.refresh_token ?? '')
      expect((await client.fetchUserInfo(product, third.access_token, id)).sub).toBe(id)
    })

    test('F96 ends with the longest session, however often a product refreshes', async () => {
      const { visitor, id } = await newVisitor()
      const { tokens } = await signIn(visitor)
      const longAgo = Date.now() - (sessionSeconds - 86_400) * 1_000
      await db
        .update(oauthRefreshTokens)
        .set({ authTime: new Date(longAgo) })
        .where(eq(oauthRefreshTokens.userId, id))
      await client.refreshTokenGrant(product, tokens.refresh_token ?? '')
      const rows = await db.select().from(oauthRefreshTokens).where(eq(oauthRefreshTokens.userId, id))
      const newest = rows.find(({ rotatedAt }) => rotatedAt === null)
      expect(newest?.expiresAt).toEqual(new Date(longAgo + sessionSeconds * 1_000))
    })

    test('with a token of another client is refused', async () => {
      const { visitor } = await newVisitor()
      const { tokens } = await signIn(visitor)
      const foreign = await discover(other.clientId, other.clientSecret)
      expect(await oauthError(client.refreshTokenGrant(foreign, tokens.refresh_token ?? ''))).toBe(
        'invalid_grant',
      )
    })

    test('with a used token ends the whole family: it may be stolen', async () => {
      const { visitor, id } = await newVisitor()
      const { tokens } = await signIn(visitor)
      const second = await client.refreshTokenGrant(product, tokens.refresh_token ?? '')
      await db
        .update(oauthRefreshTokens)
        .set({ rotationReplayExpiresAt: new Date(0) })
        .where(eq(oauthRefreshTokens.userId, id))
      expect(await oauthError(client.refreshTokenGrant(product, tokens.refresh_token ?? ''))).toBe(
        'invalid_grant',
      )
      expect(await oauthError(client.refreshTokenGrant(product, second.refresh_token ?? ''))).toBe(
        'invalid_grant',
      )
    })

    test('without offline_access there is no refresh token', async () => {
      const { visitor } = await newVisitor()
      const { tokens } = await signIn(visitor, product, { scope: 'openid' })
      expect(tokens.refresh_token).toBeUndefined()
    })

    test('is over when the person signs out everywhere', async () => {
      const { visitor } = await newVisitor()
      const { tokens } = await signIn(visitor)
      await visitor.post('/api/auth/revoke-sessions')
      expect(await oauthError(client.refreshTokenGrant(product, tokens.refresh_token ?? ''))).toBe(
        'invalid_grant',
      )
    })

    test('is over too when it is made while the person signs out everywhere', async () => {
      const { visitor, id } = await newVisitor()
      await signIn(visitor)
      // As if a product exchanged a code at the moment at which the sessions are deleted.
      await db.execute(
        sql`create table late_tokens as select * from oauth_refresh_tokens where user_id = ${id}`,
      )
      await db.execute(sql`update late_tokens set id = id || '-late', token = token || '-late'`)
      await db.execute(sql`create function add_late_token() returns trigger language plpgsql as
        'begin insert into oauth_refresh_tokens select * from late_tokens where user_id = old.user_id; return old; end'`)
      await db.execute(sql`create trigger late_token before delete on sessions
        for each row execute function add_late_token()`)
      expect((await visitor.post('/api/auth/revoke-sessions')).status).toBe(200)
      expect(await db.select().from(oauthRefreshTokens).where(eq(oauthRefreshTokens.userId, id))).toEqual([])
      await db.execute(sql`drop trigger late_token on sessions`)
    })

    test('is over with the account', async () => {
      const { visitor, id } = await newVisitor()
      const { tokens } = await signIn(visitor)
      await db.delete(users).where(eq(users.id, id))
      expect(await oauthError(client.refreshTokenGrant(product, tokens.refresh_token ?? ''))).toBe(
        'invalid_grant',
      )
      expect(await db.select().from(oauthRefreshTokens).where(eq(oauthRefreshTokens.userId, id))).toEqual([])
    })
  })

  describe('logout', () => {
    const endSession = (more: Record<string, string>) => client.buildEndSessionUrl(product, more)
    const bye = 'https://pagelet.example/bye'
    const isSignedIn = async (visitor: Browser) => (await visitor.get('/api/account')).status === 200

    test('ends the session and leads back, with the state', async () => {
      const { visitor } = await newVisitor()
      const { tokens } = await signIn(visitor)
      const url = endSession({
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: bye,
        state: 'x&y',
      })
      const response = await open(visitor, url)
      expect(response.headers.get('location')).toBe(`${bye}?state=x%26y`)
      expect(await isSignedIn(visitor)).toBe(false)
      expect(visitor.cookies.get('fairseat_hint')).toBeUndefined()
      expect(
        await oauthError(client.fetchUserInfo(product, tokens.access_token, client.skipSubjectCheck)),
      ).not.toBe('no error')
      // Again, without a session: the product gets its visitor back.
      expect((await open(visitor, url)).headers.get('location')).toBe(`${bye}?state=x%26y`)
    })

    test('leads to no address that was not registered', async () => {
      const { visitor } = await newVisitor()
      const { tokens } = await signIn(visitor)
      const url = endSession({
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: 'https://evil.example/',
      })
      expect((await open(visitor, url)).headers.get('location')).toBe('/pricing')
    })

    test('without a token of this very session ends nothing', async () => {
      const { visitor } = await newVisitor()
      const stranger = await signIn((await newVisitor()).visitor)
      const own = await signIn(visitor)
      const [header, payload] = (own.tokens.id_token ?? '').split('.')
      for (const hint of [stranger.tokens.id_token ?? '', 'x', `${header}.${payload}.AAAA`, '']) {
        const given = { post_logout_redirect_uri: bye, ...(hint && { id_token_hint: hint }) }
        const response = await open(visitor, endSession(given))
        expect(response.headers.get('location')).toBe('/account')
        expect(await isSignedIn(visitor)).toBe(true)
      }
    })
  })

  describe('is refused', () => {
    const errorOf = async (visitor: Browser, url: URL) => {
      const back = goesTo(await open(visitor, url))
      // Of types with a token the answer is in the fragment, as OpenID Connect has it.
      const result = back.hash ? new URLSearchParams(back.hash.slice(1)) : back.searchParams
      expect(result.get('code')).toBeNull()
      return [back.origin + back.pathname, result.get('error')]
    }

    test('with a redirect address that is not registered: nothing is sent there', async () => {
      const { visitor } = await newVisitor()
      for (const wrong of [
        'https://evil.example/callback',
        `${redirectUri}/x`,
        `${redirectUri}?x=1`,
        'http://pagelet.example/callback',
        other.redirectUris[0] ?? '',
        'javascript:alert(1)',
        '',
      ]) {
        const { url } = await begin(product, { redirect_uri: wrong })
        const [place] = await errorOf(visitor, url)
        expect(place).toBe(`${siteUrl}/sign-in`)
      }
    })

    test('for a client that is unknown', async () => {
      const { visitor } = await newVisitor()
      const { url } = await begin(product)
      url.searchParams.set('client_id', 'nobody')
      expect((await errorOf(visitor, url))[0]).toBe(`${siteUrl}/sign-in`)
    })

    test('with a code that was used: what it yielded is over as well', async () => {
      const { visitor, id } = await newVisitor()
      const { tokens, callback, checks } = await signIn(visitor)
      expect(await oauthError(client.authorizationCodeGrant(product, callback, checks))).toBe('invalid_grant')
      expect(await oauthError(client.fetchUserInfo(product, tokens.access_token, id))).not.toBe('no error')
      expect(await oauthError(client.refreshTokenGrant(product, tokens.refresh_token ?? ''))).toBe(
        'invalid_grant',
      )
    })

    test('with one code six times at the same moment: one gets tokens', async () => {
      for (let round = 0; round < 5; round++) {
        const { visitor } = await newVisitor()
        const { url, verifier } = await begin(product)
        const code = goesTo(await open(visitor, url)).searchParams.get('code') ?? ''
        const answers = await Promise.all(
          Array.from({ length: 6 }, async () => {
            const response = await token(grant(code, verifier))
            return `${response.status} ${(await response.json()).error}`
          }),
        )
        expect(answers.sort()).toEqual(['200 undefined', ...Array(5).fill('400 invalid_grant')])
      }
    })

    test('with a code whose session ends at the same moment', async () => {
      for (let round = 0; round < 10; round++) {
        const { visitor, id } = await newVisitor()
        const { url, verifier } = await begin(product)
        const code = goesTo(await open(visitor, url)).searchParams.get('code') ?? ''
        const [response] = await Promise.all([
          token(grant(code, verifier)),
          db.delete(sessions).where(eq(sessions.userId, id)),
        ])
        expect([200, 400]).toContain(response.status)
      }
    })

    test('with a code of another client', async () => {
      const { visitor } = await newVisitor()
      const { url, verifier } = await begin(product)
      const code = goesTo(await open(visitor, url)).searchParams.get('code') ?? ''
      const response = await token({
        ...grant(code, verifier),
        client_id: other.clientId,
        client_secret: other.clientSecret,
      })
      expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_grant'])
    })

    test('with a wrong secret, none, or another client’s', async () => {
      const { visitor } = await newVisitor()
      for (const client_secret of ['wrong', '', other.clientSecret]) {
        const { url, verifier } = await begin(product)
        const code = goesTo(await open(visitor, url)).searchParams.get('code') ?? ''
        const response = await token({ ...grant(code, verifier), client_secret })
        expect([response.ok, (await response.json()).error]).toEqual([false, 'invalid_client'])
      }
    })

    test('without PKCE, or with `plain`: also for a client with a secret', async () => {
      const { visitor } = await newVisitor()
      const { url } = await begin(product)
      url.searchParams.delete('code_challenge')
      url.searchParams.delete('code_challenge_method')
      expect(await errorOf(visitor, url)).toEqual([redirectUri, 'invalid_request'])
      const plain = await begin(product, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' })
      expect(await errorOf(visitor, plain.url)).toEqual([redirectUri, 'invalid_request'])
      const unnamed = await begin(product)
      unnamed.url.searchParams.delete('code_challenge_method')
      expect(await errorOf(visitor, unnamed.url)).toEqual([redirectUri, 'invalid_request'])
    })

    test('with a wrong verifier or none', async () => {
      const { visitor } = await newVisitor()
      for (const verifier of ['x'.repeat(43), '']) {
        const { url } = await begin(product)
        const code = goesTo(await open(visitor, url)).searchParams.get('code') ?? ''
        expect((await token(grant(code, verifier))).ok).toBe(false)
      }
      // Nor is the challenge a verifier.
      const { url } = await begin(product)
      const challenge = url.searchParams.get('code_challenge') ?? ''
      const code = goesTo(await open(visitor, url)).searchParams.get('code') ?? ''
      expect((await token(grant(code, challenge))).ok).toBe(false)
    })

    test('with another response type, a repeated parameter or a request object', async () => {
      const { visitor } = await newVisitor()
      for (const type of ['token', 'id_token', 'code token', 'none']) {
        const { url } = await begin(product, { response_type: type })
        expect((await errorOf(visitor, url))[1]).toMatch(/unsupported_response_type|invalid_request/)
      }
      const { url } = await begin(product)
      url.searchParams.append('redirect_uri', 'https://evil.example/')
      expect(await errorOf(visitor, url)).toEqual([`${siteUrl}/sign-in`, 'invalid_request'])
      const withRequest = await begin(product, { request: 'a.b.c' })
      expect((await errorOf(visitor, withRequest.url))[1]).toBe('request_not_supported')
    })

    test('with another grant: none is open but code and refresh', async () => {
      for (const grant_type of [
        'client_credentials',
        'password',
        'urn:ietf:params:oauth:grant-type:device_code',
      ]) {
        const { clientId: client_id, clientSecret: client_secret } = pagelet
        const response = await token({ grant_type, client_id, client_secret, scope: 'openid' })
        expect([response.status, (await response.json()).error]).toEqual([400, 'unsupported_grant_type'])
      }
    })

    test('userinfo without a token, with a wrong one or one of an ended session', async () => {
      const bearer = (value: string) =>
        createTestBrowser(app).get('/api/auth/oauth2/userinfo', { authorization: value })
      expect((await createTestBrowser(app).get('/api/auth/oauth2/userinfo')).status).toBe(401)
      for (const value of ['Bearer x', 'Bearer a.b.c', 'Basic x', 'Bearer'])
        expect((await bearer(value)).status).toBeGreaterThanOrEqual(400)
      const { visitor } = await newVisitor()
      const { tokens } = await signIn(visitor)
      expect((await bearer(`Bearer ${tokens.access_token}`)).status).toBe(200)
      await visitor.post('/api/auth/revoke-sessions')
      expect((await bearer(`Bearer ${tokens.access_token}`)).status).toBeGreaterThanOrEqual(400)
    })
  })

  const grant = (code: string, code_verifier: string) => ({
    grant_type: 'authorization_code',
    code,
    code_verifier,
    redirect_uri: redirectUri,
    client_id: pagelet.clientId,
    client_secret: pagelet.clientSecret,
  })
  const token = (fields: Record<string, string>, headers = {}) =>
    app.request(`${siteUrl}/api/auth/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })

  test('what else the library offers is shut', async () => {
    const { visitor } = await newVisitor()
    for (const path of [
      'register',
      'create-client',
      'introspect',
      'revoke',
      'consent',
      'continue',
      'client/rotate-secret',
    ])
      expect((await visitor.post(`/api/auth/oauth2/${path}`)).status).toBe(404)
    for (const path of ['oauth2/get-clients', 'oauth2/public-client', 'token', 'admin/oauth2/resources'])
      expect((await visitor.get(`/api/auth/${path}`)).status).toBe(404)
  })

  test('is not there without clients', async () => {
    const without = createTestApp(db)
    for (const path of ['/.well-known/openid-configuration', '/api/auth/oauth2/authorize', '/api/auth/jwks'])
      expect((await without.request(siteUrl + path)).status).toBe(404)
  })

  test('a page of a client may fetch tokens, another one may not, and nobody gets cookies', async () => {
    const origin = 'https://pagelet.example'
    const preflight = await app.request(`${siteUrl}/api/auth/oauth2/token`, {
      method: 'OPTIONS',
      headers: { origin },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await token({}, { origin })).status).toBe(400)
    expect((await token({}, { origin: 'https://evil.example' })).status).toBe(403)
  })

  test('tokens and codes are stored as hashes, and the signing key encrypted', async () => {
    const { visitor } = await newVisitor()
    const { tokens } = await signIn(visitor)
    const stored = JSON.stringify([
      await db.select().from(oauthAccessTokens),
      await db.select().from(oauthRefreshTokens),
    ])
    for (const secret of [tokens.access_token, tokens.refresh_token ?? ''])
      expect(stored).not.toContain(secret)
    expect(stored).toContain(createHash('sha256').update(tokens.access_token).digest('base64url'))
    const [key] = await db.select().from(signingKeys)
    expect(JSON.parse(key?.publicKey ?? '')).not.toHaveProperty('d')
    expect(Buffer.from(key?.encryptedKey ?? '', 'base64').toString('latin1')).not.toMatch(/"d"|kty/)
  })

  test('the export has what was granted, without the tokens', async () => {
    const { visitor, id } = await newVisitor()
    const { tokens } = await signIn(visitor)
    const text = await (await visitor.get('/api/account/export')).text()
    const { oauthAccessTokens: access, oauthRefreshTokens: refresh } = JSON.parse(text)
    for (const [row] of [access, refresh]) expect(row).toMatchObject({ userId: id, clientId: 'pagelet' })
    const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url')
    for (const secret of [tokens.access_token, tokens.refresh_token ?? ''])
      for (const form of [secret, hash(secret)]) expect(text).not.toContain(form)
  })

  test('expired tokens are purged', async () => {
    const { visitor, id } = await newVisitor()
    await signIn(visitor)
    const mine = () => db.select().from(oauthRefreshTokens).where(eq(oauthRefreshTokens.userId, id))
    await purgeExpired(db)
    expect(await mine()).toHaveLength(1)
    await db
      .update(oauthRefreshTokens)
      .set({ expiresAt: new Date(0) })
      .where(eq(oauthRefreshTokens.userId, id))
    await db
      .update(oauthAccessTokens)
      .set({ expiresAt: new Date(0) })
      .where(eq(oauthAccessTokens.userId, id))
    await purgeExpired(db)
    expect(await mine()).toEqual([])
    expect(await db.select().from(oauthAccessTokens).where(eq(oauthAccessTokens.userId, id))).toEqual([])
  })

  describe('another AUTH_SECRET', () => {
    const keysOf = async (on: TestApp) =>
      (await (await on.request(`${siteUrl}/api/auth/jwks`)).json()).keys.map(
        ({ kid }: { kid: string }) => kid,
      )
    const start = (secrets: string[]) => createTestApp(db, { ...env, AUTH_SECRET: secrets.join(',') })
    const signInOn = async (on: TestApp) => {
      const visitor = createTestBrowser(on)
      await visitor.signIn(newAddress())
      const config = await discover(pagelet.clientId, pagelet.clientSecret, undefined, on)
      return (await signIn(visitor, config)).tokens.id_token ?? ''
    }
    const kidOf = (idToken: string) =>
      JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()).kid
    const [first, second, third] = [authSecret, makeSecret(), makeSecret()]

    test('keeps the signing key, and the one before may go as soon as the key was used', async () => {
      const kid = kidOf(await signInOn(app))
      const rotated = start([second, first])
      expect(kidOf(await signInOn(rotated))).toBe(kid)
      expect(kidOf(await signInOn(start([second])))).toBe(kid)
      // Back, for the tests that follow.
      await keysOf(start([first, second]))
    })

    test('without the one before makes another key, and what the old one signed still counts', async () => {
      const before = await signInOn(app)
      const lost = start([third])
      const after = await signInOn(lost)
      expect(kidOf(after)).not.toBe(kidOf(before))
      expect(await keysOf(lost)).toEqual(expect.arrayContaining([kidOf(before), kidOf(after)]))
    })
  })
})
