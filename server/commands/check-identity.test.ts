import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OidcClient } from '../env.ts'
import { SecureUrl } from '../secure-url.ts'
import { checkOidcClients, checkTokenIssuer } from './check-identity.ts'

const patienceMs = 5_000
const answers: Record<string, [number, unknown]> = {}
const server = createServer(({ url = '' }, response) => {
  const [status, body] = answers[url] ?? [404, {}]
  response.writeHead(status, { location: '/keys' }).end(JSON.stringify(body))
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  answers['/keys'] = [200, { keys: [{ kty: 'RSA' }, { kty: 'oct' }, { kty: 'EC' }] }]
  answers['/secret'] = [200, { keys: [{ kty: 'oct' }] }]
  answers['/moved'] = [302, {}]
  answers['/page'] = [200, 'hello']
})
afterAll(() => void server.close())

const issuer = (path: string, origins: string[] = []) => ({
  issuer: 'https://issuer.example',
  jwksUrl: SecureUrl.parse(path.startsWith('/') ? origin + path : path),
  audience: 'x',
  origins: origins.map((text) => SecureUrl.parse(text)),
  emailsAreVerified: false,
})

test('an issuer whose public keys can be fetched is fine', async () => {
  expect(await checkTokenIssuer(issuer('/keys'), patienceMs)).toMatch(/^2 keys .* no page/)
  expect(await checkTokenIssuer(issuer('/keys', ['https://app.example']), patienceMs)).toMatch(/app\.example/)
})

test.each([
  ['/none', /answered 404/],
  ['/moved', /answered 302/],
  ['/page', /something else/],
  ['/secret', /asymmetric/],
])('an issuer with %s is not: %s', async (path, reason) => {
  await expect(checkTokenIssuer(issuer(path), patienceMs)).rejects.toThrow(reason)
})

test('an issuer that does not answer is named', async () => {
  await expect(checkTokenIssuer(issuer('http://127.0.0.1:9/'), patienceMs)).rejects.toThrow()
})

const client: OidcClient = {
  clientId: 'pagelet',
  clientSecret: 'x'.repeat(32),
  name: 'Pagelet',
  redirectUris: [SecureUrl.parse('https://pagelet.example/callback')],
  postLogoutRedirectUris: [],
  scopes: ['openid'],
}

test('clients are fine when the server answers as their issuer', async () => {
  answers['/.well-known/openid-configuration'] = [200, { issuer: origin, jwks_uri: `${origin}/keys` }]
  expect(await checkOidcClients([client], origin, patienceMs)).toBe(`pagelet; issuer ${origin}`)
})

test('clients are not when it answers as another, or not at all', async () => {
  answers['/.well-known/openid-configuration'] = [200, { issuer: 'https://x', jwks_uri: `${origin}/keys` }]
  await expect(checkOidcClients([client], origin, patienceMs)).rejects.toThrow(/its issuer is https:\/\/x/)
  delete answers['/.well-known/openid-configuration']
  await expect(checkOidcClients([client], origin, patienceMs)).rejects.toThrow(/answered 404/)
})

test('clients with one secret, or an address left from development, are not', async () => {
  const twin = { ...client, clientId: 'twin' }
  await expect(checkOidcClients([client, twin], origin, patienceMs)).rejects.toThrow(/same clientSecret/)
  const local = { ...client, redirectUris: [SecureUrl.parse('http://localhost:4000/callback')] }
  const shop = 'https://shop.example'
  await expect(checkOidcClients([local], shop, patienceMs)).rejects.toThrow(/visitor's own machine/)
})
