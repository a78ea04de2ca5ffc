import { and, eq, isNull } from 'drizzle-orm'
import type { Drizzle } from '../../db/database.ts'
import { checkouts } from '../../db/schema.ts'
import type { CreatedCheckoutSession } from '../stripe/payment-service.ts'

export type AttemptRow = typeof checkouts.$inferSelect

export async function findAttempt(db: Drizzle, userId: string): Promise<AttemptRow | null> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.userId, userId))
  return row ?? null
}

export async function findAttemptOfHold(db: Drizzle, holdId: string): Promise<AttemptRow | null> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.holdId, holdId))
  return row ?? null
}

/** Attempts differ by id; rows of an earlier version have only a Checkout Session. */
export const isSameAttempt = (one: AttemptRow | null, other: AttemptRow | null): boolean =>
  one?.attemptId === other?.attemptId && one?.checkoutSessionId === other?.checkoutSessionId

export async function saveAttempt(tx: Drizzle, attempt: typeof checkouts.$inferInsert): Promise<AttemptRow> {
  const row = { checkoutSessionId: null, url: null, expiresAt: null, ...attempt }
  const [saved] = await tx
    .insert(checkouts)
    .values(row)
    .onConflictDoUpdate({ target: checkouts.userId, set: row })
    .returning()
  if (!saved) throw new Error('An attempt was not written.')
  return saved
}

/** False when another attempt has taken its place. */
export async function recordCheckoutSession(
  tx: Drizzle,
  { userId, attemptId }: AttemptRow,
  checkoutSession: CreatedCheckoutSession,
): Promise<boolean> {
  const written = await tx
    .update(checkouts)
    .set({
      checkoutSessionId: checkoutSession.id,
      url: checkoutSession.url,
      expiresAt: checkoutSession.expiresAt,
    })
    .where(
      and(
        eq(checkouts.userId, userId),
        eq(checkouts.attemptId, attemptId ?? ''),
        isNull(checkouts.checkoutSessionId),
      ),
    )
    .returning({ userId: checkouts.userId })
  if (written.length > 0) return true
  const current = await findAttempt(tx, userId)
  return current?.attemptId === attemptId && current?.checkoutSessionId === checkoutSession.id
}

export async function removeAttempt(tx: Drizzle, { userId }: AttemptRow): Promise<void> {
  await tx.delete(checkouts).where(eq(checkouts.userId, userId))
}
