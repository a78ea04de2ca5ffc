import type { AmountTerms } from '../objects/amounts.ts'
import type { CheckoutSession, SessionPlan } from '../objects/checkout-session.ts'
import { newDiscount } from '../objects/discount.ts'
import { newInvoice, newInvoicePayment } from '../objects/invoice.ts'
import { numberInvoice } from './create-invoice.ts'
import { emit } from './emit-event.ts'
import { couponOf } from './price-session.ts'
import { mustGet, type Tx, update } from './tx.ts'

/**
 * The invoice of a session that takes one payment, if it was asked for: made once the money is there, and paid
 * (docs.stripe.com/payments/checkout/receipts, "Paid invoices"). The customer's balance has no part in it.
 */
export function invoiceSession(
  tx: Tx,
  session: CheckoutSession,
  plan: SessionPlan,
  terms: AmountTerms,
): CheckoutSession {
  if (!session.invoice_creation?.enabled || !session.customer || !session.payment_intent) return session
  const customer = mustGet(tx, 'customers', session.customer)
  const discount = terms.discount && {
    ...terms.discount,
    id: plan.promotionCode ? redeemed(tx, session, plan.promotionCode) : null,
  }
  const draft = newInvoice(tx.now, {
    customer,
    subscription: null,
    currency: session.currency,
    metadata: session.invoice_creation.invoice_data.metadata,
    reason: 'manual',
    lines: plan.lineItems.map(({ price, quantity, amount_subtotal, description }) => ({
      item: null,
      price,
      quantity,
      amount: amount_subtotal,
      description,
      periodStart: tx.now,
      periodEnd: tx.now,
      proration: false,
    })),
    periodStart: tx.now,
    periodEnd: tx.now,
    finalizesAt: null,
    terms: { ...terms, ...(discount && { discount }) },
  })
  const invoice = numberInvoice(tx, draft, {
    status: 'paid',
    attempted: true,
    amount_due: draft.total,
    amount_paid: draft.total,
    amount_remaining: 0,
    starting_balance: 0,
    ending_balance: 0,
    status_transitions: { ...draft.status_transitions, finalized_at: tx.now, paid_at: tx.now },
  })
  const payment = newInvoicePayment(tx.now, invoice, session.payment_intent)
  const paid = tx.put('invoice_payments', {
    ...payment,
    status: 'paid',
    amount_paid: invoice.total,
    status_transitions: { ...payment.status_transitions, paid_at: tx.now },
  })
  emit(tx, 'invoice.created', draft)
  emit(tx, 'invoice.finalized', invoice)
  emit(tx, 'invoice_payment.paid', paid)
  emit(tx, 'invoice.paid', invoice)
  emit(tx, 'invoice.payment_succeeded', invoice)
  return update(tx, 'sessions', session, { invoice: invoice.id })
}

const redeemed = (tx: Tx, session: CheckoutSession, promotionCode: string): string =>
  tx.put(
    'discounts',
    newDiscount(tx.now, {
      coupon: couponOf(tx, promotionCode).id,
      promotionCode,
      checkoutSession: session.id,
      customer: session.customer ?? '',
      subscription: null,
      end: null,
    }),
  ).id
