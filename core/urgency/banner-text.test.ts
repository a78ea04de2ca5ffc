import { expect, test } from 'vitest'
import { bannerText } from './banner-text.ts'

test.each([0, 1, 2, 17, 50])('U1 U6: variant seats is exact for %i', (n) => {
  expect(bannerText('seats', n, '$89')).toBe(`${n} seats left at $89 — Only ${n} spots remaining!`)
})

test.each([0, 1, 2, 17, 50])('U2 U6: variant time is exact for %i', (n) => {
  expect(bannerText('time', n, '$89')).toBe(`Limited time: $89 Lifetime deal — Only ${n} left!`)
})

test.each([0, 1, 2, 17, 50])('U3 U6: variant demand is exact for %i', (n) => {
  expect(bannerText('demand', n, '$89')).toBe(`High demand: ${n} spots remaining before price increase!`)
})

test('U6: the price in the text is the one it is given', () => {
  expect(bannerText('seats', 3, '€120')).toContain('at €120 —')
  expect(bannerText('time', 3, '€120')).toContain('€120 Lifetime deal')
})
