import { expect, test } from 'vitest'
import { priceChangeMail } from './price-change-mail.ts'

const before = {
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
const mailOf = (taxBehavior: 'inclusive' | 'exclusive' | null, hasDiscount = false) =>
  priceChangeMail({
    product: 'Fairseat',
    plan: 'Monthly',
    siteUrl: 'https://shop.test',
    to: 'ann@example.com',
    key: 'price:sub:price_new',
    before: { ...before, taxBehavior, hasDiscount },
    after: { ...before, taxBehavior, stripePriceId: 'price_new', amountMinor: 1_200 },
    from: new Date('2026-12-20T12:00:00Z'),
  }).text

test.each([
  [null, '$12 instead of $9 from'],
  ['exclusive', '$12 plus VAT instead of $9 plus VAT from'],
  ['inclusive', '$12 incl. VAT instead of $9 incl. VAT from'],
] as const)('M9: the mail says both prices as the card does, tax %s', (taxBehavior, words) => {
  expect(mailOf(taxBehavior)).toContain(`Monthly will cost ${words} your first renewal after`)
})

test('M9: the mail says of a discount that it is not in the prices, to those who have one', () => {
  const words = 'Your discount isn’t included here. It still comes off for as long as it applies.'
  expect(mailOf(null, true)).toContain(words)
  expect(mailOf(null)).not.toContain(words)
})
