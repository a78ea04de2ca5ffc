import { drizzle } from 'drizzle-orm/node-postgres'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadMessages } from '../../core/messages/in-language.ts'
import { allLanguages, type Language, languageNames } from '../../core/messages/languages.ts'
import { createTestServer, siteUrl } from '../../tests/support/app/test-app.ts'
import { speakingCatalogue } from '../../tests/support/languages/speaking-catalogue.ts'
import type { Drizzle } from '../db/database.ts'
import * as schema from '../db/schema.ts'

// Nothing here touches the database.
const noDatabase = drizzle.mock({ schema }) as unknown as Drizzle
const serverIn = (languages: readonly Language[]) =>
  createTestServer(noDatabase, {}, speakingCatalogue(languages))
const open = (languages: readonly Language[]) => {
  const { app } = serverIn(languages)
  return (path: string, headers: Record<string, string> = {}) =>
    app.request(siteUrl + path, { headers: { host: 'localhost', ...headers } })
}

beforeAll(() => loadMessages(allLanguages))

describe('a site in several languages', () => {
  test('G3 G5: each page is at the path of its language, and says which it is', async () => {
    const get = open(allLanguages)
    for (const language of allLanguages) {
      const prefix = language === 'en' ? '' : `/${language}`
      for (const path of ['/pricing', '/sign-in', '/account', '/welcome', '/pricing/how-we-count']) {
        const response = await get(prefix + path)
        expect([prefix + path, response.status]).toEqual([prefix + path, 200])
        const direction = language === 'ar' ? ' dir="rtl"' : ''
        expect(await response.text()).toMatch(`<html lang="${language}"${direction}><head>`)
      }
    }
    expect(await (await get('/de/pricing')).text()).toContain('Zum Kaufen anmelden')
    expect(await (await get('/pricing')).text()).toContain('Sign in to Upgrade')
  })

  test('G3: the first language of the catalogue has the paths without a prefix', async () => {
    const get = open(['de', 'en'])
    expect(await (await get('/pricing')).text()).toContain('<html lang="de">')
    expect(await (await get('/en/pricing')).text()).toContain('<html lang="en">')
    expect((await get('/de/pricing')).status).toBe(404)
  })

  test('G3: what is not there is said in the language of the path', async () => {
    const get = open(['en', 'de'])
    for (const [path, text] of [
      ['/nowhere', 'There’s no page here'],
      ['/de/nowhere', 'Hier ist keine Seite'],
      ['/fr/pricing', 'There’s no page here'],
    ] as const) {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain(text)
    }
  })

  test('G1: every link of a German page leads to German pages, and to other languages by the picker alone', async () => {
    const get = open(['en', 'de'])
    for (const path of [
      '/pricing',
      '/sign-in',
      '/account',
      '/welcome',
      '/pricing/how-we-count',
      '/nowhere',
    ]) {
      const html = await (await get(`/de${path}`)).text()
      const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = '']) => href)
      const ours = links.filter((href) => !/^\/(language|dev)\//.test(href))
      expect(ours.length).toBeGreaterThan(2)
      for (const href of ours) expect([path, href]).toEqual([path, expect.stringMatching(/^\/de\//)])
    }
    const html = await (await get('/de/pricing')).text()
    expect(html).toContain('href="/de/sign-in?next=/de/pricing"')
    expect(html).toContain('href="/de/sign-in?next=/de/account"')
  })

  test('G5: search engines learn of the page in each language, and which is for all others', async () => {
    const get = open(['en', 'de', 'ar'])
    for (const [path, own, locale] of [
      ['/pricing', '', 'en_US'],
      ['/de/pricing', '/de', 'de_DE'],
    ] as const) {
      const html = await (await get(path)).text()
      const alternates = [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)]
      expect(alternates.map(([, language, url]) => [language, url])).toEqual([
        ['en', 'http://localhost/pricing'],
        ['de', 'http://localhost/de/pricing'],
        ['ar', 'http://localhost/ar/pricing'],
        ['x-default', 'http://localhost/pricing'],
      ])
      expect(html).toContain(`<link rel="canonical" href="http://localhost${own}/pricing">`)
      expect(html).toContain(`<meta property="og:locale" content="${locale}">`)
      expect(html).toContain(`"url":"http://localhost${own}/pricing"`)
    }
    expect(await (await get('/de/sign-in')).text()).not.toContain('hreflang')
    const sitemap = await (await get('/sitemap.xml')).text()
    const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
    expect(addresses).toHaveLength(6)
    expect(addresses).toContain('http://localhost/ar/pricing/how-we-count')
    expect(sitemap.match(/<xhtml:link rel="alternate" hreflang="de"/g)).toHaveLength(6)
    expect(sitemap).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"')
  })

  test('G5: the picker names each language in its own words and marks the one of the page', async () => {
    const html = await (await open(allLanguages)('/ja/account')).text()
    const picker = /<nav class="languages".*?<\/nav>/.exec(html)?.[0] ?? ''
    expect(picker).toContain('aria-label="言語"')
    for (const [language, name] of Object.entries(languageNames))
      expect(picker).toMatch(
        new RegExp(
          `<a href="/language/${language}\\?next=(/${language})?/account" lang="${language}"[^>]*>${name}</a>`,
        ),
      )
    expect(picker.match(/aria-current="true"[^>]*>[^<]*/g)).toEqual(['aria-current="true">日本語'])
  })

  test('G5: with one language the page has nothing of all this', async () => {
    const get = open(['en'])
    for (const path of ['/pricing', '/account', '/sitemap.xml'])
      expect(await (await get(path)).text()).not.toMatch(
        /languages|hreflang|og:locale|xhtml:|fairseat_language|dir=/,
      )
  })

  test('G6: /pricing and / lead one who has chosen a language to it, and no cache keeps that', async () => {
    const get = open(['en', 'de'])
    const chosen = { cookie: 'other=1; fairseat_language=de' }
    for (const path of ['/', '/pricing']) {
      const response = await get(`${path}?from=mail`, chosen)
      expect([path, response.status, response.headers.get('location')]).toEqual([
        path,
        302,
        '/de/pricing?from=mail',
      ])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
    for (const cookie of ['fairseat_language=en', 'fairseat_language=fr', 'x=fairseat_language', '']) {
      const response = await get('/pricing', { cookie })
      expect([cookie, response.status]).toEqual([cookie, 200])
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=60/)
    }
    // An address that names its language is what was asked for.
    expect((await get('/de/pricing', { cookie: 'fairseat_language=en' })).status).toBe(200)
    expect((await get('/sign-in', chosen)).status).toBe(200)
  })

  test('G6: so does the page that is served ahead of the routes, and by its own script behind a cache', async () => {
    const { prerendered } = serverIn(['en', 'de'])
    const find = (path: string, cookie?: string) => prerendered.find(path, cookie ? { cookie } : {}, '')
    expect(find('/pricing')).toBeDefined()
    expect(find('/pricing', 'fairseat_language=en')).toBeDefined()
    expect(find('/pricing', 'fairseat_language=de')).toBeUndefined()
    expect(find('/de/pricing', 'fairseat_language=de')).toBeDefined()
    const html = (path: string) => Buffer.from(find(path)?.identity.body ?? []).toString()
    expect(html('/pricing')).toContain('fairseat_language=(de)')
    expect(html('/de/pricing')).not.toContain('fairseat_language')
    expect(html('/account')).not.toContain('fairseat_language')
  })

  test('G7: the API refuses in the language of the page that calls it', async () => {
    const get = open(['en', 'de'])
    const refusal = async (language?: string) =>
      (await get('/api/nowhere', language ? { 'accept-language': language } : {})).json()
    expect(await refusal('de')).toEqual({
      error: 'Unter dieser Adresse gibt es nichts.',
      code: 'unknown-path',
    })
    for (const language of [undefined, 'en', 'fr', 'de-DE,de;q=0.9'])
      expect((await refusal(language)).error).toBe('There’s nothing at this address.')
  })
})

test('G5: nothing of the picker is left from one page to the next', async () => {
  const { PageFrame } = await import('../../web/pages/page-frame.tsx')
  await open(['en', 'de'])('/pricing')
  await open(['en'])('/pricing')
  const html = renderToStaticMarkup(
    PageFrame({ site: { product: { name: 'x' }, footer: {}, testMode: false }, children: 'x' }),
  )
  expect(html).not.toContain('languages')
})
