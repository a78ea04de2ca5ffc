import { createSeatLogReplay } from '../../packages/client/src/seat-log/replay-seat-log.ts'
import { parseEntry } from '../../packages/client/src/seat-log/seat-log-entry.ts'
import type { Drizzle } from '../db/database.ts'
import { listLoggedMovements } from './log-store.ts'
import { readLedger } from './store.ts'

export interface SeatAudit {
  offerId: string
  cap: number
  sold: number
  held: number
  movements: number
  /** Empty when the ledger adds up, and the public log tells the same. */
  problems: string[]
}

/** Proves that the number on the banner is right: the ledger, the holds, the public log and the offer must agree. */
export async function auditSeats(db: Drizzle): Promise<SeatAudit[]> {
  // One state of all of them, though others write meanwhile.
  return db.transaction(
    async (tx) => {
      const logged = await auditLog(tx)
      return (await readLedger(tx)).map((row) => {
        const log = logged.get(row.offerId) ?? nothingLogged()
        const problems = [...log.problems]
        const differ = (what: string, is: number, should: number) => {
          if (is !== should) problems.push(`${what}: ${is}, where the offer says ${should}`)
        }
        differ('the ledger adds up to', row.ledgerSum, row.taken)
        differ('seats held or sold', row.heldHolds + row.soldHolds, row.taken)
        differ('seats sold', row.soldHolds, row.sold)
        differ('the public log says taken', log.taken, row.taken)
        differ('the public log says sold', log.sold, row.sold)
        if (log.movements !== row.movements)
          problems.push(`the public log has ${log.movements} of ${row.movements} movements`)
        if (row.lowest < 0) problems.push(`the ledger once stood at ${row.lowest}`)
        const { offerId, cap, sold, movements } = row
        return { offerId, cap, sold, held: row.heldHolds, movements, problems }
      })
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

const nothingLogged = () => ({ taken: 0, sold: 0, movements: 0, problems: [] as string[] })

/** Of every offer, what the public log says, and where it is not what the ledger says. */
async function auditLog(db: Drizzle) {
  const offers = new Map<string, ReturnType<typeof nothingLogged>>()
  // What a stranger would find wrong: more taken than the cap of that time, for one.
  const replay = createSeatLogReplay()
  for (const [index, { logged, movement }] of (await listLoggedMovements(db)).entries()) {
    const offer = offers.get(logged.offerId) ?? nothingLogged()
    offers.set(logged.offerId, offer)
    const entry = parseEntry(logged.entry)
    const problem = replay.add(entry)
    if (problem) offer.problems.push(`entry ${index} of the public log does not verify: ${problem.code}`)
    const isWhole = logged.index === index && entry?.offer === logged.offerId
    const isMoved = movement
      ? entry?.type === movement.entry && logged.offerId === movement.offerId
      : entry?.type === 'offer' || entry?.type === 'terms' || entry?.type === 'closed'
    if (!isWhole || !isMoved)
      offer.problems.push(`entry ${index} of the public log is not what the ledger says`)
    if (movement) {
      offer.movements += 1
      offer.taken += movement.change
      offer.sold += movement.entry === 'sold' ? 1 : 0
    }
  }
  return offers
}
