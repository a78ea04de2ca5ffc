import { beforeAll, describe, expect, test } from 'vitest'
import { loadMessages } from '../../core/messages/in-language.ts'
import {
  createTestApp,
  createTestBrowser,
  newAddress,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { describeMainlyOnEmbedded } from '../../tests/support/database/both-databases.ts'

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

describeMainlyOnEmbedded('the sign-in page’s forms', (openTestDatabase) => {
  let app: TestApp
  beforeAll(async () => {
    await loadMessages(['en', 'de'])
    app = createTestApp((await openTestDatabase()).db, {}, { languages: ['en', 'de'] })
  })

  const openBrowser = () => {
    const browser = createTestBrowser(app)
    const submit = (path: string, fields: Record<string, string>, headers = {}) =>
      browser.post(path, `${new URLSearchParams(fields)}`, { ...formType, ...headers })
    return { ...browser, submit }
  }
  const problemIn = async (response: Response) =>
    /<p role="alert">([^<]+)</.exec(await response.text())?.[1] ?? null

  test('I1 I2 F102 sign in without a script and lead on to next', async () => {
    const browser = openBrowser()
    const email = newAddress()
    const next = '/account?x=1'
    const sent = await browser.submit(`/sign-in?${new URLSearchParams({ next })}`, { email })
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      '/sign-in/code?next=%2Faccount%3Fx%3D1',
    ])
    expect(sent.headers.get('location')).not.toContain(email)
    const page = await browser.get(sent.headers.get('location') ?? '')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    expect(html).toContain(`<input type="hidden" name="email" value="${email}"/>`)
    expect(html).toContain('action="/sign-in/code?next=%2Faccount%3Fx%3D1"')

    const code = await browser.readCode(email)
    const done = await browser.submit('/sign-in/code?next=%2Faccount%3Fx%3D1', { email, code })
    expect([done.status, done.headers.get('refresh')]).toEqual([200, '0;url=/account?x=1'])
    expect(done.headers.get('referrer-policy')).toBe('no-referrer')
    expect([...browser.cookies.keys()].sort()).toEqual([
      'fairseat.browser',
      'fairseat.session_token',
      'fairseat_hint',
    ])
    expect((await (await browser.get('/api/auth/get-session')).json()).user.email).toBe(email)
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example'])(
    'F102 next leads to no other site: %j',
    async (next) => {
      const browser = openBrowser()
      const email = newAddress()
      const query = new URLSearchParams({ next })
      const sent = await browser.submit(`/sign-in?${query}`, { email })
      expect(sent.headers.get('location')).toBe('/sign-in/code?next=%2Fpricing')
      const code = await browser.readCode(email)
      const done = await browser.submit(`/sign-in/code?${query}`, { email, code })
      expect(done.headers.get('refresh')).toBe('0;url=/pricing')
    },
  )

  test('F102 a refusal is the page with a sentence, and keeps the address', async () => {
    const browser = openBrowser()
    const bad = await browser.submit('/sign-in', { email: 'ann@"><b>' })
    expect([bad.status, bad.headers.get('content-type')]).toEqual([400, 'text/html; charset=UTF-8'])
    const html = await bad.text()
    expect(html).toContain('value="ann@&quot;&gt;&lt;b&gt;"')
    expect(html).toMatch(/<input id="([^"]+)" aria-invalid="true" aria-describedby="\1-note"/)

    const email = newAddress()
    await browser.submit('/sign-in', { email })
    const code = await browser.readCode(email)
    const wrong = { email, code: code === '000000' ? '000001' : '000000' }
    const first = await browser.submit('/sign-in/code', wrong)
    expect([first.status, await problemIn(first)]).toEqual([400, expect.stringMatching(/isn’t right/)])
    for (let tries = 1; tries < 5; tries++) await browser.submit('/sign-in/code', wrong)
    const spent = await browser.submit('/sign-in/code', { email, code })
    expect(spent.status).toBe(403)
    const page = await spent.text()
    expect(page).toContain(email)
    expect(page).toMatch(/<button type="submit" class="button button-primary"[^>]* name="resend"/)
  })

  test('F102 speak the language of the page, in the mail too', async () => {
    const browser = openBrowser()
    const email = newAddress()
    const sent = await browser.submit('/de/sign-in?next=/de/account', { email })
    expect(sent.headers.get('location')).toBe('/de/sign-in/code?next=%2Fde%2Faccount')
    const [mail] = await (await browser.get(`/dev/outbox.json?to=${email}`)).json()
    expect(mail.link).toContain('/de/sign-in?next=')
    const refused = await browser.submit('/de/sign-in/code', { email, code: 'x' })
    const html = await refused.text()
    expect(html).toContain('<html lang="de">')
    expect(html).toContain('Dieser Code stimmt nicht')
  })

  test('F102 are counted with the calls of the page’s script: mails, tries and wrong codes', async () => {
    const browser = openBrowser()
    const email = newAddress()
    await browser.requestCode(email)
    await browser.submit('/sign-in', { email })
    await browser.requestCode(email)
    const fourth = await browser.submit('/sign-in', { email })
    expect([fourth.status, await problemIn(fourth)]).toEqual([429, expect.stringMatching(/\S/)])
    expect(fourth.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await browser.requestCode(email)).status).toBe(429)

    const code = await browser.readCode(email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 3; tries++) await browser.tryCode(email, wrong)
    for (let tries = 0; tries < 2; tries++) await browser.submit('/sign-in/code', { email, code: wrong })
    expect((await browser.tryCode(email, code)).status).toBe(403)

    const guesser = openBrowser()
    const guess = { email: newAddress(), code: '000000' }
    for (let tries = 0; tries < 60; tries++) {
      await guesser.tryCode(guess.email, guess.code)
      await guesser.submit('/sign-in/code', guess)
    }
    expect((await guesser.submit('/sign-in/code', guess)).status).toBe(429)
    expect((await guesser.tryCode(guess.email, guess.code)).status).toBe(429)
  })

  describe('F102 are refused', () => {
    test.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
      'from a page of %s',
      async (origin) => {
        const browser = openBrowser()
        const email = newAddress()
        expect((await browser.submit('/sign-in', { email }, { origin })).status).toBe(403)
        const code = { email, code: '000000' }
        expect((await browser.submit('/sign-in/code', code, { origin })).status).toBe(403)
        expect(await (await browser.get(`/dev/outbox.json?to=${email}`)).json()).toEqual([])
      },
    )
    test.each([
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/json',
      'application/x-www-form-urlencoded; charset=utf-16',
    ])('as %s', async (type) => {
      const browser = openBrowser()
      const email = newAddress()
      const response = await browser.submit('/sign-in', { email }, { 'content-type': type })
      expect(response.status).toBe(400)
      expect(await (await browser.get(`/dev/outbox.json?to=${email}`)).json()).toEqual([])
    })
    test('when they are larger than any form of ours', async () => {
      const response = await openBrowser().submit('/sign-in', { email: 'a'.repeat(70_000) })
      expect(response.status).toBe(413)
    })
  })

  test('F102 without an address to name, the page for the code leads to the one for the address', async () => {
    const response = await openBrowser().get('/sign-in/code?next=/account&again=1')
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/sign-in?next=%2Faccount&again=1',
    ])
  })
})
