import { planOf } from '../objects/catalogue.ts'
import type { Invoice } from '../objects/invoice.ts'
import type { Subscription } from '../objects/subscription.ts'
import type { Rows } from '../store/store.ts'
import type { TableName, Tables } from '../store/tables.ts'

type Row = Tables[TableName]

/** A stored row as it goes over the wire, before anything is expanded. */
export function present(rows: Rows, row: Row): Record<string, unknown> {
  if ('deleted' in row && row.deleted) return { id: row.id, object: row.object, deleted: true }
  if (!('object' in row)) return { ...row }
  if (row.object === 'subscription') return { ...row, items: presentItems(rows, row) }
  if (row.object === 'invoice') return { ...row, lines: firstLines(row.lines) }
  return { ...row }
}

/** docs.stripe.com/api/invoices/object: the others are listed at the address of the lines. */
const shownLines = 10

const firstLines = (lines: Invoice['lines']) => ({
  ...lines,
  data: lines.data.slice(0, shownLines),
  has_more: lines.data.length > shownLines,
})

/** Prices are shown as they are now: a lookup key may have moved on since the subscription was made. */
function presentItems(rows: Rows, subscription: Subscription) {
  const data = subscription.items.data.map((item) => {
    const price = rows.get('prices', item.price.id) ?? item.price
    return { ...item, price, plan: planOf(price) }
  })
  return { ...subscription.items, data }
}
