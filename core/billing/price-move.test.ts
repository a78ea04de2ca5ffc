import { describe, expect, test } from 'vitest'
import {
  decidePriceMove,
  isPriceChangeAhead,
  leastNoticeDays,
  type PriceMove,
  type SubscribedPrice,
} from './price-move.ts'

const subscription: SubscribedPrice = {
  subscriptionId: 'sub',
  customerId: 'cus',
  stripePriceId: 'price_old',
  amountMinor: 900,
  quantity: 1,
  currency: 'usd',
  interval: 'month',
  taxBehavior: null,
  isEnding: false,
  hasDiscount: false,
}
const to = {
  stripePriceId: 'price_new',
  amountMinor: 1_200,
  currency: 'usd',
  interval: 'month',
  taxBehavior: 'exclusive' as const,
}
const yearly = { ...to, stripePriceId: 'price_year', interval: 'year' }

describe('a change of price', () => {
  const table: [when: string, given: Partial<SubscribedPrice>, PriceMove][] = [
    ['on the price to move from', {}, to],
    ['by the year', { interval: 'year' }, yearly],
    ['on another price', { stripePriceId: 'price_older' }, 'other-price'],
    ['on the new price already', { stripePriceId: 'price_new' }, 'other-price'],
    ['cancelled', { isEnding: true }, 'ending'],
    ['in another currency', { currency: 'eur' }, 'other-terms'],
    ['with the tax added, as today', { taxBehavior: 'exclusive' }, to],
    ['with the tax included, unlike today', { taxBehavior: 'inclusive' }, 'other-terms'],
    ['by the week', { interval: 'week' }, 'other-terms'],
    ['that pays as much as today', { amountMinor: to.amountMinor }, 'same-amount'],
  ]
  for (const [when, given, expected] of table)
    test(`M9: a subscription ${when}: ${typeof expected === 'string' ? expected : 'moves'}`, () => {
      expect(decidePriceMove({ ...subscription, ...given }, 'price_old', [to, yearly])).toEqual(expected)
    })

  test('M9: nobody is moved to the price that they have', () => {
    expect(decidePriceMove({ ...subscription, stripePriceId: 'price_new' }, 'price_new', [to])).toBe(
      'other-price',
    )
  })

  test('M9: a rise needs two weeks of notice, a lower price none', () => {
    expect(leastNoticeDays(subscription, to)).toBe(14)
    expect(leastNoticeDays(to, subscription)).toBe(0)
    expect(leastNoticeDays(to, to)).toBe(0)
  })

  test.each([
    ['as it was', {}, true],
    ['cancelled', { cancelAtPeriodEnd: true }, false],
    ['changed to yearly', { plan: 'yearly' as const }, false],
    ['another one', { id: 'sub_next' }, false],
    ['ended at once', { status: 'canceled' }, false],
    ['whose payment failed', { status: 'past_due' }, true],
  ])(
    'M9: the account tells of the new price only while it is to come: a subscription %s',
    (_, given, expected) => {
      const stored = { id: 'sub', plan: 'monthly' as const, status: 'active', cancelAtPeriodEnd: false }
      expect(isPriceChangeAhead({ subscriptionId: 'sub', plan: 'monthly' }, { ...stored, ...given })).toBe(
        expected,
      )
    },
  )
})
