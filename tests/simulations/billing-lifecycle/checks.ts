import type Stripe from 'stripe'
import { expect } from 'vitest'
import { reconcile } from '../../../server/billing/reconcile.ts'
import { purchases, stripeEvents, subscriptions } from '../../../server/db/schema.ts'
import { listPendingJobs } from '../../support/billing/run-all-jobs.ts'
import { type Account, chargeOf, type Held, isLost } from './account.ts'
import type { World } from './world.ts'

const dayMs = 86_400_000
const keyLifeSeconds = 86_400

/** At every moment: what was granted for good has been paid for, and nobody else's money was touched. */
export async function checkAlways({ db, accounts, jobRuns }: World, paid: Set<string>): Promise<void> {
  for (const { id, livemode } of await db.select().from(purchases)) {
    if (paid.has(id)) continue
    const account = accounts.find((each) => each.livemode === livemode)
    const payment = await account?.emulator.stripe.paymentIntents.retrieve(id)
    expect(payment?.status, 'the payment of a lifetime that was granted').toBe('succeeded')
    paid.add(id)
  }
  for (const account of accounts) await checkMoney(account)
  expect(jobRuns.overlapping, 'jobs that two processes ran at once').toEqual([])
}

async function checkMoney({ emulator, unrelated, held }: Account): Promise<void> {
  const { data: anyRefund } = await emulator.stripe.refunds.list({ limit: 1 })
  if (anyRefund.length + unrelated.subscriptions.length + unrelated.payments.length === 0) return
  const { refunds, paid, unrelatedPayments } = await held()
  const ours = refunds.filter(({ metadata }) => metadata?.fairseat)
  const live = ours.filter((refund) => !isLost(refund))
  const keys = live.map(({ metadata }) => metadata?.fairseat)
  expect(new Set(keys).size, `refunded twice for one reason: ${keys}`).toBe(keys.length)
  await checkUnusedParts(emulator, live)
  const ofLifetime = live.filter(({ payment_intent }) => paid.some(({ id }) => id === payment_intent))
  expect(ofLifetime.length === 0 || ofLifetime.length < paid.length, 'one lifetime stays').toBe(true)
  for (const payment of unrelatedPayments)
    expect(chargeOf(payment)?.amount_refunded ?? 0, 'refunded of an unrelated payment').toBe(0)
  for (const id of unrelated.subscriptions) {
    const { status, cancel_at, customer } = await emulator.stripe.subscriptions.retrieve(id)
    const { deleted } = await emulator.stripe.customers.retrieve(String(customer))
    if (!deleted) expect([status, cancel_at], 'an unrelated subscription').toEqual(['active', null])
  }
}

/** It had ended when it was refunded (F31), and only the time of its end decides how much that is (F34). */
async function checkUnusedParts({ stripe }: Account['emulator'], live: Stripe.Refund[]): Promise<void> {
  for (const { metadata, payment_intent, amount } of live) {
    const [, subscriptionId, invoiceId] = /^unused-(\w+)-(\w+)$/.exec(metadata?.fairseat ?? '') ?? []
    if (!subscriptionId || !invoiceId) continue
    const subscription = await stripe.subscriptions.retrieve(subscriptionId)
    const { status, ended_at, cancellation_details, items } = subscription
    expect(status, 'a subscription of which the unused part was refunded').toBe('canceled')
    const { amount_paid, total } = await stripe.invoices.retrieve(invoiceId)
    const { data: refunds } = await stripe.refunds.list({ payment_intent: String(payment_intent) })
    const isOnlyOne = refunds.filter((refund) => !isLost(refund)).length === 1
    // Credit of earlier periods and other refunds count too; what was paid after it had ended unpaid goes back whole.
    const isUnpaid = cancellation_details?.reason === 'payment_failed'
    const [item] = items.data
    if (isUnpaid || !isOnlyOne || amount_paid !== total || !item || !ended_at) continue
    const { current_period_start: start, current_period_end: end } = item
    const left = Math.min(end - start, Math.max(0, end - ended_at))
    expect(amount, 'the unused part of a month').toBe(Math.floor((amount_paid * left) / (end - start)))
  }
}

