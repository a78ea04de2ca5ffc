import { z } from 'zod'
import { endSubscription } from '../behaviour/change-subscription.ts'
import { changeBalance } from '../behaviour/create-invoice.ts'
import { emit } from '../behaviour/emit-event.ts'
import { update } from '../behaviour/tx.ts'
import { newCustomer } from '../objects/customer.ts'
import { page } from './page.ts'
import {
  created,
  emptyable,
  expand,
  flag,
  given,
  integer,
  mergeMetadata,
  metadata,
  paging,
  text,
} from './params.ts'
import { find, listRoute, onlyExpand, type Route, route } from './route.ts'
import { noSuch } from './stripe-error.ts'

const part = emptyable(text)
const address = z
  .strictObject({ city: part, country: part, line1: part, line2: part, postal_code: part, state: part })
  .transform((given) => ({
    city: given.city ?? null,
    country: given.country ?? null,
    line1: given.line1 ?? null,
    line2: given.line2 ?? null,
    postal_code: given.postal_code ?? null,
    state: given.state ?? null,
  }))

const fields = {
  ...expand,
  address: emptyable(address),
  balance: integer.optional(),
  description: emptyable(text),
  email: emptyable(z.string().max(512).includes('@')),
  metadata,
  name: emptyable(text),
  phone: emptyable(text),
  preferred_locales: z.array(text).optional(),
  validate: flag.optional(),
}
const settings = z.strictObject({ default_payment_method: emptyable(text) })
const updateParams = z.strictObject({ ...fields, invoice_settings: settings.optional() })
const entryParams = z.strictObject({
  ...expand,
  amount: integer,
  currency: text,
  description: text.optional(),
  metadata,
})

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', z.strictObject(fields), ({ tx, params }) => {
    const customer = newCustomer(tx.now, { ...params, metadata: mergeMetadata({}, params.metadata) })
    emit(tx, 'customer.created', tx.put('customers', customer))
    return customer
  }),

  listRoute('/v1/customers', 'customers', { created, email: text }),

  // A deleted customer is still returned, as deleted: the one resource where Stripe does so.
  route('GET', '/v1/customers/:id', onlyExpand, ({ tx, ids: [id = ''] }) => {
    const customer = tx.get('customers', id)
    if (!customer) throw noSuch('customer', id)
    return customer
  }),

  route('POST', '/v1/customers/:id', updateParams, ({ tx, params, ids }) => {
    const before = find(tx, 'customers', ids[0])
    const { expand: _, validate: __, metadata: change, invoice_settings, ...rest } = params
    const card = invoice_settings?.default_payment_method
    if (card) find(tx, 'payment_methods', card, 'invoice_settings[default_payment_method]')
    const after = update(tx, 'customers', before, {
      ...given(rest),
      metadata: mergeMetadata(before.metadata, change),
      invoice_settings: { ...before.invoice_settings, ...given({ default_payment_method: card }) },
    })
    if (JSON.stringify(before) !== JSON.stringify(after)) emit(tx, 'customer.updated', after, before)
    return after
  }),

  route('DELETE', '/v1/customers/:id', z.strictObject({}), ({ tx, ids }) => {
    const customer = find(tx, 'customers', ids[0])
    for (const subscription of tx.all('subscriptions')) {
      const isLive = subscription.customer === customer.id && subscription.ended_at === null
      if (isLive) endSubscription(tx, subscription, 'cancellation_requested')
    }
    emit(tx, 'customer.deleted', customer)
    return update(tx, 'customers', customer, { deleted: true })
  }),

  route('POST', '/v1/customers/:id/balance_transactions', entryParams, ({ tx, params, ids }) => {
    const customer = find(tx, 'customers', ids[0])
    const { amount, currency, description } = params
    const extra = { description, metadata: mergeMetadata({}, params.metadata) }
    return changeBalance(tx, customer, {
      amount,
      currency: currency.toLowerCase(),
      type: 'adjustment',
      ...extra,
    })
  }),

  route('GET', '/v1/customers/:id/balance_transactions', z.strictObject(paging), ({ tx, params, ids }) => {
    const customer = find(tx, 'customers', ids[0])
    const entries = tx.all('balance_entries').filter((entry) => entry.customer === customer.id)
    return page(tx, `/v1/customers/${customer.id}/balance_transactions`, entries, params)
  }),

  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    z.strictObject({ ...paging, type: text.optional() }),
    ({ tx, params, ids }) => {
      const customer = find(tx, 'customers', ids[0])
      const own = tx.all('payment_methods').filter((method) => method.customer === customer.id)
      const found = own.filter((method) => params.type === undefined || method.type === params.type)
      return page(tx, `/v1/customers/${customer.id}/payment_methods`, found, params)
    },
  ),
]
