import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { rateLimits, users, verifications } from '../db/schema.ts'

const attackers = Number(process.env.ATTACKERS ?? 30)
const digits = 1e6
const takeoverPerHour = 1e-4

describeOnBothDatabases('guessing and flooding', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    app = createTestApp(db)
  })

  type Browser = ReturnType<typeof createTestBrowser>
  const mailsTo = async (email: string): Promise<{ link: string }[]> =>
    (await createTestBrowser(app).get(`/dev/outbox.json?to=${encodeURIComponent(email)}`)).json()
  const signInByLink = (browser: Browser, link = '') => {
    const fragment = new URLSearchParams(new URL(link).hash.slice(1))
    const [email, otp, key] = ['email', 'code', 'key'].map((name) => fragment.get(name))
    return browser.post('/api/auth/sign-in/email-otp', { email, otp, link: key })
  }
  const endHour = () => db.update(rateLimits).set({ windowEndsAt: sql`now()` })
  /** Every try that was compared with a stored code is counted in its row. */
  async function evaluatedGuesses(): Promise<number> {
    const [row] = await db
      .select({ sum: sql<number>`coalesce(sum(split_part(${verifications.value}, ':', 2)::int), 0)::int` })
      .from(verifications)
    return row?.sum ?? 0
  }

  test(`F57: from ${attackers} addresses fewer than 100 guesses count in any hour; the owner signs in meanwhile`, async () => {
    const email = newAddress()
    await db.delete(verifications)
    // The worst hour touches three windows: the end of one, a whole one, and the begin of the next.
    for (let window = 0; window < 3; window++) {
      const waiting = Array.from({ length: Math.ceil(attackers / 3) }, () => createTestBrowser(app)).values()
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (const attacker of waiting) {
            const asked = await attacker.requestCode(email)
            for (let guess = 0; guess < (asked.ok ? 8 : 1); guess++) await attacker.tryCode(email, 'wrong')
          }
        }),
      )
      if (window < 2) await endHour()
    }
    expect(await mailsTo(email)).toHaveLength(15)
    const guesses = await evaluatedGuesses()
    expect(guesses).toBe(75)
    expect(guesses / digits).toBeLessThan(takeoverPerHour)

    // The owner, in a new browser on a new network: no further mail, but the newest one signs in.
    const owner = createTestBrowser(app)
    const refused = await owner.requestCode(email)
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'too-many-mails'])
    const [newest] = await mailsTo(email)
    expect((await signInByLink(owner, newest?.link)).status).toBe(200)
    expect((await owner.get('/api/account')).status).toBe(200)
    // From now on this browser is known, and gets codes of its own whatever others do.
    await owner.post('/api/auth/sign-out')
    expect((await owner.requestCode(email)).status).toBe(200)
    expect((await owner.tryCode(email, await owner.readCode(email))).status).toBe(200)
    expect((await createTestBrowser(app).requestCode(email)).status).toBe(429)
  })

  test('F57: the browser of somebody else is a stranger, also with a cookie of its own or a forged one', async () => {
    const email = newAddress()
    for (let network = 0; network < 5; network++) await createTestBrowser(app).requestCode(email)
    const other = createTestBrowser(app)
    await other.signIn(newAddress())
    expect((await other.requestCode(email)).status).toBe(429)
    const [id] = (other.cookies.get('fairseat.browser') ?? '').split('.')
    other.cookies.set('fairseat.browser', `${id}.${'A'.repeat(43)}`)
    expect((await other.requestCode(email)).status).toBe(429)
  })

  test('F57: one network gets three mails an hour to a mailbox and leaves room for the others', async () => {
    const email = newAddress()
    const body = { email, type: 'sign-in' }
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++) {
      const headers = { 'x-forwarded-for': '203.0.113.9' }
      const path = '/api/auth/email-otp/send-verification-otp'
      statuses.push((await createTestBrowser(app).post(path, body, headers)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
    expect(await createTestBrowser(app).signIn(email)).toMatch(/./)
  })

  test('F57: in a day a mailbox gets at most 15 mails and the first of each hour', async () => {
    const email = newAddress()
    for (let hour = 0; hour < 6; hour++) {
      for (let network = 0; network < 6; network++) await createTestBrowser(app).requestCode(email)
      await db
        .update(rateLimits)
        .set({ windowEndsAt: sql`now()` })
        .where(sql`${rateLimits.key} not like 'send-code-by-day%'`)
    }
    expect(await mailsTo(email)).toHaveLength(15 + 6)
  })

  test('F57: a link works once, for an hour, for its own address, and wrong tries do not spend it', async () => {
    const email = newAddress()
    const asking = createTestBrowser(app)
    await asking.requestCode(email)
    for (let guess = 0; guess < 6; guess++) await asking.tryCode(email, 'wrong')
    const [mail] = await mailsTo(email)
    const forOther = mail?.link.replace(encodeURIComponent(email), encodeURIComponent(newAddress()))
    expect((await signInByLink(createTestBrowser(app), forOther)).status).toBe(400)
    await db.update(verifications).set({ expiresAt: sql`now() - interval '49 minutes'` })
    // The library removes what has expired when anybody signs in, unless it is told not to.
    await createTestBrowser(app).signIn(newAddress())
    expect((await signInByLink(createTestBrowser(app), mail?.link)).status).toBe(200)
    expect((await signInByLink(createTestBrowser(app), mail?.link)).status).toBe(400)
    await asking.requestCode(email)
    const [late] = await mailsTo(email)
    await db.update(verifications).set({ expiresAt: sql`now() - interval '51 minutes'` })
    expect((await signInByLink(createTestBrowser(app), late?.link)).status).toBe(400)
  })

  test('F57: a code to delete an account counts only in the session that asked for it', async () => {
    const email = newAddress()
    const [here, there] = [createTestBrowser(app), createTestBrowser(app)]
    await here.signIn(email)
    await there.signIn(email)
    await here.post('/api/account/deletion-code')
    const code = await here.readCode(email)
    expect((await there.post('/api/account/delete', { code })).status).toBe(400)
    expect((await here.post('/api/account/delete', { code })).status).toBe(200)
  })

  test('F52 F89: two session cookies, without a space between, count for nothing anywhere', async () => {
    const [first, second] = [createTestBrowser(app), createTestBrowser(app)]
    await first.signIn(newAddress())
    await second.signIn(newAddress())
    const [one, two] = [first, second].map(({ cookies }) => cookies.get('fairseat.session_token'))
    const cookie = `x=1;fairseat.session_token=${one};fairseat.session_token=${two}`
    expect((await createTestBrowser(app).get('/api/account', { cookie })).status).toBe(401)
    expect((await createTestBrowser(app).post('/api/auth/revoke-sessions', {}, { cookie })).status).toBe(401)
    expect((await createTestBrowser(app).post('/api/auth/sign-out', {}, { cookie })).status).toBe(200)
    for (const browser of [first, second]) expect((await browser.get('/api/account')).status).toBe(200)
  })

  test('F63: a sign-up keeps no name and no picture', async () => {
    const email = newAddress()
    await createTestBrowser(app).signIn(email)
    const [user] = await db.select().from(users).where(sql`${users.email} = ${email}`)
    expect([user?.name, user?.image]).toEqual(['', null])
  })
})
