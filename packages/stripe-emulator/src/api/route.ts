import { z } from 'zod'
import type { Tx } from '../behaviour/tx.ts'
import type { TableName, Tables } from '../store/tables.ts'
import { page } from './page.ts'
import { expand } from './params.ts'
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
export function find<K extends TableName>(
  tx: Tx,
  table: K,
  what: string,
  id: string | undefined,
  param?: string,
): Tables[K] {
  const row = tx.get(table, id ?? '')
  if (!row || ('deleted' in row && row.deleted)) throw noSuch(what, id ?? '', param)
  return row
}

export function retrieveRoute(path: string, table: TableName, what: string): Route {
  return route('GET', `${path}/:id`, onlyExpand, ({ tx, ids }) => find(tx, table, what, ids[0]))
}

export function listRoute<K extends TableName, T extends z.ZodType>(
  path: string,
  table: K,
  params: T,
  matches: (row: Tables[K], params: z.output<T>, tx: Tx) => boolean,
): Route {
  return route('GET', path, params, ({ tx, params: given }) => {
    const found = tx.all(table).filter((row) => matches(row, given, tx))
    return page(tx, path, found, given as Parameters<typeof page>[3])
  })
}
