import { contendedHoldMs, decideHold } from '../../../core/seats/hold-policy.ts'

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs
export const cap = 50

interface Hold {
  user: string
  network: string
  takenAt: number
  cardOnly: boolean
  endsAt: number
  /** When it is paid, if ever. */
  paidAt: number
  /** By voucher: its money is awaited. */
  isAwaited: boolean
}

/** A konbini voucher, unless it is set otherwise at Stripe. */
const voucherMs = 3 * dayMs

/** The hold policy over time, with what the database counts kept in lists. Every account is a newcomer. */
export function createSimulatedOffer() {
  let open: Hold[] = []
  const sold: Hold[] = []
  const abandoned: Hold[] = []

  function settle(now: number) {
    for (const hold of open) {
      if (hold.paidAt <= Math.min(now, hold.endsAt)) sold.push(hold)
      else if (hold.endsAt <= now) abandoned.push(hold)
    }
    open = open.filter((hold) => Math.min(hold.paidAt, hold.endsAt) > now)
  }

  return {
    sold,
    heldBy: (name: string) => open.filter(({ user }) => user.startsWith(name)).length,
    awaitedBy: (name: string) =>
      open.filter(({ user, isAwaited }) => isAwaited && user.startsWith(name)).length,
    settle,
    /** Whoever holds a seat to pay in any way gets a voucher, which nobody pays. */
    takeVouchers(name: string) {
      for (const hold of open) {
        if (!hold.user.startsWith(name) || hold.isAwaited || hold.cardOnly) continue
        hold.isAwaited = true
        hold.endsAt = hold.takenAt + voucherMs
      }
    },
    /** Returns the refusal, or null. */
    click(now: number, user: string, network: string, paidAt = Number.POSITIVE_INFINITY) {
      const refusal = tryToHold(now, user, network, paidAt)
      if (refusal !== 'network-busy') return refusal
      // As checkout does: colleagues who have had their time make room at once.
      for (const hold of open.filter((each) => each.network === network && !each.isAwaited))
        hold.endsAt = Math.min(hold.endsAt, Math.max(now, hold.takenAt + contendedHoldMs))
      return tryToHold(now, user, network, paidAt)
    },
  }

  function tryToHold(now: number, user: string, network: string, paidAt: number) {
    settle(now)
    if (open.length + sold.length >= cap) return 'none-free'
    const isRecent = ({ endsAt }: Hold) => endsAt > now - dayMs
    const decision = decideHold({
      cap,
      sold: sold.length,
      user: {
        isNewcomer: true,
        abandoned: abandoned.filter((hold) => hold.user === user && isRecent(hold)).length,
      },
      heldByNewcomers: open.length,
      network: {
        kind: network.includes(':') ? 'ipv6' : 'ipv4',
        held: open.filter((hold) => hold.network === network).length,
        awaiting: open.filter((hold) => hold.network === network && hold.isAwaited).length,
        sold: sold.filter((hold) => hold.network === network).length,
        abandoned: abandoned.filter((hold) => hold.network === network && isRecent(hold)).length,
      },
    })
    if (decision.allowed) {
      const { durationMs, cardOnly = false } = decision
      const endsAt = now + durationMs
      open.push({ user, network, takenAt: now, endsAt, paidAt, cardOnly, isAwaited: false })
      return null
    }
    return decision.refusal
  }
}
