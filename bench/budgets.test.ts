import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { loadMessages } from '../core/messages/in-language.ts'
import { allLanguages } from '../core/messages/languages.ts'
import { loadBrand } from '../server/brand/load-brand.ts'
import { woff2, wordmark } from '../tests/support/brand/brand-files.ts'
import { currencyCatalogue, currencyConfig } from '../tests/support/plans/commerce-config.ts'
import { buildReactPage, folders } from './build-references.ts'
import { readOurPage } from './our-page.ts'
import { fileBytes, ourBytes, type PageBytes } from './page-bytes.ts'

// Of the build in dist/, which `npm test` makes again before the tests. All bytes with brotli.

let ours: PageBytes
let react: PageBytes
let html: string

beforeAll(async () => {
  if (!existsSync('dist/built')) throw new Error('There is no build to weigh: run `npm run build` first.')
  const page = readOurPage()
  ours = ourBytes(page)
  html = Buffer.from(page.html.identity.body).toString('utf8')
  react = fileBytes(join(folders.react, 'index.html'), await buildReactPage(page))
})

test('budget: the HTML of /pricing with all its styles is at most 6 KB', () => {
  expect(ours.html).toBeLessThanOrEqual(6 * 1024)
})

test('budget: so it is with a brand', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairseat-brand-'))
  const files = { 'a.svg': wordmark('#6d28d9'), 'b.svg': wordmark('#c4b5fd'), 'c.woff2': woff2([]) }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const settings = {
    logo: 'a.svg',
    logoDark: 'b.svg',
    favicon: 'a.svg',
    accent: '#6d28d9',
    font: 'c.woff2',
    radius: 16,
  }
  const brand = loadBrand(settings, join(folder, 'pricing.config.json'))
  expect(brand?.assets.size).toBe(4)
  expect(ourBytes(readOurPage({ brand })).html).toBeLessThanOrEqual(6 * 1024)
})

test('budget: so it is with drawings as large as a page takes in, and an image for messengers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairseat-brand-'))
  const numbers = (seed: number) =>
    Array.from({ length: 400 }, (_, at) => ((at + 1) * seed * 7919) % 97).join(' ')
  const drawing = (seed: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 97 97"><path d="M${numbers(seed)}`.slice(0, 1_480) +
    '"/></svg>'
  const settings = { logo: 'a.svg', logoDark: 'b.svg', favicon: 'c.svg', accent: '#6d28d9', radius: 16 }
  for (const [index, name] of ['a.svg', 'b.svg', 'c.svg'].entries())
    writeFileSync(join(folder, name), drawing(index + 3))
  const brand = loadBrand(settings, join(folder, 'pricing.config.json'))
  expect(brand?.logo?.src).toMatch(/^data:/)
  expect(
    ourBytes(readOurPage({ brand, shareImage: '/assets/share-AAAAAAAAAAAA.png' })).html,
  ).toBeLessThanOrEqual(6 * 1024)
})

test('budget: no script file is asked for before the first paint, and the inline one is at most 500 bytes', () => {
  expect(html).not.toMatch(/<script[^>]+src=|<link[^>]+(stylesheet|preload)/)
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script ?? '')
  expect(inline).toHaveLength(1)
  expect(inline.join('').length).toBeLessThanOrEqual(500)
})

test('budget: all JavaScript of /pricing is at most 1.2 times a bare React page of the same content', () => {
  // React alone: a reference that lost its scripts would let anything pass, one that grew would too.
  expect(react.script).toBeGreaterThan(50_000)
  expect(react.script).toBeLessThan(62_000)
  expect(ours.script).toBeLessThanOrEqual(1.2 * react.script)
})

test('budget: /pricing is at most three requests', () => {
  expect(ours.requests).toBeLessThanOrEqual(3)
})

test.each([
  ['inclusive', 'simulated'],
  ['exclusive', 'live'],
])(
  'M2 M4 M5 M6 budget: so it is with a year, three currencies, a guarantee and tax %s, seats %s',
  (behavior, source) => {
    const { currencies, urgency } = currencyConfig()
    const { jpy: _, ...others } = currencies
    const catalogue = currencyCatalogue({
      currencies: others,
      urgency: { ...urgency, source },
      tax: { mode: 'stripe', behavior },
      guaranteeDays: 14,
    })
    const page = readOurPage({ catalogue })
    const sold = Buffer.from(page.html.identity.body).toString('utf8')
    for (const text of ['Yearly', '€85', 'KWD', 'VAT', '14-day money-back']) expect(sold).toContain(text)
    const { html, script, requests } = ourBytes(page)
    expect(html).toBeLessThanOrEqual(6 * 1024)
    expect(script).toBeLessThanOrEqual(1.2 * react.script)
    expect(requests).toBeLessThanOrEqual(3)
    expect(sold).not.toMatch(/<script[^>]+src=|<link[^>]+(stylesheet|preload)/)
  },
)

test.each(allLanguages)(
  'G9 budget: so it is in every language, with another one beside it: %s',
  async (language) => {
    await loadMessages(allLanguages)
    const page = readOurPage({ languages: [language, language === 'en' ? 'de' : 'en'] })
    const { html, script, requests } = ourBytes(page)
    expect(html).toBeLessThanOrEqual(6 * 1024)
    expect(script).toBeLessThanOrEqual(1.2 * react.script)
    expect(requests).toBeLessThanOrEqual(3)
  },
)
