import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hostileNext, hostileTranslations } from '../../tests/support/app/hostile-next.ts'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { startTokenIssuer, type TestIssuer } from '../../tests/support/app/token-issuer.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { readSignInParams } from '../../web/identity/sign-in-params.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-redirects-'))
const catalogueFile = path.join(folder, 'pricing.config.json')
const languages = ['en', 'de']

const sampled = [
  ...hostileTranslations,
  ...fc.sample(hostileNext, { numRuns: 40, seed: 86 }),
  ...hostileTranslations.map((next) => `/de${next}`),
  // A lone surrogate is no text and cannot be sent.
].filter((next) => !/\p{Cs}/u.test(next))
/** `next` of `next`: our own address that chooses a language, and our own sign-in page. */
const wrapped = sampled.flatMap((next) => {
  const inner = encodeURIComponent(next)
  return [next, `/language/en?next=${inner}`, `/de/sign-in?next=${inner}`]
})

describe('a hostile `next` on the built server with two languages', () => {
  let server: Awaited<ReturnType<typeof startBuiltServer>>
  let issuer: TestIssuer
  let site: string
  beforeAll(async () => {
    const catalogue = JSON.parse(fs.readFileSync('pricing.config.json', 'utf8'))
    fs.writeFileSync(catalogueFile, JSON.stringify({ ...catalogue, languages }))
    issuer = await startTokenIssuer()
    const { issuer: name, jwksUrl, audience } = issuer
    server = await startBuiltServer({
      port: await findFreePort(),
      postgresUrl: inject('postgresUrl'),
      env: {
        TRUST_PROXY: '1',
        PRICING_CONFIG: catalogueFile,
        AUTH_JWT: JSON.stringify([{ issuer: name, jwksUrl, audience }]),
      },
    })
    site = server.url
  })
  afterAll(async () => {
    await server?.stop()
    await issuer?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const openBrowser = () =>
    createTestBrowser(
      { request: async (url, init) => fetch(url, { ...init, redirect: 'manual' }) },
      { origin: site },
    )
  type Browser = ReturnType<typeof openBrowser>

  /** Follows an address through our redirects as a browser does; every step must be on this site. */
  async function expectToStay(browser: Browser, address: string, why: unknown) {
    let here = new URL(address, site)
    for (let step = 0; step < 5; step++) {
      expect([here.origin, why]).toEqual([site, why])
      // The script of the sign-in page follows its `next`.
      const target = here.pathname.endsWith('/sign-in') ? readSignInParams(here).next : here.href
      here = new URL(target, here)
      expect([here.origin, why]).toEqual([site, why])
      const response = await browser.get(here.href.slice(site.length))
      const location = response.headers.get('location')
      if (location === null) return
      expect([location, why]).toEqual([expect.stringMatching(/^\/(?![/\\])/), why])
      here = new URL(location, here)
    }
  }

  test('F86: the language picker leads to no other site', async () => {
    const reproduced = await openBrowser().get('/language/en?next=/de//evil.example')
    expect(reproduced.headers.get('location')).toBe('/pricing')
    for (const next of wrapped) {
      for (const language of languages) {
        const address = `/language/${language}?next=${encodeURIComponent(next)}`
        await expectToStay(openBrowser(), address, next)
      }
    }
  })

  test('F86: the link in the sign-in mail leads to no other site, with and without the code', async () => {
    for (const next of wrapped.slice(0, 40)) {
      const browser = openBrowser()
      const email = newAddress()
      const query = `?next=${encodeURIComponent(next)}`
      const headers = { 'accept-language': 'de' }
      const body = { email, type: 'sign-in' }
      await browser.post(`/api/auth/email-otp/send-verification-otp${query}`, body, headers)
      const [mail] = await (await browser.get(`/dev/outbox.json?to=${encodeURIComponent(email)}`)).json()
      expect(new URL(mail.link).origin).toBe(site)
      const signedIn = await browser.tryCode(email, mail.code)
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([200, null])
      await expectToStay(browser, mail.link, next)
    }
  })

  test('F86: a form of the product leads to no other site, whether its token counts or not', async () => {
    const good = await issuer.sign()
    for (const [index, next] of wrapped.entries()) {
      const browser = openBrowser()
      const form = new URLSearchParams({ token: index % 2 ? good : 'x', next: next })
      const response = await browser.post('/sign-in/exchange', form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      })
      await expectToStay(browser, response.headers.get('location') ?? 'nowhere:', next)
    }
  })
})
