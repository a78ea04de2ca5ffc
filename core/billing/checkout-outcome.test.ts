import { expect, test } from 'vitest'
import { type CheckoutFacts, checkoutOutcome } from './checkout-outcome.ts'

const paid: CheckoutFacts = { session: 'paid', isOversold: false, plan: 'lifetime', bought: null }
const free = { ...paid, plan: 'free' } as const

test.each<[what: string, facts: CheckoutFacts, expected: string]>([
  ['what is paid gives its plan', paid, 'paid'],
  ['F8: paid, and not written down yet, is still processing', free, 'processing'],
  [
    'so is what is written down and gives no plan yet',
    { ...free, bought: { isRevoked: false } },
    'processing',
  ],
  ['so is a subscription that has yet to begin', { ...free, bought: { status: 'incomplete' } }, 'processing'],
  ['F8: a lifetime that went back is not processing', { ...free, bought: { isRevoked: true } }, 'ended'],
  ['F8: nor is a month that has ended', { ...free, bought: { status: 'canceled' } }, 'ended'],
  ['F8: nor one that was not paid for in time', { ...free, bought: { status: 'past_due' } }, 'ended'],
  ['who has bought again has a plan', { ...paid, bought: { isRevoked: true } }, 'paid'],
  [
    'L1: what found no seat goes back',
    { ...free, isOversold: true, bought: { isRevoked: true } },
    'refunded',
  ],
  ['F13: money that is on its way', { ...free, session: 'processing' }, 'processing'],
  ['a session that is open is not paid', { ...free, session: 'open' }, 'unpaid'],
  ['nor one that is closed, whatever else was bought', { ...paid, session: 'closed' }, 'unpaid'],
])('%s', (_, facts, expected) => {
  expect(checkoutOutcome(facts)).toBe(expected)
})
