import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { devToken } from '../../tests/support/app/dev-token.ts'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

const guesses = Number(process.env.ATTACKS === 'long' ? 600 : 20)

const sendPath = '/api/auth/email-otp/send-verification-otp'
const tryPath = '/api/auth/sign-in/email-otp'

/** Read as JSON it names the decoy, read as a form the victim. */
const twoFaced = (decoy: string, victim: string, rest: string) =>
  JSON.stringify({ email: decoy, type: 'sign-in', x: `&email=${victim}&${rest}&y=` })

const oddContentTypes = [
  'text/plain; application/json',
  'application/x-www-form-urlencoded; x=application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=application/json',
  'application/json, application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/jsonx',
  'application/vnd.api+json',
  '',
]

describe('signing in on the built server, under attack', () => {
  let server: Awaited<ReturnType<typeof startBuiltServer>>
  let origin: string
  beforeAll(async () => {
    server = await startBuiltServer({
      port: await findFreePort(),
      postgresUrl: inject('postgresUrl'),
      env: { TRUST_PROXY: '1' },
    })
    origin = server.url
  })
  afterAll(() => server?.stop())

  /** Each with an address of its own: the server trusts one proxy. */
  const openBrowser = () => createTestBrowser({ request: async (url, init) => fetch(url, init) }, { origin })

  async function mailsTo(email: string): Promise<{ link: string }[]> {
    return (await fetch(`${origin}/dev/outbox.json?to=${encodeURIComponent(email)}&dev=${devToken}`)).json()
  }

  async function requestCode(email = newAddress()) {
    const browser = openBrowser()
    expect((await browser.requestCode(email)).status).toBe(200)
    const code = await browser.readCode(email)
    return { browser, email, code, wrongCode: code === '000000' ? '000001' : '000000' }
  }

  test('F52: a body that is not sent as JSON is refused, tries no code and sends no mail', async () => {
    const victim = await requestCode()
    // More tries than a code bears.
    expect(oddContentTypes.length).toBeGreaterThan(5)
    for (const type of oddContentTypes) {
      const headers = { 'content-type': type }
      const guess = twoFaced(newAddress(), victim.email, `otp=${victim.wrongCode}`)
      const response = await openBrowser().post(tryPath, guess, headers)
      const { error } = await response.json()
      expect([response.status, error], type).toEqual([415, expect.stringMatching(/JSON/)])
      const send = twoFaced(newAddress(), victim.email, 'type=sign-in')
      expect((await openBrowser().post(sendPath, send, headers)).status, type).toBe(415)
    }
    expect(await mailsTo(victim.email)).toHaveLength(1)
    expect((await victim.browser.tryCode(victim.email, victim.code)).status).toBe(200)
  })

  test.each(['application/json', 'Application/JSON;charset=UTF-8', 'application/json ; charset="utf-8"'])(
    'F52: %s is JSON',
    async (type) => {
      const body = { email: newAddress(), type: 'sign-in' }
      expect((await openBrowser().post(sendPath, body, { 'content-type': type })).status).toBe(200)
    },
  )

  test('F52: of a name that comes twice, the limits and the sign-in see the same value', async () => {
    const victim = await requestCode()
    const twice = `{"email":"${newAddress()}","otp":"${victim.code}","email":"${victim.email}"}`
    expect((await openBrowser().post(tryPath, twice)).status).toBe(400)
    expect((await victim.browser.post(tryPath, twice)).status).toBe(200)
  })

  test(`F57: ${guesses} wrong tries from elsewhere do not touch the code of the browser that asked`, async () => {
    const victim = await requestCode()
    const attacker = openBrowser()
    for (let guess = 0; guess < guesses; guess++) {
      const one = guess % 2 ? attacker : openBrowser()
      expect([400, 429]).toContain((await one.tryCode(victim.email, victim.wrongCode)).status)
    }
    // Not even the right one, from a browser that did not ask.
    expect((await openBrowser().tryCode(victim.email, victim.code)).status).toBe(400)
    expect((await victim.browser.tryCode(victim.email, victim.code)).status).toBe(200)
  })

  test('F57: when others have used up all mails of the hour, the owner still signs in from a new browser', async () => {
    const email = newAddress()
    for (let network = 0; network < 7; network++) {
      const attacker = openBrowser()
      await attacker.requestCode(email)
      for (let guess = 0; guess < 6; guess++) await attacker.tryCode(email, '000000')
    }
    const mails = await mailsTo(email)
    expect(mails.length).toBeLessThanOrEqual(5)
    const owner = openBrowser()
    const asked = await owner.requestCode(email)
    expect([asked.status, (await asked.json()).error]).toEqual([429, expect.stringMatching(/Open the link/)])
    const fragment = new URLSearchParams(new URL(mails[0]?.link ?? '').hash.slice(1))
    const [otp, link] = [fragment.get('code'), fragment.get('key')]
    expect((await owner.post(tryPath, { email, otp, link })).status).toBe(200)
  })

  test('F57: one mailbox under many names gets no more mails than under one', async () => {
    const [name] = newAddress().split('@')
    let sent = 0
    for (let tag = 0; tag < 7; tag++)
      if ((await openBrowser().requestCode(`${name}+${tag}@example.com`)).ok) sent += 1
    expect(sent).toBe(5)
  })

  test.each(['email-verification', 'forget-password', 'change-email'])(
    'F44: a code of the type %s cannot be asked for',
    async (type) => {
      const email = newAddress()
      await openBrowser().signIn(email)
      const responses = []
      for (const address of [email, newAddress()])
        responses.push(await openBrowser().post(sendPath, { email: address, type }))
      expect(responses.map(({ status }) => status)).toEqual([400, 400])
      expect(await mailsTo(email)).toHaveLength(1)
    },
  )

  test.each([
    ['name of 11 KB', { name: 'x'.repeat(11_000) }],
    ['picture', { image: 'https://evil.example/x.png' }],
    ['verified flag', { emailVerified: true }],
    ['address to go on to', { callbackURL: '/' }],
  ])('F63: a sign-in takes no %s', async (_what, more) => {
    const { browser, email, code } = await requestCode()
    expect((await browser.post(tryPath, { email, otp: code, ...more })).status).toBe(400)
    expect((await browser.tryCode(email, code)).status).toBe(200)
    expect((await (await browser.get('/api/account')).json()).user.name).toBe('')
  })

  test('F63: a session is refreshed at most 60 times in ten minutes; reading it goes on', async () => {
    const browser = openBrowser()
    await browser.signIn(newAddress())
    const statuses = []
    for (let turn = 0; turn < 61; turn++) statuses.push((await browser.post('/api/auth/get-session')).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await (await browser.get('/api/auth/get-session')).json()).not.toBeNull()
  })
})
