import { expect, test } from 'vitest'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import { createStore } from '../../core/store.ts'
import { createPurchaseEvent, emitCheckoutEvents, type FairseatEvent } from './fairseat-event.ts'

interface CheckoutState {
  redirecting: PaidPlanId | null
  error: string | null
  refusedWith?: number
  waiting?: string
}
const idle: CheckoutState = { redirecting: null, error: null }

function watchCheckout() {
  const checkout = createStore(idle)
  const events: FairseatEvent[] = []
  emitCheckoutEvents(checkout, (event) => events.push(event))
  return { checkout, events }
}

test('a checkout is reported when it starts, once, however long it waits, and when it is refused', () => {
  const { checkout, events } = watchCheckout()
  checkout.set({ ...idle, redirecting: 'lifetime' })
  checkout.set({ ...idle, redirecting: 'lifetime', waiting: 'others are paying' })
  expect(events).toEqual([{ name: 'checkout-started', plan: 'lifetime' }])
  checkout.set({ ...idle, error: 'Sold out.', refusedWith: 409 })
  checkout.set(idle)
  expect(events.slice(1)).toEqual([{ name: 'checkout-refused', plan: 'lifetime', status: 409 }])
  checkout.set({ ...idle, redirecting: 'monthly' })
  checkout.set({ ...idle, error: 'No connection.' })
  expect(events.slice(2)).toEqual([
    { name: 'checkout-started', plan: 'monthly' },
    { name: 'checkout-refused', plan: 'monthly' },
  ])
})

test('a visitor who stops waiting, or comes back from the payment, was not refused', () => {
  const { checkout, events } = watchCheckout()
  checkout.set({ ...idle, redirecting: 'lifetime' })
  checkout.set(idle)
  expect(events.map(({ name }) => name)).toEqual(['checkout-started'])
})

test('a purchase is reported once where the browser keeps nothing, and none without a Checkout Session', () => {
  const events: FairseatEvent[] = []
  const report = createPurchaseEvent('cs_test_1', (event) => events.push(event))
  report('lifetime')
  report('lifetime')
  createPurchaseEvent(null, (event) => events.push(event))('monthly')
  expect(events).toEqual([{ name: 'purchase-completed', plan: 'lifetime' }])
})
