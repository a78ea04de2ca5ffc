import { z } from 'zod'
import { emit } from '../behaviour/emit-event.ts'
import { type Tx, update } from '../behaviour/tx.ts'
import { newPrice, newProduct, type Product } from '../objects/catalogue.ts'
import {
  created,
  emptyable,
  expand,
  flag,
  given,
  integer,
  type MetadataChange,
  mergeMetadata,
  metadata,
  text,
  url,
} from './params.ts'
import { find, listRoute, type Route, retrieveRoute, route } from './route.ts'
import { badParam, StripeError } from './stripe-error.ts'

const productFields = {
  ...expand,
  active: flag.optional(),
  description: emptyable(text),
  images: z.array(text).optional(),
  marketing_features: z.array(z.strictObject({ name: text })).optional(),
  metadata,
  statement_descriptor: text.optional(),
  unit_label: text.optional(),
  url: emptyable(url),
}
const newProductParams = z.strictObject({ ...productFields, id: text.optional(), name: text })
const productParams = z.strictObject({
  ...productFields,
  name: text.optional(),
  default_price: text.optional(),
})

export const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.optional(),
})
const priceRecurring = recurring.extend({ usage_type: z.literal('licensed').optional() })
export const currency = z.string().regex(/^[a-z]{3}$/i)
const priceFields = {
  ...expand,
  active: flag.optional(),
  lookup_key: text.max(200).optional(),
  metadata,
  nickname: emptyable(text),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  transfer_lookup_key: flag.optional(),
}
const newPriceParams = z.strictObject({
  ...priceFields,
  billing_scheme: z.literal('per_unit').optional(),
  currency,
  currency_options: z
    .record(
      currency,
      z.strictObject({
        tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
        unit_amount: integer,
      }),
    )
    .optional(),
  product: text.optional(),
  product_data: z
    .strictObject({ id: text.optional(), name: text, active: flag.optional(), metadata })
    .optional(),
  recurring: priceRecurring.optional(),
  unit_amount: integer,
})

type NewProduct = Omit<Parameters<typeof newProduct>[1], 'metadata'> & { metadata?: MetadataChange }

export function createProduct(tx: Tx, input: NewProduct): Product {
  const product = newProduct(tx.now, { ...input, metadata: mergeMetadata({}, input.metadata) })
  emit(tx, 'product.created', tx.put('products', product))
  return product
}

/** A lookup key names one price at most; it moves only when asked to. */
function claimLookupKey(tx: Tx, key: string | undefined, transfer: boolean | undefined, except?: string) {
  const holder = key
    ? tx.all('prices').find((price) => price.lookup_key === key && price.id !== except)
    : undefined
  if (!holder) return
  if (!transfer) {
    const message = `A price (\`${holder.id}\`) is already using the lookup key "${key}". Try setting \`transfer_lookup_key\` to \`true\` if you want to transfer the lookup key from that price to this one.`
    throw badParam('lookup_key', message)
  }
  emit(tx, 'price.updated', update(tx, 'prices', holder, { lookup_key: null }), holder)
}

export const catalogueRoutes: Route[] = [
  route('POST', '/v1/products', newProductParams, ({ tx, params }) => {
    if (params.id && tx.get('products', params.id)) {
      throw new StripeError(400, `Product already exists with ID ${params.id}.`, {
        code: 'resource_already_exists',
      })
    }
    return createProduct(tx, params)
  }),

  route('POST', '/v1/products/:id', productParams, ({ tx, params, ids }) => {
    const before = find(tx, 'products', ids[0])
    const { expand: _, metadata: change, ...rest } = params
    if (rest.default_price) find(tx, 'prices', rest.default_price, 'default_price')
    const merged = mergeMetadata(before.metadata, change)
    const after = update(tx, 'products', before, { ...given(rest), metadata: merged, updated: tx.now })
    emit(tx, 'product.updated', after, before)
    return after
  }),

  route('DELETE', '/v1/products/:id', z.strictObject({}), ({ tx, ids }) => {
    const product = find(tx, 'products', ids[0])
    if (tx.all('prices').some((price) => price.product === product.id)) {
      const message = 'This product cannot be deleted because it has one or more user-created prices.'
      throw new StripeError(400, message)
    }
    emit(tx, 'product.deleted', product)
    return update(tx, 'products', product, { deleted: true })
  }),

  retrieveRoute('/v1/products', 'products'),
  listRoute(
    '/v1/products',
    'products',
    { active: flag, created, ids: z.array(text) },
    { ids: ({ id }, wanted) => wanted.includes(id) },
  ),

  route('POST', '/v1/prices', newPriceParams, ({ tx, params }) => {
    const { product_data, transfer_lookup_key, currency_options = {}, ...rest } = params
    if ((rest.product === undefined) === (product_data === undefined)) {
      throw badParam('product', 'You must specify either `product` or `product_data` when creating a price.')
    }
    if (rest.unit_amount < 0)
      throw badParam('unit_amount', 'Invalid non-negative integer', 'parameter_invalid_integer')
    claimLookupKey(tx, rest.lookup_key, transfer_lookup_key)
    const product = product_data
      ? createProduct(tx, product_data)
      : find(tx, 'products', rest.product, 'product')
    const price = newPrice(tx.now, {
      ...rest,
      product: product.id,
      metadata: mergeMetadata({}, rest.metadata),
    })
    emit(tx, 'price.created', tx.put('prices', price))
    const amounts = Object.entries(currency_options).map(([name, { unit_amount }]) => [name, unit_amount])
    if (amounts.length > 0) tx.put('price_currencies', { id: price.id, amounts: Object.fromEntries(amounts) })
    return price
  }),

  route('POST', '/v1/prices/:id', z.strictObject(priceFields), ({ tx, params, ids }) => {
    const before = find(tx, 'prices', ids[0])
    const { expand: _, metadata: change, transfer_lookup_key, ...rest } = params
    claimLookupKey(tx, rest.lookup_key, transfer_lookup_key, before.id)
    const after = update(tx, 'prices', before, {
      ...given(rest),
      metadata: mergeMetadata(before.metadata, change),
    })
    emit(tx, 'price.updated', after, before)
    return after
  }),

  retrieveRoute('/v1/prices', 'prices'),
  listRoute(
    '/v1/prices',
    'prices',
    {
      active: flag,
      created,
      currency,
      lookup_keys: z.array(text).max(10),
      product: text,
      type: z.enum(['one_time', 'recurring']),
    },
    {
      currency: (price, wanted) => price.currency === wanted.toLowerCase(),
      lookup_keys: ({ lookup_key }, wanted) => wanted.includes(lookup_key ?? ''),
    },
  ),
]
