import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { compressForAll } from './http/negotiated.ts'
import { renderPages } from './http/pages.ts'
import { loadCatalogue } from './plans/load-catalogue.ts'

const settings = { backendUrl: 'https://shop.example', publicKey: 'pk_right_key' }
const script = compressForAll('export {}', { 'content-type': 'text/javascript' })
const client = {
  css: 'h1{color:red}',
  scriptPath: '/assets/pricing-1.js',
  assets: new Map([['/assets/pricing-1.js', script]]),
}
const pages = renderPages({
  catalogue: loadCatalogue('pricing.config.json'),
  client,
  devReload: false,
  ...settings,
})
const app = createApp({ pages, client, devReload: false, ...settings })
const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(`https://shop.example${path}`, { headers })

describe('the page', () => {
  test.each([
    ['br', 'br, gzip', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip;q=1, br;q=0', (body: Buffer) => gunzipSync(body)],
    [null, 'identity', (body: Buffer) => body],
  ])('is served as %s to a client that accepts %s', async (encoding, accepts, decode) => {
    const response = await get('/pricing', { 'accept-encoding': accepts })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    const html = decode(Buffer.from(await response.arrayBuffer())).toString()
    expect(html).toContain('<h2 id="plan-lifetime">Lifetime</h2>')
  })

  test('can be held by a CDN and is the same for everyone', async () => {
    const plain = await get('/pricing')
    const withSession = await get('/pricing', { cookie: 'session=1; fairseat_hint=1' })
    expect(plain.headers.get('cache-control')).toMatch(/public.*s-maxage=\d+/)
    expect(plain.headers.get('set-cookie')).toBeNull()
    expect(await withSession.text()).toBe(await plain.text())
  })

  test('is not sent again to a client that has it', async () => {
    const etag = (await get('/pricing', { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
    const again = await get('/pricing', { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get('/pricing', { 'if-none-match': etag })).status).toBe(200)
  })

  test('allows by policy exactly the inline script and styles that it has', async () => {
    const response = await get('/pricing')
    const html = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''
    const inline = [...html.matchAll(/<(?:script|style)>(.*?)<\/(?:script|style)>/gs)].map(
      ([, content]) => content ?? '',
    )
    expect(inline).toHaveLength(2)
    for (const content of inline) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
    }
    expect(policy).not.toContain('unsafe')
  })

  test('cannot be broken out of by what the catalogue says', () => {
    const catalogue = {
      ...loadCatalogue('pricing.config.json'),
      headline: '</script><script>alert(1)</script>',
    }
    const html = Buffer.from(
      renderPages({ catalogue, client, devReload: false, ...settings }).pricing.identity.body,
    ).toString()
    expect(html).not.toContain('<script>alert')
  })
})

test('a script is cached for good, an unknown one is not there', async () => {
  expect((await get('/assets/pricing-1.js')).headers.get('content-type')).toBe('text/javascript')
  expect((await get('/assets/pricing-2.js')).status).toBe(404)
  expect((await get('/assets/..%2f..%2fpackage.json')).status).toBe(404)
})

describe('the publishable key', () => {
  // Behind the guard an unknown path answers 404; the guard itself answers 401.
  test.each([
    ['from our own page without a key', {}, 404],
    ['from our own page with the key', { origin: 'https://shop.example', apikey: 'pk_right_key' }, 404],
    ['with a wrong key', { apikey: 'pk_wrong_key' }, 401],
    ['with an empty key', { apikey: '' }, 401],
    ['from another origin without a key', { origin: 'https://other.example' }, 401],
    ['from another origin with the key', { origin: 'https://other.example', apikey: 'pk_right_key' }, 404],
    ['from a sandboxed page without a key', { origin: 'null' }, 401],
  ])('%s', async (_when, headers, status) => {
    const response = await get('/api/nothing', { host: 'shop.example', ...headers })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: expect.stringMatching(/\.$/) })
  })

  test('another origin may ask with the key, but never with the visitor’s session', async () => {
    const preflight = await app.request('https://shop.example/api/nothing', {
      method: 'OPTIONS',
      headers: {
        host: 'shop.example',
        origin: 'https://other.example',
        'access-control-request-method': 'POST',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://other.example')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  })
})
