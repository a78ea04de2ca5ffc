import { type AmountTerms, taxPercentOf } from '../objects/amounts.ts'
import { type BalanceEntry, type Customer, newBalanceEntry } from '../objects/customer.ts'
import { type BillingReason, type Invoice, type LineInput, newInvoice } from '../objects/invoice.ts'
import type { Subscription, SubscriptionItem } from '../objects/subscription.ts'
import { amountIn } from './amount-in.ts'
import { emit } from './emit-event.ts'
import { mustGet, type Tx, update } from './tx.ts'

/** A draft. Who makes it also says when it is finalized; null when nobody does by himself. */
export function createInvoice(
  tx: Tx,
  subscription: Subscription,
  reason: BillingReason,
  lines: LineInput[],
  finalizesAt: number | null,
): { invoice: Invoice; subscription: Subscription } {
  const customer = mustGet(tx, 'customers', subscription.customer)
  const invoice = newInvoice(tx.now, {
    customer,
    subscription,
    currency: subscription.currency,
    reason,
    lines,
    periodStart: lines[0]?.periodStart ?? tx.now,
    periodEnd: lines[0]?.periodEnd ?? tx.now,
    finalizesAt,
    terms: subscriptionTerms(tx, subscription, customer, lines),
  })
  tx.put('invoices', invoice)
  update(tx, 'customers', customer, { currency: subscription.currency })
  emit(tx, 'invoice.created', invoice)
  return { invoice, subscription: update(tx, 'subscriptions', subscription, { latest_invoice: invoice.id }) }
}

/**
 * Tax by the customer's address, and the discount while it lasts: `once` is used up by the first invoice that charges
 * something (docs.stripe.com/billing/subscriptions/coupons).
 */
function subscriptionTerms(
  tx: Tx,
  subscription: Subscription,
  customer: Customer,
  lines: LineInput[],
): AmountTerms {
  const discount = subscription.discounts
    .map((id) => mustGet(tx, 'discounts', id))
    .find(({ end }) => end === null || end > tx.now)
  const coupon = discount && tx.get('coupons', discount.source.coupon)
  const isCharged = lines.some(({ amount, proration }) => amount > 0 && !proration)
  if (coupon?.duration === 'once' && discount && isCharged) update(tx, 'discounts', discount, { end: tx.now })
  return {
    taxPercent: subscription.automatic_tax.enabled
      ? taxPercentOf(customer.address?.country, hasTaxId(tx, customer))
      : null,
    discount:
      coupon && discount
        ? { id: discount.id, percentOff: coupon.percent_off, amountOff: coupon.amount_off }
        : null,
  }
}

/** As given in Checkout. */
const hasTaxId = (tx: Tx, { id }: Customer): boolean =>
  tx.all('sessions').some((session) => session.customer === id && session.customer_details?.tax_ids.length)

/** Gives the invoice its number and uses up the credit of the customer. From here on it is to be paid. */
/** The invoice stays a draft, and its subscription active (test/finalization.test.ts). */
export function failFinalization(tx: Tx, draft: Invoice): void {
  const failed = update(tx, 'invoices', draft, {
    automatically_finalizes_at: null,
    last_finalization_error: {
      type: 'invalid_request_error',
      code: 'customer_tax_location_invalid',
      message:
        "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    },
  })
  emit(tx, 'invoice.finalization_failed', failed)
}

export function finalizeInvoice(tx: Tx, draft: Invoice): Invoice {
  if (draft.status !== 'draft') return draft
  const { balance } = mustGet(tx, 'customers', draft.customer)
  const { total } = draft
  const due = Math.max(0, total + balance)
  const endingBalance = total < 0 ? balance + total : Math.min(0, total + balance)
  const invoice = numberInvoice(tx, draft, {
    status: 'open',
    auto_advance: true,
    automatically_finalizes_at: null,
    amount_due: due,
    amount_remaining: due,
    starting_balance: balance,
    ending_balance: endingBalance,
  })
  const used = endingBalance - balance
  const customer = mustGet(tx, 'customers', draft.customer)
  if (used !== 0)
    changeBalance(tx, customer, { amount: used, type: 'applied_to_invoice', invoice: invoice.id })
  emit(tx, 'invoice.finalized', invoice)
  return invoice
}

/** The customer's next number, and the address of the page that shows the invoice. */
export function numberInvoice(tx: Tx, draft: Invoice, change: Partial<Invoice>): Invoice {
  const customer = mustGet(tx, 'customers', draft.customer)
  const { invoice_prefix, next_invoice_sequence } = customer
  const url = `${tx.settings.publicUrl}/i/${draft.id}`
  update(tx, 'customers', customer, { next_invoice_sequence: next_invoice_sequence + 1 })
  return update(tx, 'invoices', draft, {
    number: `${invoice_prefix}-${String(next_invoice_sequence).padStart(4, '0')}`,
    effective_at: tx.now,
    hosted_invoice_url: url,
    invoice_pdf: url,
    status_transitions: { ...draft.status_transitions, finalized_at: tx.now },
    webhooks_delivered_at: tx.now,
    ...change,
  })
}

/** What the items cost for their current period; nothing during a trial. */
export function periodLines(tx: Tx, subscription: Subscription, items: SubscriptionItem[]): LineInput[] {
  const trial = subscription.status === 'trialing'
  return items.map((item) => ({
    item,
    price: item.price,
    quantity: item.quantity,
    amount: trial ? 0 : amountIn(tx, item.price, subscription.currency) * item.quantity,
    description: trial ? 'Trial period' : `${item.quantity} × subscription`,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    proration: false,
  }))
}

/** Negative amounts are credit for the customer. */
export function changeBalance(
  tx: Tx,
  customer: Customer,
  input: Pick<
    Parameters<typeof newBalanceEntry>[1],
    'amount' | 'type' | 'invoice' | 'creditNote' | 'description' | 'metadata'
  > & {
    currency?: string
  },
): BalanceEntry {
  const endingBalance = customer.balance + input.amount
  const currency = input.currency ?? customer.currency ?? 'usd'
  const changed = update(tx, 'customers', customer, { balance: endingBalance, currency })
  emit(tx, 'customer.updated', changed, customer)
  return tx.put(
    'balance_entries',
    newBalanceEntry(tx.now, { ...input, customer: customer.id, currency, endingBalance }),
  )
}
