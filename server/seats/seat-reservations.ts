import { randomUUID } from 'node:crypto'
import { decideHold, type HoldRefusal } from '../../core/seats/hold-policy.ts'
import type { Drizzle } from '../db/database.ts'
import { enqueueJob } from '../jobs/store.ts'
import {
  countHolds,
  countSold,
  endHold,
  findHold,
  findHoldOfPayment,
  findHoldOfSession,
  findOffer,
  findSeatHold,
  type HoldNetwork,
  insertHold,
  isSoldOut,
  listForgottenHolds,
  markRefunded,
  recordMovement,
  returnSeat,
  type SeatHold,
  shortenHolds,
  takeSeat,
  updateHold,
} from './store.ts'

type Seat =
  /** Without a hold no offer runs by seats: everybody pays the shown price. */
  | { price: 'deal'; hold: SeatHold | null }
  | { price: 'later'; closedAt: Date }
  | { price: 'none-free' }
  /** There is a free seat, but not for an unpaid hold of this user or network. */
  | { price: 'refused'; refusal: HoldRefusal; retryAfterMs: number }

/**
 * Gives out the seats of an offer and takes them back. Every method runs in the caller's transaction, which holds the
 * lock on the user, and leaves the ledger in step with the offer. Without an offer (the simulated source) no new seat is
 * held; what was held before is still settled.
 */
export function createSeatReservations(offerId: string | null, now: () => Date) {
  async function release(tx: Drizzle, hold: SeatHold, reason: string): Promise<void> {
    if (await endHold(tx, hold.id)) await recordMovement(tx, hold, 'released', reason)
  }

  async function sell(tx: Drizzle, hold: SeatHold, paymentId: string): Promise<void> {
    await updateHold(tx, hold.id, { state: 'sold', paymentId })
    await countSold(tx, hold.offerId)
    await recordMovement(tx, hold, 'sold', 'paid')
  }

  /** The hold was lost, as after a restored backup. Its buyer has paid and keeps the plan; the seat counts if one is left. */
  async function recoverSeat(
    tx: Drizzle,
    {
      id,
      userId,
      holdId,
      paidAt,
      isRevoked,
    }: { id: string; userId: string; holdId: string; paidAt: Date; isRevoked: boolean },
  ): Promise<void> {
    const offer = offerId !== null && !isRevoked ? await findOffer(tx, offerId) : null
    if (!offer || paidAt < offer.openedAt || !(await takeSeat(tx, offer.id, 'late'))) return
    const hold = await insertHold(tx, {
      id: holdId,
      offerId: offer.id,
      userId,
      takenAt: paidAt,
      expiresAt: paidAt,
      network: null,
      // Never held by our tables: the user may hold another.
      state: 'sold',
    })
    await recordMovement(tx, hold, 'held', 'found at Stripe')
    await sell(tx, hold, id)
  }

  return {
    isTaken: async (db: Drizzle, userId: string): Promise<boolean> =>
      offerId !== null && (await isSoldOut(db, offerId)) && !(await findSeatHold(db, userId)),

    find: findSeatHold,

    /** The seat that the user holds, or a new one if the hold policy allows it. */
    async hold(tx: Drizzle, userId: string, network: HoldNetwork | null): Promise<Seat> {
      const held = await findSeatHold(tx, userId)
      if (held || offerId === null) return { price: 'deal', hold: held }
      const terms = await takeSeat(tx, offerId, 'open')
      if (terms) {
        const decision = decideHold({ ...terms, ...(await countHolds(tx, { offerId, userId, network })) })
        if (!decision.allowed) {
          await returnSeat(tx, offerId)
          if (network && decision.refusal === 'network-busy')
            for (const hold of await shortenHolds(tx, offerId, network)) await enqueueRelease(tx, hold)
          return { price: 'refused', refusal: decision.refusal, retryAfterMs: decision.retryAfterMs }
        }
        const takenAt = now()
        const hold = await insertHold(tx, {
          id: randomUUID(),
          offerId,
          userId,
          takenAt,
          expiresAt: new Date(takenAt.getTime() + decision.durationMs),
          network: network?.key ?? null,
        })
        await recordMovement(tx, hold, 'held', 'checkout started')
        await enqueueRelease(tx, hold)
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
     * A payment made under a hold, whatever became of the hold since. Safe to repeat: once a payment was oversold
     * they stay so, because their money is on its way back.
     */
    async settle(
      tx: Drizzle,
      payment: { id: string; userId: string; holdId: string; paidAt: Date; isRevoked: boolean },
    ): Promise<'seated' | 'oversold'> {
      const hold = await findHold(tx, payment.holdId)
      if (!hold) {
        await recoverSeat(tx, payment)
        return 'seated'
      }
      if (hold.state === 'turned-away') return 'oversold'
      if (hold.state === 'released') {
        if (payment.isRevoked) return 'seated'
        if (!(await takeSeat(tx, hold.offerId, 'late'))) {
          await updateHold(tx, hold.id, { state: 'turned-away', paymentId: payment.id })
          return 'oversold'
        }
        await recordMovement(tx, hold, 'held', 'paid after the seat was given back')
      }
      if (hold.state === 'released' || hold.state === 'held') await sell(tx, hold, payment.id)
      if (payment.isRevoked && hold.state !== 'refunded') {
        await updateHold(tx, hold.id, { state: 'refunded' })
        await recordMovement(tx, hold, 'refunded', 'refund or lost dispute')
      }
      return 'seated'
    },

    wasTurnedAway: async (db: Drizzle, sessionId: string): Promise<boolean> =>
      (await findHoldOfSession(db, sessionId))?.state === 'turned-away',

    async ensureReleases(db: Drizzle): Promise<void> {
      for (const hold of await listForgottenHolds(db)) await enqueueRelease(db, hold)
    },

    isOversold: async (db: Drizzle, paymentId: string): Promise<boolean> =>
      (await findHoldOfPayment(db, paymentId))?.state === 'turned-away',

    async recordRefund(tx: Drizzle, holdId: string): Promise<void> {
      const hold = await findHold(tx, holdId)
      if (hold && (await markRefunded(tx, holdId, now())))
        await recordMovement(tx, hold, 'refunded', 'no seat was left')
    },

    recordNotified: (tx: Drizzle, holdId: string) => updateHold(tx, holdId, { toldAt: now() }),
  }
}

/** Should no event tell that its Checkout Session is closed, the hold ends when its time is up. */
const enqueueRelease = (tx: Drizzle, { id, userId, expiresAt }: SeatHold) =>
  enqueueJob(tx, { kind: 'release-hold', key: id, payload: { userId }, runAt: expiresAt })
