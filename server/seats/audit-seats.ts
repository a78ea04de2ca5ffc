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

/** Proves that the number on the banner is right: the ledger, the holds and the offer must tell the same story. */
export async function auditSeats(db: Drizzle): Promise<SeatAudit[]> {
  return (await readLedger(db)).map((book) => {
    const problems: string[] = []
    const differ = (what: string, is: number, should: number) => {
      if (is !== should) problems.push(`${what}: ${is}, where the offer says ${should}`)
    }
    differ('the ledger adds up to', book.ledgerSum, book.taken)
    differ('seats held or sold', book.heldHolds + book.soldHolds, book.taken)
    differ('seats sold', book.soldHolds, book.sold)
    if (book.highest > book.cap)
      problems.push(`the ledger once stood at ${book.highest}, above the cap of ${book.cap}`)
    if (book.lowest < 0) problems.push(`the ledger once stood at ${book.lowest}`)
    const { offerId, cap, sold, movements } = book
    return { offerId, cap, sold, held: book.heldHolds, movements, problems }
  })
}
