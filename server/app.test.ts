import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, test } from 'vitest'
import { createTestApp, siteUrl } from '../tests/support/app/test-app.ts'
import type { LoadedBrand } from './brand/load-brand.ts'
import type { Drizzle } from './db/database.ts'
import * as schema from './db/schema.ts'
import { precompress } from './pages/precompressed.ts'

// Nothing here touches the database.
const noDatabase = drizzle.mock({ schema }) as unknown as Drizzle
const app = createTestApp(noDatabase)
const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(siteUrl + path, { headers: { host: 'localhost', ...headers } })

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

  test('cannot be broken out of by what the catalogue says', async () => {
    const hostile = createTestApp(noDatabase, {}, { headline: '</script><script>alert(1)</script>' })
    const html = await (await hostile.request(`${siteUrl}/pricing`)).text()
    expect(html).toContain('alert(1)')
    expect(html).not.toContain('<script>alert')
  })
})

test.each(['/sign-in', '/account'])(
  '%s is the same for everyone and asked for again each time',
  async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('set-cookie')).toBeNull()
  },
)

test('a script is cached for good, an unknown one is not there', async () => {
  expect((await get('/assets/page-1.js')).headers.get('content-type')).toBe('text/javascript')
  expect((await get('/assets/page-2.js')).status).toBe(404)
  expect((await get('/assets/..%2f..%2fpackage.json')).status).toBe(404)
})

describe('a brand', () => {
  const headersOf = async (brand?: LoadedBrand) => {
    const branded = createTestApp(noDatabase, {}, {}, undefined, { brand })
    const request = (path: string) => branded.request(`${siteUrl}${path}`)
    return { request, policy: (await request('/pricing')).headers.get('content-security-policy') ?? '' }
  }
  const picture = precompress('<svg/>', { 'content-type': 'image/svg+xml' })
  const plain: LoadedBrand = {
    styles: ':root{--accent:#123456}',
    logo: undefined,
    favicon: undefined,
    hasFont: false,
    assets: new Map(),
  }
  const path = '/assets/logo-1.svg'
  const logo = { src: path, width: 1, height: 1 }

  test('the policy of a page allows the kinds of file that the brand has', async () => {
    const [none, styles, image, icon, font] = await Promise.all(
      [undefined, plain, { ...plain, logo }, { ...plain, favicon: path }, { ...plain, hasFont: true }].map(
        async (brand) => (await headersOf(brand)).policy,
      ),
    )
    for (const policy of [none, styles, font]) expect(policy).toContain('; img-src data:;')
    for (const policy of [image, icon]) expect(policy).toContain("; img-src 'self' data:;")
    for (const policy of [none, styles, image, icon]) expect(policy).not.toContain('font-src')
    expect(font).toContain("; font-src 'self';")
  })

  test.each(['/pricing', '/sign-in', '/account', '/welcome', '/pricing/how-we-count', '/nowhere'])(
    '%s shows it',
    async (page) => {
      const { request } = await headersOf({ ...plain, logo, favicon: path })
      const html = await (await request(page)).text()
      expect(html).toContain('--accent:#123456}</style>')
      expect(html).toContain('<link rel="icon" href="/assets/logo-1.svg">')
      expect(html).toContain(`<img class="brand-logo" alt="Fairseat" src="${path}"`)
    },
  )

  test('its files are served, and run nothing when opened by themselves', async () => {
    const { request } = await headersOf({ ...plain, assets: new Map([[path, picture]]) })
    const response = await request(path)
    expect(await response.text()).toBe('<svg/>')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await request('/assets/logo-2.svg')).status).toBe(404)
  })
})

describe('the publishable key', () => {
  // Behind the guard an unknown path answers 404; the guard itself answers 401.
  test.each([
    ['from our own page without a key', {}, 404],
    ['from our own page with the key', { origin: 'http://localhost', apikey: 'pk_right_key' }, 404],
    ['with a wrong key', { apikey: 'pk_wrong_key' }, 401],
    ['with an empty key', { apikey: '' }, 401],
    ['from another origin without a key', { origin: 'https://other.example' }, 401],
    ['from another origin with the key', { origin: 'https://other.example', apikey: 'pk_right_key' }, 404],
    ['from a sandboxed page without a key', { origin: 'null' }, 401],
  ])('%s', async (_when, headers, status) => {
    const response = await get('/api/nothing', headers)
    expect(response.status).toBe(status)
    expect((await response.json()).error).toMatch(/\.$/)
  })

  test('while one key replaces the other pages carry the new one, and either is taken', async () => {
    const rolling = createTestApp(noDatabase, { PUBLIC_KEY: 'pk_the_new_key,pk_right_key' })
    const statusWith = async (apikey: string) =>
      (await rolling.request('http://localhost/api/nothing', { headers: { apikey } })).status
    expect([await statusWith('pk_the_new_key'), await statusWith('pk_right_key')]).toEqual([404, 404])
    expect([await statusWith('pk_the_old_key'), await statusWith('pk_the_new_key,pk_right_key')]).toEqual([
      401, 401,
    ])
    const page = await (await rolling.request('http://localhost/pricing')).text()
    expect(page).toContain('pk_the_new_key')
    expect(page).not.toContain('pk_right_key')
  })

  test('another origin may ask with the key, but never with the visitor’s session', async () => {
    const preflight = await app.request('http://localhost/api/nothing', {
      method: 'OPTIONS',
      headers: {
        host: 'localhost',
        origin: 'https://other.example',
        'access-control-request-method': 'POST',
      },
    })
    expect(preflight.status).toBe(204)
    // F96 With `*` browsers send no cookies and show no response to a request with them.
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey')
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  })
})
