import { and, desc, eq, inArray, isNotNull, isNull, lt, notInArray, sql } from 'drizzle-orm'
import {
  type Entitlement,
  endedStatuses,
  isLive,
  type LifetimePayment,
  liveStatuses,
} from '../../core/billing/entitlement.ts'
import type { PaidPlanId, PlanId } from '../../core/plans/plan.ts'
import type { PriceName } from '../../core/plans/plan-card.ts'
import type { Drizzle } from '../db/database.ts'
import { readTogether } from '../db/read-together.ts'
import { cancellations, checkouts, customers, purchases, stripeEvents, subscriptions } from '../db/schema.ts'

const ofUser = (userId: string) => eq(subscriptions.userId, userId)

/** Everything that concerns a user's payments runs one after the other, in whatever process; freed with the transaction. */
export async function lockUser(tx: Drizzle, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${userId}`}, 0))`)
}

/** Rule D3: this user's live subscriptions, and nobody else's (D4). */
export async function findLivePlans(db: Drizzle, userId: string): Promise<PlanId[]> {
  const rows = await db
    .select({ plan: subscriptions.plan })
    .from(subscriptions)
    .where(and(ofUser(userId), inArray(subscriptions.status, liveStatuses)))
  return rows.map(({ plan }) => plan)
}

export const listSubscriptions = (db: Drizzle, userId: string) =>
  db.select().from(subscriptions).where(ofUser(userId)).orderBy(desc(subscriptions.createdAt))

/** The same, as every signed-in page asks for it. */
export function createSubscriptionReader(db: Drizzle) {
  const { userId, plan, status, graceEndsAt, periodEndsAt, cancelAtPeriodEnd } = subscriptions
  const query = db
    .select({ userId, plan, status, graceEndsAt, periodEndsAt, cancelAtPeriodEnd })
    .from(subscriptions)
    .where(sql`${userId} = any(${sql.placeholder('userIds')})`)
    .orderBy(desc(subscriptions.createdAt))
    .prepare('list_subscriptions')
  return readTogether(
    (userIds: string[]) => query.execute({ userIds }),
    (row) => row.userId,
  )
}

export async function findCustomer(db: Drizzle, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.userId, userId), eq(customers.current, true)))
  return row?.id ?? null
}

/** The new one counts from now on; the one before stays as history. */
export async function saveCustomer(tx: Drizzle, userId: string, customerId: string): Promise<void> {
  await tx.update(customers).set({ current: false }).where(eq(customers.userId, userId))
  await tx
    .insert(customers)
    .values({ id: customerId, userId })
    .onConflictDoUpdate({ target: customers.id, set: { current: true } })
}

/** The current one and those it replaced. */
export async function listCustomers(db: Drizzle, userId: string): Promise<string[]> {
  const rows = await db.select({ id: customers.id }).from(customers).where(eq(customers.userId, userId))
  return rows.map(({ id }) => id)
}

/** Matched by our own id alone, never by e-mail. */
export async function findUserOfCustomer(db: Drizzle, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.id, customerId))
  return row?.userId ?? null
}

export async function listCurrentCustomers(db: Drizzle): Promise<string[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.current, true))
    .orderBy(customers.createdAt)
  return rows.map(({ id }) => id)
}

export async function findCustomerOfPayment(db: Drizzle, paymentId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: customers.id })
    .from(purchases)
    .innerJoin(customers, and(eq(customers.userId, purchases.userId), eq(customers.current, true)))
    .where(eq(purchases.id, paymentId))
  return row?.id ?? null
}

export async function findCheckout(tx: Drizzle, userId: string) {
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.userId, userId))
  return row ?? null
}

interface CheckoutRow {
  userId: string
  plan: PaidPlanId
  price: PriceName
  sessionId: string
  url: string
  expiresAt: Date
}

export async function saveCheckout(tx: Drizzle, row: CheckoutRow): Promise<void> {
  await tx.insert(checkouts).values(row).onConflictDoUpdate({ target: checkouts.userId, set: row })
}

