import { randomUUID } from 'node:crypto'
import type { Drizzle } from '../db/database.ts'
import {
  countSold,
  endHold,
  findHeldSeat,
  findHold,
  findHoldOfSession,
  findOffer,
  insertHold,
  listHoldsDue,
  listTurnedAway,
  markRefunded,
  noteMovement,
  type SeatHold,
  takeSeat,
  updateHold,
} from './store.ts'

/** The payment service refuses pages of less than thirty minutes; the minute on top is for the way there. */
const holdMs = 31 * 60_000

type Seat =
  /** No offer runs by seats: everybody pays the shown price. */
  { price: 'deal'; hold: SeatHold | null } | { price: 'later'; closedAt: Date } | { price: 'none-free' }

/**
 * Gives out the seats of an offer and takes them back. Every method runs in the caller's transaction, which holds the
 * lock on the user, and leaves the ledger in step with the offer. Without an offer (the simulated source) no new seat is
 * held; what was held before is still settled.
 */
export function createSeatDesk(offerId: string | null, now: () => Date) {
  async function release(tx: Drizzle, hold: SeatHold, reason: string): Promise<void> {
    if (await endHold(tx, hold.id)) await noteMovement(tx, hold, 'released', reason)
  }

  async function sell(tx: Drizzle, hold: SeatHold, paymentId: string): Promise<void> {
    await updateHold(tx, hold.id, { state: 'sold', paymentId })
    await countSold(tx, hold.offerId)
    await noteMovement(tx, hold, 'sold', 'paid')
  }

  return {
    find: findHeldSeat,

    /** The seat that the user holds, or a new one. */
    async hold(tx: Drizzle, userId: string): Promise<Seat> {
      const held = await findHeldSeat(tx, userId)
      if (held || offerId === null) return { price: 'deal', hold: held }
      if (await takeSeat(tx, offerId, 'open')) {
        const takenAt = now()
        const expiresAt = new Date(takenAt.getTime() + holdMs)
        const hold = await insertHold(tx, { id: randomUUID(), offerId, userId, takenAt, expiresAt })
        await noteMovement(tx, hold, 'held', 'checkout started')
        return { price: 'deal', hold }
      }
      const offer = await findOffer(tx, offerId)
      if (!offer) throw new Error(`There is no offer ${offerId}.`)
      if (offer.isOpen) return { price: 'none-free' }
      return { price: 'later', closedAt: offer.closedAt ?? offer.closesAt ?? now() }
    },

    /** From here on the seat belongs to this payment page. */
    attach: (tx: Drizzle, hold: SeatHold, sessionId: string) => updateHold(tx, hold.id, { sessionId }),

    /** Rule L2: only for a page that can no longer be paid. Safe to repeat. */
    release,

    /**
     * A payment made under a hold, whatever became of the hold since. Safe to repeat: once somebody was turned away
     * they stay so, because their money is on its way back.
     */
    async settle(
      tx: Drizzle,
      payment: { id: string; holdId: string; isRevoked: boolean },
    ): Promise<'seated' | 'turned-away'> {
      const hold = await findHold(tx, payment.holdId)
      if (!hold) return 'seated'
      if (hold.state === 'turned-away') return 'turned-away'
      if (hold.state === 'released') {
        if (payment.isRevoked) return 'seated'
        if (!(await takeSeat(tx, hold.offerId, 'late'))) {
          await updateHold(tx, hold.id, { state: 'turned-away', paymentId: payment.id })
          return 'turned-away'
        }
        await noteMovement(tx, hold, 'held', 'paid after the seat was given back')
      }
      if (hold.state === 'released' || hold.state === 'held') await sell(tx, hold, payment.id)
      if (payment.isRevoked && hold.state !== 'refunded') {
        await updateHold(tx, hold.id, { state: 'refunded' })
        await noteMovement(tx, hold, 'refunded', 'refund or lost dispute')
      }
      return 'seated'
    },

    wasTurnedAway: async (db: Drizzle, sessionId: string): Promise<boolean> =>
      (await findHoldOfSession(db, sessionId))?.state === 'turned-away',

    listDue: (db: Drizzle) => listHoldsDue(db, now()),
    /** Those whose money is not back yet, or who do not know of it. */
    listTurnedAway,

    async noteRefunded(tx: Drizzle, hold: SeatHold): Promise<void> {
      if (await markRefunded(tx, hold.id, now())) await noteMovement(tx, hold, 'refunded', 'no seat was left')
    },

    noteTold: (tx: Drizzle, hold: SeatHold) => updateHold(tx, hold.id, { toldAt: now() }),
  }
}
