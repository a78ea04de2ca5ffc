import { asc, eq, gte, sql } from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { offers, seatHolds, seatLedger, seatLog } from '../db/schema.ts'
import { isPaidInMode } from './store.ts'

export const listEntries = (db: Drizzle, from: number, limit: number) =>
  db
    .select({ index: seatLog.index, entry: seatLog.entry })
    .from(seatLog)
    .where(gte(seatLog.index, from))
    .orderBy(asc(seatLog.index))
    .limit(limit)

/** Every entry beside the movement that it is of. */
export const listLoggedMovements = (db: Drizzle) =>
  db
    .select({ logged: seatLog, movement: seatLedger })
    .from(seatLog)
    .leftJoin(seatLedger, eq(seatLedger.id, seatLog.ledgerId))
    .orderBy(asc(seatLog.index))

export interface LoggedSeat {
  /** Seats are numbered in the order of their sale. */
  number: number
  cap: number
  /** Of the sale in the log. */
  index: number
  /** What the seat's name in the log is made of. */
  salt: string
  holdId: string
}

/** The seat that a user has bought and not given back. */
export async function findLoggedSeat(
  db: Drizzle,
  userId: string,
  livemode: boolean,
): Promise<LoggedSeat | null> {
  const { rows } = await db.execute<LoggedSeat & Record<string, unknown>>(sql`
    select logged.sold as number, ${offers.cap} as cap, logged.index::int as index,
      replace(hold.log_salt::text, '-', '') as salt, hold.id as "holdId"
    from ${seatHolds} hold
    join ${seatLedger} sale on sale.hold_id = hold.id and sale.entry = 'sold'
    join ${seatLog} logged on logged.ledger_id = sale.id
    join ${offers} on ${offers.id} = hold.offer_id
    where hold.user_id = ${userId} and hold.state = 'sold' and ${isPaidInMode(sql`hold.payment_id`, livemode)}
    order by logged.index desc limit 1`)
  return rows[0] ?? null
}
