import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownPath } from '../server/http/destination.ts'
import { signInMail } from '../server/identity/code-mail.ts'
import { signInPage } from '../server/identity/sign-in-page.ts'
import { hostileNext, hostileTranslations } from '../tests/support/app/hostile-next.ts'
import { readSignInParams } from '../web/identity/sign-in-params.ts'
import { safeNext } from './identity/safe-next.ts'
import { signInPathTo } from './identity/sign-in-paths.ts'
import type { LocalPath } from './local-path.ts'
import { siteLanguages } from './messages/site-languages.ts'

/** `npm run torture` takes more. */
const hostileValues = Number(process.env.HOSTILE_NEXTS ?? 4_000)
const site = 'https://site.example'
const languages = siteLanguages(['en', 'de', 'ar'])
const [initial, german, arabic] = languages.all.map((language) => language)
if (!initial || !german || !arabic) throw new Error('Three languages')

const nextIn = (address: string) => new URL(address, site).searchParams.get('next')

/** Every way in which a path becomes another one. */
const rewrites: Record<string, (path: LocalPath) => LocalPath> = {
  'prefix removed': (path) => languages.translatePath(path, initial),
  'prefix added': (path) => languages.translatePath(path, german),
  'prefix exchanged': (path) => languages.translatePath(path, arabic),
  'chosen language': (path) => languages.forVisitor(path, 'fairseat_language=de'),
  'language picker': (path) => safeNext(nextIn(`/language/de?${new URLSearchParams({ next: path })}`)),
  'sign-in page': (path) => readSignInParams(new URL(signInPathTo(path), site)).next,
  'failed sign-in': (path) => safeNext(nextIn(signInPage(languages, undefined, { next: path, error: 'x' }))),
  'sign-in page as next': (path) => signInPage(languages, undefined, { next: path }),
  'mail link': (path) => {
    const about = { product: 'Shop', siteUrl: site, to: 'ann@example.com', code: '123456', linkKey: 'k' }
    return readSignInParams(new URL(signInMail({ ...about, next: path }).link)).next
  },
  'next of next': (path) => safeNext(nextIn(path) ?? path),
  'next decoded once more': (path) => safeNext(decodeLeniently(path)),
  'provider callback': (path) => ownPath(path, site),
  'provider callback with our address': (path) => ownPath(site + path, site),
}

const isOnSite = (path: string): boolean => {
  const url = new URL(path, `${site}/sign-in?next=x`)
  // A page reads the parsed address and leads to the same place.
  return [path, url.pathname, decodeLeniently(url.pathname)].every(
    (address) => address.startsWith('/') && new URL(address, site).origin === site,
  )
}

function decodeLeniently(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

test('F86: a hostile value stays on this site through every sequence of rewrites', () => {
  let keptCount = 0
  fc.assert(
    fc.property(
      fc.oneof(hostileNext, fc.constantFrom(...hostileTranslations)),
      fc.array(fc.constantFrom(...Object.keys(rewrites)), { minLength: 1, maxLength: 6 }),
      (next, names) => {
        let path = safeNext(next)
        for (const name of names) {
          path = rewrites[name]?.(path) ?? path
          if (!isOnSite(path) || new URL(path, site).pathname.includes('//'))
            throw new Error(`${name} made ${JSON.stringify(path)}`)
        }
        if (!path.endsWith('/pricing')) keptCount++
      },
    ),
    { numRuns: hostileValues },
  )
  // Or the test would prove nothing about what is followed.
  expect(keptCount).toBeGreaterThan(hostileValues / 20)
})

test.each(hostileTranslations)('F86: %j leads to our own page in each language', (next) => {
  for (const language of languages.all) {
    const path = languages.translatePath(safeNext(next), language)
    expect([path, isOnSite(path)]).toEqual([expect.stringMatching(/^(\/(de|ar))?\/[^/]|^\/(de|ar)/), true])
  }
})

test.each(['/de//evil.example', '/de\\evil.example', '/de/\t/evil.example', '/de?x', '/de', '/de/%2f'])(
  'F86: translatePath checks its own result, whatever it was given: %j',
  (given) => {
    expect(languages.translatePath(given as LocalPath, initial)).toBe('/pricing')
  },
)

test('G3: a visit goes on in the language of the path, else in the chosen one', () => {
  const chosen = 'fairseat_language=de'
  expect(languages.forVisitor(safeNext('/account?a=1'), chosen)).toBe('/de/account?a=1')
  expect(languages.forVisitor(safeNext('/ar/account'), chosen)).toBe('/ar/account')
  expect(languages.forVisitor(safeNext('/account'), undefined)).toBe('/account')
})
