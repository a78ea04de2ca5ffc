import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { oidcScopes } from '../../../core/identity/oidc-scopes.ts'
import { hostileNext } from '../../../tests/support/app/hostile-next.ts'
import { createTestApp, createTestBrowser, newAddress, siteUrl } from '../../../tests/support/app/test-app.ts'
import { createMigratedDatabase } from '../../../tests/support/database/create-postgres-database.ts'
import { testSeed } from '../../../tests/support/test-seed.ts'
import { openDatabase } from '../../db/open-database.ts'

/** `npm run torture` asks for more. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 90)
const seed = testSeed('FUZZ_SEED', 20_261_116)

const redirectUri = 'https://pagelet.example/callback'
const clientSecret = 'a-secret-of-pagelet-and-of-nobody-else'
const verifier = 'v'.repeat(43)
const authorize = {
  client_id: 'pagelet',
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid email offline_access',
  state: 'state',
  nonce: 'nonce',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}
const token = {
  grant_type: 'authorization_code',
  client_id: 'pagelet',
  client_secret: clientSecret,
  redirect_uri: redirectUri,
  code_verifier: verifier,
}

const hostile = fc.oneof(
  hostileNext,
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      'null',
      '0',
      '-1',
      '1e309',
      'NaN',
      '\u0000',
      '{"a":1}',
      '[]',
      '__proto__',
      'a'.repeat(5_000),
    ],
    ...[
      'none',
      'plain',
      'login',
      'consent',
      'none login',
      'token',
      'code token',
      'openid admin',
      'constructor',
    ],
    ...[`${redirectUri}#x`, `${redirectUri}\r\nx: y`, 'https://pagelet.example@evil.example/callback'],
    ...[
      'https://pagelet.example/callback/../x',
      'HTTPS://PAGELET.EXAMPLE/callback',
      'other',
      'refresh_token',
    ],
  ),
)
/** Up to three changes to a request that is right: another value, one more, or none at all. */
const changes = (fields: readonly string[]) =>
  fc.array(
    fc.tuple(fc.constantFrom(...fields), fc.constantFrom('set', 'append', 'delete'), hostile) as fc.Arbitrary<
      [string, 'set' | 'append' | 'delete', string]
    >,
    { maxLength: 3 },
  )
type Changes = [string, 'set' | 'append' | 'delete', string][]
function changed(right: Record<string, string>, all: Changes): URLSearchParams {
  const params = new URLSearchParams(right)
  for (const [name, how, text] of all) {
    const value = Buffer.from(text).toString()
    if (how === 'delete') params.delete(name)
    else params[how](name, value)
  }
  return params
}

test(`whatever a product sends (FUZZ_SEED=${seed}): no defect, and codes go to its own address only, with PKCE`, {
  timeout: 3_600_000,
}, async () => {
  const databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
  const database = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
  const client = {
    clientId: 'pagelet',
    clientSecret,
    name: 'Pagelet',
    redirectUris: [redirectUri],
    scopes: oidcScopes,
  }
  const app = createTestApp(database.db, { OIDC_CLIENTS: JSON.stringify([client]) })
  const visitor = createTestBrowser(app)
  await visitor.signIn(newAddress())
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
  let turn = 0
  // From many addresses: limits have tests of their own.
  const from = () => ({ 'x-forwarded-for': `10.9.${Math.floor(++turn / 250)}.${turn % 250}` })
  const ask = (params: URLSearchParams) =>
    app.request(`${siteUrl}/api/auth/oauth2/authorize?${params}`, { headers: { cookie, ...from() } })
  const reached = { codes: 0, tokens: 0 }

  const extra = [
    'prompt',
    'max_age',
    'request',
    'request_uri',
    'claims',
    'resource',
    'response_mode',
    'dpop_jkt',
  ]
  const asked = fc.sample(changes([...Object.keys(authorize), ...extra]), { numRuns: requests, seed })
  for (const all of asked) {
    const params = changed(authorize, all)
    const response = await ask(params)
    const shown = JSON.stringify(all)
    expect(response.status, shown).toBeLessThan(500)
    const place = new URL(response.headers.get('location') ?? '/', siteUrl)
    expect([siteUrl, 'https://pagelet.example'], shown).toContain(place.origin)
    if (!place.searchParams.has('code') || place.origin === siteUrl) continue
    reached.codes += 1
    expect(place.origin + place.pathname, shown).toBe(redirectUri)
    expect(params.getAll('code_challenge_method'), shown).toEqual(['S256'])
  }

  const fields = [...Object.keys(token), 'code', 'scope', 'refresh_token', 'resource', 'client_assertion']
  for (const all of fc.sample(changes(fields), { numRuns: Math.ceil(requests / 3), seed })) {
    const code = new URL((await ask(new URLSearchParams(authorize))).headers.get('location') ?? '')
      .searchParams
    const form = changed({ ...token, code: code.get('code') ?? '' }, all)
    const response = await app.request(`${siteUrl}/api/auth/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...from() },
      body: form.toString(),
    })
    const shown = JSON.stringify(all)
    expect(response.status, shown).toBeLessThan(500)
    const result = await response.json()
    if (!response.ok) {
      expect(result.error, shown).toEqual(expect.any(String))
      continue
    }
    reached.tokens += 1
    for (const [name, right] of Object.entries(token)) expect(form.getAll(name), shown).toEqual([right])
  }
  // A fuzzer that is always refused finds nothing.
  expect(Math.min(reached.codes, reached.tokens)).toBeGreaterThan(requests / 60)
  await database.close()
})
