import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { freeLifetimesOf } from './checkout-sessions.ts'

// Stripe may say that nothing is due before anybody has confirmed it (docs.stripe.com/api/checkout/sessions/object#checkout_session_object-payment_status).
test.each([
  ['complete', ['cs_1']],
  ['open', []],
  ['expired', []],
])('F29: where a code left nothing to pay, only a completed page is a lifetime: %s', (status, ids) => {
  const session = {
    id: 'cs_1',
    mode: 'payment',
    status,
    payment_status: 'no_payment_required',
    metadata: { plan: 'lifetime' },
    customer_details: null,
    created: 0,
  }
  expect(freeLifetimesOf([session as unknown as Stripe.Checkout.Session]).map(({ id }) => id)).toEqual(ids)
})
