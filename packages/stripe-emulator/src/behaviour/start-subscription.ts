import type { Price } from '../objects/catalogue.ts'
import type { Metadata } from '../objects/common.ts'
import type { PaymentMethod } from '../objects/payment.ts'
import { type BillingMode, newSubscription, type Subscription } from '../objects/subscription.ts'
import { amountIn } from './amount-in.ts'
import { periodEndAfter } from './billing-period.ts'
import { createInvoice, finalizeInvoice, periodLines } from './create-invoice.ts'
import { emit } from './emit-event.ts'
import { type InvoiceOutcome, payInvoice, setStatus } from './pay-invoice.ts'
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
  tx.put('subscriptions', created)
  const lines = [...periodLines(tx, created, created.items.data), ...oneTimeLines(tx, order)]
  const { invoice: draft, subscription } = createInvoice(tx, created, 'subscription_create', lines, tx.now)
  const invoice = finalizeInvoice(tx, draft)
  emit(tx, 'customer.subscription.created', subscription)
  schedulePeriod(tx, subscription)
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

function oneTimeLines(tx: Tx, { items, currency }: SubscriptionOrder) {
  return items.flatMap(({ price, quantity }) => {
    if (price.recurring) return []
    const amount = amountIn(tx, price, currency) * quantity
    const description = tx.get('products', price.product)?.name ?? ''
    const period = { periodStart: tx.now, periodEnd: tx.now }
    return [{ item: null, price, quantity, amount, description, ...period, proration: false }]
  })
}

/** Items of different intervals end their periods at different times; the first end comes next. */
export function schedulePeriod(tx: Tx, subscription: Subscription) {
  const ends = subscription.items.data.map((item) => item.current_period_end)
  if (ends.length > 0) schedule(tx, 'period-end', subscription.id, Math.min(...ends))
}
