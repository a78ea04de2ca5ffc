import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Bought } from '../../core/billing/checkout-outcome.ts'
import type { Entitlement, LifetimePayment } from '../../core/billing/entitlement.ts'
import { type AnnouncedPrice, isPriceChangeAhead } from '../../core/billing/price-move.ts'
import { unusedRefundKey } from '../../core/billing/unused-amount.ts'
import { type PlanId, planOfInterval } from '../../core/plans/plan.ts'
import { endedStatuses, isLive, liveStatuses } from '../../core/plans/subscription-status.ts'
import type { Drizzle } from '../db/database.ts'
import { ofMode } from '../db/of-mode.ts'
import {
  billingSyncs,
  cancellations,
  checkouts,
  customers,
  guaranteeRefunds,
  jobs,
  purchases,
  reminderOptOuts,
  replacedSubscriptions,
  sentNotices,
  stripeEvents,
  subscriptions,
  users,
} from '../db/schema.ts'
import { enqueueJob } from '../jobs/store.ts'
import { changeJob } from './prices/move-price.ts'

const ofUser = (userId: string) => eq(subscriptions.userId, userId)

/** Short transactions on one user's billing run one after the other, in whatever process; freed with the transaction. */
export async function lockUser(tx: Drizzle, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${userId}`}, 0))`)
}

