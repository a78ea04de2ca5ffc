import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadMessages } from '../../core/messages/in-language.ts'
import { allLanguages, type Language } from '../../core/messages/languages.ts'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { createTestIdentity } from '../../tests/support/app/test-identity.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import { speakingCatalogue } from '../../tests/support/languages/speaking-catalogue.ts'
import { refundMail } from '../billing/refund-mail.ts'
import type { Drizzle } from '../db/database.ts'
import { users } from '../db/schema.ts'
import type { Mail } from './mail.ts'

beforeAll(() => loadMessages(allLanguages))

describeMainlyOnPostgres('somebody who reads German', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db, {}, speakingCatalogue(['en', 'de', 'ja']))
  })

  /** A browser on a page in the language. */
  const browserOn = (language: Language) => {
    const browser = createTestBrowser(app)
    const headers = { 'accept-language': language }
    return {
      ...browser,
      get: (path: string) => browser.get(path, headers),
      post: (path: string, body?: unknown) => browser.post(path, body, headers),
    }
  }
  const lastMail = async (browser: ReturnType<typeof browserOn>, email: string): Promise<Mail> =>
    (await (await browser.get(`/dev/outbox.json?to=${email}`)).json())[0]
  const languageOf = async (userId: string) =>
    (await db.select({ language: users.language }).from(users).where(eq(users.id, userId)))[0]?.language

  async function signIn(language: Language, email = newAddress()) {
    const browser = browserOn(language)
    const path = '/api/auth/email-otp/send-verification-otp?next=%2Fde%2Faccount'
    await browser.post(path, { email, type: 'sign-in' })
    const mail = await lastMail(browser, email)
    const signedIn = await browser.post('/api/auth/sign-in/email-otp', { email, otp: mail.code })
    return { ...browser, email, mail, userId: (await signedIn.json()).user.id as string }
  }

  test('G7: the mail with the code is in the language of the page, and so is the page that it leads to', async () => {
    const { mail, email } = await signIn('de')
    expect(mail.subject).toBe(`${mail.code} ist Ihr Anmeldecode für Fairseat`)
    expect(mail.text).toContain(`Ihr Code lautet ${mail.code}.`)
    expect(new URL(mail.link).pathname).toBe('/de/sign-in')
    expect(new URL(mail.link).searchParams.get('next')).toBe('/de/account')
    expect(mail.link).toContain(encodeURIComponent(email))
    expect((await signIn('en')).mail.subject).toMatch(/is your Fairseat sign-in code$/)
  })

  test('G7: the language is kept with the user at sign-in, and the picker changes it', async () => {
    const visitor = await signIn('de')
    expect(await languageOf(visitor.userId)).toBe('de')
    const chosen = await visitor.get('/language/ja?next=/de/account?refresh=1')
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/ja/account?refresh=1'])
    expect(chosen.headers.get('cache-control')).toBe('no-store')
    expect(chosen.headers.get('set-cookie')).toMatch(
      /^fairseat_language=ja; Max-Age=34560000; Path=\/; SameSite=Lax$/,
    )
    expect(await languageOf(visitor.userId)).toBe('ja')
    await signIn('en', visitor.email)
    expect(await languageOf(visitor.userId)).toBe('en')
  })

  test('G6: the picker leads to no other site, knows the listed languages only, and changes no account for another site', async () => {
    const visitor = await signIn('de')
    for (const next of ['//evil.test', 'https://evil.test', '/\\evil.test'])
      expect(
        (await visitor.get(`/language/ja?next=${encodeURIComponent(next)}`)).headers.get('location'),
      ).toBe('/ja/pricing')
    expect((await visitor.get('/language/en?next=/ja/pricing')).headers.get('location')).toBe('/pricing')
    for (const unknown of ['fr', 'xx', 'en-US'])
      expect((await visitor.get(`/language/${unknown}`)).status).toBe(404)
    const before = await languageOf(visitor.userId)
    const browser = createTestBrowser(app)
    for (const [name, value] of visitor.cookies) browser.cookies.set(name, value)
    await browser.get('/language/ja', { 'sec-fetch-site': 'cross-site' })
    expect(await languageOf(visitor.userId)).toBe(before)
  })

  test('F105: a sign-in that fails leads to the sign-in page in the language of `next`, else in the chosen one', async () => {
    const chosen = { cookie: 'fairseat_language=de' }
    const locationOf = async (response: Promise<Response>) => (await response).headers.get('location')
    const browser = createTestBrowser(app)
    const linkRefused = '/sign-in/link?token=x'
    expect(await locationOf(browser.get(linkRefused))).toBe('/sign-in?error=link-expired')
    expect(await locationOf(browser.get(linkRefused, chosen))).toBe('/de/sign-in?error=link-expired')
    const exchange = (next: string, headers = {}) =>
      browser.post('/sign-in/exchange', new URLSearchParams({ token: 'x', next }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      })
    const failed = 'error=sign-in-token-invalid'
    expect(await locationOf(exchange('/account'))).toBe(`/sign-in?next=%2Faccount&${failed}`)
    expect(await locationOf(exchange('/account', chosen))).toBe(`/de/sign-in?next=%2Faccount&${failed}`)
    expect(await locationOf(exchange('/ja/account', chosen))).toBe(
      `/ja/sign-in?next=%2Fja%2Faccount&${failed}`,
    )
    expect(await locationOf(browser.get('/api/auth/callback/unknown', chosen))).toBe(
      '/de/sign-in?error=provider-down',
    )
  })

  test('F105: a link of the product that has expired leads to the sign-in page in the language of its page', async () => {
    const { identity } = createTestIdentity(db, ['en', 'de'])
    const { userId } = await signIn('en')
    const made = await identity.createSignInLink(userId, '/de/account', async () => {})
    const link = new URL(made?.url ?? '')
    const path = link.pathname + link.search
    const [used, again] = [createTestBrowser(app), createTestBrowser(app)]
    const fromHere = { 'sec-fetch-site': 'same-site' }
    expect((await used.get(path, fromHere)).headers.get('location')).toBe('/de/account')
    expect((await again.get(path)).headers.get('location')).toBe('/de/sign-in?error=link-expired')
  })

  test('G7: refusals, devices and the mail before a deletion are in the language of the page', async () => {
    const visitor = await signIn('de')
    const wrong = await visitor.post('/api/auth/sign-in/email-otp', { email: visitor.email, otp: '000000' })
    expect((await wrong.json()).error).toMatch(/^Dieser Code stimmt nicht\./)
    const { sessions } = await (await visitor.get('/api/account')).json()
    expect(sessions[0].device).toBe('Unbekanntes Gerät')
    await visitor.post('/api/account/deletion-code')
    const mail = await lastMail(visitor, visitor.email)
    expect(mail.subject).toBe(`${mail.code} ist Ihr Code zum Löschen Ihres Kontos bei Fairseat`)
    expect(mail.link).toBe('http://localhost/de/account')
  })

  test('G7: a mail that nobody waits for is in the language of the user; of one that is off, in the first', async () => {
    const { identity, readMails } = createTestIdentity(db, ['en', 'de'])
    for (const language of ['de', 'ja'] as const) {
      const { userId } = await signIn(language)
      await identity.mailUser(userId, (to) =>
        refundMail({ product: 'Fairseat', plan: 'Lifetime', siteUrl: 'http://localhost', to }),
      )
    }
    expect((await readMails()).map(({ subject, link }) => [subject, link])).toEqual([
      ['Your payment to Fairseat was refunded in full', 'http://localhost/pricing'],
      ['Ihre Zahlung an Fairseat wurde vollständig erstattet', 'http://localhost/de/pricing'],
    ])
  })
})

describe('where there is one language', () => {
  test('G7: whatever a browser asks for, the answer is in it', async () => {
    const { drizzle } = await import('drizzle-orm/node-postgres')
    const noDatabase = drizzle.mock() as unknown as Drizzle
    const app = createTestApp(noDatabase, {}, speakingCatalogue(['de']))
    const response = await app.request('http://localhost/api/nowhere', {
      headers: { host: 'localhost', 'accept-language': 'en' },
    })
    expect((await response.json()).error).toBe('Unter dieser Adresse gibt es nichts.')
  })
})
