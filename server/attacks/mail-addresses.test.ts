import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { createApiKey } from '../integration/api-key.ts'

/** Each has the ASCII letter k as its lower case, or is mapped to it by NFKC. */
const lookalikes = ['\u{212A}', '\u{FF4B}', '\u{24DA}']

describe('F94: an address that becomes another’s by Unicode folding, on the built server', () => {
  const apiKey = createApiKey()
  const owner = `k${newAddress()}`
  let server: Awaited<ReturnType<typeof startBuiltServer>>
  const openBrowser = () =>
    createTestBrowser({ request: async (url, init) => fetch(url, init) }, { origin: server.url })
  beforeAll(async () => {
    server = await startBuiltServer({
      port: await findFreePort(),
      postgresUrl: inject('postgresUrl'),
      env: { TRUST_PROXY: '1', API_KEYS: apiKey },
    })
    await openBrowser().signIn(owner)
  })
  afterAll(() => server?.stop())

  test.each(lookalikes)('gets no code: %s', async (letter) => {
    const response = await openBrowser().requestCode(owner.replace('k', letter))
    expect(response.status).toBe(400)
    expect((await response.json()).code).toBe('bad-email')
  })

  test.each(lookalikes)('signs in as nobody, with a code that its owner requested: %s', async (letter) => {
    const browser = openBrowser()
    await browser.requestCode(owner)
    const code = await browser.readCode(owner)
    expect((await browser.tryCode(owner.replace('k', letter), code)).status).toBe(400)
    expect((await browser.tryCode(owner, code)).status).toBe(200)
  })

  test.each(lookalikes)('is no customer of the API: %s', async (letter) => {
    const find = async (email: string) => {
      const query = new URLSearchParams({ email })
      const headers = { authorization: `Bearer ${apiKey}` }
      return (await fetch(`${server.url}/api/v1/customers?${query}`, { headers })).status
    }
    expect(await find(owner.replace('k', letter))).toBe(404)
    expect(await find(` ${owner.toUpperCase()} `)).toBe(200)
  })
})
