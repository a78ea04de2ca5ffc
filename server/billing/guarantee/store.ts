import { and, desc, eq, sql } from 'drizzle-orm'
import type { Guarantee, GuaranteedPurchase } from '../../../core/billing/guarantee.ts'
import type { Drizzle } from '../../db/database.ts'
import { guaranteeRefunds, purchases, subscriptions } from '../../db/schema.ts'

export type GuaranteeRefundRow = typeof guaranteeRefunds.$inferSelect

export const listGuaranteeRefunds = (db: Drizzle, purchaseId: string): Promise<GuaranteeRefundRow[]> =>
  db.select().from(guaranteeRefunds).where(eq(guaranteeRefunds.purchaseId, purchaseId))

/** Of all purchases of a user, the newest first. */
export const listOwnGuaranteeRefunds = (db: Drizzle, userId: string): Promise<GuaranteeRefundRow[]> =>
  db
    .select()
    .from(guaranteeRefunds)
    .where(eq(guaranteeRefunds.userId, userId))
    .orderBy(desc(guaranteeRefunds.requestedAt))

/** The purchases that were given back. */
export async function listWithdrawn(db: Drizzle, userId: string): Promise<Set<string>> {
  const rows = await listOwnGuaranteeRefunds(db, userId)
  return new Set(rows.map(({ purchaseId }) => purchaseId))
}

/** False when one of the payments goes back already. */
export async function recordGuaranteeRefunds(
  tx: Drizzle,
  userId: string,
  { id: purchaseId, plan, currency, payments }: Guarantee,
): Promise<boolean> {
  const rows = payments.map((payment) => ({ ...payment, purchaseId, userId, plan, currency }))
  const written = await tx.insert(guaranteeRefunds).values(rows).onConflictDoNothing().returning()
  return written.length === rows.length
}

/** What was paid besides for a purchase that is given back, by the same wish. Returns all rows of it. */
export async function addGuaranteeRefunds(
  tx: Drizzle,
  { purchaseId, userId, plan, currency, requestedAt }: GuaranteeRefundRow,
  payments: Guarantee['payments'],
): Promise<GuaranteeRefundRow[]> {
  const rows = payments.map((payment) => ({ ...payment, purchaseId, userId, plan, currency, requestedAt }))
  if (rows.length > 0) await tx.insert(guaranteeRefunds).values(rows).onConflictDoNothing()
  return listGuaranteeRefunds(tx, purchaseId)
}

/** At once, as the next sync will write it: the plan does not outlive the wish to give it back. */
export async function revokePurchase(
  tx: Drizzle,
  userId: string,
  { id, plan }: GuaranteedPurchase,
): Promise<void> {
  const own = and(eq(subscriptions.id, id), eq(subscriptions.userId, userId))
  if (plan !== 'lifetime') {
    await tx.update(subscriptions).set({ status: 'canceled', graceEndsAt: null }).where(own)
    return
  }
  await tx
    .update(purchases)
    .set({ revokedFor: 'refund', revokedAt: sql`coalesce(${purchases.revokedAt}, now())` })
    .where(eq(purchases.id, id))
  await tx.delete(subscriptions).where(own)
}
