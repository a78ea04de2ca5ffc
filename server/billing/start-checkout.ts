import { isEnded, isLive } from '../../core/billing/entitlement.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import type { HoldRefusal } from '../../core/seats/hold-policy.ts'
import type { Drizzle } from '../db/database.ts'
import { AppError, type ErrorCode } from '../http/app-error.ts'
import type { HeldSeat, HoldNetwork, SeatDesk } from './seat-desk.ts'
import { shutPageOfSeat } from './shut-page.ts'
import {
  findCheckout,
  findCustomer,
  listCustomers,
  listSubscriptions,
  lockUser,
  saveCheckout,
  saveCustomer,
} from './store.ts'
import { sweepHolds } from './sweep-holds.ts'
import { type SyncParts, syncCustomer } from './sync-customer.ts'

export interface CheckoutParts extends SyncParts {
  db: Drizzle
  siteUrl: string
  trialDays: number
  /** True the first time within a day that it is asked about this key. */
  isFirst: (key: string) => Promise<boolean>
}

export interface Buyer {
  id: string
  email: string
}

/** A page needs thirty minutes from when it is opened; a seat that waited longer than this has too few left. */
const freshMs = 45_000
/** A page may show a price that is this old. */
const staleMs = 120_000
const maxTries = 3

/**
 * The address of the page to pay at. However often and wherever it is asked, a user has one payment page open, and none
 * where there is something to lose: who has a plan, or a payment under way, is refused or sent to the portal.
 */
export async function startCheckout(
  parts: CheckoutParts,
  user: Buyer,
  plan: PaidPlanId,
  network: HoldNetwork | null,
): Promise<string> {
  for (let tries = 0; tries < maxTries; tries++) {
    const seat = plan === 'lifetime' ? await holdSeat(parts, user, network) : noSeatNeeded
    const outcome = await parts.db.transaction((tx) => decide(parts, tx, user, plan, seat))
    if (outcome === 'anew') continue
    if ('refused' in outcome) throw new AppError(outcome.refused)
    return outcome.url
  }
  throw new AppError('payment-processing')
}

type Seat = Exclude<Awaited<ReturnType<SeatDesk['hold']>>, { price: 'refused' }>
const noSeatNeeded: Seat = { price: 'deal', hold: null }

const refusalCodes = {
  'user-abandoned': 'too-many',
  'network-abandoned': 'network-paused',
  'network-busy': 'network-busy',
  'newcomers-full': 'newcomers-full',
} as const satisfies Record<HoldRefusal, ErrorCode>

/** Rule L2. A transaction of its own: whoever waits for the payment service must not keep others from the seats. */
async function holdSeat(parts: CheckoutParts, user: Buyer, network: HoldNetwork | null): Promise<Seat> {
  const { db, seats, isFirst, now } = parts
  const tryToHold = () =>
    db.transaction(async (tx) => {
      await lockUser(tx, user.id)
      return seats.hold(tx, user.id, network)
    })
  let seat = await tryToHold()
  if (network && seat.price === 'refused' && seat.refusal === 'network-busy') {
    // Colleagues who have had their time to pay make room now. Those whose sessions cannot be expired keep their seats.
    await sweepHolds(parts, network).catch(() => {})
    seat = await tryToHold()
  }
  // Refused before a Checkout Session exists: there is nothing to give back, and Stripe was not called.
  if (seat.price === 'refused') {
    const retryAfterSeconds = Math.ceil(seat.retryAfterMs / 1_000)
    throw new AppError(refusalCodes[seat.refusal], { retryAfterSeconds })
  }
  // Their page may still have shown the deal: nobody is sent on to a higher price without a word.
  const justClosed = seat.price === 'later' && now().getTime() - seat.closedAt.getTime() < staleMs
  if (justClosed && (await isFirst(`told-later-price:${user.id}`))) throw new AppError('price-changed')
  return seat
}

/** With `refresh`, so that what was changed there is read anew. */
export const portalReturnUrl = (siteUrl: string): string => `${siteUrl}/account?refresh=1`

/** `anew`: the seat that this began with is gone or of no use. */
type Outcome = { url: string } | { refused: ErrorCode } | 'anew'

