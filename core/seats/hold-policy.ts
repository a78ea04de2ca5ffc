import type { HoldRefusal, HoldRequest } from './seat-hold.ts'

const minuteMs = 60_000

/** A hold of full length. Stripe refuses Checkout Sessions of less than 30 minutes; the minute on top is for the way there. */
export const fullHoldMs = 31 * minuteMs
/** A hold is kept this long although another request of its network is refused; then it is shortened. */
export const contendedHoldMs = 5 * minuteMs
/** Abandoned holds count for a day; an account younger than that is a newcomer. */
export const memoryHours = 24

const shortHoldMs = 15 * minuteMs
const shortestHoldMs = 8 * minuteMs
const maxAbandonedByUser = 6
const extraPerSale = 4
/** Until one of a network's payments that take days has been made, or has failed. */
const awaitingRetryMs = 60 * minuteMs
/** When a browser that waits for a seat of its network retries. */
const busyRetryMs = 10_000

export interface HoldSnapshot {
  cap: number
  sold: number
  user: {
    isNewcomer: boolean
    /** Holds that this user let run out within `memoryHours`, and bought seats that were refunded. */
    abandoned: number
  }
  /** Unpaid holds of all newcomers, the requested one not counted. */
  heldByNewcomers: number
  /** Null when the address does not tell one network from another, as on a private network. */
  network: null | {
    kind: 'ipv4' | 'ipv6'
    /** Unpaid holds of this network, the requested one not counted. */
    held: number
    /** Those of them whose buyer has done their part, while the money of a voucher or a debit takes days. */
    awaiting: number
    /** Seats of this offer that were paid for from this network. */
    sold: number
    /** The same from this network, of whichever account. */
    abandoned: number
  }
}

export type HoldDecision =
  /** `cardOnly`: it may not be held for days by a payment that takes that long. */
  | { allowed: true; durationMs: number; cardOnly?: boolean }
  | { allowed: false; refusal: HoldRefusal; retryAfterMs: number }

/**
 * May this user hold a seat before paying, and for how long? An unpaid hold costs nothing, so what one network can hold is
 * bounded however many accounts it has: one IPv4 address and one IPv6 /48 together a tenth of the seats. A sale from a
 * network raises its allowance, to a tenth at most: an attacker may share it with the buyers. Abandoned holds lower it,
 * shorten the next ones and in the end stop them. A voucher costs nothing either and holds its seat for days, so it counts like
 * an unpaid hold. Where vouchers have all of a network's places, one more may be held there to pay by card: only that one ends
 * within minutes.
 */
export function decideHold(snapshot: HoldSnapshot): HoldDecision {
  const { user, network } = snapshot
  const refuse = (refusal: HoldRefusal, retryAfterMs: number): HoldDecision => ({
    allowed: false,
    refusal,
    retryAfterMs,
  })
  if (user.abandoned >= maxAbandonedByUser) return refuse('user-abandoned', 60 * minuteMs)
  const base = network ? baseAllowance(snapshot.cap, network.kind) : 1
  const most = Math.max(base, Math.floor(snapshot.cap / 10))
  const allowance = network ? Math.min(most, networkAllowance(base, network, user.abandoned)) : base
  if (allowance <= 0) return refuse('network-abandoned', 60 * minuteMs)
  const places = network ? networkPlaces(allowance, most, network.awaiting) : allowance
  if (network && network.held >= places)
    return network.awaiting >= places
      ? refuse('network-awaiting', awaitingRetryMs)
      : refuse('network-busy', busyRetryMs)
  if (user.isNewcomer && snapshot.heldByNewcomers >= newcomersShare(snapshot))
    return refuse('newcomers-full', contendedHoldMs)
  const durationMs = holdDuration(user.abandoned, allowance / base)
  if (network && network.held >= allowance)
    return { allowed: true, durationMs: Math.min(durationMs, shortHoldMs), cardOnly: true }
  return { allowed: true, durationMs }
}

/**
 * The same for several requests in their order: each decision counts the holds that were granted before it.
 * `snapshots` were read before all of them. Null when no seat is left.
 */
export function decideHolds(
  snapshots: readonly HoldSnapshot[],
  requests: readonly Pick<HoldRequest, 'network'>[],
  free: number,
): (HoldDecision | null)[] {
  const heldByNetwork = new Map<string, number>()
  let heldByNewcomers = 0
  let left = free
  return snapshots.map((snapshot, index) => {
    if (left <= 0) return null
    const key = requests[index]?.network?.key ?? ''
    const heldMeanwhile = heldByNetwork.get(key) ?? 0
    const decision = decideHold({
      ...snapshot,
      heldByNewcomers: snapshot.heldByNewcomers + heldByNewcomers,
      network: snapshot.network && { ...snapshot.network, held: snapshot.network.held + heldMeanwhile },
    })
    if (decision.allowed) {
      left -= 1
      heldByNetwork.set(key, heldMeanwhile + 1)
      if (snapshot.user.isNewcomer) heldByNewcomers += 1
    }
    return decision
  })
}

/** A twentieth each, so that an attacker who has both gets a tenth. An offer of few seats lets every network hold one. */
function baseAllowance(cap: number, kind: 'ipv4' | 'ipv6'): number {
  const share = cap / 20
  return Math.max(1, kind === 'ipv4' ? Math.ceil(share) : Math.floor(share))
}

function networkAllowance(
  base: number,
  { sold, abandoned }: NonNullable<HoldSnapshot['network']>,
  abandonedByUser: number,
): number {
  const allowance = base + extraPerSale * sold - Math.floor(abandoned / 2)
  // Somebody who is alone on their network is judged by the limit per user.
  return abandoned <= abandonedByUser ? Math.max(1, allowance) : allowance
}

/** The one more is within a tenth too, or the second in an offer of few seats. */
const networkPlaces = (allowance: number, most: number, awaiting: number): number =>
  awaiting < allowance ? allowance : Math.max(allowance, Math.min(awaiting + 1, Math.max(most, 2)))

/** A tenth of the seats that are left stays free of unpaid holds by newcomers, whatever networks they come from. */
const newcomersShare = ({ cap, sold }: HoldSnapshot): number => cap - sold - Math.floor((cap - sold) / 10)

function holdDuration(abandonedByUser: number, allowanceLeft: number): number {
  if (abandonedByUser === 0 && allowanceLeft >= 1) return fullHoldMs
  return abandonedByUser < 3 && allowanceLeft > 0.5 ? shortHoldMs : shortestHoldMs
}
