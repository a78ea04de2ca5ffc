import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { makeSecret } from '../../tests/support/app/made-secrets.ts'
import { createTestBrowser } from '../../tests/support/app/test-app.ts'
import { startTokenIssuer, type TestIssuer } from '../../tests/support/app/token-issuer.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

describe('F98: a product token that is refused, on the built server', () => {
  let issuer: TestIssuer
  let server: Awaited<ReturnType<typeof startBuiltServer>>
  let authJwt: string
  beforeAll(async () => {
    issuer = await startTokenIssuer()
    const { issuer: name, jwksUrl, audience } = issuer
    authJwt = JSON.stringify([{ issuer: name, jwksUrl, audience }])
    server = await startBuiltServer({
      port: await findFreePort(),
      postgresUrl: inject('postgresUrl'),
      env: { TRUST_PROXY: '1', AUTH_JWT: authJwt, LOG_LEVEL: 'warn' },
    })
  })
  afterAll(() => Promise.all([server?.stop(), issuer?.stop()]))

  const refused: [string, () => Promise<string>, RegExp][] = [
    [
      'another audience',
      () => issuer.sign({ claims: { aud: 'other' } }),
      /refused: aud: expected "fairseat", came "other"$/,
    ],
    [
      'another issuer',
      () => issuer.sign({ claims: { iss: 'https://x.example' } }),
      /refused: iss: expected https:\/\/issuer\.example, came "https:\/\/x\.example"; signature: .*not checked/,
    ],
    [
      'no verified address',
      () => issuer.sign({ claims: { email_verified: false } }),
      /refused: email_verified: expected true, came false$/,
    ],
    [
      'no address',
      () => issuer.sign({ claims: { email: undefined } }),
      /refused: email: expected an e-mail address, came nothing$/,
    ],
    [
      'a time that is over',
      () => issuer.sign({ expiresIn: -60 }),
      /refused: exp: expected after 20.*, came 20/,
    ],
    [
      'a key that nobody published',
      () => issuer.sign({ kid: 'unknown' }),
      /refused: signature: expected made by a key at http.*, came no applicable key/,
    ],
    [
      'no form of a token',
      async () => 'abc',
      /refused: token: expected a JWT.*, came 3 characters with 0 dots$/,
    ],
  ]

  test.each(refused)('of %s is explained in the log, with the id of the request', async (_, make, reason) => {
    const token = await make()
    const browser = createTestBrowser(
      { request: async (url, init) => fetch(url, init) },
      { origin: server.url },
    )
    const response = await browser.post('/api/auth/exchange', { token })
    expect(response.status).toBeGreaterThanOrEqual(400)
    const line = await vi.waitFor(() => {
      const found = server
        .printed()
        .split('\n')
        .find((text) => text.includes(response.headers.get('x-request-id') ?? '-'))
      return JSON.parse(found ?? expect.unreachable())
    })
    expect(line).toMatchObject({ level: 'warn', code: (await response.json()).code })
    expect(line.msg).toMatch(reason)
    for (const secret of ['ana@example.com', 'user-1', token.split('.')[2] ?? 'ana@example.com'])
      expect(server.printed()).not.toContain(secret)
  })

  async function doctor(token: string) {
    const child = spawn(process.execPath, ['dist/cli.js', 'doctor', '--token', '-'], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        BACKEND_URL: server.url,
        PUBLIC_KEY: 'pk_of_a_shop',
        AUTH_SECRET: makeSecret(),
        AUTH_JWT: authJwt,
      },
    })
    child.stdin.end(`${token}\n`)
    const [printed, errors] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code: child.exitCode, printed: printed + errors }
  }

  test('is explained by the doctor too, claim by claim', async () => {
    const wrong = await doctor(await issuer.sign({ claims: { aud: ['other'], email_verified: false } }))
    expect(wrong.code).toBe(1)
    expect(wrong.printed.match(/^FAIL {2}.*/gm)).toEqual([
      'FAIL  aud: expected "fairseat", came ["other"]',
      'FAIL  email_verified: expected true, came false',
    ])
    expect(wrong.printed).toContain('The token is refused: sign-in-token-audience.')
    const right = await doctor(await issuer.sign())
    expect(right.code).toBe(0)
    expect(right.printed).toMatch(/^ok {4}signature: /m)
    expect(right.printed).not.toMatch(/FAIL|ana@example\.com/)
    expect(right.printed).toContain('The token is accepted.')
  })
})