async function decide(
  parts: CheckoutParts,
  tx: Drizzle,
  user: Buyer,
  plan: PaidPlanId,
  seat: Seat,
): Promise<Outcome> {
  const outcome = await choosePage(parts, tx, user, plan, seat)
  const unused = await parts.seats.find(tx, user.id)
  if (outcome !== 'anew' && unused && !unused.sessionId)
    await shutPageOfSeat(parts, tx, unused, 'checkout led elsewhere')
  return outcome
}

async function choosePage(
  parts: CheckoutParts,
  tx: Drizzle,
  user: Buyer,
  plan: PaidPlanId,
  seat: Seat,
): Promise<Outcome> {
  const { payments, seats, siteUrl } = parts
  const price = plan === 'monthly' ? plan : seat.price === 'later' ? 'lifetimeLater' : 'lifetime'
  await lockUser(tx, user.id)
  const customerId = await ensureCustomer(parts, tx, user)
  // Read before the sync: a payment that comes between the two is seen by the sync.
  const before = await findCheckout(tx, user.id)
  const open = before && (await payments.readCheckout(before.sessionId))
  const heldBefore = await seats.find(tx, user.id)
  // What we remember may be older than what was paid a second ago in another tab.
  await syncCustomer(parts, tx, customerId)

  const rows = await listSubscriptions(tx, user.id)
  if (rows.some((row) => row.plan === 'lifetime' && isLive(row.status))) return { refused: 'has-lifetime' }
  const running = rows.find((row) => row.plan === 'monthly' && !isEnded(row.status))
  const paymentFailed = running && (running.graceEndsAt !== null || !isLive(running.status))
  if (paymentFailed) return { url: await payments.openPortal(customerId, portalReturnUrl(siteUrl)) }
  if (running && plan === 'monthly') return { refused: 'has-monthly' }

  if (before && open?.status === 'processing') return { refused: 'payment-processing' }
  const held = await seats.find(tx, user.id)
  // A seat that moved keeps everybody from the offer until the commit: first that, then a new page.
  if (heldBefore && !held) return 'anew'
  if (before && open?.status === 'open') {
    const sameSeat = plan === 'monthly' || !held || held.sessionId === before.sessionId
    const samePrice = open.stripePriceId === (await payments.priceIds())[price]
    const fits = samePrice && before.plan === plan && sameSeat && open.customerId === customerId
    if (fits) return { url: before.url }
    // Another plan or price, or a customer who is no more: that page must be shut before a second one exists.
    if (!(await payments.expireCheckout(before.sessionId))) return { refused: 'payment-processing' }
  }
  if (seat.price === 'none-free') return { refused: 'seats-held' }
  const hold = seat.price === 'deal' ? seat.hold : null
  // Another tab was faster and let it go.
  if (hold && hold.id !== held?.id) return 'anew'
  if (held && (plan === 'monthly' || held.sessionId || !isFresh(held, parts.now()))) {
    // Its page is over, of another plan, or was lost in a crash.
    if (!(await shutPageOfSeat(parts, tx, held, 'another page was opened')))
      return { refused: 'payment-processing' }
    return 'anew'
  }
  const hadTrial = rows.some((row) => row.hadTrial)
  // Should we die before this is written down, nobody has been given the address: that page stays unpaid.
  const session = await payments.openCheckout({
    userId: user.id,
    customerId,
    plan,
    price,
    hold,
    trialDays: plan === 'monthly' && !hadTrial ? parts.trialDays : 0,
    successUrl: `${siteUrl}/welcome?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${siteUrl}/pricing`,
  })
  const { id: sessionId, url, expiresAt } = session
  await saveCheckout(tx, { userId: user.id, plan, price, sessionId, url, expiresAt })
  if (hold) await seats.attach(tx, hold, sessionId)
  return { url }
}

const isFresh = (hold: HeldSeat, now: Date): boolean => now.getTime() - hold.takenAt.getTime() < freshMs

/** One customer per user. One that was deleted at the payment service, or made with another key, is replaced. */
async function ensureCustomer({ payments }: CheckoutParts, tx: Drizzle, user: Buyer): Promise<string> {
  const known = await findCustomer(tx, user.id)
  if (known && (await payments.hasCustomer(known))) return known
  const customerId = await payments.createCustomer(
    user,
    `customer-${user.id}-${(await listCustomers(tx, user.id)).length}`,
  )
  await saveCustomer(tx, user.id, customerId)
  return customerId
}
