import { type Invoice, newInvoicePayment } from '../objects/invoice.ts'
import { newPaymentIntent, type PaymentMethod, paymentMethodTypes } from '../objects/payment.ts'
import type { Subscription, SubscriptionStatus } from '../objects/subscription.ts'
import { authenticationRequired, type ChargeOutcome, chargeIntent } from './charge-intent.ts'
import { emit } from './emit-event.ts'
import { mustGet, schedule, type Tx, unschedule, update } from './tx.ts'

const daySeconds = 86_400

export type InvoiceOutcome = 'paid' | 'pending' | 'failed'

/** One try to collect a finalised invoice. */
export function payInvoice(
  tx: Tx,
  invoice: Invoice,
  method: PaymentMethod | undefined,
  { authenticated = false } = {},
): InvoiceOutcome {
  if (invoice.amount_due === 0) {
    markPaid(tx, invoice)
    return 'paid'
  }
  const payment = paymentOf(tx, invoice) ?? startPayment(tx, invoice)
  const intent = mustGet(tx, 'payment_intents', payment.payment.payment_intent)
  const tried = update(tx, 'invoices', invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 })
  if (!method) {
    markFailed(tx, tried)
    return 'failed'
  }
  const charged = chargeIntent(tx, intent, method, { authenticated })
  if (charged.outcome === 'failed' && charged.decline === authenticationRequired)
    emit(tx, 'invoice.payment_action_required', tried)
  return concludeInvoice(tx, tried, charged)
}

/** What a charge, at once or late, means for its invoice and subscription. */
export function concludeInvoice(tx: Tx, invoice: Invoice, { outcome }: ChargeOutcome): InvoiceOutcome {
  if (outcome === 'paid') markPaid(tx, invoice)
  if (outcome === 'failed') markFailed(tx, invoice)
  return outcome
}

export function paymentOf(tx: Tx, invoice: Invoice) {
  return tx.all('invoice_payments').find((payment) => payment.invoice === invoice.id)
}

export function invoiceOfIntent(tx: Tx, intent: string): Invoice | undefined {
  const payment = tx.all('invoice_payments').find((found) => found.payment.payment_intent === intent)
  return payment && tx.get('invoices', payment.invoice)
}

function startPayment(tx: Tx, invoice: Invoice) {
  const intent = newPaymentIntent(tx.now, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    receiptEmail: null,
    setupFutureUsage: 'off_session',
    paymentMethodTypes: [...paymentMethodTypes],
  })
  tx.put('payment_intents', intent)
  emit(tx, 'payment_intent.created', intent)
  return tx.put('invoice_payments', newInvoicePayment(tx.now, invoice, intent.id))
}

function markPaid(tx: Tx, invoice: Invoice) {
  unschedule(tx, 'retry-invoice', invoice.id)
  const paid = update(tx, 'invoices', invoice, {
    status: 'paid',
    attempted: true,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: tx.now },
  })
  const payment = paymentOf(tx, invoice)
  if (payment) {
    const settled = update(tx, 'invoice_payments', payment, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      status_transitions: { ...payment.status_transitions, paid_at: tx.now },
    })
    emit(tx, 'invoice_payment.paid', settled)
  }
  emit(tx, 'invoice.paid', paid)
  emit(tx, 'invoice.payment_succeeded', paid)
  setDelinquent(tx, invoice.customer, false)
  const subscription = subscriptionOf(tx, invoice)
  if (subscription?.latest_invoice !== invoice.id) return
  if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status))
    setStatus(tx, subscription, 'active')
}

function markFailed(tx: Tx, invoice: Invoice) {
  const waitDays = tx.settings.retryDays[invoice.attempt_count - 1]
  const subscription = subscriptionOf(tx, invoice)
  // The first invoice is not tried again: the subscription stays incomplete until somebody pays it.
  const retries = waitDays !== undefined && !['canceled', 'incomplete'].includes(subscription?.status ?? '')
  const nextAt = retries ? tx.now + waitDays * daySeconds : null
  const failed = update(tx, 'invoices', invoice, { next_payment_attempt: nextAt, auto_advance: retries })
  if (nextAt !== null) schedule(tx, 'retry-invoice', invoice.id, nextAt)
  emit(tx, 'invoice.payment_failed', failed)
  setDelinquent(tx, invoice.customer, true)
  if (subscription && ['active', 'trialing'].includes(subscription.status)) {
    setStatus(tx, subscription, 'past_due')
  }
}

/** The latest that happened to any invoice of the customer: paid, or its automatic payment failed. */
export function setDelinquent(tx: Tx, customerId: string, delinquent: boolean) {
  const customer = mustGet(tx, 'customers', customerId)
  if (customer.delinquent === delinquent || customer.deleted) return
  emit(tx, 'customer.updated', update(tx, 'customers', customer, { delinquent }), customer)
}

export function subscriptionOf(tx: Tx, invoice: Invoice): Subscription | undefined {
  return tx.get('subscriptions', invoice.parent?.subscription_details.subscription ?? '')
}

export function setStatus(tx: Tx, subscription: Subscription, status: SubscriptionStatus): Subscription {
  const changed = update(tx, 'subscriptions', subscription, { status })
  emit(tx, 'customer.subscription.updated', changed, subscription)
  return changed
}
