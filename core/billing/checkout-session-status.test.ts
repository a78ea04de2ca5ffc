import { expect, test } from 'vitest'
import { type CheckoutSessionFacts, checkoutSessionStatus } from './checkout-session-status.ts'

const complete = (more: Partial<CheckoutSessionFacts>): CheckoutSessionFacts => ({
  session: 'complete',
  payment: 'unpaid',
  intent: null,
  subscription: null,
  ...more,
})
const subscription = (status: string, isLatestInvoicePaid = false) =>
  complete({ subscription: { status, isLatestInvoicePaid } })

// What the statuses mean: Stripe's "Fulfill orders" and "How PaymentIntents work", and for subscriptions "How
// subscriptions work". A session in payment mode that was completed with a delayed method stays `unpaid` until
// `checkout.session.async_payment_succeeded` or `…_failed`.
test.each<[string, CheckoutSessionFacts, string]>([
  ['not completed yet', complete({ session: 'open' }), 'open'],
  ['expired', complete({ session: 'expired' }), 'closed'],
  ['paid by card', complete({ payment: 'paid', intent: 'succeeded' }), 'paid'],
  ['a trial, or a total of zero', complete({ payment: 'no_payment_required' }), 'paid'],
  ['F29: a debit on its way', complete({ intent: 'processing' }), 'processing'],
  ['F29: a voucher or bank transfer not paid yet', complete({ intent: 'requires_action' }), 'processing'],
  ['F29: a status added later', complete({ intent: 'requires_capture' }), 'processing'],
  ['F29: unpaid and the intent not known', complete({}), 'processing'],
  ['a debit or voucher that failed', complete({ intent: 'requires_payment_method' }), 'closed'],
  ['a canceled payment', complete({ intent: 'canceled' }), 'closed'],
  ['a first debit on its way', subscription('active'), 'processing'],
  ['a first payment that needs the buyer', subscription('incomplete'), 'processing'],
  ['F36: a bounced first debit that was paid later', subscription('active', true), 'paid'],
  ['a bounced first debit', subscription('past_due'), 'closed'],
  ['given up', subscription('unpaid'), 'closed'],
  ['canceled', subscription('canceled'), 'closed'],
  ['never paid', subscription('incomplete_expired'), 'closed'],
])('%s', (_, facts, status) => {
  expect(checkoutSessionStatus(facts)).toBe(status)
})