/** When all trouble is over: we say what the payment service says. Returns the plan. */
export async function checkAll(world: World): Promise<string> {
  const { db, server } = world
  const account = world.account()
  const now = await account.held()
  checkCharges(account, now)
  await checkLostMonths(account, now)
  const [owned] = now.owned
  const [monthly] = now.running
  if (owned) expect(monthly?.id, 'a monthly that a lifetime replaced').toBeUndefined()
  const inGrace = monthly?.status === 'past_due' && world.now() < (await graceEnd(world, monthly))
  const isLive =
    monthly && !isFirstMonthUnpaid(monthly) && (inGrace || ['trialing', 'active'].includes(monthly.status))
  const expectedPlan = owned ? 'lifetime' : isLive ? 'monthly' : 'free'

  const rows = await db.select().from(subscriptions)
  const liveRows = rows.filter(({ status }) => status === 'trialing' || status === 'active')
  expect(
    liveRows.map(({ id, plan, status }) => ({ id, plan, status })),
    'live rows',
  ).toEqual(
    owned
      ? [{ id: owned.id, plan: 'lifetime', status: 'active' }]
      : isLive
        ? [{ id: monthly.id, plan: 'monthly', status: inGrace ? 'active' : monthly.status }]
        : [],
  )
  const shown = await server().request('/api/subscription')
  const renewal = monthly?.items.data[0]?.current_period_end ?? 0
  // `cancel_at_period_end` follows the period, a time that was set does not (docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums).
  const isEnding = monthly?.cancel_at_period_end || (monthly?.cancel_at ?? Infinity) <= renewal
  const end = monthly?.cancel_at_period_end ? renewal : Math.min(renewal, monthly?.cancel_at ?? Infinity)
  expect(shown, 'what the user is shown').toMatchObject({
    status: 200,
    body: {
      plan: expectedPlan,
      ...(monthly && {
        subscription: {
          status: monthly.status === 'active' && !isLive ? 'incomplete' : monthly.status,
          periodEndsAt: new Date(end * 1_000).toISOString(),
          cancelAtPeriodEnd: isEnding,
        },
      }),
    },
  })
  if (!monthly) expect(shown !== 'died' && shown.body.subscription, 'a subscription shown').toBeUndefined()

  const valid = (await db.select().from(purchases)).filter(
    ({ revokedAt, livemode }) => revokedAt === null && livemode === account.livemode,
  )
  expect(
    valid.map(({ id }) => id),
    'purchases that count',
  ).toEqual(now.owned.map(({ id }) => id))
  expect(await listUnfinishedJobs(world), 'pending jobs').toEqual([])
  if (!account.isForgetful)
    expect(await countDoubledCustomers(world), 'customers of one user').toBeLessThanOrEqual(
      account.deletions + account.startsSinceDeletion,
    )
  const drift = await reconcile(server().deps, { fix: false, onProgress: () => {} })
  const drifts = drift.drifts.filter(({ theirs }) => !isEmptyCustomer(now, theirs))
  expect({ ...drift, drifts }, 'drift').toEqual({ drifts: [], failures: [], unknownCustomers: [] })
  return expectedPlan
}

/** Stripe forgets the key of a customer after a day: one that nobody wrote down by then is made again, and stays empty. */
async function countDoubledCustomers(world: World): Promise<number> {
  const { emulator } = world.account()
  const ids = (await world.customers()).map(({ id }) => id)
  const { data } = await emulator.stripe.customers.list({ limit: 100 })
  const made = data.filter(({ id }) => ids.includes(id)).map(({ created }) => created)
  const times = made.sort((a, b) => a - b)
  const deleted = ids.length - made.length
  const doubled = times.filter((time, index) => time - (times[index - 1] ?? -Infinity) < keyLifeSeconds)
  return deleted + doubled.length
}

/** Made by a server that was killed before it wrote it down. Nothing was sold to it: nobody has the address of a page. */
const isEmptyCustomer = ({ subscriptions, intents }: Held, id: string): boolean =>
  id.startsWith('cus_') && ![...subscriptions, ...intents].some(({ customer }) => customer === id)

