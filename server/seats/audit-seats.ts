import type { Drizzle } from '../db/database.ts'
import { readLedger } from './store.ts'

export interface SeatAudit {
  offerId: string
  cap: number
  sold: number
  held: number
  movements: number
  /** Empty when the ledger adds up. */
  problems: string[]
}

/** Proves that the number on the banner is right: the ledger, the holds and the offer must agree. */
export async function auditSeats(db: Drizzle): Promise<SeatAudit[]> {
  return (await readLedger(db)).map((row) => {
    const problems: string[] = []
    const differ = (what: string, is: number, should: number) => {
      if (is !== should) problems.push(`${what}: ${is}, where the offer says ${should}`)
    }
    differ('the ledger adds up to', row.ledgerSum, row.taken)
    differ('seats held or sold', row.heldHolds + row.soldHolds, row.taken)
    differ('seats sold', row.soldHolds, row.sold)
    if (row.highest > row.cap)
      problems.push(`the ledger once stood at ${row.highest}, above the cap of ${row.cap}`)
    if (row.lowest < 0) problems.push(`the ledger once stood at ${row.lowest}`)
    const { offerId, cap, sold, movements } = row
    return { offerId, cap, sold, held: row.heldHolds, movements, problems }
  })
}
