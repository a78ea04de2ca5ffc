import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { createTestApp, siteUrl } from '../../tests/support/app/test-app.ts'
import { currencyCatalogue } from '../../tests/support/plans/commerce-config.ts'
import { schemaOrgProblems } from '../../tests/support/schema-org/schema-org-problems.ts'
import type { Drizzle } from '../db/database.ts'
import * as schema from '../db/schema.ts'
import { createLog } from '../log.ts'
import type { DrawShareImage } from '../share-image/create-share-images.ts'
import type { ShareImageContent } from '../share-image/share-image-svg.ts'

// Nothing here touches the database.
const noDatabase = drizzle.mock({ schema }) as unknown as Drizzle
const get = (path: string, catalogue: Partial<Catalogue> = {}) =>
  createTestApp(noDatabase, {}, catalogue).request(siteUrl + path, { headers: { host: 'localhost' } })
const htmlOf = async (path: string, catalogue?: Partial<Catalogue>) => (await get(path, catalogue)).text()

/** The tags of the head by their name, as a search engine or a messenger reads them. */
function readTags(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)
  const canonical = /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]
  return {
    title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
    ...(canonical && { canonical }),
    ...Object.fromEntries([...tags].map(([, name = '', content = '']) => [name, content])),
  }
}

const jsonLdIn = (html: string) =>
  /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'none'

describe('search engines and messengers', () => {
  test('read a title, a description and the one address of /pricing, whatever follows it', async () => {
    const title = 'Pricing · Fairseat'
    const description = 'Start free. Upgrade when it earns its keep, by the month or once for good.'
    expect(readTags(await htmlOf('/pricing?from=mail'))).toMatchObject({
      title,
      description,
      canonical: 'http://localhost/pricing',
      'og:type': 'website',
      'og:title': title,
      'og:description': description,
      'og:url': 'http://localhost/pricing',
      'og:site_name': 'Fairseat',
      'twitter:card': 'summary',
    })
  })

  const draw = async ({ plans }: ShareImageContent) => Buffer.from(JSON.stringify(plans))
  const appWithImage = (drawShareImage: DrawShareImage) =>
    createTestApp(noDatabase, {}, {}, undefined, { drawShareImage })

  test('show an image of the prices with the link, which never changes', async () => {
    const app = appWithImage(draw)
    const tags = readTags(await (await app.request(`${siteUrl}/pricing`)).text())
    expect(tags).toMatchObject({
      'og:image': expect.stringMatching(/^http:\/\/localhost\/assets\/share-[\w-]{12}\.png$/),
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Free $0 forever, Monthly $9 per month, Lifetime $89 one payment',
      'twitter:card': 'summary_large_image',
    })
    const image = await app.request(tags['og:image'] ?? '')
    expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ])
    expect(await image.text()).toContain('$89')
    expect(readTags(await (await app.request(`${siteUrl}/pricing/how-we-count`)).text())).not.toHaveProperty(
      'og:image',
    )
  })

  test('an image that cannot be drawn is not found, and the page is as it was', async () => {
    const log = createLog({ level: 'silent', plain: true })
    const app = createTestApp(noDatabase, {}, {}, undefined, {
      log,
      drawShareImage: () => Promise.reject(new Error('no renderer')),
    })
    const tags = readTags(await (await app.request(`${siteUrl}/pricing`)).text())
    expect((await app.request(tags['og:image'] ?? '')).status).toBe(404)
    expect((await app.request(`${siteUrl}/pricing`)).status).toBe(200)
  })

  test('read the title and the description that the catalogue has for them', async () => {
    const search = { title: 'Pagelet: <b>plans</b> & "prices"', description: 'Pages that load at once.' }
    const tags = readTags(await htmlOf('/pricing', { search }))
    const escaped = 'Pagelet: &#60;b&#62;plans&#60;/b&#62; &#38; &#34;prices&#34;'
    expect(tags).toMatchObject({ title: escaped, 'og:title': escaped })
    expect(tags).toMatchObject({ description: search.description, 'og:description': search.description })
    expect(readTags(await htmlOf('/sign-in', { search })).title).toBe('Sign in · Fairseat')
  })

  test('list /pricing and how we count, and nothing that is for one person or for programs', async () => {
    const robotsOf = async (path: string) => (await get(path)).headers.get('x-robots-tag')
    for (const path of ['/pricing', '/pricing/how-we-count']) expect(await robotsOf(path)).toBe('all')
    const others = ['/sign-in', '/account', '/welcome', '/nowhere', '/healthz', '/api/nowhere', '/']
    // Every route is tried in route-table.test.ts.
    for (const path of others) expect([path, await robotsOf(path)]).toEqual([path, 'noindex'])
    // Of a page that is not listed there is nothing to show in a messenger either.
    expect(await htmlOf('/account')).not.toMatch(/og:|canonical|ld\+json/)
  })

  test('find the pages by robots.txt and the sitemap, and may fetch those that say noindex', async () => {
    const robots = await get('/robots.txt')
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await robots.text()).toBe('User-agent: *\nAllow: /\n\nSitemap: http://localhost/sitemap.xml\n')
    const sitemap = await get('/sitemap.xml')
    expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const xml = await sitemap.text()
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org/,
    )
    const addresses = [...xml.matchAll(/<url><loc>(.*?)<\/loc><\/url>/g)].map(([, address]) => address)
    expect(addresses).toEqual(['http://localhost/pricing', 'http://localhost/pricing/how-we-count'])
  })
})

