import type { Invoice } from '../objects/invoice.ts'
import type { Subscription, SubscriptionItem } from '../objects/subscription.ts'
import { periodEndAfter } from './billing-period.ts'
import { createInvoice, failFinalization, finalizeInvoice, periodLines } from './create-invoice.ts'
import { emit } from './emit-event.ts'
import { payInvoice, setStatus, subscriptionOf } from './pay-invoice.ts'
import { putPeriods } from './start-subscription.ts'
import { mustGet, schedule, type Tx, unschedule, update } from './tx.ts'

const trialNoticeSeconds = 3 * 86_400

/** The card that a renewal is charged to: the subscription's own, or else the customer's default. */
export function cardOf(tx: Tx, subscription: Subscription) {
  const customer = mustGet(tx, 'customers', subscription.customer)
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  return id ? tx.get('payment_methods', id) : undefined
}

/** The end of a trial or of a paid period: the subscription ends if so wished, and is billed again if not. */
export function endPeriod(tx: Tx, subscription: Subscription) {
  if (subscription.cancel_at_period_end || (subscription.cancel_at ?? Infinity) <= tx.now) {
    endSubscription(tx, subscription, 'cancellation_requested')
    return
  }
  if (subscription.status === 'incomplete') return
  const isOver = (item: SubscriptionItem) => item.current_period_end <= tx.now
  renew(tx, subscription, isOver, tx.settings.invoiceDraftSeconds)
}

/** Bills the items whose period is over for their next one. The invoice is a draft for `draftSeconds`. */
function renew(
  tx: Tx,
  subscription: Subscription,
  isOver: (item: SubscriptionItem) => boolean,
  draftSeconds: number,
  before = subscription,
) {
  const data = subscription.items.data.map((item) =>
    isOver(item) ? nextPeriod(subscription, item, tx.now) : item,
  )
  const renewed = putPeriods(tx, {
    ...subscription,
    items: { ...subscription.items, data },
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
  })
  unschedule(tx, 'trial-will-end', renewed.id)
  const billed = data.filter((item) => item.current_period_start === tx.now)
  const lines = periodLines(tx, renewed, billed)
  // An unpaid subscription is billed and not collected, until somebody pays by hand.
  const finalizesAt = subscription.status === 'unpaid' ? null : tx.now + draftSeconds
  const made = createInvoice(tx, renewed, 'subscription_cycle', lines, finalizesAt)
  emit(tx, 'customer.subscription.updated', made.subscription, before)
  if (finalizesAt === null) return
  if (draftSeconds > 0) schedule(tx, 'finalize-invoice', made.invoice.id, finalizesAt)
  else collectInvoice(tx, made.invoice)
}

function nextPeriod(subscription: Subscription, item: SubscriptionItem, start: number): SubscriptionItem {
  const current_period_end = item.price.recurring
    ? periodEndAfter(subscription.billing_cycle_anchor, item.price.recurring, start)
    : item.current_period_end
  return { ...item, current_period_start: start, current_period_end }
}

/** The end of the draft: the invoice is finalized and its payment tried. */
export function collectInvoice(tx: Tx, draft: Invoice) {
  const subscription = subscriptionOf(tx, draft)
  // Finalized by hand in the meantime, its payment is tried all the same.
  const isDue = draft.status === 'draft' || (draft.status === 'open' && draft.attempt_count === 0)
  if (!isDue || !subscription) return
  if (tx.settings.finalizationFails) return failFinalization(tx, draft)
  payInvoice(tx, finalizeInvoice(tx, draft), cardOf(tx, subscription))
}

/** `at` is in the future: the trial lasts until then. Otherwise it ends now and the first period is billed at once. */
export function moveTrialEnd(tx: Tx, subscription: Subscription, at: number): Subscription {
  const trialEnd = Math.max(at, tx.now)
  const changed = { ...subscription, trial_end: trialEnd, billing_cycle_anchor: trialEnd }
  if (at <= tx.now) {
    renew(tx, changed, () => true, 0, subscription)
    return mustGet(tx, 'subscriptions', subscription.id)
  }
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: trialEnd }))
  const extended = putPeriods(tx, {
    ...changed,
    status: 'trialing',
    trial_start: subscription.trial_start ?? tx.now,
    items: { ...subscription.items, data },
  })
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
  unscheduleAll(tx, ended)
  for (const invoice of invoicesOf(tx, ended, ['draft', 'open'])) {
    unschedule(tx, 'retry-invoice', invoice.id)
    unschedule(tx, 'finalize-invoice', invoice.id)
    const stopped = { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null }
    update(tx, 'invoices', invoice, stopped)
  }
  emit(tx, 'customer.subscription.deleted', ended)
  return ended
}

/** Its first invoice was not paid within 23 hours. */
export function expireIncomplete(tx: Tx, subscription: Subscription) {
  if (subscription.status !== 'incomplete') return
  unscheduleAll(tx, subscription)
  for (const invoice of invoicesOf(tx, subscription, ['open'])) voidInvoice(tx, invoice)
  setStatus(tx, update(tx, 'subscriptions', subscription, { ended_at: tx.now }), 'incomplete_expired')
}

function unscheduleAll(tx: Tx, { id }: Subscription) {
  const kinds = ['period-end', 'trial-will-end', 'cancel-subscription', 'expire-incomplete'] as const
  for (const kind of kinds) unschedule(tx, kind, id)
}

export function voidInvoice(tx: Tx, invoice: Invoice): Invoice {
  unschedule(tx, 'retry-invoice', invoice.id)
  const status_transitions = { ...invoice.status_transitions, voided_at: tx.now }
  const voided = update(tx, 'invoices', invoice, {
    status: 'void',
    next_payment_attempt: null,
    status_transitions,
  })
  emit(tx, 'invoice.voided', voided)
  return voided
}

export function invoicesOf(tx: Tx, subscription: Subscription, statuses: Invoice['status'][]): Invoice[] {
  return tx
    .all('invoices')
    .filter(
      (invoice) => statuses.includes(invoice.status) && subscriptionOf(tx, invoice)?.id === subscription.id,
    )
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
  else setStatus(tx, current, 'unpaid')
}
