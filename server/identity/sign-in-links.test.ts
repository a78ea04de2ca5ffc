import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  siteUrl,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { purgeExpired } from '../db/purge-expired.ts'
import { signInLinks, users } from '../db/schema.ts'
import { parseEmail } from '../mail-address.ts'
import { saveExternalUser } from './external-user-store.ts'
import { createSignInLink } from './sign-in-link-store.ts'

describeMainlyOnPostgres('a sign-in link', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  let people = 0
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db)
  })

  const newCustomer = async () => {
    const user = { externalId: `customer-${++people}`, email: parseEmail(newAddress()), emailVerified: false }
    return { ...user, ...(await saveExternalUser(db, user, { recordCustomerState: async () => {} })) }
  }
  const linkTo = async (userId: string, next?: string) => {
    const link = await createSignInLink(db, userId, next)
    return `/sign-in/link?token=${link?.token}`
  }
  const signedInAs = async (visitor: ReturnType<typeof createTestBrowser>) =>
    (await (await visitor.get('/api/auth/get-session')).json())?.user.id
  const refused = '/sign-in?error=link-expired'
  /** A form is answered with a page that leads on, a link with a redirect. */
  const leadsTo = ({ headers }: Response) =>
    headers.get('location') ?? headers.get('refresh')?.replace('0;url=', '')
  /** As from a page of the product on a sibling host. */
  const open = (visitor: ReturnType<typeof createTestBrowser>, link: string) =>
    visitor.get(link, { 'sec-fetch-site': 'same-site' })
  const confirm = (visitor: ReturnType<typeof createTestBrowser>, link: string, headers = {}) =>
    visitor.post('/sign-in/link', new URL(link, siteUrl).searchParams.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    })

  test('I3: signs in with the same cookies as any sign-in, and leads to `next`', async () => {
    const { userId } = await newCustomer()
    const visitor = createTestBrowser(app, { userAgent: 'Browser of a customer' })
    const response = await open(visitor, await linkTo(userId, '/account?x=1'))
    expect([response.status, response.headers.get('location')]).toEqual([303, '/account?x=1'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const [session, hint] = response.headers.getSetCookie()
    expect(session).toMatch(
      /^fairseat\.session_token=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(hint).toMatch(/^fairseat_hint=1; Max-Age=34560000; Path=\/; SameSite=Lax$/)
    expect(await signedInAs(visitor)).toBe(userId)
  })

  test('proves nothing about the e-mail address', async () => {
    const { userId } = await newCustomer()
    await open(createTestBrowser(app), await linkTo(userId))
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    expect(user?.emailVerified).toBe(false)
  })

  test.each([undefined, '//evil.example', 'https://evil.example/', '/\\evil.example', '/de//evil.example'])(
    'I1: with `next` %s leads to /pricing',
    async (next) => {
      const { userId } = await newCustomer()
      const response = await open(createTestBrowser(app), await linkTo(userId, next))
      expect(response.headers.get('location')).toBe('/pricing')
    },
  )

  test('F86: a stored `next` is checked again when it is read', async () => {
    const { userId } = await newCustomer()
    const link = await linkTo(userId, '/account')
    await db.update(signInLinks).set({ next: '/de//evil.example' }).where(eq(signInLinks.userId, userId))
    expect((await open(createTestBrowser(app), link)).headers.get('location')).toBe('/pricing')
  })

  test('works once, also when 20 use it at the same time', async () => {
    const { userId } = await newCustomer()
    const link = await linkTo(userId)
    const visitors = Array.from({ length: 20 }, () => createTestBrowser(app))
    const places = await Promise.all(
      visitors.map(async (visitor) => (await open(visitor, link)).headers.get('location')),
    )
    expect(places.filter((place) => place === '/pricing')).toHaveLength(1)
    expect(places.filter((place) => place === refused)).toHaveLength(19)
  })

  test('works for 60 seconds by the database’s clock, and is purged afterwards', async () => {
    const { userId } = await newCustomer()
    const [fresh, old] = [await linkTo(userId), await linkTo(userId)]
    const age = (seconds: number) =>
      db
        .update(signInLinks)
        .set({ expiresAt: sql`${signInLinks.expiresAt} - ${seconds} * interval '1 second'` })
    await age(50)
    expect((await open(createTestBrowser(app), fresh)).headers.get('location')).toBe('/pricing')
    await age(10)
    const visitor = createTestBrowser(app)
    expect((await visitor.get(old)).headers.get('location')).toBe(refused)
    expect(visitor.cookies.size).toBe(0)
    expect(await db.select().from(signInLinks)).toHaveLength(1)
    await purgeExpired(db)
    expect(await db.select().from(signInLinks)).toEqual([])
  })

  test.each(['', 'x', 'token', `${'a'.repeat(43)}`])(
    'that nobody made (%s) signs nobody in',
    async (token) => {
      const visitor = createTestBrowser(app)
      const response = await visitor.get(`/sign-in/link?token=${token}`)
      expect([response.status, response.headers.get('location')]).toEqual([303, refused])
      expect(await signedInAs(visitor)).toBeUndefined()
    },
  )

  test('is stored as a hash, never as itself', async () => {
    const { userId } = await newCustomer()
    const token = (await linkTo(userId)).split('=')[1] ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await db.select().from(signInLinks))).not.toContain(token)
  })

  test('beyond 60 in ten minutes from one address leads to a page that says so, and is not used up', async () => {
    const { userId } = await newCustomer()
    const visitor = createTestBrowser(app)
    for (let turn = 0; turn < 60; turn++) await visitor.get('/sign-in/link?token=x')
    const link = await linkTo(userId)
    const limited = await visitor.get(link)
    expect([limited.status, limited.headers.get('location')]).toEqual([303, '/sign-in?error=too-many'])
    expect((await open(createTestBrowser(app), link)).headers.get('location')).toBe('/pricing')
  })

  describe('where somebody is signed in', () => {
    test('as the same person, signs in without a question', async () => {
      const { userId } = await newCustomer()
      const visitor = createTestBrowser(app)
      await open(visitor, await linkTo(userId))
      const again = await open(visitor, await linkTo(userId, '/account'))
      expect([again.status, again.headers.get('location')]).toEqual([303, '/account'])
    })

    test('as another, asks first: opening it changes nothing, however often', async () => {
      const { userId, email } = await newCustomer()
      const visitor = createTestBrowser(app)
      const before = await visitor.signIn(newAddress())
      const link = await linkTo(userId, '/account')
      for (let turn = 0; turn < 2; turn++) {
        const page = await visitor.get(link)
        expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
        expect(page.headers.get('referrer-policy')).toBe('same-origin')
        expect(page.headers.getSetCookie()).toEqual([])
        expect(await page.text()).toContain(`Continue as ${email}?`)
      }
      expect(await signedInAs(visitor)).toBe(before)
      const confirmed = await confirm(visitor, link)
      expect([confirmed.status, leadsTo(confirmed)]).toEqual([200, '/account'])
      expect(await signedInAs(visitor)).toBe(userId)
      expect((await confirm(visitor, link)).headers.get('location')).toBe(refused)
    })

    test('as another, another site cannot answer the question, nor can a link that is none', async () => {
      const { userId } = await newCustomer()
      const visitor = createTestBrowser(app)
      const before = await visitor.signIn(newAddress())
      const link = await linkTo(userId)
      for (const origin of ['https://evil.example', 'null', ''])
        expect((await confirm(visitor, link, { origin })).status).toBe(403)
      expect((await confirm(visitor, link, { 'content-type': 'text/plain' })).status).toBe(400)
      expect((await visitor.get('/sign-in/link?token=x')).headers.get('location')).toBe(refused)
      expect((await confirm(visitor, '/sign-in/link?token=x')).headers.get('location')).toBe(refused)
      expect((await confirm(visitor, '/sign-in/link')).headers.get('location')).toBe(refused)
      expect(await signedInAs(visitor)).toBe(before)
    })
  })

  describe('where nobody is signed in', () => {
    test('F90: a link that leads to another link asks for both, and its refusal signs nobody in', async () => {
      const { userId } = await newCustomer()
      const second = await linkTo(userId)
      const visitor = createTestBrowser(app)
      const page = await visitor.get(await linkTo(userId, second), { 'sec-fetch-site': 'cross-site' })
      expect(await page.text()).not.toContain(second)
      const clicked = await visitor.get(second, { 'sec-fetch-site': 'same-origin' })
      expect([clicked.status, clicked.headers.getSetCookie()]).toEqual([200, []])
      expect(await signedInAs(visitor)).toBeUndefined()
    })

    test('F88: a link makes its browser no known one, which limits on mails and codes leave out', async () => {
      const { userId, email } = await newCustomer()
      const statuses: number[] = []
      for (let turn = 0; turn < 7; turn++) {
        const visitor = createTestBrowser(app)
        await confirm(visitor, await linkTo(userId))
        statuses.push((await visitor.requestCode(email)).status)
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    })

    test.each(['cross-site', 'same-origin', 'none', undefined])(
      'F90: asks first when the visit comes from elsewhere (%s), and signs nobody in until then',
      async (site) => {
        const { userId, email } = await newCustomer()
        const visitor = createTestBrowser(app)
        const link = await linkTo(userId, '/account')
        const page = await visitor.get(link, site ? { 'sec-fetch-site': site } : {})
        expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
        expect(page.headers.getSetCookie()).toEqual([])
        expect(await page.text()).toContain(`Continue as ${email}?`)
        expect(await signedInAs(visitor)).toBeUndefined()
        expect(leadsTo(await confirm(visitor, link))).toBe('/account')
        expect(await signedInAs(visitor)).toBe(userId)
      },
    )

    test.each(['same-site'])('does not ask when the visit comes from a sibling host (%s)', async (site) => {
      const { userId } = await newCustomer()
      const response = await createTestBrowser(app).get(await linkTo(userId), { 'sec-fetch-site': site })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/pricing'])
    })

    test('does not ask again in a browser where this person said so before', async () => {
      const { userId } = await newCustomer()
      const visitor = createTestBrowser(app)
      await confirm(visitor, await linkTo(userId))
      await visitor.post('/api/auth/sign-out')
      const again = await visitor.get(await linkTo(userId), { 'sec-fetch-site': 'cross-site' })
      expect([again.status, again.headers.get('location')]).toEqual([303, '/pricing'])
      const other = await newCustomer()
      await visitor.post('/api/auth/sign-out')
      const asked = await visitor.get(await linkTo(other.userId), { 'sec-fetch-site': 'cross-site' })
      expect(asked.status).toBe(200)
    })
  })

  test('F91: signing out everywhere ends the links that were not used yet', async () => {
    const { userId } = await newCustomer()
    const visitor = createTestBrowser(app)
    await open(visitor, await linkTo(userId))
    const unused = await linkTo(userId)
    expect((await visitor.post('/api/auth/revoke-sessions')).status).toBe(200)
    expect((await open(createTestBrowser(app), unused)).headers.get('location')).toBe(refused)
  })

  test('is not used up by a program that only looks at it', async () => {
    const { userId } = await newCustomer()
    const link = await linkTo(userId)
    const seen = await app.request(`http://localhost${link}`, { method: 'HEAD' })
    expect(seen.headers.getSetCookie()).toEqual([])
    expect((await open(createTestBrowser(app), link)).headers.get('location')).toBe('/pricing')
  })

  test('is not made for a user who is not there, and goes with the user', async () => {
    expect(await createSignInLink(db, 'nobody', '/account')).toBeNull()
    const { userId } = await newCustomer()
    const link = await linkTo(userId)
    await db.delete(users).where(eq(users.id, userId))
    expect((await open(createTestBrowser(app), link)).headers.get('location')).toBe(refused)
  })

  test('the endpoint behind it cannot be reached from outside', async () => {
    const { userId } = await newCustomer()
    const visitor = createTestBrowser(app)
    for (const path of [
      'trusted-sign-in',
      'open-trusted-session',
      'openTrustedSession',
      'virtual:openTrustedSession',
    ])
      expect((await visitor.post(`/api/auth/${path}`, { userId })).status).toBe(404)
    expect(await signedInAs(visitor)).toBeUndefined()
  })
})
