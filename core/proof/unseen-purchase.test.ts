import { expect, test } from 'vitest'
import { cleanFirstName } from './clean-first-name.ts'
import { nextUnseen, type SeenPurchases } from './unseen-purchase.ts'

function memory(): SeenPurchases {
  const ids = new Set<string>()
  let quiet = false
  return {
    has: (id) => ids.has(id),
    add: (more) => {
      for (const id of more) ids.add(id)
    },
    isQuiet: () => quiet,
    beQuiet: () => {
      quiet = true
    },
  }
}
const purchase = (id: string, name: string | null = null) => ({
  id,
  name,
  country: 'France',
  plan: 'lifetime' as const,
})

test('L4: each purchase once, the newest first; when there is nothing new, nothing', () => {
  const seen = memory()
  const shop = [purchase('b', 'Bea'), purchase('a')]
  expect(nextUnseen(shop, seen)).toMatchObject({ id: 'b', name: 'Bea' })
  expect(nextUnseen(shop, seen)).toMatchObject({ id: 'a', name: 'Someone' })
  expect(nextUnseen(shop, seen)).toBeNull()
  expect(nextUnseen([purchase('c'), ...shop], seen)).toMatchObject({ id: 'c' })
})

test('L4: never one’s own, and none after Close', () => {
  const seen = memory()
  seen.add(['own'])
  expect(nextUnseen([purchase('own')], seen)).toBeNull()
  seen.beQuiet()
  expect(nextUnseen([purchase('new')], seen)).toBeNull()
})

test.each([
  ['Ada', 'Ada'],
  ['  Anne-Marie ', 'Anne-Marie'],
  ['Mary  Ann', 'Mary Ann'],
  ['O’Neil', 'O’Neil'],
  ['Zoë', 'Zoë'],
  ['王芳', '王芳'],
  ['', null],
  ['a b c', null],
  ['see evil.example', null],
  ['<b>Ada</b>', null],
  ['+49 170 1234', null],
  ['@ada', null],
  ['A'.repeat(25), null],
  ['Ada\u202e', null],
  // Marks on one letter: some scripts need three, a pile of them covers what is above and below.
  ['שּׁוֹשַׁנָּה', 'שּׁוֹשַׁנָּה'.normalize('NFC')],
  [`A${'\u0301'.repeat(8)}da`, null],
])('L4: as a first name %j becomes %j', (text, name) => {
  expect(cleanFirstName(text)).toBe(name)
})
