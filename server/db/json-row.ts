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
        return [key, value === null ? null : column.mapFromDriverValue(value)]
      }),
    )
}
