import { expect, test } from 'vitest'
import { priceChangeMail } from './price-change-mail.ts'

const before = {
  subscriptionId: 'sub',
  customerId: 'cus',
  stripePriceId: 'price_old',
  amountMinor: 900,
  currency: 'usd',
  interval: 'month',
  taxBehavior: null,
  isEnding: false,
}
const mailOf = (taxBehavior: 'inclusive' | 'exclusive' | null) =>
  priceChangeMail({
    product: 'Fairseat',
    plan: 'Monthly',
    siteUrl: 'https://shop.test',
    to: 'ann@example.com',
    key: 'price:sub:price_new',
    before: { ...before, taxBehavior },
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
