import type { Subscription } from '../objects/subscription.ts'
import { periodEndAfter } from './billing-period.ts'
import { createInvoice, periodLines } from './create-invoice.ts'
import { emit } from './emit-event.ts'
import { payInvoice, subscriptionOf } from './pay-invoice.ts'
import { schedulePeriod } from './start-subscription.ts'
import { mustGet, schedule, type Tx, unschedule, update } from './tx.ts'

const trialNoticeSeconds = 3 * 86_400

/** The card that a renewal is charged to: the subscription's own, or else the customer's default. */
export function cardOf(tx: Tx, subscription: Subscription) {
  const customer = mustGet(tx, 'customers', subscription.customer)
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  return id ? tx.get('payment_methods', id) : undefined
}

/** The end of a trial or of a paid period: the subscription ends if so wished, and is billed anew if not. */
export function endPeriod(tx: Tx, subscription: Subscription) {
  if (subscription.cancel_at_period_end || (subscription.cancel_at ?? Infinity) <= tx.now) {
    endSubscription(tx, subscription, 'cancellation_requested')
    return
  }
  renew(tx, subscription)
}

function renew(tx: Tx, subscription: Subscription, before = subscription) {
  const moved = startPeriod(subscription, tx.now)
  const renewed = tx.put('subscriptions', {
    ...moved,
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
  })
  schedulePeriod(tx, renewed)
  unschedule(tx, 'trial-will-end', renewed.id)
  const billed = createInvoice(tx, renewed, 'subscription_cycle', periodLines(renewed))
  emit(tx, 'customer.subscription.updated', billed.subscription, before)
  // An unpaid subscription is billed and not collected, until somebody pays by hand.
  if (subscription.status === 'unpaid') {
    update(tx, 'invoices', billed.invoice, { status: 'draft', auto_advance: false })
    return
  }
  payInvoice(tx, billed.invoice, cardOf(tx, renewed))
}

function startPeriod(subscription: Subscription, start: number): Subscription {
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: item.price.recurring
      ? periodEndAfter(subscription.billing_cycle_anchor, item.price.recurring, start)
      : item.current_period_end,
  }))
  return { ...subscription, items: { ...subscription.items, data } }
}

/** `at` is in the future: the trial lasts until then. Otherwise it ends now and the first period is billed. */
export function moveTrialEnd(tx: Tx, subscription: Subscription, at: number): Subscription {
  const trialEnd = Math.max(at, tx.now)
  const changed = { ...subscription, trial_end: trialEnd, billing_cycle_anchor: trialEnd }
  if (at <= tx.now) {
    renew(tx, changed, subscription)
    return mustGet(tx, 'subscriptions', subscription.id)
  }
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: trialEnd }))
  const extended = tx.put('subscriptions', {
    ...changed,
    status: 'trialing',
    trial_start: subscription.trial_start ?? tx.now,
    items: { ...subscription.items, data },
  })
  schedulePeriod(tx, extended)
  schedule(tx, 'trial-will-end', extended.id, Math.max(tx.now, trialEnd - trialNoticeSeconds))
  return extended
}

export function endSubscription(tx: Tx, subscription: Subscription, reason: string): Subscription {
  const ended = update(tx, 'subscriptions', subscription, {
    status: 'canceled',
    ended_at: tx.now,
    canceled_at: subscription.canceled_at ?? tx.now,
    cancellation_details: { ...subscription.cancellation_details, reason },
  })
  unschedule(tx, 'period-end', ended.id)
  unschedule(tx, 'trial-will-end', ended.id)
  for (const invoice of openInvoices(tx, ended)) {
    unschedule(tx, 'retry-invoice', invoice.id)
    update(tx, 'invoices', invoice, { auto_advance: false, next_payment_attempt: null })
  }
  emit(tx, 'customer.subscription.deleted', ended)
  return ended
}

export function openInvoices(tx: Tx, subscription: Subscription) {
  return tx
    .all('invoices')
    .filter((invoice) => invoice.status === 'open' && subscriptionOf(tx, invoice)?.id === subscription.id)
}

/** The next try of an invoice whose payment failed; after the last one the subscription ends. */
export function retryInvoice(tx: Tx, invoiceId: string) {
  const invoice = mustGet(tx, 'invoices', invoiceId)
  const subscription = subscriptionOf(tx, invoice)
  if (invoice.status !== 'open' || !subscription) return
  if (payInvoice(tx, invoice, cardOf(tx, subscription)) !== 'failed') return
  if (mustGet(tx, 'invoices', invoiceId).next_payment_attempt !== null) return
  const current = mustGet(tx, 'subscriptions', subscription.id)
  if (tx.settings.afterRetries === 'cancel') endSubscription(tx, current, 'payment_failed')
  else
    emit(
      tx,
      'customer.subscription.updated',
      update(tx, 'subscriptions', current, { status: 'unpaid' }),
      current,
    )
}
