import type Stripe from 'stripe'
import { expect } from 'vitest'
import { isEnded, isLive } from '../../../core/plans/subscription-status.ts'
import { type ContentionLedger, lostReason } from './contention-settings.ts'

const most = 10_000

export type ContentionTruth = Awaited<ReturnType<typeof readTruth>>

/** What the payment service recorded: who was charged what is decided there and nowhere else. */
export async function readTruth(stripe: Stripe) {
  const all = { limit: 100 }
  const [customers, sessions, intents, subscriptions] = await Promise.all([
    stripe.customers.list(all).autoPagingToArray({ limit: most }),
    stripe.checkout.sessions.list(all).autoPagingToArray({ limit: most }),
    stripe.paymentIntents.list({ ...all, expand: ['data.latest_charge'] }).autoPagingToArray({ limit: most }),
    stripe.subscriptions.list({ ...all, status: 'all' }).autoPagingToArray({ limit: most }),
  ])
  const payments = intents.map(({ id, status, amount, customer, metadata, latest_charge }) => ({
    id,
    status,
    amount,
    customer: String(customer),
    plan: metadata.plan,
    hold: metadata.hold,
    refunded: (latest_charge as Stripe.Charge | null)?.amount_refunded ?? 0,
  }))
  const isKept = ({ status, amount, refunded }: (typeof payments)[number]) =>
    status === 'succeeded' && refunded < amount
  return {
    customers: customers.map(({ id, metadata }) => ({ id, userId: metadata.userId })),
    sessions,
    payments,
    kept: payments.filter(isKept),
    subscriptions: subscriptions.map(({ id, status, customer }) => ({
      id,
      status,
      customer: String(customer),
    })),
  }
}

/** Seats that the test took from their holders. */
const lostHolds = ({ ledger }: ContentionLedger) =>
  new Set(ledger.filter(({ reason }) => reason === lostReason).map(({ holdId }) => holdId))

interface QuietMoment {
  ledger: ContentionLedger
  truth: ContentionTruth
  /** Checkout Sessions whose address a buyer got. */
  handedOut: ReadonlySet<string>
  seats: number
}

/**
 * While no buyer does anything: what can still be paid, is being paid and was paid at the deal price fits the seats. A
 * session whose server was killed before it was recorded is nobody's: its URL was never sent.
 */
export function checkQuiet({ ledger, truth: { sessions, payments }, handedOut, seats }: QuietMoment) {
  const holds = sessions.map(({ metadata }) => metadata?.hold).filter((hold) => hold !== undefined)
  expect(holds.length, 'one page per seat').toBe(new Set(holds).size)

  const recorded = new Set(ledger.holds.map(({ checkoutSessionId }) => checkoutSessionId))
  const payable = sessions.filter(
    ({ id, status, metadata }) =>
      status === 'open' && metadata?.hold && (handedOut.has(id) || recorded.has(id)),
  )
  const taken = payments.filter(({ status, hold }) => hold && ['processing', 'succeeded'].includes(status))
  const promised = [
    ...payable.map(({ metadata }) => metadata?.hold ?? ''),
    ...taken.map(({ hold }) => hold ?? ''),
  ]
  const lost = lostHolds(ledger)
  const counted = promised.filter((hold) => !lost.has(hold))
  expect(counted.length, 'pages and payments at the deal price').toBeLessThanOrEqual(seats)
}

