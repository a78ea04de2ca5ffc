import { sql } from 'drizzle-orm'
import { ConfigurationError } from '../configuration-error.ts'
import type { Drizzle } from './database.ts'

const rowsPerBatch = 500

/** How values are written as text, the same on both sides; and limits: on waiting, not on the work. */
const settings = [
  `timezone = 'UTC'`,
  `datestyle = 'ISO, YMD'`,
  `intervalstyle = 'postgres'`,
  `bytea_output = 'hex'`,
  'extra_float_digits = 1',
  `lock_timeout = '60s'`,
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

type Column = { name: string; type: string }
type OnProgress = (rows: number) => void

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const inPublic = (table: string): string => `public.${quote(table)}`

/** Both sides of a copy need these, in the transaction that reads and in the one that writes. */
export async function applyCopySettings(transaction: Drizzle): Promise<void> {
  for (const setting of settings) await transaction.execute(sql.raw(`set local ${setting}`))
}

/** Values travel in the words of PostgreSQL itself: a driver would round microseconds and large numbers. */
export async function copyTable(source: Drizzle, target: Drizzle, table: string, onProgress: OnProgress) {
  const columns = await readColumns(source, table)
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const values = columns.map(({ type }, index) => `(written ->> ${index})::${type}`).join(', ')
  const insert = sql.raw(
    `insert into ${inPublic(table)} (${names}) overriding system value select ${values} from json_array_elements`,
  )
  let copied = 0
  for await (const rows of readRows(source, table, columns)) {
    await target.execute(sql`${insert}(${`[${rows.join(',')}]`}::text::json) as copied(written)`)
    copied += rows.length
    onProgress(copied)
  }
}

/** Compares every row, in whatever order each side stores them, and returns their number. */
export async function compareTable(
  source: Drizzle,
  target: Drizzle,
  table: string,
  onProgress: OnProgress,
): Promise<number> {
  const columns = await readColumns(source, table)
  const copies = readRows(target, table, columns, 'order by 1')
  let compared = 0
  for await (const rows of readRows(source, table, columns, 'order by 1')) {
    const { value: copied = [] } = await copies.next()
    const differs = rows.findIndex((row, index) => row !== copied[index])
    if (differs >= 0 || copied.length > rows.length) throw differenceIn(table)
    compared += rows.length
    onProgress(compared)
  }
  if (!(await copies.next()).done) throw differenceIn(table)
  return compared
}

/** The counters behind identity columns go on where they stood. */
export async function copySequences(source: Drizzle, target: Drizzle, table: string): Promise<void> {
  const { rows: sequences } = await source.execute<{ name: string }>(
    sql`select objid::regclass::text as name from pg_depend join pg_class on pg_class.oid = objid where relkind = 'S' and deptype in ('a', 'i') and refobjid = ${inPublic(table)}::regclass`,
  )
  for (const { name } of sequences) {
    const { rows } = await source.execute<{ last: string; called: boolean }>(
      sql`select last_value::text as last, is_called as called from ${sql.raw(name)}`,
    )
    for (const { last, called } of rows)
      await target.execute(sql`select setval(${name}::regclass, ${last}::bigint, ${called}::boolean)`)
  }
}

/** Columns that PostgreSQL computes are not copied. */
async function readColumns(db: Drizzle, table: string): Promise<Column[]> {
  const { rows } = await db.execute<Column>(
    sql`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = ${inPublic(table)}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  )
  return rows
}

/** Each row is a JSON array of its values as text. Read with a cursor: a table may be larger than the memory. */
async function* readRows(db: Drizzle, table: string, columns: Column[], order = '') {
  const values = columns.map(({ name }) => `${quote(name)}::text`).join(', ')
  // Collations differ between the two; "C" is the same everywhere.
  const row = `to_json(array[${values}])::text collate "C"`
  await db.execute(
    sql.raw(`declare copied_rows no scroll cursor for select ${row} as row from ${inPublic(table)} ${order}`),
  )
  for (;;) {
    const { rows } = await db.execute<{ row: string }>(sql.raw(`fetch ${rowsPerBatch} from copied_rows`))
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await db.execute(sql.raw('close copied_rows'))
}

const differenceIn = (table: string) =>
  new ConfigurationError(`The rows of ${table} are not the same on both sides.`)
