/** A seat at the deal price and the Checkout Session that it is held for. */
export interface SeatHold {
  id: string
  offerId: string
  /** Null once the person has deleted their account. */
  userId: string | null
  /** Null between holding the seat and recording the session, or when the process died in between. */
  checkoutSessionId: string | null
  paymentId: string | null
  takenAt: Date
  expiresAt: Date
  refundedAt: Date | null
  /** Its payment page takes nothing that settles days later. */
  cardOnly: boolean
}

/** A payment made under a hold. */
export interface SeatPayment {
  id: string
  userId: string
  holdId: string
  paidAt: Date
  isRevoked: boolean
}

/** Where a hold is requested from. */
export interface HoldNetwork {
  kind: 'ipv4' | 'ipv6'
  /** A keyed hash: no address is stored. */
  key: string
}

export interface HoldRequest {
  userId: string
  /** Null when the address does not tell one network from another. */
  network: HoldNetwork | null
}

export type HoldRefusal =
  | 'user-abandoned'
  | 'network-abandoned'
  | 'network-busy'
  | 'network-awaiting'
  | 'newcomers-full'

export type HoldResult =
  /** Without a hold no offer runs by seats: everybody pays the shown price. */
  | { outcome: 'deal'; hold: SeatHold | null }
  | { outcome: 'later'; closedAt: Date }
  | { outcome: 'none-free' }
  /** There is a free seat, but not for an unpaid hold of this user or network. */
  | { outcome: 'refused'; refusal: HoldRefusal; retryAfterMs: number }
