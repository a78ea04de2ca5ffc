import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** What `db.execute` returns with both drivers. Counts of affected rows differ between them: use `returning()`. */
interface RowsOnBothDrivers extends PgQueryResultHKT {
  type: Rows<this['row']>
}

type Rows<Row> = { rows: Row[] }

/**
 * One type for both drivers, and for a transaction of either. Inside a transaction use only the one handed to
 * the callback: the outer `db` fails there, since the embedded database has a single connection and would wait for ever.
 */
export type Drizzle = PgDatabase<RowsOnBothDrivers, typeof schema>

export type Database = {
  kind: 'embedded' | 'postgres'
  db: Drizzle
  /** The same database over connections of their own: visitors who only read do not wait for others. */
  readers: Drizzle
  /** Safe to call any number of times. */
  close(): Promise<void>
  /** Whether it responds, by default to readers, and has all its tables. Returns false instead of throwing, within two seconds. */
  isReady(over?: Drizzle): Promise<boolean>
}
