import type { BillingDeps } from '../deps.ts'
import type { HeldSeat } from '../seat-desk.ts'
import { listCustomers, lockUser } from '../store.ts'
import { type AttemptRow, findAttemptOfHold, isSameAttempt, removeAttempt } from './attempt-store.ts'
import { createSession } from './create-session.ts'

type ReleaseDeps = Pick<BillingDeps, 'db' | 'payments' | 'seats' | 'siteUrl' | 'now'>

const freshMs = 45_000

/** One that has waited longer for its session was left by a process that died: too little of its time is left. */
export const isFresh = ({ takenAt }: HeldSeat, now: Date): boolean =>
  now.getTime() - takenAt.getTime() < freshMs

/**
 * Rule L2: first the Checkout Session is made unpayable, then its seat is given back. `paying`: it was paid or is being
 * paid; the seat stays, and the payment will settle it. `changed`: the hold or its attempt is another by now.
 */
export async function releaseHold(
  deps: ReleaseDeps,
  { hold, reason }: { hold: HeldSeat; reason: string },
): Promise<'released' | 'paying' | 'changed'> {
  const { db, payments, seats } = deps
  const { userId } = hold
  if (userId === null) return 'changed'
  const attempt = await findAttemptOfHold(db, hold.id)
  const sessionId = hold.sessionId ?? (await findSession(deps, userId, hold, attempt))
  if (sessionId === 'replaced') return 'changed'
  if (sessionId && !(await payments.expireCheckoutSession(sessionId))) {
    await db.transaction((tx) => seats.attach(tx, hold, sessionId))
    return 'paying'
  }
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [held, current] = [await seats.find(tx, userId), await findAttemptOfHold(tx, hold.id)]
    const isKnown = current === null || current.sessionId === sessionId || isSameAttempt(current, attempt)
    if (held?.id !== hold.id || !isKnown) return 'changed'
    await seats.release(tx, hold, reason)
    if (current) await removeAttempt(tx, current)
    return 'released'
  })
}

/** Null when none can exist. */
async function findSession(deps: ReleaseDeps, userId: string, hold: HeldSeat, attempt: AttemptRow | null) {
  if (attempt?.sessionId) return attempt.sessionId
  if (attempt) {
    const session = await createSession(deps, attempt)
    return session === 'customer-gone' ? null : session === 'replaced' ? session : session.id
  }
  if (isFresh(hold, deps.now())) return null
  // A version that stored no attempts may have died between creating a session and writing it down.
  const customers = await listCustomers(deps.db, userId)
  return customers.length === 0 ? null : deps.payments.findCheckoutSessionOfHold(customers, hold.id)
}
