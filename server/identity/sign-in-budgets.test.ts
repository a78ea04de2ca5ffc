import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { rateLimits } from '../db/schema.ts'
import { guessesBeforeOneTry, guessLimits, mailLimits, triesPerCode } from './sign-in-limits.ts'

describeMainlyOnPostgres('budgets of strangers', (openTestDatabase) => {
  let db: Drizzle
  let app: TestApp
  beforeEach(async () => {
    db ??= (await openTestDatabase()).db
    app ??= createTestApp(db)
    await db.delete(rateLimits)
  })

  const open = () => createTestBrowser(app)
  const codeOf = async (response: Response) => [response.status, (await response.json()).code]
  const setHits = (name: string, hits: number) =>
    db
      .update(rateLimits)
      .set({ hits })
      .where(sql`${rateLimits.key} like ${`${name}:%`}`)
  const hitsOf = async (name: string) => {
    const rows = await db
      .select()
      .from(rateLimits)
      .where(sql`${rateLimits.key} like ${`${name}:%`}`)
    return rows.reduce((sum, { hits }) => sum + hits, 0)
  }
  async function requestCode() {
    const browser = open()
    const email = newAddress()
    await browser.requestCode(email)
    const code = await browser.readCode(email)
    return { browser, email, code, wrong: code === '000000' ? '000001' : '000000' }
  }
  async function linkKeyOf(email: string) {
    const [mail] = await (await open().get(`/dev/outbox.json?to=${encodeURIComponent(email)}`)).json()
    return new URLSearchParams(new URL(mail.link).hash.slice(1)).get('key')
  }

  test('F88: beyond the wrong codes of a network not even the right one counts, and the link of the mail does', async () => {
    const { browser, email, code, wrong } = await requestCode()
    expect(await codeOf(await browser.tryCode(email, wrong))).toEqual([400, 'code-wrong'])
    await setHits(guessLimits.byNetwork.name, guessLimits.byNetwork.max)
    const refused = await browser.tryCode(email, code)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await codeOf(refused)).toEqual([429, 'codes-exhausted'])
    const link = await linkKeyOf(email)
    expect((await browser.post('/api/auth/sign-in/email-otp', { email, otp: '', link })).status).toBe(200)
  })

  test('F88: a browser that signed in with the address before types codes whatever others did', async () => {
    const owner = open()
    const email = newAddress()
    await owner.signIn(email)
    await owner.post('/api/auth/sign-out')
    await requestCode().then(({ browser, email: other, wrong }) => browser.tryCode(other, wrong))
    const stranger = open()
    await stranger.requestCode(newAddress())
    await setHits(guessLimits.inAll.name, guessLimits.inAll.max)
    await setHits(mailLimits.inAll.name, mailLimits.inAll.max)
    expect(await codeOf(await stranger.requestCode(newAddress()))).toEqual([429, 'mails-exhausted'])
    expect(await owner.signIn(email)).toMatch(/./)
  })

  test('F88: a network that used nothing signs in though others used up the budgets, and guesses once', async () => {
    await requestCode().then(({ browser, email, wrong }) => browser.tryCode(email, wrong))
    const exhaust = async () => {
      await setHits(guessLimits.inAll.name, guessLimits.inAll.max)
      await setHits(mailLimits.inAll.name, mailLimits.inAll.max)
    }
    await exhaust()
    expect(await open().signIn(newAddress())).toMatch(/./)
    const attacker = await requestCode()
    expect(await codeOf(await attacker.browser.tryCode(attacker.email, attacker.wrong))).toEqual([
      400,
      'code-wrong',
    ])
    expect(await codeOf(await attacker.browser.tryCode(attacker.email, attacker.code))).toEqual([
      429,
      'codes-exhausted',
    ])
    expect(await codeOf(await attacker.browser.requestCode(newAddress()))).toEqual([429, 'mails-exhausted'])
  })

  test('F88: after many wrong codes in all a code stands one try, and the right one works at once', async () => {
    const first = await requestCode()
    await first.browser.tryCode(first.email, first.wrong)
    await setHits(guessLimits.inAll.name, guessesBeforeOneTry)
    expect((await first.browser.tryCode(first.email, first.code)).status).toBe(403)
    const second = await requestCode()
    expect((await second.browser.tryCode(second.email, second.code)).status).toBe(200)
  })

  test('F88: right codes, and codes that nobody asked for, are no guesses', async () => {
    const { browser, email, code, wrong } = await requestCode()
    expect((await browser.tryCode(email, code)).status).toBe(200)
    expect((await open().tryCode(email, wrong)).status).toBe(400)
    expect(await hitsOf(guessLimits.inAll.name)).toBe(0)
    const other = await requestCode()
    for (let guess = 0; guess < triesPerCode + 3; guess++)
      await other.browser.tryCode(other.email, other.wrong)
    expect(await hitsOf(guessLimits.inAll.name)).toBe(triesPerCode)
    expect(await hitsOf(guessLimits.byNetwork.name)).toBe(triesPerCode)
  })

  test('F88: mails that are answered take nothing from the budgets, by code or by link', async () => {
    await requestCode()
    const typed = await requestCode()
    await typed.browser.tryCode(typed.email, typed.code)
    const linked = await requestCode()
    const link = await linkKeyOf(linked.email)
    await linked.browser.post('/api/auth/sign-in/email-otp', { email: linked.email, otp: '', link })
    expect(await hitsOf(mailLimits.inAll.name)).toBe(1)
    expect(await hitsOf(mailLimits.byNetwork.name)).toBe(1)
  })

  test('F88: a link that another browser opens gives nothing back: a known browser’s mail was not counted', async () => {
    const asked = await requestCode()
    const link = await linkKeyOf(asked.email)
    await open().post('/api/auth/sign-in/email-otp', { email: asked.email, otp: '', link })
    expect(await hitsOf(mailLimits.inAll.name)).toBe(1)
  })

  test('F88: a mail that one limit refuses is counted by none', async () => {
    const { browser } = await requestCode()
    await setHits(mailLimits.inAll.name, mailLimits.inAll.max)
    const email = newAddress()
    const refused = await browser.requestCode(email)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await hitsOf(mailLimits.byNetwork.name)).toBe(1)
    expect(await hitsOf(mailLimits.byMailbox.name)).toBe(1)
    await setHits(mailLimits.inAll.name, 0)
    for (let mail = 0; mail < mailLimits.byMailbox.max; mail++) await open().requestCode(email)
    expect(await codeOf(await open().requestCode(email))).toEqual([429, 'too-many-mails'])
    expect(await hitsOf(mailLimits.inAll.name)).toBe(mailLimits.byMailbox.max)
  })
})
