import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { auditLog, users } from '../db/schema.ts'

/** Names that stay the same from release to release. */
type OperationName =
  | 'customer.update'
  | 'sign-in-link.create'
  | 'gift.create'
  | 'gift.revoke'
  | 'plans.correct'
  | 'prices.move'
  | 'jobs.retry'
  | 'event.replay'
  | 'webhooks.retry'
  | 'webhooks.resend'
  | 'sessions.end'

export interface OperationEntry {
  actor: 'operator' | { apiKey: string }
  operation: OperationName
  /** The values needed to understand the change; no secrets. */
  input: Record<string, string | number | boolean | null>
  userId?: string | null
  reason?: string
  requestId?: string
  /** The outcome, or the code of the refusal. */
  result: string
}

/** A command of the operator without parameters. */
export const byOperator = { actor: 'operator', input: {} } as const

/** To be called in the transaction that makes the change. */
export async function recordOperation(tx: Drizzle, entry: OperationEntry): Promise<void> {
  const { actor, userId = null, ...rest } = entry
  await tx.insert(auditLog).values({
    ...rest,
    ...(actor === 'operator' ? { actor } : { actor: 'api-key', keyName: actor.apiKey }),
    // A refused call may name a user who does not exist.
    userId: sql`(select ${users.id} from ${users} where ${users.id} = ${userId})`,
  })
}

export interface OperationFilter {
  /** An id or an address. */
  user?: string
  since?: Date
  limit: number
}

export type RecordedOperation = typeof auditLog.$inferSelect & { email: string | null }

/** The newest first. */
export async function listOperations(
  db: Drizzle,
  { user, since, limit }: OperationFilter,
): Promise<RecordedOperation[]> {
  const ofUser: SQL | undefined =
    user === undefined ? undefined : sql`(${users.id} = ${user} or ${users.email} = ${user.toLowerCase()})`
  const rows = await db
    .select({ row: auditLog, email: users.email })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .where(and(ofUser, since && gte(auditLog.at, since)))
    .orderBy(desc(auditLog.id))
    .limit(limit)
  return rows.map(({ row, email }) => ({ ...row, email }))
}

export const exportOperations = (db: Drizzle, userId: string) =>
  db.select().from(auditLog).where(eq(auditLog.userId, userId)).orderBy(auditLog.id)

/**
 * Removes what the entries of a user say about the person; that something was done remains. To be called in the transaction
 * that deletes the user, with the user's row locked, so that nobody records another entry meanwhile.
 */
export async function forgetOperations(tx: Drizzle, userId: string): Promise<void> {
  await tx.update(auditLog).set({ input: {}, reason: null }).where(eq(auditLog.userId, userId))
}
