import type { Drizzle } from '../db/database.ts'

/** A seat at the deal price and the payment page that it is held for. */
export interface HeldSeat {
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

/** What billing needs of the seats; server/urgency counts them. Everything runs in the caller's transaction. */
export interface SeatDesk {
  find(tx: Drizzle, userId: string): Promise<HeldSeat | null>
  /** The seat that the user holds, or a new one; or the price to pay without one; or none is free just now. */
  hold(
    tx: Drizzle,
    userId: string,
  ): Promise<
    { price: 'deal'; hold: HeldSeat | null } | { price: 'later'; closedAt: Date } | { price: 'none-free' }
  >
  attach(tx: Drizzle, hold: HeldSeat, sessionId: string): Promise<void>
  release(tx: Drizzle, hold: HeldSeat, reason: string): Promise<void>
  settle(
    tx: Drizzle,
    payment: { id: string; holdId: string; isRevoked: boolean },
  ): Promise<'seated' | 'turned-away'>
  wasTurnedAway(db: Drizzle, sessionId: string): Promise<boolean>
  listDue(db: Drizzle): Promise<HeldSeat[]>
  listTurnedAway(db: Drizzle): Promise<HeldSeat[]>
  noteRefunded(tx: Drizzle, hold: HeldSeat): Promise<void>
  noteTold(tx: Drizzle, hold: HeldSeat): Promise<void>
}
