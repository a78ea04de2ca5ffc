import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogueIn, featuresByPlan, urgencySource } from '../../core/plans/catalogue.ts'
import { catalogueJsonSchema } from '../../core/plans/catalogue-json-schema.ts'
import { atLaterPrice, planCards, priceMinor, yearlySavingMinor } from '../../core/plans/plan-card.ts'
import { loadCatalogue } from './load-catalogue.ts'

const amounts = { monthly: 9, lifetime: 85, laterPrice: 139 }
const shipped = JSON.parse(readFileSync('pricing.config.json', 'utf8'))

function fileWith(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'fairseat-catalogue-')), 'pricing.config.json')
  writeFileSync(file, content)
  return file
}

/** The shipped catalogue with one value replaced; `undefined` removes it. */
function fileWithChange(path: string, value: unknown): string {
  const changed = structuredClone(shipped)
  const keys = path.split('.')
  const last = keys.pop() as string
  const parent = keys.reduce((node, key) => node[key], changed)
  parent[last] = value
  return fileWith(JSON.stringify(changed))
}

describe('the catalogue', () => {
  test('P1: the shipped one has the plans free, monthly and lifetime, and lifetime costs $89', () => {
    const catalogue = loadCatalogue('pricing.config.json')
    expect(planCards(catalogue).map(({ id, price }) => [id, price])).toEqual([
      ['free', '$0'],
      ['monthly', '$9'],
      ['lifetime', '$89'],
    ])
    expect(priceMinor(catalogue, 'lifetime')).toBe(8900)
  })

  test('M5: a yearly plan needs a price and its period; the rest is as by the month', () => {
    const catalogue = loadCatalogue(fileWithChange('plans.yearly', { price: 99.5, period: 'per year' }))
    const [, monthly, yearly] = planCards(catalogue)
    expect(yearly).toEqual({
      ...monthly,
      id: 'yearly',
      price: '$99.50',
      period: 'per year',
      offer: '7 days free, then $99.50 per year',
    })
    expect(featuresByPlan(catalogue).yearly).toEqual(featuresByPlan(catalogue).monthly)
    // 12 × 9 − 99.50 = 8.50, in whole dollars
    expect(yearlySavingMinor(catalogue)).toBe(800)
  })

  test.each([
    [
      { price: 108.01, period: 'per year' },
      'plans.yearly.price: expected at most twelve times plans.monthly.price',
    ],
    [{ price: 0.1, period: 'per year' }, 'plans.yearly.price: expected at least what Stripe charges'],
    [{ price: 90 }, 'plans.yearly.period'],
    [{ price: 90, period: 'per year', trialDays: 3 }, 'plans.yearly'],
  ])('M5: a yearly plan that cannot be meant stops the start: %j', (yearly, message) => {
    expect(() => loadCatalogue(fileWithChange('plans.yearly', yearly))).toThrow(message)
  })

  test('M7: the card says the trial and what follows, and the later price of a deal that is real', () => {
    const offerOf = (file: string, source?: 'live') =>
      Object.fromEntries(planCards(loadCatalogue(file, { source })).map(({ id, offer }) => [id, offer]))
    expect(offerOf('pricing.config.json')).toEqual({ monthly: '7 days free, then $9 per month' })
    expect(offerOf('pricing.config.json', 'live')).toMatchObject({ lifetime: '$149 after this deal' })
    expect(offerOf(fileWithChange('plans.monthly.trialDays', 1)).monthly).toMatch(/^1 day free/)
    expect(offerOf(fileWithChange('plans.monthly.trialDays', 0))).toEqual({})
    expect(planCards(atLaterPrice(loadCatalogue('pricing.config.json', { source: 'live' })))[2]?.offer).toBe(
      undefined,
    )
  })

  test.each([
    ['currencies', { xyz: amounts }, 'currencies.xyz: expected a currency that Stripe takes'],
    ['currencies', { usd: amounts }, 'currencies.usd: expected another currency than that of the plans'],
    ['currencies', { eur: { monthly: 9, lifetime: 85 } }, 'currencies.eur.laterPrice'],
    ['currencies', { eur: { ...amounts, monthly: 0.4 } }, 'currencies.eur.monthly: expected at least'],
    [
      'currencies',
      { jpy: { ...amounts, monthly: 980.5 } },
      'currencies.jpy.monthly: expected an amount that jpy can express',
    ],
    [
      'currencies',
      { kwd: { ...amounts, monthly: 2.755 } },
      'currencies.kwd.monthly: expected an amount that Stripe charges in kwd',
    ],
    ['currencies', { eur: { ...amounts, yearly: 80 } }, 'currencies.eur.yearly: expected no price of a year'],
    ['currency', 'xyz', 'currency: expected a currency that Stripe takes'],
  ])('M6: %s = %j stops the start, with its place', (path, value, message) => {
    expect(() => loadCatalogue(fileWithChange(path, value))).toThrow(message)
  })

  test('M6 M5: with a yearly plan every currency needs its price, at most twelve months', () => {
    const plans = { ...shipped.plans, yearly: { price: 90, period: 'per year' } }
    const load = (eur: object) => () =>
      loadCatalogue(fileWith(JSON.stringify({ ...shipped, plans, currencies: { eur } })))
    expect(load(amounts)).toThrow('currencies.eur.yearly: expected what a year costs')
    expect(load({ ...amounts, yearly: 109 })).toThrow(
      'currencies.eur.yearly: expected at most twelve times currencies.eur.monthly',
    )
    expect(load({ ...amounts, yearly: 80 })).not.toThrow()
  })

  test.each([
    [
      'tax',
      { mode: 'stripe' },
      'tax.behavior: expected "inclusive" or "exclusive" together with "mode": "stripe"',
    ],
    ['tax', { mode: 'stripe', behavior: 'gross' }, 'tax.behavior: expected "inclusive" or "exclusive"'],
    ['tax', { mode: 'vat' }, 'tax.mode: expected "none" or "stripe"'],
    ['tax', { mode: 'none', rate: 19 }, 'rate'],
    ['promotionCodes', 'yes', 'promotionCodes: expected true or false'],
    ['guaranteeDays', 0, 'guaranteeDays'],
    ['guaranteeDays', 13.5, 'guaranteeDays: expected a whole number of days from 1 to 365'],
    ['guaranteeDays', 366, 'guaranteeDays'],
  ])('M2 M3 M4: %s %j stops the start and names the place', (path, value, message) => {
    expect(() => loadCatalogue(fileWithChange(path, value))).toThrow(message)
  })

  test('P1 B4: the free plan leads where the catalogue says', () => {
    expect(loadCatalogue('pricing.config.json').plans.free.button).toEqual({
      text: 'Get started free',
      href: '/sign-in?next=/account',
    })
  })

  test('S2 S3 S4 T3 T4 T5: the shipped settings are those of the rules', () => {
    const { urgency, toast } = loadCatalogue('pricing.config.json')
    expect(urgency).toEqual({
      source: undefined,
      variant: 'seats',
      base: 50,
      seatsPerHour: 1,
      min: 1,
      origin: '2025-06-07T00:00:00Z',
      refreshMs: 60_000,
      live: { offer: 'launch', demandMinimum: 10, demandWindowHours: 24, cooldownDays: 30 },
    })
    expect(urgencySource(loadCatalogue('pricing.config.json'))).toBe('simulated')
    expect(toast).toEqual({
      position: 'bottom-left',
      firstMs: 3_000,
      everyMs: 45_000,
      visibleMs: 4_000,
      fadeMs: 300,
    })
  })

  test('the environment overrides source and variant', () => {
    const { urgency } = loadCatalogue('pricing.config.json', { source: 'live', variant: 'demand' })
    expect(urgency).toMatchObject({ source: 'live', variant: 'demand', base: 50 })
  })

  test.each([
    ['plans.lifetime.price', '89', /plans\.lifetime\.price: .*expected number/],
    ['plans.lifetime.price', 89.999, /plans\.lifetime\.price: expected an amount that usd can express/],
    [
      'plans.lifetime.price',
      0.49,
      /plans\.lifetime\.price: expected at least what Stripe charges in usd: 50/,
    ],
    ['plans.free.name', undefined, /plans\.free\.name: .*expected string/],
    ['plans.free.button.href', '//evil.example', /plans\.free\.button\.href: expected a path on this site/],
    ['urgency.variant', 'panic', /urgency\.variant: .*"seats"\|"time"\|"demand"/],
    ['urgency.min', 51, /urgency\.min: expected at most urgency\.base/],
    ['urgency.origin', 'yesterday', /urgency\.origin: /],
    ['urgency.orgin', 1, /urgency: .*orgin/],
    ['toast.position', 'top', /toast\.position: .*"bottom-left"\|"bottom-right"/],
    ['currency', 'dollars', /currency: expected a three-letter currency code/],
    ['product', 7, /product: expected the name of your product, or \{ "name": "…", "url": "https:/],
    ['product', { url: 'https://app.example.com' }, /product: expected the name of your product, or/],
    ['product', { name: 'Pagelet', url: 'javascript:alert(1)' }, /product\.url: expected an address/],
    ['product', { name: 'Pagelet', link: 'https://app.example.com' }, /product: .*link/],
    ['productUrl', 'https://app.example.com', /the file: .*productUrl/],
    ['analytics', { script: 'plausible' }, /analytics\.script: expected the address of the script, such as/],
    ['analytics', { script: 'http://stats.example/a.js' }, /analytics\.script: .*begins with https/],
    [
      'analytics',
      { script: 'https://stats.example/a.js', attributes: { onload: 'alert(1)' } },
      /analytics\.attributes\.onload: .*data-/,
    ],
    [
      'analytics',
      { script: 'https://stats.example/a.js', events: 'matomo' },
      /analytics\.events: .*"plausible"\|"umami"\|"posthog"/,
    ],
    [
      'analytics',
      { script: 'https://stats.example/a.js', events: 'posthog' },
      /analytics\.key: expected the project API key/,
    ],
    ['search', { titel: 'Plans' }, /search: .*titel/],
    ['search', { description: 'x'.repeat(301) }, /search\.description: .*300/],
    ['plans.monthly.grants', ['Projects'], /plans\.monthly\.grants\.0: expected lower-case letters/],
    ['plans.monthly.grants', ['a'.repeat(61)], /plans\.monthly\.grants\.0: expected lower-case letters/],
    ['plans.monthly.grants', Array(51).fill('a'), /plans\.monthly\.grants: .*50/],
    [
      'brand',
      { accent: '#ff6600' },
      /brand\.accent: #ff6600 has a contrast of 2\.81:1 with the light page, expected at least 4\.5:1 \(WCAG AA\); the nearest colour that passes is #[0-9a-f]{6}$/,
    ],
    ['brand', { accentDark: '#1e3a8a' }, /brand\.accentDark: #1e3a8a .* with the dark page/],
    ['brand', { accent: 'orange' }, /brand\.accent: expected a colour such as "#4f46e5"$/],
    ['brand', { logo: '../logo.svg' }, /brand\.logo: expected the name of a file beside this one/],
    ['brand', { logo: 'logo.gif' }, /brand\.logo: .* ends with \.svg or \.png/],
    ['brand', { logoDark: 'logo.svg' }, /brand\.logoDark: expected together with brand\.logo/],
    ['brand', { radius: -1 }, /brand\.radius: /],
    ['brand', { color: '#000000' }, /brand: .*color/],
  ])('a wrong %s (%s) is refused with the file, the path and what is expected', (path, value, message) => {
    const file = fileWithChange(path, value)
    expect(() => loadCatalogue(file)).toThrow(file)
    expect(() => loadCatalogue(file)).toThrow(message)
  })

  test('the product is a name, or a name and where it is', () => {
    const productOf = (value: unknown) => loadCatalogue(fileWithChange('product', value)).product
    const pagelet = { name: 'Pagelet', url: 'https://app.example.com/start' }
    expect(loadCatalogue('pricing.config.json').product).toEqual({ name: 'Fairseat' })
    expect(productOf('Pagelet')).toEqual({ name: 'Pagelet' })
    expect(productOf({ name: 'Pagelet' })).toEqual({ name: 'Pagelet' })
    expect(productOf(pagelet)).toEqual(pagelet)
  })

  test('B4: with the address of the product the free plan leads there, under the text of the plan', () => {
    const buttonOf = (product: unknown) =>
      planCards(loadCatalogue(fileWithChange('product', product))).map(({ button }) => button)
    const [free, ...paid] = buttonOf({ name: 'Pagelet', url: 'https://app.example.com' })
    expect(free).toEqual({ text: 'Get started free', href: 'https://app.example.com' })
    expect(paid).toEqual([{ text: 'Upgrade to Monthly' }, { text: 'Get Lifetime access' }])
    expect(buttonOf('Pagelet')[0]).toEqual({ text: 'Get started free', href: '/sign-in?next=/account' })
  })

  test('a plan grants what its list says, and nothing without one', () => {
    const { free, monthly, lifetime } = loadCatalogue('pricing.config.json').plans
    expect(free.grants).toEqual([])
    expect(monthly.grants).toContain('projects:unlimited')
    expect(lifetime.grants).toEqual([...monthly.grants, 'priority-support'])
    expect(loadCatalogue(fileWithChange('plans.lifetime.grants', undefined)).plans.lifetime.grants).toEqual(
      [],
    )
  })

  test('the colour that a refusal proposes is taken', () => {
    const load = (accent: string) => loadCatalogue(fileWithChange('brand', { accent })).brand
    const proposal = () => {
      try {
        load('#ff6600')
      } catch (error) {
        return /#[0-9a-f]{6}$/.exec(String(error))?.[0] ?? ''
      }
    }
    expect(load(proposal() ?? '')).toEqual({ accent: proposal() })
  })

  test('all problems are named at once', () => {
    const changed = structuredClone(shipped)
    changed.headline = ''
    changed.plans.monthly.price = -1
    const load = () => loadCatalogue(fileWith(JSON.stringify(changed)))
    expect(load).toThrow(/headline/)
    expect(load).toThrow(/plans\.monthly\.price/)
  })

  const lines = readFileSync('pricing.config.json', 'utf8').split('\n')
  const lineWith = (text: string | RegExp) => lines.findIndex((line) => line.match(text)) + 1
  /** The shipped file with a part of one line replaced. */
  const fileWithPart = (before: string, after: string) =>
    fileWith(
      lines.with(lineWith(before) - 1, (lines[lineWith(before) - 1] ?? '').replace(before, after)).join('\n'),
    )

  test.each([
    ['a value of another type', '"price": 89', '"price": "89"', /"price": 89/, 16, 'plans.lifetime.price: '],
    ['a misspelt key', '"refreshMs"', '"refreshMS"', /"refreshMs"/, 5, 'urgency: .*"refreshMS"'],
    ['a value in a list', '"1 project", ', '"", ', /"1 project"/, 20, 'plans.free.features.0: '],
    ['a missing value, by what lacks it,', '"price": 9,', '', /"monthly": \{$/, 16, 'plans.monthly.price: '],
  ])('%s is named with its line and column', (_, before, after, named, column, message) => {
    const file = fileWithPart(before, after)
    expect(() => loadCatalogue(file)).toThrow(
      new RegExp(`^  ${file}:${lineWith(named)}:${column}: ${message}`, 'm'),
    )
  })

  test.each([
    ['a missing comma', '"currency": "usd",', '"currency": "usd"', /"plans"/, 3, 'comma expected, found '],
    [
      'a comment',
      '"currency": "usd",',
      '"currency": "usd", //',
      /"currency"/,
      22,
      'invalid comment token, found "//"',
    ],
    [
      'a comma too many',
      '"fadeMs": 300',
      '"fadeMs": 300,',
      /^ {2}\}$/,
      3,
      'property name expected, found "}"',
    ],
  ])('%s is named with its line and column', (_, before, after, named, column, message) => {
    const file = fileWithPart(before, after)
    const line = lines.findLastIndex((text) => named.test(text)) + 1
    expect(() => loadCatalogue(file)).toThrow(
      `${file} cannot be read as JSON:\n  ${file}:${line}:${column}: ${message}`,
    )
  })

  test('the excerpt shows the line of a problem and marks the place', () => {
    const file = fileWithPart('"price": 89', '"price": "89"')
    const line = lineWith('"price": 89')
    const excerpt = [
      `${file} is not a valid catalogue:`,
      '',
      `${file}:${line}:16`,
      `${line} |       "price": "89",`,
      '   |                ^',
      'plans.lifetime.price: Invalid input: expected number, received string',
    ].join('\n')
    expect(() => loadCatalogue(file)).toThrow(expect.objectContaining({ excerpt }))
  })

  test('a file that is missing or is not JSON is named', () => {
    expect(() => loadCatalogue('/nowhere/pricing.json')).toThrow(
      '/nowhere/pricing.json cannot be read: there is no such file.',
    )
    expect(() => loadCatalogue('core')).toThrow('core cannot be read: it is a folder.')
    expect(() => loadCatalogue(fileWith('{ "plans": '))).toThrow(/cannot be read as JSON/)
  })

  test('G11: a text may be one for each language; the rest is the same in all of them', () => {
    const changed = {
      ...structuredClone(shipped),
      languages: ['en', 'de'],
      headline: { en: 'Fair', de: 'Gerecht', fr: 'Juste' },
      footer: { terms: { en: '/terms', de: '/agb' }, imprint: '/imprint' },
    }
    changed.plans.free.features = ['1', { en: 'a page', de: 'eine Seite' }]
    const catalogue = loadCatalogue(fileWith(JSON.stringify(changed)))
    expect(catalogue).toMatchObject({ headline: 'Fair', footer: { terms: '/terms', imprint: '/imprint' } })
    const german = catalogueIn(catalogue, 'de')
    expect(german).toMatchObject({ headline: 'Gerecht', footer: { terms: '/agb', imprint: '/imprint' } })
    expect(german.plans.free.features).toEqual(['1', 'eine Seite'])
    expect(german.plans.monthly.price).toBe(catalogue.plans.monthly.price)
    expect(german.subline).toBe(catalogue.subline)
    // Of a language that has no texts of its own, those of the first.
    expect(catalogueIn(catalogue, 'fr')).toBe(catalogue)
  })

  test.each<[string, (changed: Record<string, unknown>) => void, RegExp]>([
    [
      'a text that a language lacks',
      (changed) => Object.assign(changed, { languages: ['en', 'de'], headline: { en: 'Fair' } }),
      /headline: expected a text for every language of "languages": "de" is missing$/m,
    ],
    [
      'a language that we do not have',
      (changed) => Object.assign(changed, { languages: ['en', 'xx'] }),
      /languages\.1: .*"en".*"ar"/,
    ],
    [
      'a language twice',
      (changed) => Object.assign(changed, { languages: ['en', 'en'] }),
      /each language once/,
    ],
    [
      'a currency for each language',
      (changed) => Object.assign(changed, { languages: ['en'], currency: { en: 'usd' } }),
      /currency: /,
    ],
    [
      'a text of the wrong kind in one language alone',
      (changed) => Object.assign(changed, { languages: ['en', 'de'], headline: { en: 'Fair', de: '' } }),
      /headline: /,
    ],
  ])('G11: %s stops the start, with its place', (_, change, expected) => {
    const changed = structuredClone(shipped)
    change(changed)
    expect(() => loadCatalogue(fileWith(JSON.stringify(changed)))).toThrow(expected)
  })

  test('the JSON Schema beside the file is current; `npm run config:schema` writes it', () => {
    expect(JSON.parse(readFileSync('pricing.schema.json', 'utf8'))).toEqual(catalogueJsonSchema())
  })
})
