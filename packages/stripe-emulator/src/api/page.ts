import { present } from '../behaviour/present.ts'
import type { Rows } from '../store/store.ts'
import type { TableName, Tables } from '../store/tables.ts'
import type { CreatedFilter } from './params.ts'
import { noSuch } from './stripe-error.ts'

interface PageParams {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** One page of rows, newest first. `rows` come in the order of creation. */
export function page(rows: Rows, url: string, found: Tables[TableName][], params: PageParams) {
  const { data, has_more } = cut([...found].reverse(), params)
  return { object: 'list' as const, data: data.map((row) => present(rows, row)), has_more, url }
}

export function cut<T extends { id: string }>(newestFirst: T[], params: PageParams) {
  const { limit = 10, starting_after, ending_before } = params
  if (ending_before !== undefined) {
    const end = placeOf(newestFirst, ending_before, 'ending_before')
    return { data: newestFirst.slice(Math.max(0, end - limit), end), has_more: end > limit }
  }
  const start = starting_after === undefined ? 0 : placeOf(newestFirst, starting_after, 'starting_after') + 1
  return { data: newestFirst.slice(start, start + limit), has_more: newestFirst.length > start + limit }
}

function placeOf(rows: { id: string }[], id: string, param: string): number {
  const place = rows.findIndex((row) => row.id === id)
  if (place === -1) throw noSuch('object', id, param)
  return place
}

export function isCreatedIn(filter: CreatedFilter, { created }: { created: number }): boolean {
  if (filter === undefined) return true
  if (typeof filter === 'number') return created === filter
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter
  return created > gt && created >= gte && created < lt && created <= lte
}
