import { type Column, eq, isNull, or } from 'drizzle-orm'

/**
 * What was made with a test key counts nothing with a live one, and the other way round. Rows from before this was stored were
 * made with the key in use.
 */
export const ofMode = (column: Column, livemode: boolean) => or(isNull(column), eq(column, livemode))
