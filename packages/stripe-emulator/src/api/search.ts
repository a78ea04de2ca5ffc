import { z } from 'zod'
import { present } from '../behaviour/present.ts'
import type { TableName } from '../store/tables.ts'
import { expand, integer, text } from './params.ts'
import { type Route, route } from './route.ts'
import { badParam } from './stripe-error.ts'

// The query language is docs.stripe.com/search#search-query-language; the fields are its tables of query fields.

const fields = {
  charges: 'amount created currency customer disputed metadata refunded status',
  customers: 'created email metadata name phone',
  invoices: 'created currency customer metadata number status subscription total',
  payment_intents: 'amount created currency customer metadata status',
  prices: 'active currency lookup_key metadata product type',
  products: 'active description metadata name url',
  subscriptions: 'canceled_at created metadata status',
} satisfies Partial<Record<TableName, string>>

type Row = Record<string, unknown>
type Condition = (row: Row) => boolean

const clausePattern =
  /^(-?)([a-z_]+)(?:\[(?:"([^"]*)"|'([^']*)')\])?(:|~|>=|<=|>|<)(?:"([^"]*)"|'([^']*)'|(-?\d+|true|false|null))$/i
const mostClauses = 10

export const searchRoutes: Route[] = Object.entries(fields).map(([table, known]) => {
  const path = `/v1/${table}/search`
  const params = z.strictObject({
    ...expand,
    limit: integer.pipe(z.number().min(1).max(100)).optional(),
    page: text.optional(),
    query: text,
  })
  return route('GET', path, params, ({ tx, params: { limit = 10, page, query } }) => {
    const matches = readQuery(query, known.split(' '))
    const rows = tx.all(table as TableName).filter((row) => !('deleted' in row && row.deleted))
    const found = rows
      .map((row) => present(tx, row))
      .filter(matches)
      .reverse()
    const start = page === undefined ? 0 : Number(Buffer.from(page, 'base64url').toString())
    if (!Number.isInteger(start)) throw badParam('page', 'Invalid page token.')
    const end = start + limit
    const has_more = found.length > end
    return {
      object: 'search_result',
      data: found.slice(start, end),
      has_more,
      next_page: has_more ? Buffer.from(String(end)).toString('base64url') : null,
      url: path,
    }
  })
})

function readQuery(query: string, known: string[]): Condition {
  // A quoted value may hold anything, the words that join clauses too.
  const parts = query.trim().match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  const clauses = parts.filter((part) => !isJoin(part))
  const joins = new Set(parts.filter(isJoin).map((part) => part.toUpperCase()))
  if (joins.size > 1) throw badParam('query', 'You cannot combine AND and OR in the same query.')
  if (clauses.length > mostClauses) throw badParam('query', `A query can have up to ${mostClauses} clauses.`)
  if (clauses.length === 0) throw badParam('query', 'The search query is empty.')
  const conditions = clauses.map((clause) => readClause(clause, known))
  return (row) =>
    joins.has('OR')
      ? conditions.some((condition) => condition(row))
      : conditions.every((condition) => condition(row))
}

const isJoin = (part: string) => /^(and|or)$/i.test(part)

function readClause(clause: string, known: string[]): Condition {
  const match = clausePattern.exec(clause)
  if (!match) throw badParam('query', `We were unable to parse your search query at: ${clause}`)
  const [, minus, name = '', key1, key2, operator = ':', quoted1, quoted2, bare = ''] = match
  if (!known.includes(name))
    throw badParam('query', `Field \`${name}\` is an unsupported search field for this resource.`)
  const key = key1 ?? key2
  const wanted = quoted1 ?? quoted2 ?? bare
  const isNull = bare.toLowerCase() === 'null'
  const condition: Condition = (row) => {
    const value = fieldOf(row, name, key)
    if (isNull) return value === undefined || value === null
    if (value === undefined || value === null) return false
    if (operator === ':') return String(value).toLowerCase() === wanted.toLowerCase()
    if (operator === '~') return String(value).toLowerCase().includes(wanted.toLowerCase())
    const difference = Number(value) - Number(wanted)
    if (operator === '>') return difference > 0
    if (operator === '<') return difference < 0
    return operator === '>=' ? difference >= 0 : difference <= 0
  }
  return minus ? (row) => !condition(row) : condition
}

function fieldOf(row: Row, name: string, key: string | undefined): unknown {
  if (name === 'metadata') return (row.metadata as Record<string, string>)[key ?? '']
  if (name !== 'subscription') return row[name]
  const parent = row.parent as { subscription_details?: { subscription: string } } | undefined
  return parent?.subscription_details?.subscription
}