describe('the JSON-LD of /pricing', () => {
  test('has each plan with its price, and claims no scarcity that is only simulated', async () => {
    const offer = { '@type': 'Offer', url: 'http://localhost/pricing', priceCurrency: 'USD' }
    const inStock = { ...offer, availability: 'https://schema.org/InStock' }
    expect(JSON.parse(jsonLdIn(await htmlOf('/pricing')))).toMatchObject({
      '@type': 'Product',
      name: 'Fairseat',
      offers: [
        { ...inStock, name: 'Free', price: 0 },
        { ...inStock, name: 'Monthly', price: 9, priceSpecification: { price: 9, billingDuration: 'P1M' } },
        { ...inStock, name: 'Lifetime', price: 89 },
      ],
    })
  })

  test('M6: is in the currency of the plans, whichever others there are', async () => {
    const { currencies, plans } = currencyCatalogue()
    const priceCurrency = 'USD'
    expect(JSON.parse(jsonLdIn(await htmlOf('/pricing', { currencies, plans }))).offers).toMatchObject([
      { name: 'Free', price: 0, priceCurrency },
      { name: 'Monthly', price: 9, priceCurrency },
      { name: 'Yearly', price: 90, priceCurrency },
      { name: 'Lifetime', price: 89, priceCurrency },
    ])
  })

  test('is what schema.org defines', async () => {
    const json = jsonLdIn(await htmlOf('/pricing'))
    const mistakes = [
      ['schema.org/InStock', 'schema.org/Plenty'],
      ['"priceCurrency"', '"priceCurency"'],
      ['"billingDuration"', '"billedEvery"'],
      ['"@type":"Offer"', '"@type":"Deal"'],
    ] as const
    for (const [right] of mistakes) expect(json).toContain(right)
    const mistaken = mistakes.map(([right, wrong]) => json.replace(right, wrong))
    const [ofOurs, ...ofMistaken] = schemaOrgProblems([json, ...mistaken])
    expect(ofOurs).toEqual([])
    for (const problems of ofMistaken) expect(problems).not.toEqual([])
    expect(ofMistaken).toHaveLength(mistakes.length)
  })

  test('cannot be broken out of by what the catalogue says', async () => {
    const name = '</script><script>alert(1)</script>'
    const html = await htmlOf('/pricing', { product: { name } })
    expect(html).not.toContain('<script>alert')
    expect(JSON.parse(jsonLdIn(html)).name).toBe(name)
  })
})