/** Those of these users whose lock was free, now locked. Waiting for several at once could be a deadlock. */
export async function lockFreeUsers(tx: Drizzle, userIds: string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select asked.id from unnest(${sql.param(userIds)}::text[]) as asked (id)
    where pg_try_advisory_xact_lock(hashtextextended('billing:' || asked.id, 0))`)
  return new Set(rows.map(({ id }) => id))
}

/** Rule D3: this user's live subscriptions, and nobody else's (D4). */
export async function findLivePlans(db: Drizzle, userId: string): Promise<PlanId[]> {
  const rows = await db
    .select({ plan: subscriptions.plan })
    .from(subscriptions)
    .where(and(ofUser(userId), inArray(subscriptions.status, liveStatuses)))
  return rows.map(({ plan }) => plan)
}

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** The newest first. */
export const listSubscriptions = (db: Drizzle, userId: string): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.createdAt))

/** What this user has bought under this id, as our tables have it. */
export async function findBought(db: Drizzle, userId: string, id: string): Promise<Bought | null> {
  const [subscription] = await db
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(and(ofUser(userId), eq(subscriptions.id, id)))
  if (subscription) return subscription
  const [purchase] = await db
    .select({ isRevoked: sql<boolean>`${purchases.revokedAt} is not null` })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.id, id)))
  return purchase ?? null
}

export async function findCustomer(db: Drizzle, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.userId, userId), eq(customers.current, true)))
  return row?.id ?? null
}

/** The new one counts from now on; the one before stays as history. */
export async function saveCustomer(
  tx: Drizzle,
  { userId, customerId, livemode }: { userId: string; customerId: string; livemode: boolean },
): Promise<void> {
  await tx.update(customers).set({ current: false }).where(eq(customers.userId, userId))
  const saved = tx
    .insert(customers)
    .values({ id: customerId, userId, livemode })
    .onConflictDoUpdate({ target: customers.id, set: { current: true, livemode } })
  // From now on reconciliation comes by.
  await tx.with(tx.$with('saved').as(saved)).insert(billingSyncs).values({ userId }).onConflictDoNothing()
}

/** Stripe knows it no longer, or not with this key. It stays as history. */
export async function retireCustomer(tx: Drizzle, customerId: string): Promise<void> {
  await tx.update(customers).set({ current: false }).where(eq(customers.id, customerId))
}

/** The current one and those it replaced. */
export async function listCustomers(db: Drizzle, userId: string): Promise<string[]> {
  const rows = await db.select({ id: customers.id }).from(customers).where(eq(customers.userId, userId))
  return rows.map(({ id }) => id)
}

/** One whose account was deleted is known for as long as its job waits. */
export async function findUnknownCustomers(db: Drizzle, customerIds: string[]): Promise<string[]> {
  const isOfDeleted = and(eq(jobs.kind, 'remove-customer-user'), inArray(jobs.key, customerIds))
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, customerIds))
    .union(db.select({ id: jobs.key }).from(jobs).where(isOfDeleted))
  const known = new Set(rows.map(({ id }) => id))
  return customerIds.filter((id) => !known.has(id))
}

export const hasCustomer = async (db: Drizzle, userId: string): Promise<boolean> =>
  (await db.$count(customers, eq(customers.userId, userId))) > 0

export const hasUser = async (db: Drizzle, userId: string): Promise<boolean> =>
  (await db.$count(users, eq(users.id, userId))) > 0

/** Matched by our own id alone, never by e-mail. */
export async function findUserOfCustomer(db: Drizzle, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.id, customerId))
  return row?.userId ?? null
}

/** Users who may have something at Stripe. */
export async function listBillingUsers(db: Drizzle): Promise<string[]> {
  const rows = await db.selectDistinct({ userId: customers.userId }).from(customers).orderBy(customers.userId)
  return rows.map(({ userId }) => userId)
}

/** Purchases that we know of and that still count. They never go by themselves: only a refund or dispute takes one. */
export async function listOwnedPayments(
  tx: Drizzle,
  userId: string,
  livemode: boolean,
): Promise<LifetimePayment[]> {
  const rows = await tx
    .select()
    .from(purchases)
    .where(
      and(eq(purchases.userId, userId), isNull(purchases.revokedAt), ofMode(purchases.livemode, livemode)),
    )
  return rows.map((row) => ({ ...row, holdId: null, refundedMinor: 0, disputeLost: false }))
}

/** Makes the tables say what the payment service holds. Safe to run any number of times. */
export async function writeEntitlement(
  tx: Drizzle,
  { userId, livemode }: { userId: string; livemode: boolean },
  { purchases: paid, subscriptions: rows, toCancel, paidLate }: Entitlement,
): Promise<void> {
  for (const { id, amountMinor, currency, country, paidAt, revokedFor } of paid) {
    const revocation = {
      revokedFor,
      revokedAt: revokedFor ? sql`coalesce(${purchases.revokedAt}, now())` : null,
    }
    await tx
      .insert(purchases)
      .values({
        id,
        userId,
        amountMinor,
        currency,
        livemode,
        country,
        paidAt,
        ...(revokedFor && { revokedFor, revokedAt: sql`now()` }),
      })
      .onConflictDoUpdate({ target: purchases.id, set: revocation })
  }
  // First what is no longer live, so that the one live row per user is free for its successor.
  const kept = rows.map(({ id }) => id)
  await tx.delete(subscriptions).where(and(ofUser(userId), notInArray(subscriptions.id, kept)))
  const endedFirst = [...rows].sort((a, b) => Number(isLive(a.status)) - Number(isLive(b.status)))
  for (const row of endedFirst) {
    await tx
      .insert(subscriptions)
      .values({ ...row, userId })
      .onConflictDoUpdate({ target: subscriptions.id, set: row })
  }
  await keepSurplus(tx, rows)
  for (const { id, reason } of toCancel)
    await enqueueJob(tx, { kind: 'cancel-subscription', key: id, payload: { userId, reason } })
  for (const { id, reason } of paidLate) {
    const isWithdrawn = reason === 'guarantee'
    await enqueueJob(tx, {
      kind: isWithdrawn ? 'withdraw' : 'refund-late',
      key: id,
      payload: isWithdrawn ? { userId } : { userId, reason },
    })
  }
}

/** What ran beside a better one, and is now the one that counts: the job that waits to end it would leave neither. */
async function keepSurplus(tx: Drizzle, rows: Entitlement['subscriptions']): Promise<void> {
  const live = rows.find(({ plan, status }) => plan !== 'lifetime' && isLive(status))
  if (!live) return
  const isSurplus = sql`${jobs.payload}->>'reason' = 'surplus'`
  await tx.delete(jobs).where(and(eq(jobs.kind, 'cancel-subscription'), eq(jobs.key, live.id), isSurplus))
}

/** The purchase outlives its account. */
export const hasBuyer = async (db: Drizzle, paymentId: string): Promise<boolean> =>
  (await db.$count(purchases, and(eq(purchases.id, paymentId), isNotNull(purchases.userId)))) > 0

/** As it was written last. */
export async function isRevoked(tx: Drizzle, paymentId: string): Promise<boolean> {
  return (await tx.$count(purchases, and(eq(purchases.id, paymentId), isNotNull(purchases.revokedAt)))) > 0
}

/**
 * What is known first stays: a repeated cancellation finds nothing left to give back, unless the last period was paid after the
 * end. Nothing has gone back yet of the payments that are `toRefund`.
 */
export async function recordReplaced(
  tx: Drizzle,
  { toRefund, ...replaced }: typeof replacedSubscriptions.$inferInsert & { toRefund: readonly string[] },
): Promise<void> {
  // Whoever has deleted the account meanwhile is not told any more.
  if (!(await hasUser(tx, replaced.userId))) return
  const { refunds } = replacedSubscriptions
  await tx
    .insert(replacedSubscriptions)
    .values({ ...replaced, refunds: Object.fromEntries(toRefund.map((paymentId) => [paymentId, 0])) })
    .onConflictDoUpdate({
      target: replacedSubscriptions.id,
      set: { refunds: sql`excluded.refunds || ${refunds}` },
    })
}

/** What really went back of a payment for a replaced subscription. Safe to repeat. */
export async function recordUnusedRefund(
  tx: Drizzle,
  subscriptionId: string,
  refund: { paymentId: string; plannedMinor: number; madeMinor: number },
): Promise<void> {
  const { paymentId, plannedMinor, madeMinor } = refund
  const { refunds, refundedMinor } = replacedSubscriptions
  // The version before has counted what was planned.
  const countedMinor = sql`coalesce((${refunds} ->> ${paymentId}::text)::int, least(${refundedMinor}, ${plannedMinor}::int))`
  await tx
    .update(replacedSubscriptions)
    .set({
      refundedMinor: sql`greatest(0, ${refundedMinor} - ${countedMinor} + ${madeMinor}::int)`,
      refunds: sql`coalesce(${refunds}, '{}') || jsonb_build_object(${paymentId}::text, ${madeMinor}::int)`,
    })
    .where(and(eq(replacedSubscriptions.id, subscriptionId), isNotNull(refundedMinor)))
}

/** What is to go back for the rest of a subscription has not gone yet. One that an operator has to look at is not under way. */
export async function isRefunding(db: Drizzle, subscriptionId: string): Promise<boolean> {
  const isOfSubscription = sql`starts_with(${jobs.key}, ${unusedRefundKey(subscriptionId, '')})`
  return (await db.$count(jobs, and(eq(jobs.kind, 'refund'), isOfSubscription, isNull(jobs.deadAt)))) > 0
}

export async function findReplaced(db: Drizzle, userId: string, livemode: boolean) {
  const isOfMode = ofMode(replacedSubscriptions.livemode, livemode)
  const [row] = await db
    .select()
    .from(replacedSubscriptions)
    .where(and(eq(replacedSubscriptions.userId, userId), isOfMode))
    .orderBy(desc(replacedSubscriptions.endedAt))
    .limit(1)
  return row ?? null
}

export async function hasLiveCustomers(db: Drizzle): Promise<boolean> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.livemode, true))
    .limit(1)
  return rows.length > 0
}

/** Newest first. */
export const listPurchases = (db: Drizzle, userId: string, livemode: boolean) =>
  db
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), ofMode(purchases.livemode, livemode)))
    .orderBy(desc(purchases.paidAt))

/** A failed payment's grace that has run out: from now on the row says so (D3). Returns whose. */
export async function endGrace(db: Drizzle, now: Date): Promise<string[]> {
  const ended = await db
    .update(subscriptions)
    .set({ status: 'past_due' })
    .where(
      and(
        isNotNull(subscriptions.graceEndsAt),
        lt(subscriptions.graceEndsAt, now),
        eq(subscriptions.status, 'active'),
      ),
    )
    .returning({ userId: subscriptions.userId })
  return ended.map(({ userId }) => userId)
}

/** All stored billing data of a user, of whatever key. */
export async function exportBilling(db: Drizzle, userId: string) {
  const ownCustomers = await db.select().from(customers).where(eq(customers.userId, userId))
  const ids = ownCustomers.map(({ id }) => id)
  return {
    customers: ownCustomers,
    checkouts: await db.select().from(checkouts).where(eq(checkouts.userId, userId)),
    subscriptions: await listSubscriptions(db, userId),
    replacedSubscriptions: await db
      .select()
      .from(replacedSubscriptions)
      .where(eq(replacedSubscriptions.userId, userId)),
    purchases: await db.select().from(purchases).where(eq(purchases.userId, userId)),
    guaranteeRefunds: await db.select().from(guaranteeRefunds).where(eq(guaranteeRefunds.userId, userId)),
    jobs: await db
      .select()
      .from(jobs)
      .where(or(isOfUser(userId), and(eq(jobs.kind, 'sync'), eq(jobs.key, userId)))),
    cancellations: await db.select().from(cancellations).where(inArray(cancellations.customerId, ids)),
    sentNotices: await db.select().from(sentNotices).where(eq(sentNotices.userId, userId)),
    reminderOptOuts: await db.select().from(reminderOptOuts).where(eq(reminderOptOuts.userId, userId)),
    billingSyncs: await db.select().from(billingSyncs).where(eq(billingSyncs.userId, userId)),
    stripeEvents: await db.select().from(stripeEvents).where(inArray(stripeEvents.customerId, ids)),
  }
}

const isOfUser = (userId: string) => sql`${jobs.payload} ->> 'userId' = ${userId}`

/** A subscription that is not over may still be charged, also one whose last payment failed or whose end has not worked yet. */
export async function isStillCharged(db: Drizzle, userId: string): Promise<boolean> {
  const charged = and(
    ofUser(userId),
    ne(subscriptions.plan, 'lifetime'),
    notInArray(subscriptions.status, endedStatuses),
  )
  const [running] = await db.select({ id: subscriptions.id }).from(subscriptions).where(charged).limit(1)
  if (running) return true
  return isCancelling(db, userId)
}

/** The price that was announced to them and that they do not pay yet. */
export async function findPriceChange(
  db: Drizzle,
  userId: string,
): Promise<(AnnouncedPrice & { after: Date }) | null> {
  const changes = await db
    .select({ payload: jobs.payload, after: jobs.runAt, subscription: subscriptions })
    .from(jobs)
    .innerJoin(subscriptions, eq(subscriptions.userId, userId))
    .where(and(eq(jobs.kind, changeJob), isOfUser(userId)))
    .orderBy(desc(jobs.runAt))
  for (const { payload, after, subscription } of changes) {
    const announced: AnnouncedPrice = {
      subscriptionId: String(payload.subscriptionId),
      plan: planOfInterval(payload.interval),
      amountMinor: Number(payload.amountMinor),
      currency: String(payload.currency),
      isTaxAdded: payload.taxBehavior === 'exclusive',
      hasDiscount: payload.hasDiscount === 1,
    }
    if (isPriceChangeAhead(announced, subscription)) return { ...announced, after }
  }
  return null
}

/** A subscription of theirs is waiting to be ended at Stripe. `refund-late` is of one that has ended, and charges nothing. */
export async function isCancelling(db: Drizzle, userId: string): Promise<boolean> {
  const cancels = and(eq(jobs.kind, 'cancel-subscription'), isOfUser(userId))
  return (await db.$count(jobs, cancels)) > 0
}

export async function removeSubscriptions(tx: Drizzle, userId: string): Promise<void> {
  await tx.delete(subscriptions).where(ofUser(userId))
}
