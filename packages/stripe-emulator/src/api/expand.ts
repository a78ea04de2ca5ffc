import { present } from '../behaviour/present.ts'
import { wholeList } from '../objects/common.ts'
import type { Rows } from '../store/store.ts'
import type { TableName } from '../store/tables.ts'
import { StripeError } from './stripe-error.ts'

type Wire = Record<string, unknown>
type Expansion = TableName | ((rows: Rows, object: Wire) => unknown)

const deepest = 4

const customer = { customer: 'customers' } as const
const expansions: Record<string, Record<string, Expansion>> = {
  'checkout.session': {
    ...customer,
    subscription: 'subscriptions',
    payment_intent: 'payment_intents',
    invoice: 'invoices',
    line_items: (rows, { id }) =>
      wholeList(`/v1/checkout/sessions/${id}/line_items`, lineItems(rows, String(id))),
  },
  subscription: {
    ...customer,
    latest_invoice: 'invoices',
    default_payment_method: 'payment_methods',
  },
  invoice: {
    ...customer,
    payments: (rows, { id }) => {
      const payments = rows.all('invoice_payments').filter((payment) => payment.invoice === id)
      return wholeList(`/v1/invoice_payments?invoice=${id}`, payments)
    },
  },
  // The subscription that an invoice belongs to is below its parent.
  'invoice.parent.subscription_details': { subscription: 'subscriptions' },
  invoice_payment: { invoice: 'invoices' },
  'invoice_payment.payment': { payment_intent: 'payment_intents' },
  payment_intent: { ...customer, latest_charge: 'charges', payment_method: 'payment_methods' },
  charge: {
    ...customer,
    payment_intent: 'payment_intents',
    balance_transaction: 'balance_transactions',
    refunds: (rows, { id }) => {
      const refunds = rows.all('refunds').filter((refund) => refund.charge === id)
      return wholeList(`/v1/charges/${id}/refunds`, refunds.reverse())
    },
  },
  refund: {
    charge: 'charges',
    payment_intent: 'payment_intents',
    balance_transaction: 'balance_transactions',
  },
  dispute: { charge: 'charges', payment_intent: 'payment_intents' },
  price: {
    product: 'products',
    // Left out unless asked for (docs.stripe.com/api/prices/object#price_object-currency_options).
    currency_options: (rows, { id, currency, unit_amount, tax_behavior }) => {
      const others = rows.get('price_currencies', String(id))?.amounts ?? {}
      return Object.fromEntries(
        Object.entries({ [String(currency)]: Number(unit_amount), ...others }).map(([name, amount]) => [
          name,
          {
            custom_unit_amount: null,
            tax_behavior,
            unit_amount: amount,
            unit_amount_decimal: String(amount),
          },
        ]),
      )
    },
  },
  product: { default_price: 'prices' },
  customer: {
    subscriptions: (rows, { id }) => {
      const own = rows.all('subscriptions').filter((found) => found.customer === id && !found.ended_at)
      return wholeList(
        `/v1/customers/${id}/subscriptions`,
        own.reverse().map((row) => present(rows, row)),
      )
    },
  },
  'customer.invoice_settings': { default_payment_method: 'payment_methods' },
  credit_note: { ...customer, invoice: 'invoices', customer_balance_transaction: 'balance_entries' },
  customer_balance_transaction: { ...customer, invoice: 'invoices', credit_note: 'credit_notes' },
}

export function lineItems(rows: Rows, session: string) {
  const items = rows.get('session_plans', session)?.lineItems ?? []
  return items.map((item) => ({ ...item, price: rows.get('prices', item.price.id) ?? item.price }))
}

/** Follows paths such as `data.payment_intent.latest_charge`; the objects given are not changed. */
export function expandPaths(rows: Rows, object: Wire, paths: string[]): Wire {
  return paths.reduce((expanded, path) => {
    const steps = path.split('.')
    const depth = steps.filter((step) => step !== 'data').length
    if (depth > deepest) throw cannot(path, `You cannot expand more than ${deepest} levels of a property`)
    return step(rows, expanded, steps, path, String(expanded.object ?? '')) as Wire
  }, object)
}

function step(rows: Rows, value: unknown, steps: string[], path: string, place: string): unknown {
  const [name, ...rest] = steps
  if (name === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((entry) => step(rows, entry, steps, path, kindOf(entry, place)))
  const object = value as Wire
  if (object.deleted === true) return object
  const inner = resolve(rows, object, name, place, path, rest.length === 0)
  return { ...object, [name]: step(rows, inner, rest, path, kindOf(inner, `${place}.${name}`)) }
}

function resolve(
  rows: Rows,
  object: Wire,
  name: string,
  place: string,
  path: string,
  isLast: boolean,
): unknown {
  const current = object[name]
  const expansion = expansions[place]?.[name]
  if (typeof expansion === 'function') return current ?? expansion(rows, object)
  if (expansion) {
    if (typeof current !== 'string') return current
    const row = rows.get(expansion, current)
    return row ? present(rows, row) : current
  }
  if (isLast || current === undefined || typeof current !== 'object') {
    throw cannot(path, `This property cannot be expanded (${path}).`)
  }
  return current
}

function kindOf(value: unknown, place: string): string {
  const kind =
    value && typeof value === 'object' && !Array.isArray(value) ? (value as Wire).object : undefined
  return typeof kind === 'string' && kind !== 'list' ? kind : place
}

function cannot(path: string, message: string) {
  return new StripeError(400, message, {
    param: 'expand',
    code: path ? undefined : 'parameter_invalid_empty',
  })
}
