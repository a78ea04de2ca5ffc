import { StripeError } from '../api/stripe-error.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { Subscription } from '../objects/subscription.ts'
import type { TableName, Tables } from '../store/tables.ts'
import { endPeriod } from './change-subscription.ts'
import { mustGet, type Tx } from './tx.ts'

/** The invoice of the next renewal, as it would be made then. Nothing is written. */
export function previewInvoice(tx: Tx, subscription: Subscription): Invoice {
  const now = Math.min(...subscription.items.data.map((item) => item.current_period_end))
  // A draft is not collected.
  const settings = { ...tx.settings, invoiceDraftSeconds: 1 }
  const preview = withoutWriting({ ...tx, now, settings })
  endPeriod(preview, subscription)
  const id = mustGet(preview, 'subscriptions', subscription.id).latest_invoice
  if (id === null || id === subscription.latest_invoice)
    throw new StripeError(400, 'No upcoming invoices for customer', { code: 'invoice_upcoming_none' })
  const invoice = mustGet(preview, 'invoices', id)
  return { ...invoice, id: `upcoming_${invoice.id}` }
}

/** What is put is found again by its id, and forgotten in the end. */
function withoutWriting(tx: Tx): Tx {
  const changed = new Map<string, unknown>()
  const keyOf = (table: TableName, id: string) => `${table} ${id}`
  return {
    ...tx,
    get<K extends TableName>(table: K, id: string) {
      const row = changed.get(keyOf(table, id)) as Tables[K] | undefined
      return row ?? tx.get(table, id)
    },
    put(table, row) {
      changed.set(keyOf(table, row.id), row)
      return row
    },
    remove() {},
  }
}
