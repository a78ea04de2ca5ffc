import type { Price } from '../objects/catalogue.ts'
import type { Metadata } from '../objects/common.ts'
import { newDiscount } from '../objects/discount.ts'
import type { PaymentMethod } from '../objects/payment.ts'
import { type BillingMode, newSubscription, periodEnds, type Subscription } from '../objects/subscription.ts'
import { amountIn } from './amount-in.ts'
import { periodEndAfter } from './billing-period.ts'
import { createInvoice, finalizeInvoice, periodLines } from './create-invoice.ts'
import { emit } from './emit-event.ts'
import { type InvoiceOutcome, payInvoice, setStatus } from './pay-invoice.ts'
import { couponOf } from './price-session.ts'
import { mustGet, schedule, type Tx } from './tx.ts'

const daySeconds = 86_400
/** Stripe tells three days before, or at once when the trial is shorter. */
const trialNoticeSeconds = 3 * daySeconds
/** An incomplete subscription can be paid for this long. */
const incompleteSeconds = 23 * 3_600

interface PricedItem {
  price: Price
  quantity: number
}

interface SubscriptionOrder {
  customer: string
  currency: string
  /** Those with a one-time price are on the first invoice only. */
  items: PricedItem[]
  trialEnd: number | null
  billingMode: BillingMode
  method: PaymentMethod | undefined
  authenticated: boolean
  metadata: Metadata
  description: string | null
  automaticTax?: boolean
  discount?: { promotionCode: string; checkoutSession: string } | null
}

export interface StartedSubscription {
  subscription: Subscription
  invoice: string
  outcome: InvoiceOutcome
}

export function startSubscription(tx: Tx, order: SubscriptionOrder): StartedSubscription {
  const { trialEnd, method } = order
  const created = newSubscription(tx.now, {
    ...order,
    items: order.items.flatMap(({ price, quantity }) => {
      if (!price.recurring) return []
      return [{ price, quantity, periodEnd: trialEnd ?? periodEndAfter(tx.now, price.recurring, tx.now) }]
    }),
    status: trialEnd === null ? 'incomplete' : 'trialing',
    paymentMethod: method?.id ?? null,
  })
  tx.put('subscriptions', addDiscount(tx, created, order.discount ?? null))
  const lines = [...periodLines(tx, created, created.items.data), ...oneTimeLines(tx, order)]
  const { invoice: draft, subscription } = createInvoice(
    tx,
    mustGet(tx, 'subscriptions', created.id),
    'subscription_create',
    lines,
    tx.now,
  )
  const invoice = finalizeInvoice(tx, draft)
  emit(tx, 'customer.subscription.created', subscription)
  putPeriods(tx, subscription)
  if (trialEnd !== null)
    schedule(tx, 'trial-will-end', created.id, Math.max(tx.now, trialEnd - trialNoticeSeconds))

  const outcome = payInvoice(tx, invoice, method, { authenticated: order.authenticated })
  const now = mustGet(tx, 'subscriptions', created.id)
  if (now.status !== 'incomplete') return { subscription: now, invoice: invoice.id, outcome }
  // While a bank debit is under way Stripe already counts the subscription as active.
  if (outcome === 'pending')
    return { subscription: setStatus(tx, now, 'active'), invoice: invoice.id, outcome }
  schedule(tx, 'expire-incomplete', created.id, tx.now + incompleteSeconds)
  return { subscription: now, invoice: invoice.id, outcome }
}

function addDiscount(
  tx: Tx,
  subscription: Subscription,
  order: SubscriptionOrder['discount'] | null,
): Subscription {
  if (!order) return subscription
  const coupon = couponOf(tx, order.promotionCode)
  const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 1) : null
  const end =
    months === null ? null : periodEndAfter(tx.now, { interval: 'month', interval_count: months }, tx.now)
  const { id } = tx.put(
    'discounts',
    newDiscount(tx.now, {
      ...order,
      coupon: coupon.id,
      customer: subscription.customer,
      subscription: subscription.id,
      end,
    }),
  )
  return { ...subscription, discounts: [id] }
}

function oneTimeLines(tx: Tx, { items, currency }: SubscriptionOrder) {
  return items.flatMap(({ price, quantity }) => {
    if (price.recurring) return []
    const amount = amountIn(tx, price, currency) * quantity
    const description = tx.get('products', price.product)?.name ?? ''
    const period = { periodStart: tx.now, periodEnd: tx.now }
    return [{ item: null, price, quantity, amount, description, ...period, proration: false }]
  })
}

/**
 * Stores the periods of the items. They end at different times when their intervals differ; the first end comes next, and
 * `cancel_at_period_end` follows it (docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums).
 */
export function putPeriods(tx: Tx, subscription: Subscription): Subscription {
  const end = Math.min(...periodEnds(subscription))
  schedule(tx, 'period-end', subscription.id, end)
  return tx.put(
    'subscriptions',
    subscription.cancel_at_period_end ? { ...subscription, cancel_at: end } : subscription,
  )
}
