import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startMailServer } from '../../tests/support/app/mail-server.ts'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { startChildProcess } from '../../tests/support/processes/child-process.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { createApiKey } from '../integration/api-key.ts'

const origin = 'https://shop.test'
const sessionCookie = '__Host-fairseat.session_token'
const apiKey = createApiKey()

describe('sessions of the built server behind https', () => {
  let server: Awaited<ReturnType<typeof startChildProcess>>
  let mails: Awaited<ReturnType<typeof startMailServer>>
  let port: number
  beforeAll(async () => {
    mails = await startMailServer()
    port = await findFreePort()
    server = await startChildProcess({
      script: 'dist/server/main.js',
      readyUrl: `http://127.0.0.1:${port}/healthz`,
      env: {
        PORT: String(port),
        BACKEND_URL: origin,
        TRUST_PROXY: '1',
        PUBLIC_KEY: 'pk_of_an_attacked_shop',
        AUTH_SECRET: randomBytes(32).toString('base64'),
        DATABASE_URL: await createMigratedDatabase(inject('postgresUrl')),
        SMTP_URL: mails.url,
        MAIL_FROM: 'Shop <hello@shop.test>',
        STRIPE_SECRET_KEY: `sk_test_${randomBytes(12).toString('hex')}`,
        STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(16).toString('hex')}`,
        // Nothing listens there: no test here pays.
        STRIPE_API_URL: 'http://127.0.0.1:9',
        API_KEYS: `${apiKey}:read+write+sign-in`,
        LOG_LEVEL: 'silent',
      },
    })
  })
  afterAll(async () => {
    await server?.stop()
    await mails?.stop()
  })

  /** As the proxy in front passes a request on. */
  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(url)
    const headers = init.headers as Record<string, string>
    const call = http.request({
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method: init.method,
      headers,
    })
    call.end(init.body)
    const [answer] = (await once(call, 'response')) as [http.IncomingMessage]
    const answered = new Headers()
    for (let index = 0; index < answer.rawHeaders.length; index += 2)
      answered.append(answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '')
    const body = await buffer(answer)
    return new Response(body.length > 0 ? body : null, { status: answer.statusCode ?? 0, headers: answered })
  }
  const openBrowser = () =>
    createTestBrowser({ request: (url, init) => request(String(url), init) }, { origin })
  async function signedIn(email = newAddress()) {
    const browser = openBrowser()
    await browser.requestCode(email)
    expect((await browser.tryCode(email, mails.codeFor(email))).status).toBe(200)
    return browser
  }
  const accountOf = async (browser: ReturnType<typeof openBrowser>, cookie?: string) =>
    browser.get('/api/account', cookie === undefined ? {} : { cookie })
  const askApi = async (method: string, path: string, body: object) => {
    const headers = {
      host: 'shop.test',
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
    }
    return (await request(`${origin}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })).json()
  }

  test('F89: a cookie that a sibling host plants beside the visitor’s signs nobody in', async () => {
    const [victim, attacker] = [await signedIn(), await signedIn()]
    const [own, planted] = [victim, attacker].map(({ cookies }) => cookies.get(sessionCookie))
    expect([own, planted]).toEqual([expect.any(String), expect.any(String)])
    expect((await accountOf(openBrowser(), `${sessionCookie}=${own}`)).status).toBe(200)
    for (const cookie of [
      `${sessionCookie}=${planted}; ${sessionCookie}=${own}`,
      `${sessionCookie}=${own};${sessionCookie}=${planted}`,
      // A sibling host can plant these: names without the prefix.
      `fairseat.session_token=${planted}`,
      `__Secure-fairseat.session_token=${planted}`,
    ])
      expect((await accountOf(openBrowser(), cookie)).status, cookie).toBe(401)
  })

  test('F96: signing in again ends the former session of that browser', async () => {
    const browser = await signedIn()
    const former = `${sessionCookie}=${browser.cookies.get(sessionCookie)}`
    const email = newAddress()
    await browser.requestCode(email)
    expect((await browser.tryCode(email, mails.codeFor(email))).status).toBe(200)
    expect((await accountOf(browser)).status).toBe(200)
    expect((await accountOf(openBrowser(), former)).status).toBe(401)
  })

  test('F90 F91: a link of the product asks a stranger’s browser first, and its session exports nothing', async () => {
    const email = newAddress()
    const { id } = await askApi('PUT', `/customers/external/${email}`, { email, emailVerified: true })
    const { url } = await askApi('POST', `/customers/${id}/sign-in-links`, {})
    const browser = openBrowser()
    const path = url.slice(origin.length)
    const asked = await browser.get(path, { 'sec-fetch-site': 'cross-site' })
    expect([asked.status, asked.headers.getSetCookie()]).toEqual([200, []])
    expect((await accountOf(browser)).status).toBe(401)
    await browser.get(path, { 'sec-fetch-site': 'same-site' })
    expect((await accountOf(browser)).status).toBe(200)
    const refused = await browser.get('/api/account/export')
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'proof-needed'])
    await browser.post('/api/account/proof-code')
    expect((await browser.post('/api/account/prove', { code: mails.codeFor(email) })).status).toBe(200)
    expect((await browser.get('/api/account/export')).status).toBe(200)
  })
})
