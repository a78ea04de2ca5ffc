import type { Price } from '../objects/catalogue.ts'
import { planOf } from '../objects/catalogue.ts'
import type { LineInput } from '../objects/invoice.ts'
import { intervalsOf, type Subscription, type SubscriptionItem } from '../objects/subscription.ts'
import { amountIn } from './amount-in.ts'
import { periodEndAfter } from './billing-period.ts'
import { unusedTime } from './cancel-subscription.ts'
import { cardOf, moveTrialEnd, voidInvoice } from './change-subscription.ts'
import { createInvoice, finalizeInvoice } from './create-invoice.ts'
import { emit } from './emit-event.ts'
import { payInvoice, setDelinquent } from './pay-invoice.ts'
import { putPeriods } from './start-subscription.ts'
import { mustGet, type Tx } from './tx.ts'

export interface PriceSwitch {
  subscription: Subscription
  price: Price
  trial: 'continue_trial' | 'end_trial'
}

interface PlannedSwitch {
  item: SubscriptionItem
  anchor: number
  /** What is invoiced at once; nothing during a trial that goes on. */
  lines: LineInput[]
}

/**
 * With another interval a new billing period begins: the new price is due at once, less the unused time of the old one
 * (docs.stripe.com/billing/subscriptions/prorations, docs.stripe.com/billing/subscriptions/billing-cycle). A credit that is
 * larger goes to the customer's balance. A trial that goes on costs nothing and keeps its end.
 */
export function planSwitch(tx: Tx, { subscription, price }: PriceSwitch): PlannedSwitch {
  const [current] = subscription.items.data
  if (!current) throw new Error(`${subscription.id} has no item.`)
  const item = { ...current, price, plan: planOf(price) }
  if (subscription.status === 'trialing' || !price.recurring)
    return { item, anchor: subscription.billing_cycle_anchor, lines: [] }
  const credit = unusedTime(tx, subscription)
  const [before, after] = intervalsOf([current.price, price])
  const isNewPeriod = before !== after
  const moved = isNewPeriod
    ? {
        ...item,
        current_period_start: tx.now,
        current_period_end: periodEndAfter(tx.now, price.recurring, tx.now),
      }
    : item
  const whole = moved.current_period_end - moved.current_period_start
  const left = moved.current_period_end - tx.now
  const charge: LineInput = {
    item: moved,
    price,
    quantity: item.quantity,
    amount: Math.round((amountIn(tx, price, subscription.currency) * item.quantity * left) / whole),
    description: isNewPeriod ? `${item.quantity} × subscription` : 'Remaining time on subscription',
    periodStart: tx.now,
    periodEnd: moved.current_period_end,
    proration: !isNewPeriod,
  }
  return {
    item: moved,
    anchor: isNewPeriod ? tx.now : subscription.billing_cycle_anchor,
    lines: [...credit, charge],
  }
}

/** What the portal's confirmation does. When the payment fails the subscription stays as it was. */
export function switchPrice(tx: Tx, wish: PriceSwitch): 'switched' | 'declined' {
  const { subscription: before } = wish
  const { item, anchor, lines } = planSwitch(tx, wish)
  const changed = putPeriods(tx, {
    ...before,
    items: { ...before.items, data: [item, ...before.items.data.slice(1)] },
    billing_cycle_anchor: anchor,
  })
  if (lines.length === 0) {
    emit(tx, 'customer.subscription.updated', changed, before)
    if (wish.trial === 'end_trial') moveTrialEnd(tx, changed, tx.now)
    return 'switched'
  }
  const made = createInvoice(tx, changed, 'subscription_update', lines, tx.now)
  if (payInvoice(tx, finalizeInvoice(tx, made.invoice), cardOf(tx, changed)) === 'failed') {
    voidInvoice(tx, mustGet(tx, 'invoices', made.invoice.id))
    setDelinquent(tx, before.customer, false)
    putPeriods(tx, before)
    return 'declined'
  }
  emit(tx, 'customer.subscription.updated', mustGet(tx, 'subscriptions', before.id), before)
  return 'switched'
}