/**
 * Without refunds that the payment service could not pay out again and again, which are for the operator, those that wait for
 * the bank or for a debit, and those of the other key, which wait for it.
 */
export async function listUnfinishedJobs({ db, held }: World) {
  const { refunds, intents, disputed, subscriptions, unrelatedPayments } = await held()
  const failures = (key: string) =>
    refunds.filter((refund) => refund.metadata?.fairseat === key && isLost(refund)).length
  const isDebitUnderWay = intents.some(
    ({ status, metadata }) => status === 'processing' && metadata.plan !== 'lifetime',
  )
  const pending = await listPendingJobs(db)
  return pending.filter(({ kind, deadAt, key, payload }) => {
    if (kind === 'refund-late') return !isDebitUnderWay && subscriptions.some(({ id }) => id === key)
    if (kind !== 'refund') return true
    if (![...intents, ...unrelatedPayments].some(({ id }) => id === payload.paymentId)) return false
    if (disputed.includes(String(payload.paymentId))) return false
    return deadAt === null || failures(key) < 3
  })
}

/** Once everything that happened was delivered or fetched. */
export async function checkLedger({ db, account }: World): Promise<void> {
  const ledger = await db.select().from(stripeEvents)
  const open = ledger.filter(({ handledAt }) => handledAt === null)
  expect(open, 'unhandled events').toEqual([])
  const { isForgetful, wasEndpointDeleted, held } = account()
  if (isForgetful || wasEndpointDeleted()) return
  const { refunds, disputed, lost } = await held()
  const banks = new Set([...disputed, ...lost.map(({ id }) => id)])
  const ours = refunds.filter(
    ({ metadata, payment_intent }) => metadata?.fairseat && !banks.has(String(payment_intent)),
  )
  for (const key of new Set(ours.map(({ metadata }) => metadata?.fairseat))) {
    const tries = ours.filter(({ metadata }) => metadata?.fairseat === key)
    const failed = tries.filter(isLost)
    expect(failed.length < tries.length || tries.length >= 3, `${key} was refunded`).toBe(true)
  }
}

function checkCharges({ isForgetful }: Account, { subscriptions, running, owned, processing }: Held): void {
  expect(running.length, 'subscriptions that may be charged').toBeLessThanOrEqual(1)
  const underWay = isForgetful ? 0 : processing.length
  expect(owned.length + underWay, 'lifetime payments that were kept').toBeLessThanOrEqual(1)
  const trials = subscriptions.filter(({ trial_start }) => trial_start !== null)
  if (!isForgetful) expect(trials.length, 'trials of one user').toBeLessThanOrEqual(1)
}

/** Who took a month's money back is not charged again. */
async function checkLostMonths({ emulator }: Account, { lost, running }: Held): Promise<void> {
  for (const { id } of lost) {
    const { data } = await emulator.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: id },
      expand: ['data.invoice'],
    })
    for (const { invoice } of data) {
      const subscription = (invoice as Stripe.Invoice).parent?.subscription_details?.subscription
      expect(
        running.map((each) => each.id),
        'a lost month',
      ).not.toContain(subscription)
    }
  }
}

/** Counted from the oldest invoice that is still open (F37); over from the start when nothing was ever paid (F13). */
async function graceEnd({ account, graceDays }: World, { id }: Stripe.Subscription): Promise<Date> {
  const { stripe } = account().emulator
  const { data } = await stripe.invoices.list({ subscription: id, status: 'open', limit: 100 })
  if (data.some(isFirst)) return new Date(0)
  const oldest = Math.min(...data.map(({ created }) => created))
  return new Date(oldest * 1_000 + graceDays * dayMs)
}

const isFirst = ({ billing_reason }: Stripe.Invoice) => billing_reason === 'subscription_create'

/** By debit and without a trial: it begins when the money has come. */
export function isFirstMonthUnpaid({ latest_invoice }: Stripe.Subscription): boolean {
  const invoice = latest_invoice as Stripe.Invoice
  return isFirst(invoice) && invoice.status === 'open'
}
