import { z } from 'zod'
import type { Tx } from '../behaviour/tx.ts'
import type { TableName, Tables } from '../store/tables.ts'
import { isCreatedIn, page } from './page.ts'
import { type CreatedFilter, expand, mergeMetadata, metadata, paging } from './params.ts'
import { noSuch, type StripeError } from './stripe-error.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

export interface Call<Params> {
  tx: Tx
  params: Params
  /** The values of `:id` and the like, in the order of the path. */
  ids: string[]
  /** The API version that the caller speaks. */
  version: string
}

/** A returned error is the response and what was written stays; a thrown one undoes it. */
export type Result = object | StripeError

export interface Route {
  method: Method
  /** `POST /v1/customers/:id` */
  name: string
  pattern: RegExp
  params: z.ZodType
  handle(call: Call<unknown>): Result
}

export function route<T extends z.ZodType>(
  method: Method,
  path: string,
  params: T,
  handle: (call: Call<z.output<T>>) => Result,
): Route {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`)
  return { method, name: `${method} ${path}`, pattern, params, handle: handle as Route['handle'] }
}

export const onlyExpand = z.strictObject(expand)

/** The row that an id in the path or in a parameter names; a deleted one counts as missing unless asked for. */
export function find<K extends TableName>(tx: Tx, table: K, id = '', param?: string): Tables[K] {
  const row = tx.get(table, id)
  if (!row || isDeleted(row)) throw noSuch(namesInErrors[table] ?? table.slice(0, -1), id, param)
  return row
}

/** What Stripe calls a row in its errors, where that is not the table's name without its last letter. */
const namesInErrors: Partial<Record<TableName, string>> = {
  endpoints: 'webhook_endpoint',
  payment_methods: 'PaymentMethod',
  portal_configurations: 'billing_portal.configuration',
  promotion_codes: 'promotion code',
  sessions: 'checkout.session',
}

const isDeleted = (row: Tables[TableName]) => 'deleted' in row && row.deleted === true

export function retrieveRoute(path: string, table: TableName): Route {
  return route('GET', `${path}/:id`, onlyExpand, ({ tx, ids }) => find(tx, table, ids[0]))
}

/** Of these rows the metadata alone can be changed. */
export function metadataRoute(path: string, table: 'payment_intents' | 'refunds' | 'sessions'): Route {
  return route('POST', path, z.strictObject({ ...expand, metadata }), ({ tx, params, ids }) => {
    const row = find(tx, table, ids[0])
    return tx.put(table, { ...row, metadata: mergeMetadata(row.metadata, params.metadata) })
  })
}

/** Every filter may be left out. A row matches when the field of that name has the value, unless `special` says otherwise. */
export function listRoute<K extends TableName, Filters extends z.ZodRawShape>(
  path: string,
  table: K,
  filters: Filters,
  special: {
    [Name in keyof Filters]?: (row: Tables[K], wanted: z.output<Filters[Name]>, tx: Tx) => boolean
  } = {},
): Route {
  const params = z.strictObject({ ...paging, ...z.object(filters).partial().shape })
  return route('GET', path, params, ({ tx, params: given }) => {
    const { expand: _, limit, starting_after, ending_before, ...wanted } = given as z.output<typeof anyList>
    const matches = (row: Tables[K]) =>
      Object.entries(wanted).every(([name, value]) => {
        if (name in special) return special[name]?.(row, value as never, tx)
        if (name === 'created') return isCreatedIn(value as CreatedFilter, row as { created: number })
        return value === undefined || row[name as keyof Tables[K]] === value
      })
    const found = tx.all(table).filter((row) => !isDeleted(row) && matches(row))
    return page(tx, path, found, { limit, starting_after, ending_before })
  })
}

const anyList = z.looseObject(paging)
