import { randomUUID } from 'node:crypto'
import { decideHolds } from '../../core/seats/hold-policy.ts'
import type { HoldRequest, HoldResult, SeatHold, SeatPayment } from '../../core/seats/seat-hold.ts'
import type { Drizzle } from '../db/database.ts'
import { enqueueJob, enqueueJobs } from '../jobs/store.ts'
import {
  closeOffer,
  countHolds,
  countSold,
  endHold,
  findHold,
  findOffer,
  findSeatHold,
  findSeatNumber,
  insertHolds,
  listForgottenHolds,
  listSeatHolds,
  listWithoutSeat,
  lockOffer,
  markRefunded,
  recordMovement,
  recordMovements,
  shortenHolds,
  takeSeats,
  updateHold,
} from './store.ts'

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
    // The offer's row is locked before the ledger is written: sales have the same order in the ledger and in the public log.
    const isLast = await countSold(tx, hold.offerId)
    await recordMovement(tx, hold, 'sold', 'paid')
    if (isLast) await closeOffer(tx, hold.offerId)
    if (hold.userId)
      await enqueueJob(tx, { kind: 'mail-seat', key: hold.id, payload: { userId: hold.userId } })
  }

  /** The hold was lost, as after a restored backup. Its buyer has paid and keeps the plan; the seat counts if one is left. */
  async function recoverSeat(tx: Drizzle, payment: SeatPayment): Promise<void> {
    const { id, userId, holdId, paidAt, isRevoked } = payment
    const offer = offerId !== null && !isRevoked ? await findOffer(tx, offerId) : null
    if (!offer || paidAt < offer.openedAt || !(await takeSeats(tx, offer.id, 1))) return
    const [hold] = await insertHolds(tx, [
      {
        id: holdId,
        offerId: offer.id,
        userId,
        takenAt: paidAt,
        expiresAt: paidAt,
        network: null,
        // Never held by our tables: the user may hold another.
        state: 'sold',
      },
    ])
    if (!hold) throw new Error('A hold was not written.')
    await recordMovement(tx, hold, 'held', 'found at Stripe')
    await sell(tx, hold, id)
  }

  async function hold(tx: Drizzle, requests: readonly HoldRequest[]): Promise<HoldResult[]> {
    const held = await listSeatHolds(
      tx,
      requests.map(({ userId }) => userId),
    )
    const results = new Map<string, HoldResult>(
      requests.map(({ userId }) => {
        const ofUser = held.find((each) => each.userId === userId)
        return [userId, ofUser || offerId === null ? { outcome: 'deal', hold: ofUser ?? null } : noneFree]
      }),
    )
    const asking = requests.filter(({ userId }) => results.get(userId) === noneFree)
    if (offerId !== null && asking.length > 0)
      for (const [userId, result] of await holdNew(tx, offerId, asking)) results.set(userId, result)
    return requests.map(({ userId }) => results.get(userId) ?? noneFree)
  }

  async function holdNew(
    tx: Drizzle,
    id: string,
    requests: readonly HoldRequest[],
  ): Promise<[userId: string, HoldResult][]> {
    const offer = await lockOffer(tx, id)
    if (!offer) throw new Error(`There is no offer ${id}.`)
    if (!offer.isOpen) {
      const closed: HoldResult = { outcome: 'later', closedAt: offer.closedAt ?? offer.closesAt ?? now() }
      return requests.map(({ userId }) => [userId, closed])
    }
    const free = offer.cap - offer.taken
    if (free <= 0) return []
    const snapshots = (await countHolds(tx, id, requests)).map((counts) => ({ ...offer, ...counts }))
    const decisions = decideHolds(snapshots, requests, free)
    const takenAt = now()
    const granted = requests.flatMap(({ userId, network }, index) => {
      const decision = decisions[index]
      if (!decision?.allowed) return []
      const expiresAt = new Date(takenAt.getTime() + decision.durationMs)
      const { cardOnly = false } = decision
      return [
        {
          id: randomUUID(),
          offerId: id,
          userId,
          takenAt,
          expiresAt,
          network: network?.key ?? null,
          cardOnly,
        },
      ]
    })
    const holds = granted.length > 0 ? await takeAndInsert(tx, id, granted) : []
    const busy = requests.filter((_, index) => {
      const decision = decisions[index]
      return decision && !decision.allowed && decision.refusal === 'network-busy'
    })
    const networks = new Map(busy.map(({ network }) => [network?.key, network]))
    for (const network of networks.values())
      if (network) await enqueueReleases(tx, await shortenHolds(tx, id, network))
    return requests.map(({ userId }, index) => {
      const decision = decisions[index]
      if (!decision) return [userId, noneFree]
      if (decision.allowed) {
        const ofUser = holds.find((each) => each.userId === userId)
        return [userId, { outcome: 'deal', hold: ofUser ?? null }]
      }
      const { refusal, retryAfterMs } = decision
      return [userId, { outcome: 'refused', refusal, retryAfterMs }]
    })
  }

  async function takeAndInsert(
    tx: Drizzle,
    id: string,
    granted: Parameters<typeof insertHolds>[1],
  ): Promise<SeatHold[]> {
    if (!(await takeSeats(tx, id, granted.length))) throw new Error('Seats were taken despite the lock.')
    const holds = await insertHolds(tx, granted)
    await recordMovements(tx, holds, 'held', 'checkout started')
    await enqueueReleases(tx, holds)
    return holds
  }

  return {
    listWithoutSeat: async (db: Drizzle, userIds: string[]): Promise<string[]> =>
      offerId === null ? [] : listWithoutSeat(db, offerId, userIds),

    find: findSeatHold,

    /** The seat that each user holds, or a new one if the hold policy allows it, in the order of the requests. No user twice. */
    hold,

    /** From here on the seat belongs to this Checkout Session. */
    attach: (tx: Drizzle, hold: SeatHold, checkoutSessionId: string) =>
      updateHold(tx, hold.id, { checkoutSessionId }),

    /** Rule L2: only when its Checkout Session can no longer be paid. Safe to repeat. */
    release,

    /**
     * A payment made under a hold, whatever became of the hold since. Safe to repeat: an oversold payment stays
     * oversold, because its refund is under way.
     */
    async settle(tx: Drizzle, payment: SeatPayment): Promise<'seated' | 'oversold'> {
      const hold = await findHold(tx, payment.holdId)
      if (!hold) {
        await recoverSeat(tx, payment)
        return 'seated'
      }
      if (hold.state === 'oversold') return 'oversold'
      if (hold.state === 'released') {
        if (payment.isRevoked) return 'seated'
        if (!(await takeSeats(tx, hold.offerId, 1))) {
          await updateHold(tx, hold.id, { state: 'oversold', paymentId: payment.id })
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

    isCheckoutSessionOversold: async (db: Drizzle, checkoutSessionId: string): Promise<boolean> =>
      (await findHold(db, checkoutSessionId, 'checkoutSessionId'))?.state === 'oversold',

    async ensureReleases(db: Drizzle): Promise<void> {
      await enqueueReleases(db, await listForgottenHolds(db))
    },

    findSeat: findSeatNumber,

    isOversold: async (db: Drizzle, paymentId: string): Promise<boolean> =>
      (await findHold(db, paymentId, 'paymentId'))?.state === 'oversold',

    async recordRefund(tx: Drizzle, holdId: string): Promise<boolean> {
      const hold = await findHold(tx, holdId)
      if (!hold || !(await markRefunded(tx, holdId, now()))) return false
      await recordMovement(tx, hold, 'refunded', 'no seat was left')
      return true
    },

    recordNotified: (tx: Drizzle, holdId: string) => updateHold(tx, holdId, { notifiedAt: now() }),
  }
}

const noneFree: HoldResult = { outcome: 'none-free' }

/** When no event reports that its Checkout Session is closed, the hold ends at `expiresAt`. */
const enqueueReleases = (tx: Drizzle, holds: SeatHold[]) =>
  enqueueJobs(
    tx,
    holds.map(({ id, userId, expiresAt }) => ({
      kind: 'release-hold',
      key: id,
      payload: { userId },
      runAt: expiresAt,
    })),
  )
