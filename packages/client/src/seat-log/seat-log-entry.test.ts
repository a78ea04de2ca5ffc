import { describe, expect, test } from 'vitest'
import { formatEntry, parseEntry, type SeatLogEntry, toMinute } from './seat-log-entry.ts'

const seat = 'a'.repeat(64)
const at = toMinute(new Date('2026-11-17T07:05:59.999Z'))
const texts: [string, SeatLogEntry][] = [
  [
    '{"type":"offer","offer":"launch","cap":50,"dealPriceMinor":8900,"laterPriceMinor":14900,"currency":"usd","closesAt":null,"cooldownDays":30,"at":"2026-11-17T07:05Z"}',
    {
      at,
      cooldownDays: 30,
      closesAt: null,
      currency: 'usd',
      laterPriceMinor: 14_900,
      dealPriceMinor: 8_900,
      cap: 50,
      offer: 'launch',
      type: 'offer',
    },
  ],
  [
    `{"type":"sold","offer":"launch","seat":"${seat}","taken":12,"sold":9,"at":"2026-11-17T07:05Z"}`,
    { type: 'sold', at, sold: 9, taken: 12, seat, offer: 'launch' },
  ],
  [
    '{"type":"closed","offer":"launch","taken":50,"sold":50,"at":"2026-11-17T07:05Z"}',
    { type: 'closed', offer: 'launch', sold: 50, taken: 50, at },
  ],
  [
    '{"type":"terms","offer":"launch","cap":50,"dealPriceMinor":8900,"laterPriceMinor":14900,"currency":"usd","otherPrices":{"eur":{"dealPriceMinor":8500,"laterPriceMinor":13900}},"closesAt":"2026-12-31T00:00:00Z","cooldownDays":30,"at":"2026-11-17T07:05Z"}',
    {
      type: 'terms',
      offer: 'launch',
      cap: 50,
      dealPriceMinor: 8_900,
      laterPriceMinor: 14_900,
      currency: 'usd',
      otherPrices: { eur: { laterPriceMinor: 13_900, dealPriceMinor: 8_500 } },
      closesAt: '2026-12-31T00:00:00Z',
      cooldownDays: 30,
      at,
    },
  ],
]

describe('an entry of the seat log', () => {
  test.each(texts)('L9: has one text, whatever the order of its fields: %s', (text, entry) => {
    expect(formatEntry(entry)).toBe(text)
    expect(parseEntry(text)).toEqual(entry)
  })

  const [terms = '', movement = '', closed = '', inEur = ''] = texts.map(([text]) => text)
  test.each([
    '',
    'null',
    '[]',
    ` ${closed}`,
    closed.replace('"taken":50,"sold":50', '"sold":50,"taken":50'),
    closed.replace('}', ',"more":1}'),
    closed.replace('50', '-1'),
    closed.replace('50', '5e1'),
    closed.replace('07:05Z', '07:05:00Z'),
    closed.replace('11-17', '13-17'),
    closed.replace('closed', 'opened'),
    movement.replace(seat, 'A'.repeat(64)),
    movement.replace(seat, 'a'.repeat(63)),
    terms.replace('null', '"2026-12-31"'),
    terms.replace('"usd"', '7'),
    terms.replace(',"cooldownDays":30', ''),
    // 31 November would stand before 1 December, and mean it.
    inEur.replace('2026-12-31', '2026-11-31'),
    inEur.replace('8500', '-1'),
    inEur.replace('8500', '"8500"'),
    inEur.replace('"eur"', '"EUR"'),
    inEur.replace('13900', '13900,"more":1'),
    inEur.replace(/"otherPrices":{.*}}/, '"otherPrices":{}'),
    inEur.replace(/"otherPrices":{.*}}/, '"otherPrices":null'),
  ])('L9: nothing else is one: %s', (text) => expect(parseEntry(text)).toBeNull())
})
