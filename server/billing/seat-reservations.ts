import type { HoldRequest, HoldResult, SeatHold, SeatPayment } from '../../core/seats/seat-hold.ts'
import type { Drizzle } from '../db/database.ts'

/** What billing needs of the seats; server/seats counts them. Everything runs in the caller's transaction. */
export interface SeatReservations {
  /** Those of these users who hold no seat when all are taken. Reads only, without a lock. */
  listWithoutSeat(db: Drizzle, userIds: string[]): Promise<string[]>
  find(tx: Drizzle, userId: string): Promise<SeatHold | null>
  /**
   * The seat that each user holds, or a new one; or the price to pay without one; or why there is none just now. In the order
   * of the requests, of which no two are of one user.
   */
  hold(tx: Drizzle, requests: readonly HoldRequest[]): Promise<HoldResult[]>
  attach(tx: Drizzle, hold: SeatHold, checkoutSessionId: string): Promise<void>
  release(tx: Drizzle, hold: SeatHold, reason: string): Promise<void>
  settle(tx: Drizzle, payment: SeatPayment): Promise<'seated' | 'oversold'>
  isCheckoutSessionOversold(db: Drizzle, checkoutSessionId: string): Promise<boolean>
  /** The place of a payment among all that got a seat; null when it needed none. */
  findSeat(db: Drizzle, paymentId: string): Promise<{ number: number; cap: number } | null>
  isOversold(db: Drizzle, paymentId: string): Promise<boolean>
  /** Sees to it that every hold ends. */
  ensureReleases(db: Drizzle): Promise<void>
  /** False when it was recorded before. */
  recordRefund(tx: Drizzle, holdId: string): Promise<boolean>
  recordNotified(tx: Drizzle, holdId: string): Promise<void>
}