/** After the end of all trouble. */
export function checkContention(
  ledger: ContentionLedger,
  truth: ContentionTruth,
  buyers: readonly { id: string }[],
) {
  const lost = lostHolds(ledger)
  const [offer] = ledger.offers
  if (!offer) throw new Error('There is no offer.')
  const { cap, sold, taken, closedAt, dealPriceMinor, laterPriceMinor } = offer
  const holdById = new Map(ledger.holds.map((hold) => [hold.id, hold]))

  // Seats.
  expect(sold, 'seats sold').toBeLessThanOrEqual(cap)
  expect(taken, 'seats taken when everything is over').toBe(sold)
  expect(closedAt !== null, 'the offer is closed').toBe(sold >= cap)
  expect(
    truth.sessions.filter(({ status }) => status === 'open').map(({ id }) => id),
    'pages that can still be paid',
  ).toEqual([])
  expect(
    ledger.holds.filter(({ state }) => state === 'held'),
    'holds that outlived their page',
  ).toEqual([])

  // Money at the deal price.
  const atDeal = truth.payments.filter(({ status, hold }) => status === 'succeeded' && hold)
  const oversold = ledger.holds.filter(({ state }) => state === 'oversold')
  expect(atDeal.length - oversold.length, 'payments that have a seat').toBe(sold)
  const keptAtDeal = truth.kept.filter(({ amount }) => amount === dealPriceMinor)
  expect(keptAtDeal.length, 'deals that were not refunded').toBeLessThanOrEqual(cap)
  for (const { id, hold = '' } of keptAtDeal) {
    expect(holdById.get(hold), `the seat of ${id}`).toMatchObject({ state: 'sold', paymentId: id })
  }
  for (const { id, paymentId, refundedAt, notifiedAt } of oversold) {
    expect(lost, 'oversold, though the seat was theirs').toContain(id)
    const payment = truth.payments.find((found) => found.id === paymentId)
    expect(payment?.refunded, `refunded to one who was oversold`).toBe(payment?.amount)
    expect(refundedAt && notifiedAt, 'refunded and told').toBeTruthy()
  }
  const late = ledger.ledger.filter(({ reason }) => reason === 'paid after the seat was given back')
  expect(
    late.filter(({ holdId }) => !lost.has(holdId)),
    'seats given back before their page was shut',
  ).toEqual([])

  // The later price, only when the offer was over.
  const later = truth.sessions.filter(({ amount_total }) => amount_total === laterPriceMinor)
  for (const { id, created, metadata } of later) {
    expect(metadata?.hold, `the seat of ${id}, which needs none`).toBeUndefined()
    expect(closedAt, `${id} at the later price`).not.toBeNull()
    expect((created + 1) * 1_000).toBeGreaterThanOrEqual(new Date(closedAt ?? 0).getTime())
  }

  for (const { id } of buyers) checkBuyer(id, ledger, truth)
  expect(ledger.pendingJobs, 'jobs left').toEqual([])
  expect(
    ledger.events.filter(({ handledAt }) => handledAt === null),
    'events not handled',
  ).toEqual([])
  return {
    sold,
    isOpen: closedAt === null,
    paid: truth.payments.filter(({ status }) => status === 'succeeded').length,
    oversold: oversold.length,
    released: ledger.ledger.filter(({ entry }) => entry === 'released').length,
  }
}

/** Every buyer has a plan, or all their money back, or was never charged; nobody pays twice. */
function checkBuyer(userId: string, ledger: ContentionLedger, truth: ContentionTruth) {
  const customers = truth.customers.filter((customer) => customer.userId === userId).map(({ id }) => id)
  expect(customers.length, `customers of ${userId}`).toBeLessThanOrEqual(1)
  const isTheirs = ({ customer }: { customer: string }) => customers.includes(customer)
  const [lifetime, ...more] = truth.kept.filter(isTheirs)
  expect(more, `${userId} was charged twice`).toEqual([])
  const running = truth.subscriptions.filter((each) => isTheirs(each) && !isEnded(each.status))
  expect(running.length, `what may be charged to ${userId}`).toBeLessThanOrEqual(lifetime ? 0 : 1)
  const expected = lifetime ? [lifetime.id] : running.map(({ id }) => id)
  const live = ledger.subscriptions.filter((row) => row.userId === userId && isLive(row.status))
  expect(
    live.map(({ id }) => id),
    `the plan of ${userId}`,
  ).toEqual(expected)
}
