import type { SeatHold } from '../../../core/seats/seat-hold.ts'
import type { BillingDeps } from '../deps.ts'
import { lockUser } from '../store.ts'
import {
  type AttemptRow,
  findAttempt,
  findAttemptOfHold,
  isSameAttempt,
  removeAttempt,
} from './attempt-store.ts'

type ReleaseDeps = Pick<BillingDeps, 'db' | 'payments' | 'seats'>

const freshMs = 45_000

/** One that has waited longer for its session was left by a process that died: too little of its time is left. */
export const isFresh = ({ takenAt }: SeatHold, now: Date): boolean =>
  now.getTime() - takenAt.getTime() < freshMs

/**
 * Rule L2: first the Checkout Session is made unpayable, then its seat is given back. `paying`: it was paid or is being
 * paid; the seat stays, and the payment will settle it. `changed`: the hold or its attempt is another by now. The Checkout
 * Session of `closedAttempt` is known to be unpayable already.
 */
export async function releaseHold(
  { db, payments, seats }: ReleaseDeps,
  { hold, reason, closedAttempt }: { hold: SeatHold; reason: string; closedAttempt?: AttemptRow | null },
): Promise<'released' | 'paying' | 'changed'> {
  const { userId } = hold
  if (userId === null) return 'changed'
  const attempt = await findAttemptOfHold(db, hold.id)
  const checkoutSessionId = hold.checkoutSessionId ?? attempt?.checkoutSessionId
  // Another process may have created one since.
  const isClosed = closedAttempt != null && isSameAttempt(closedAttempt, attempt)
  if (checkoutSessionId && !isClosed && !(await payments.expireCheckoutSession(checkoutSessionId)))
    return 'paying'
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const current = await findAttemptOfHold(tx, hold.id)
    const held = await seats.find(tx, userId)
    if (held?.id !== hold.id || !isSameAttempt(current, attempt)) return 'changed'
    await seats.release(tx, hold, reason)
    if (current) await removeAttempt(tx, current)
    return 'released'
  })
}

/** Makes an open Checkout Session unpayable, and frees its seat. One that was paid or is being paid stays. */
export async function closeCheckout(deps: ReleaseDeps, attempt: AttemptRow): Promise<void> {
  const { db, payments, seats } = deps
  const hold = await seats.find(db, attempt.userId)
  if (hold && hold.id === attempt.holdId) {
    await releaseHold(deps, { hold, reason: 'Lifetime is owned' })
    return
  }
  if (!(await payments.expireCheckoutSession(attempt.checkoutSessionId ?? ''))) return
  await db.transaction(async (tx) => {
    await lockUser(tx, attempt.userId)
    if (isSameAttempt(await findAttempt(tx, attempt.userId), attempt)) await removeAttempt(tx, attempt)
  })
}
