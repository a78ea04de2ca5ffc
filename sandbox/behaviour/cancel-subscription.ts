import type { LineInput } from '../objects/invoice.ts'
import type { Subscription } from '../objects/subscription.ts'
import { endSubscription } from './change-subscription.ts'
import { createInvoice } from './create-invoice.ts'
import { emit } from './emit-event.ts'
import { payInvoice } from './pay-invoice.ts'
import { mustGet, type Tx, update } from './tx.ts'

export interface CancelWishes {
  prorate: boolean
  comment?: string | null | undefined
  feedback?: string | null | undefined
}

/** Ends at once. With `prorate` the unused part of a billed period becomes credit of the customer. */
export function cancelSubscription(tx: Tx, subscription: Subscription, wishes: CancelWishes): Subscription {
  const { comment, feedback } = wishes
  const noted = update(tx, 'subscriptions', subscription, {
    cancellation_details: {
      ...subscription.cancellation_details,
      ...(comment !== undefined && { comment }),
      ...(feedback !== undefined && { feedback }),
    },
    canceled_at: tx.now,
    cancel_at: null,
    cancel_at_period_end: false,
  })
  const lines = wishes.prorate ? unusedTime(tx, subscription) : []
  if (lines.length > 0) {
    const { invoice } = createInvoice(tx, noted, 'subscription_update', lines)
    payInvoice(tx, invoice, undefined)
  }
  return endSubscription(tx, mustGet(tx, 'subscriptions', subscription.id), 'cancellation_requested')
}

/** A trial gives nothing back. What was billed does, paid or not: a proration takes it that the invoice will be paid. */
function unusedTime(tx: Tx, subscription: Subscription): LineInput[] {
  const latest = subscription.latest_invoice ? tx.get('invoices', subscription.latest_invoice) : undefined
  if (!latest || latest.total <= 0) return []
  return subscription.items.data.flatMap((item) => {
    const whole = item.current_period_end - item.current_period_start
    const left = Math.max(0, item.current_period_end - tx.now)
    const amount = Math.round((item.price.unit_amount * item.quantity * left) / whole)
    if (amount === 0) return []
    return {
      item,
      amount: -amount,
      description: 'Unused time on subscription',
      periodStart: tx.now,
      periodEnd: item.current_period_end,
      proration: true,
    }
  })
}

/** What the portal and `cancel_at_period_end` do; taken back with `false`. */
export function cancelAtPeriodEnd(tx: Tx, subscription: Subscription, wished: boolean): Subscription {
  if (subscription.cancel_at_period_end === wished) return subscription
  const [item] = subscription.items.data
  return update(tx, 'subscriptions', subscription, {
    cancel_at_period_end: wished,
    cancel_at: wished ? (item?.current_period_end ?? null) : null,
    canceled_at: wished ? tx.now : null,
    cancellation_details: {
      ...subscription.cancellation_details,
      reason: wished ? 'cancellation_requested' : null,
    },
  })
}

export function emitSubscriptionChange(tx: Tx, before: Subscription, after: Subscription) {
  if (JSON.stringify(before) !== JSON.stringify(after))
    emit(tx, 'customer.subscription.updated', after, before)
}
