import type { LineInput } from '../objects/invoice.ts'
import { periodEnds, type Subscription } from '../objects/subscription.ts'
import { endSubscription } from './change-subscription.ts'
import { createInvoice, finalizeInvoice } from './create-invoice.ts'
import { emit } from './emit-event.ts'
import { payInvoice } from './pay-invoice.ts'
import { mustGet, schedule, type Tx, unschedule, update } from './tx.ts'

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
    const { invoice } = createInvoice(tx, noted, 'subscription_update', lines, tx.now)
    payInvoice(tx, finalizeInvoice(tx, invoice), undefined)
  }
  return endSubscription(tx, mustGet(tx, 'subscriptions', subscription.id), 'cancellation_requested')
}

/**
 * What was billed for the rest of the period, less its discounts, whether or not it was paid and what with
 * (docs.stripe.com/billing/subscriptions/prorations, docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
export function unusedTime(tx: Tx, subscription: Subscription): LineInput[] {
  const latest = subscription.latest_invoice ? tx.get('invoices', subscription.latest_invoice) : undefined
  return subscription.items.data.flatMap((item) => {
    const billed = latest?.lines.data.find(
      ({ amount, parent }) => amount > 0 && parent.subscription_item_details?.subscription_item === item.id,
    )
    if (!billed) return []
    const { start, end } = billed.period
    const discount = billed.discount_amounts.reduce((sum, { amount }) => sum + amount, 0)
    const amount = Math.round(((billed.amount - discount) * Math.max(0, end - tx.now)) / (end - start))
    if (amount === 0) return []
    return {
      item,
      price: item.price,
      quantity: item.quantity,
      amount: -amount,
      description: 'Unused time on subscription',
      periodStart: tx.now,
      periodEnd: item.current_period_end,
      proration: true,
    }
  })
}

export function isCancelling({ cancel_at_period_end, cancel_at }: Subscription): boolean {
  return cancel_at_period_end || cancel_at !== null
}

/** What `cancel_at_period_end` of the API does, in both billing modes; taken back with `false`. */
export function cancelAtPeriodEnd(tx: Tx, subscription: Subscription, wished: boolean): Subscription {
  if (!wished) return isCancelling(subscription) ? resume(tx, subscription) : subscription
  if (subscription.cancel_at_period_end) return subscription
  unschedule(tx, 'cancel-subscription', subscription.id)
  // With items of several intervals the earliest end counts.
  const cancel_at = Math.min(...periodEnds(subscription))
  return record(tx, subscription, { cancel_at_period_end: true, cancel_at })
}

/** What `cancel_at` of the API does. */
export function cancelAt(
  tx: Tx,
  subscription: Subscription,
  wished: number | 'min_period_end' | 'max_period_end' | null,
): Subscription {
  if (wished === null) return resume(tx, subscription)
  const ends = periodEnds(subscription)
  const cancel_at =
    wished === 'min_period_end' ? Math.min(...ends) : wished === 'max_period_end' ? Math.max(...ends) : wished
  schedule(tx, 'cancel-subscription', subscription.id, cancel_at)
  return record(tx, subscription, { cancel_at, cancel_at_period_end: false })
}

/**
 * What the customer portal does. In flexible billing mode it sets only `cancel_at`, to the latest end of a period; in
 * classic mode `cancel_at_period_end` (docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
export function cancelInPortal(tx: Tx, subscription: Subscription, wished: boolean): Subscription {
  if (subscription.billing_mode.type === 'classic' || !wished)
    return cancelAtPeriodEnd(tx, subscription, wished)
  return cancelAt(tx, subscription, 'max_period_end')
}

function record(tx: Tx, subscription: Subscription, change: Partial<Subscription>): Subscription {
  return update(tx, 'subscriptions', subscription, {
    ...change,
    canceled_at: tx.now,
    cancellation_details: { ...subscription.cancellation_details, reason: 'cancellation_requested' },
  })
}

function resume(tx: Tx, subscription: Subscription): Subscription {
  unschedule(tx, 'cancel-subscription', subscription.id)
  return update(tx, 'subscriptions', subscription, {
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    cancellation_details: { ...subscription.cancellation_details, reason: null },
  })
}

export function emitSubscriptionChange(tx: Tx, before: Subscription, after: Subscription) {
  if (JSON.stringify(before) !== JSON.stringify(after))
    emit(tx, 'customer.subscription.updated', after, before)
}
