import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadMessages } from '../../core/messages/in-language.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { startOidcProvider, type TestProvider } from '../../tests/support/app/oidc-provider.ts'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  siteUrl,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { describeMainlyOnEmbedded } from '../../tests/support/database/both-databases.ts'
import { speakingCatalogue } from '../../tests/support/languages/speaking-catalogue.ts'
import type { Drizzle } from '../db/database.ts'
import { accounts, users } from '../db/schema.ts'
import { parseEmail } from '../mail-address.ts'
import { saveExternalUser } from './external-user-store.ts'

describeMainlyOnEmbedded('signing in through an OpenID Connect provider', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  let provider: TestProvider
  beforeAll(async () => {
    provider = await startOidcProvider(`${siteUrl}/api/auth/callback/test-id`)
    db = (await openTestDatabase()).db
    app = startApp()
  })
  afterAll(() => provider.stop())

  function startApp(catalogue: Partial<Catalogue> = {}) {
    const { issuer, clientId, clientSecret } = provider
    const one = { id: 'test-id', name: 'Test ID', issuer, clientId, clientSecret }
    return createTestApp(db, { OIDC_PROVIDERS: JSON.stringify([one]) }, catalogue)
  }

  type Browser = ReturnType<typeof createTestBrowser>

  async function requestProvider(visitor: Browser, callbackURL = '/account') {
    const body = { provider: 'test-id', callbackURL, errorCallbackURL: '/sign-in?next=/account' }
    return visitor.post('/api/auth/sign-in/social', body)
  }

  /** What a person does at the provider: log in, consent, and be sent back to us. */
  async function logInAtProvider(url: string, login: string): Promise<URL> {
    const cookies = new Map<string, string>()
    let next = new URL(url)
    let form: URLSearchParams | undefined
    for (let step = 0; step < 15 && next.origin !== siteUrl; step++) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        ...(form && { method: 'POST', body: form }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      form = undefined
      if (location) {
        next = new URL(location, next)
      } else {
        const html = await response.text()
        const action = /action="([^"]+)"/.exec(html)?.[1]
        if (!action) throw new Error(`The provider shows no form:\n${html.slice(0, 400)}`)
        next = new URL(action, next)
        form = new URLSearchParams(
          html.includes('name="login"') ? { prompt: 'login', login, password: 'x' } : { prompt: 'consent' },
        )
      }
    }
    return next
  }

  async function signInThroughProvider(
    visitor: Browser,
    login: string,
    callbackURL = '/account',
  ): Promise<Response> {
    const { url } = await (await requestProvider(visitor, callbackURL)).json()
    const back = await logInAtProvider(url, login)
    return visitor.get(back.pathname + back.search)
  }

  test('I2: asks with code, PKCE, state and nonce, and comes back signed in at `next`', async () => {
    const visitor = createTestBrowser(app)
    const email = newAddress()
    const response = await signInThroughProvider(visitor, email)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/account')
    const asked = provider.asked.at(-1)
    expect(asked?.get('response_type')).toBe('code')
    expect(asked?.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(asked?.get(name)).toMatch(/.{16,}/)
    expect(visitor.cookies.get('fairseat_hint')).toBe('1')
    const session = await (await visitor.get('/api/auth/get-session')).json()
    expect(session.user).toMatchObject({ email, name: 'Ann Example' })
  })

  test('G7: the language of the page where somebody signed in is kept with the user', async () => {
    await loadMessages(['de'])
    const visitor = createTestBrowser(startApp(speakingCatalogue(['en', 'de'])))
    const email = newAddress()
    const response = await signInThroughProvider(visitor, email, '/de/sign-in?next=%2Fde%2Faccount')
    expect(response.headers.get('location')).toBe('/de/sign-in?next=%2Fde%2Faccount')
    const [user] = await db.select().from(users).where(eq(users.email, email))
    expect(user?.language).toBe('de')
  })

  test('F105: whatever fails at the provider, the sign-in page keeps its language, also where nobody chose one', async () => {
    await loadMessages(['de'])
    const app = startApp(speakingCatalogue(['en', 'de']))
    async function comeBack(page: string, spoil: (back: URL, visitor: Browser) => void) {
      const visitor = createTestBrowser(app)
      const body = { provider: 'test-id', callbackURL: page, errorCallbackURL: page }
      const { url } = await (await visitor.post('/api/auth/sign-in/social', body)).json()
      const back = await logInAtProvider(url, newAddress())
      spoil(back, visitor)
      return (await visitor.get(back.pathname + back.search)).headers.get('location')
    }
    const failures: Record<string, (back: URL, visitor: Browser) => void> = {
      'error=access_denied': (back) => back.searchParams.set('error', 'access_denied'),
      'error=state_not_found': (back) => back.searchParams.delete('state'),
      'error=please_restart_the_process': (back) => back.searchParams.set('state', 'x'),
      'error=provider-down': (back) => {
        back.pathname = '/api/auth/callback/unknown'
      },
      'error=invalid_code': () => provider.silentAt.add('/token'),
    }
    for (const [page, signInPage] of [
      ['/de/sign-in?next=%2Fde%2Fpricing', '/de/sign-in?'],
      ['/sign-in?next=%2Fpricing', '/sign-in?'],
    ] as const) {
      for (const [error, spoil] of Object.entries(failures)) {
        const location = await comeBack(page, spoil)
        provider.silentAt.clear()
        expect([error, location]).toEqual([error, expect.stringMatching(/error=/)])
        expect([error, location?.startsWith(signInPage)]).toEqual([error, true])
      }
    }
  })

  test('F63: of a provider’s endless name 100 characters are kept, of its picture nothing', async () => {
    const usual = { ...provider.profile }
    Object.assign(provider.profile, {
      name: 'Zoë 🦊'.repeat(2_000),
      picture: `https://evil.example/${'x'.repeat(11_000)}`,
    })
    const email = newAddress()
    // Made by the first sign-in; the second must not write what the first did not.
    for (const visitor of [createTestBrowser(app), createTestBrowser(app)]) {
      const response = await signInThroughProvider(visitor, email)
      expect(response.headers.get('location')).toBe('/account')
      const [user] = await db.select().from(users).where(eq(users.email, email))
      expect([...(user?.name ?? '')]).toHaveLength(100)
      expect(user?.image).toBeNull()
    }
    // Nor does it come with an account that was there before.
    const owner = newAddress()
    await createTestBrowser(app).signIn(owner)
    await signInThroughProvider(createTestBrowser(app), owner)
    const [user] = await db.select().from(users).where(eq(users.email, owner))
    expect([user?.name, user?.image]).toEqual(['', null])
    delete provider.profile.picture
    Object.assign(provider.profile, usual)
  })

  test('is the same account as the one of the verified e-mail address', async () => {
    const email = newAddress()
    const id = await createTestBrowser(app).signIn(email)
    const visitor = createTestBrowser(app)
    await signInThroughProvider(visitor, email)
    expect((await (await visitor.get('/api/auth/get-session')).json()).user.id).toBe(id)
  })

  test.each(['\u{212A}', '\u{FF4B}', '\u{24DA}'])(
    'F94: an address that only looks like another after folding %s leads into nobody’s account',
    async (letter) => {
      const email = `k${newAddress()}`
      const id = await createTestBrowser(app).signIn(email)
      const visitor = createTestBrowser(app)
      const response = await signInThroughProvider(visitor, email.replace('k', letter))
      expect(response.headers.get('location')).toMatch(/^\/sign-in\?.*error=email_not_found/)
      expect(await (await visitor.get('/api/auth/get-session')).json()).toBeNull()
      expect(await db.select().from(accounts).where(eq(accounts.userId, id))).toEqual([])
    },
  )

  test('an address that the provider did not verify takes over nobody’s account', async () => {
    const email = newAddress()
    const id = await createTestBrowser(app).signIn(email)
    const visitor = createTestBrowser(app)
    const response = await signInThroughProvider(visitor, `unverified-${email}`)
    expect(response.headers.get('location')).toMatch(/^\/sign-in\?.*error=/)
    expect(await (await visitor.get('/api/auth/get-session')).json()).toBeNull()
    expect(await db.select().from(accounts).where(eq(accounts.userId, id))).toEqual([])
  })

  test('an account made with an unverified address stays its maker’s: the owner of that address gets one of their own', async () => {
    const email = newAddress()
    const maker = createTestBrowser(app)
    await signInThroughProvider(maker, `unverified-${email}`)
    const userOf = async (browser: typeof maker) =>
      (await (await browser.get('/api/auth/get-session')).json()).user
    const { id } = await userOf(maker)
    const owner = createTestBrowser(app)
    // A product knows the maker by this id, and a purchase may be of it: neither becomes the owner's.
    expect(await owner.signIn(email)).not.toBe(id)
    expect(await userOf(maker)).toMatchObject({ id, email: `${id}@unverified.invalid` })
    expect(await userOf(owner)).toMatchObject({ email })
    const again = createTestBrowser(app)
    await signInThroughProvider(again, `unverified-${email}`)
    expect((await userOf(again)).id).toBe(id)
    expect(
      await db
        .select()
        .from(accounts)
        .innerJoin(users, eq(users.id, accounts.userId))
        .where(eq(users.email, email)),
    ).toEqual([])
  })

  test('nobody is led by a provider into an account that somebody else made with their address, unverified', async () => {
    const email = newAddress()
    const squatter = createTestBrowser(app)
    await signInThroughProvider(squatter, `unverified-${email}`)
    expect(await (await squatter.get('/api/auth/get-session')).json()).not.toBeNull()
    const owner = createTestBrowser(app)
    const response = await signInThroughProvider(owner, email)
    expect(response.headers.get('location')).toMatch(/^\/sign-in\?.*error=/)
    expect(await (await owner.get('/api/auth/get-session')).json()).toBeNull()
  })

  test('of an address that the product gave a user unverified: nobody is led into that user’s account, and a code helps', async () => {
    const email = newAddress()
    const given = { externalId: 'of-the-product', email: parseEmail(email), emailVerified: false }
    const { userId } = await saveExternalUser(db, given, { recordCustomerState: async () => {} })
    for (const login of [email, `unverified-${email}`]) {
      const visitor = createTestBrowser(app)
      const response = await signInThroughProvider(visitor, login)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toMatch(
        /^\/sign-in\?.*error=(account_not_linked|unable_to_link_account)/,
      )
      expect(await (await visitor.get('/api/auth/get-session')).json()).toBeNull()
    }
    expect(await db.select().from(accounts).where(eq(accounts.userId, userId))).toEqual([])
    // The page says to sign in with a code: then the address is this person's, at the provider too.
    const owner = await createTestBrowser(app).signIn(email)
    expect(owner).not.toBe(userId)
    const visitor = createTestBrowser(app)
    await signInThroughProvider(visitor, email)
    expect((await (await visitor.get('/api/auth/get-session')).json()).user.id).toBe(owner)
  })

  test('an answer to a question that this browser never asked is refused', async () => {
    const { url } = await (await requestProvider(createTestBrowser(app))).json()
    const back = await logInAtProvider(url, newAddress())
    const victim = createTestBrowser(app)
    const response = await victim.get(back.pathname + back.search)
    expect(response.headers.get('location')).toMatch(/error=/)
    expect(victim.cookies.has('fairseat.session_token')).toBe(false)
  })

  test('an answer works once', async () => {
    const visitor = createTestBrowser(app)
    const { url } = await (await requestProvider(visitor)).json()
    const back = await logInAtProvider(url, newAddress())
    await visitor.get(back.pathname + back.search)
    visitor.cookies.delete('fairseat.session_token')
    const again = await visitor.get(back.pathname + back.search)
    expect(again.headers.get('location')).toMatch(/error=/)
    expect(visitor.cookies.has('fairseat.session_token')).toBe(false)
  })

  test('one that cannot be reached is said to be so, and everything else works', async () => {
    const provider = {
      id: 'down',
      name: 'Down',
      issuer: 'http://127.0.0.1:1',
      clientId: 'x',
      clientSecret: 'x',
    }
    const visitor = createTestBrowser(createTestApp(db, { OIDC_PROVIDERS: JSON.stringify([provider]) }))
    const response = await visitor.post('/api/auth/sign-in/social', {
      provider: 'down',
      callbackURL: '/account',
    })
    expect(response.status).toBe(502)
    expect((await response.json()).error).toMatch(/use your e-mail address/)
    expect(await visitor.signIn(newAddress())).toMatch(/./)
  })

  test('F96 a provider whose metadata names another issuer signs nobody in', async () => {
    const impostor = createServer((_, response) =>
      response.writeHead(302, { location: `${provider.issuer}/.well-known/openid-configuration` }).end(),
    )
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`
    const { clientId, clientSecret } = provider
    const entry = { id: 'test-id', name: 'Test ID', issuer, clientId, clientSecret }
    const visitor = createTestBrowser(createTestApp(db, { OIDC_PROVIDERS: JSON.stringify([entry]) }))
    const response = await requestProvider(visitor)
    impostor.close()
    expect([response.status, (await response.json()).code]).toEqual([502, 'provider-down'])
  })

  test('F96 no token of a provider is stored, at the first sign-in or a later one', async () => {
    const email = newAddress()
    for (const visitor of [createTestBrowser(app), createTestBrowser(app)]) {
      await signInThroughProvider(visitor, email)
      const [stored] = await db
        .select()
        .from(accounts)
        .innerJoin(users, eq(users.id, accounts.userId))
        .where(eq(users.email, email))
      expect(stored?.accounts).toMatchObject({ accessToken: null, refreshToken: null, idToken: null })
    }
  })

  test('one that does not answer keeps nobody else waiting, and is there again by itself', async () => {
    const discovery = '/.well-known/openid-configuration'
    provider.silentAt.add(discovery)
    const fresh = startApp()
    const asking = requestProvider(createTestBrowser(fresh))
    expect(await createTestBrowser(fresh).signIn(newAddress())).toMatch(/./)
    expect((await asking).status).toBe(502)
    provider.silentAt.delete(discovery)
    expect((await requestProvider(createTestBrowser(fresh))).status).toBe(200)
  })

  test('one that falls silent at the last step leads back to the sign-in page', async () => {
    const visitor = createTestBrowser(app)
    const { url } = await (await requestProvider(visitor)).json()
    const back = await logInAtProvider(url, newAddress())
    provider.silentAt.add('/token')
    const response = await visitor.get(back.pathname + back.search)
    provider.silentAt.delete('/token')
    expect(response.headers.get('location')).toMatch(/^\/sign-in\?error=/)
    expect(visitor.cookies.has('fairseat.session_token')).toBe(false)
  })

  test('one that is not configured is refused with a sentence', async () => {
    for (const provider of ['unheard-of', 'google', '__proto__']) {
      const response = await createTestBrowser(app).post('/api/auth/sign-in/social', { provider })
      expect(response.status).toBe(400)
      expect((await response.json()).error).toMatch(/can’t sign in that way here/)
    }
  })

  test('I1: it leads nowhere but to this site', async () => {
    for (const hostile of ['https://evil.example', '//evil.example', '/\\evil.example']) {
      expect((await requestProvider(createTestBrowser(app), hostile)).status).toBeGreaterThanOrEqual(400)
    }
    for (const next of ['/de//evil.example', '/a/..//evil.example']) {
      const response = await signInThroughProvider(createTestBrowser(app), newAddress(), next).catch(
        () => null,
      )
      expect(response?.headers.get('location') ?? '/pricing').toBe('/pricing')
    }
  })
})
