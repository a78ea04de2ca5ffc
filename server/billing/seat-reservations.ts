import type { HoldRefusal } from '../../core/seats/hold-policy.ts'
import type { Drizzle } from '../db/database.ts'

/** A seat at the deal price and the payment page that it is held for. */
export interface SeatHold {
  id: string
  /** Null once the person has deleted their account. */
  userId: string | null
  /** Null until the page is known: between holding and writing it down, or after dying in between. */
  sessionId: string | null
  paymentId: string | null
  takenAt: Date
  expiresAt: Date
  refundedAt: Date | null
}

/** Where a hold is asked for from; the key is a keyed hash of the network. */
export interface HoldNetwork {
  kind: 'ipv4' | 'ipv6'
  key: string
}

export interface HoldRequest {
  userId: string
  network: HoldNetwork | null
}

export type HoldResult =
  | { price: 'deal'; hold: SeatHold | null }
  | { price: 'later'; closedAt: Date }
  | { price: 'none-free' }
  | { price: 'refused'; refusal: HoldRefusal; retryAfterMs: number }

/** What billing needs of the seats; server/seats counts them. Everything runs in the caller's transaction. */
export interface SeatReservations {
  /** Those of these users who cannot have a seat: every one is taken, and none by them. Reads only: nobody waits for anybody. */
  listWithoutSeat(db: Drizzle, userIds: string[]): Promise<string[]>
  find(tx: Drizzle, userId: string): Promise<SeatHold | null>
  /** The same for several users. */
  list(db: Drizzle, userIds: string[]): Promise<SeatHold[]>
  /**
   * The seat that each user holds, or a new one; or the price to pay without one; or why there is none just now. In the order
   * of the requests, of which no two are of one user.
   */
  hold(tx: Drizzle, requests: readonly HoldRequest[]): Promise<HoldResult[]>
  attach(tx: Drizzle, hold: SeatHold, sessionId: string): Promise<void>
  release(tx: Drizzle, hold: SeatHold, reason: string): Promise<void>
  settle(
    tx: Drizzle,
    payment: { id: string; userId: string; holdId: string; paidAt: Date; isRevoked: boolean },
  ): Promise<'seated' | 'oversold'>
  isSessionOversold(db: Drizzle, sessionId: string): Promise<boolean>
  /** The place of a payment among all that got a seat; null when it needed none. */
  findSeat(db: Drizzle, paymentId: string): Promise<{ number: number; cap: number } | null>
  isOversold(db: Drizzle, paymentId: string): Promise<boolean>
  /** Sees to it that every hold ends. */
  ensureReleases(db: Drizzle): Promise<void>
  recordRefund(tx: Drizzle, holdId: string): Promise<void>
  recordNotified(tx: Drizzle, holdId: string): Promise<void>
}