/** Purchases that we know of and that still count. They never go by themselves: only a refund or dispute takes one. */
export async function listOwnedPayments(tx: Drizzle, userId: string): Promise<LifetimePayment[]> {
  const rows = await tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), isNull(purchases.revokedAt)))
  return rows.map((row) => ({ ...row, holdId: null, refundedMinor: 0, disputeLost: false }))
}

/** Makes the tables say what the payment service holds. Safe to run any number of times. */
export async function writeEntitlement(
  tx: Drizzle,
  userId: string,
  customerId: string,
  { purchases: paid, subscriptions: rows, toCancel }: Entitlement,
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
  for (const subscriptionId of toCancel) {
    await tx.insert(cancellations).values({ subscriptionId, customerId }).onConflictDoNothing()
  }
}

/** A failed payment's grace that has run out: from now on the row says so (D3). */
export async function endGrace(db: Drizzle, now: Date): Promise<void> {
  await db
    .update(subscriptions)
    .set({ status: 'past_due' })
    .where(
      and(
        isNotNull(subscriptions.graceEndsAt),
        lt(subscriptions.graceEndsAt, now),
        eq(subscriptions.status, 'active'),
      ),
    )
}

export const listCancellations = (db: Drizzle) =>
  db.select().from(cancellations).orderBy(cancellations.createdAt)

export async function removeCancellation(db: Drizzle, subscriptionId: string): Promise<void> {
  await db.delete(cancellations).where(eq(cancellations.subscriptionId, subscriptionId))
}

export async function noteFailedCancellation(
  db: Drizzle,
  subscriptionId: string,
  error: string,
): Promise<void> {
  await db
    .update(cancellations)
    .set({ tries: sql`${cancellations.tries} + 1`, error })
    .where(eq(cancellations.subscriptionId, subscriptionId))
}

/** All that is kept of what somebody has paid, or begun to pay. */
export async function exportBilling(db: Drizzle, userId: string) {
  const ownCustomers = await db.select().from(customers).where(eq(customers.userId, userId))
  const ids = ownCustomers.map(({ id }) => id)
  return {
    customers: ownCustomers,
    checkouts: await db.select().from(checkouts).where(eq(checkouts.userId, userId)),
    subscriptions: await listSubscriptions(db, userId),
    purchases: await db.select().from(purchases).where(eq(purchases.userId, userId)),
    cancellations: await db.select().from(cancellations).where(inArray(cancellations.customerId, ids)),
    stripeEvents: await db.select().from(stripeEvents).where(inArray(stripeEvents.customerId, ids)),
  }
}

/** Payments beside another one for the same, which have not gone back yet. */
export async function listSurplusPayments(db: Drizzle): Promise<{ id: string; userId: string | null }[]> {
  return db
    .select({ id: purchases.id, userId: purchases.userId })
    .from(purchases)
    .where(eq(purchases.revokedFor, 'surplus'))
}

/** A subscription that is not over may still be charged, also one whose last payment failed or whose end has not worked yet. */
export async function isStillCharged(db: Drizzle, userId: string): Promise<boolean> {
  const charged = and(
    ofUser(userId),
    eq(subscriptions.plan, 'monthly'),
    notInArray(subscriptions.status, endedStatuses),
  )
  const [running] = await db.select({ id: subscriptions.id }).from(subscriptions).where(charged).limit(1)
  if (running) return true
  const [notEnded] = await db
    .select({ id: cancellations.subscriptionId })
    .from(cancellations)
    .innerJoin(customers, eq(customers.id, cancellations.customerId))
    .where(eq(customers.userId, userId))
    .limit(1)
  return notEnded !== undefined
}

/** To be called in the transaction that removes the user; touches nothing while something may still be charged. */
export async function removeSubscriptions(tx: Drizzle, userId: string): Promise<'removed' | 'still-charged'> {
  await lockUser(tx, userId)
  if (await isStillCharged(tx, userId)) return 'still-charged'
  await tx.delete(subscriptions).where(ofUser(userId))
  return 'removed'
}
