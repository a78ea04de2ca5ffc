import { describe, expect, test } from 'vitest'
import { formatMoney, toMinorUnits } from './money.ts'

describe('money', () => {
  test.each([
    [8900, 'usd', '$89'],
    [999, 'usd', '$9.99'],
    [1250, 'eur', '€12.50'],
    [0, 'usd', '$0'],
    [123456700, 'usd', '$1,234,567'],
  ])('P1: %i %s is shown as %s', (amountMinor, currency, shown) => {
    expect(formatMoney(amountMinor, currency)).toBe(shown)
  })

  test.each([
    [980, 'jpy', '¥980'],
    [5000, 'krw', '₩5,000'],
    [1500, 'kwd', 'KWD\u00a01.500'],
  ])('F24: %i %s, a currency without hundredths, is shown as %s', (amountMinor, currency, shown) => {
    expect(formatMoney(amountMinor, currency)).toBe(shown)
  })

  test('F24: the operator writes 980 yen and 980 is charged', () => {
    expect(toMinorUnits(980, 'jpy')).toBe(980)
    expect(toMinorUnits(9.99, 'usd')).toBe(999)
    expect(toMinorUnits(1.1, 'kwd')).toBe(1100)
  })

  test('an amount that the currency cannot express is refused, not rounded', () => {
    expect(toMinorUnits(9.999, 'usd')).toBeNull()
    expect(toMinorUnits(980.5, 'jpy')).toBeNull()
  })
})
