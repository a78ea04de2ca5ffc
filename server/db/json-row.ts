import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** A row as the database's functions return it, by the names of the columns. */
export type JsonRow = Record<string, unknown>

/** Makes of such a row what a select of the table returns. */
export function jsonRowReader<Table extends PgTable>(table: Table): (row: JsonRow) => Table['$inferSelect'] {
  const columns = Object.entries(getTableColumns(table))
  return (row) =>
    Object.fromEntries(
      columns.map(([key, column]) => {
        const value = row[column.name]
        // As for a select: what is not there must not pass for empty, where a newer version has removed it.
        if (value === undefined) throw new Error(`The row has no column ${column.name}.`)
        return [key, value === null ? null : column.mapFromDriverValue(value)]
      }),
    )
}
