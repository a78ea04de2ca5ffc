import { type BalanceEntry, type Customer, newBalanceEntry } from '../objects/customer.ts'
import { type BillingReason, type Invoice, type LineInput, newInvoice } from '../objects/invoice.ts'
import type { Subscription } from '../objects/subscription.ts'
import { emit } from './emit-event.ts'
import { mustGet, type Tx, update } from './tx.ts'

/** A finalised invoice for the subscription's current period; credit of the customer is used up first. */
export function createInvoice(
  tx: Tx,
  subscription: Subscription,
  reason: BillingReason,
  lines: LineInput[],
): { invoice: Invoice; subscription: Subscription } {
  const customer = mustGet(tx, 'customers', subscription.customer)
  const [item] = subscription.items.data
  const invoice = newInvoice(tx.now, {
    customer,
    subscription,
    reason,
    lines,
    periodStart: item?.current_period_start ?? tx.now,
    periodEnd: item?.current_period_end ?? tx.now,
    publicUrl: tx.settings.publicUrl,
  })
  tx.put('invoices', invoice)
  const numbered = update(tx, 'customers', customer, {
    next_invoice_sequence: customer.next_invoice_sequence + 1,
    currency: subscription.currency,
  })
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance
  if (used !== 0) {
    changeBalance(tx, numbered, { amount: used, type: 'applied_to_invoice', invoice: invoice.id })
  }
  emit(tx, 'invoice.created', { ...invoice, status: 'draft' })
  emit(tx, 'invoice.finalized', invoice)
  return { invoice, subscription: update(tx, 'subscriptions', subscription, { latest_invoice: invoice.id }) }
}

export function periodLines(subscription: Subscription): LineInput[] {
  const trial = subscription.status === 'trialing'
  return subscription.items.data.map((item) => ({
    item,
    amount: trial ? 0 : item.price.unit_amount * item.quantity,
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
