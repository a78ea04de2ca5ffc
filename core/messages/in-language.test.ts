import { beforeAll, expect, test } from 'vitest'
import { safeNext } from '../identity/safe-next.ts'
import { formatMoney } from '../plans/money.ts'
import { inLanguage, loadMessages } from './in-language.ts'
import { allLanguages, type Language } from './languages.ts'
import * as messages from './messages.ts'
import { pagePath, signInPath } from './page-path.ts'
import { siteLanguages } from './site-languages.ts'

beforeAll(() => loadMessages(allLanguages))

function within<Result>(language: Language, work: () => Result): Result {
  return inLanguage({ language, prefix: `/${language}` }, work)
}

test('G1: what is rendered in a language is in it, and before and after in English', () => {
  expect(messages.signIn).toBe('Sign in')
  const said = within('de', () => [messages.signIn, messages.language, pagePath('/pricing')])
  expect(said).toEqual(['Anmelden', 'de', '/de/pricing'])
  expect([messages.signIn, messages.language, pagePath('/pricing')]).toEqual(['Sign in', 'en', '/pricing'])
})

test('G1: a language inside another ends where it began, also when the work fails', () => {
  const said = within('de', () => [within('fr', () => messages.save), messages.save])
  expect(said).toEqual(['Enregistrer', 'Speichern'])
  expect(() =>
    within('ja', () => {
      throw new Error('x')
    }),
  ).toThrow('x')
  expect(messages.save).toBe('Save')
})

test('G1: asynchronous work is refused: another request could go on in between', () => {
  expect(() => within('de', async () => messages.save)).toThrow(/synchronous/)
  expect(messages.save).toBe('Save')
})

test('G1: links keep to the language, also that to the sign-in page and back', () => {
  expect(signInPath('/account')).toBe('/sign-in?next=/account')
  expect(within('de', () => signInPath('/account'))).toBe('/de/sign-in?next=/de/account')
})

test('G2: Arabic has six plural categories', () => {
  const said = [0, 1, 2, 3, 11, 100].map((remaining) =>
    within('ar', () => messages.liveDemand({ remaining })),
  )
  expect(said.map((text) => text.replace('طلب مرتفع: ', '').replace(' قبل رفع السعر!', ''))).toEqual([
    'لم يتبقَّ أي مقعد',
    'تبقّى مقعد واحد',
    'تبقّى مقعدان',
    'تبقّت 3 مقاعد',
    'تبقّى 11 مقعدًا',
    'تبقّى 100 مقعد',
  ])
})

test('G2: plurals, numbers and prices are those of the language', () => {
  const seats = (language: Language, remaining: number) =>
    within(language, () => messages.liveSeats({ remaining, price: formatMoney(500, 'eur') }))
  expect(seats('en', 1)).toBe('1 seat left at €5 — Only 1 spot remaining!')
  expect(seats('en', 1_200)).toBe('1200 seats left at €5 — Only 1200 spots remaining!')
  expect(seats('de', 1)).toBe('Noch 1 Platz für 5\u00a0€ – nur noch 1 Platz übrig!')
  expect(seats('de', 1_200)).toBe('Noch 1.200 Plätze für 5\u00a0€ – nur noch 1.200 Plätze übrig!')
  // Nothing is singular in French.
  expect(seats('fr', 0)).toBe('0 place à 5\u00a0€ — Plus que 0 place !')
  expect(seats('ja', 1)).toBe('€5の席は残り1席 — あと1席のみ！')
})

test('G3: the first language of the catalogue has no prefix; a path and a choice tell the others', () => {
  const languages = siteLanguages(['de', 'en', 'ar'])
  expect(languages.all.map(({ prefix }) => prefix)).toEqual(['', '/en', '/ar'])
  expect(languages.ofPath('/en/pricing').language).toBe('en')
  for (const path of ['/pricing', '/fr/pricing', '/end', '/', ''])
    expect(languages.ofPath(path).language).toBe('de')
  expect(languages.translatePath(safeNext('/en/account?a=1'), languages.get('ar'))).toBe('/ar/account?a=1')
  expect(languages.translatePath(safeNext('/account'), languages.get('ar'))).toBe('/ar/account')
  expect(languages.translatePath(safeNext('/ar/account'), languages.initial)).toBe('/account')
  expect(languages.chosen('a=1; fairseat_language=ar; b=2')?.language).toBe('ar')
  for (const cookies of ['fairseat_language=fr', 'xfairseat_language=ar', '', undefined, null])
    expect(languages.chosen(cookies)).toBeUndefined()
  const ofHeader = (value: string) => languages.ofHeaders(new Headers({ 'accept-language': value })).language
  expect(ofHeader('ar')).toBe('ar')
  // What a browser sends by itself: the page's language counts, not the visitor's.
  expect(ofHeader('ar-EG,ar;q=0.9,en;q=0.8')).toBe('de')
})
