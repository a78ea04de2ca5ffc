import { and, desc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type {
  CustomerSnapshot,
  CustomerState,
  UnversionedState,
} from '../../core/integration/customer-state.ts'
import { batchReads } from '../db/batch-reads.ts'
import type { Drizzle } from '../db/database.ts'
import { ofMode } from '../db/of-mode.ts'
import {
  customerStates,
  externalIds,
  grants,
  purchases,
  subscriptions,
  users,
  webhookEvents,
} from '../db/schema.ts'
import type { MailAddress } from '../mail-address.ts'

/**
 * Changes of one customer's state run one after the other, in whatever process; freed with the transaction. The user's row
 * comes first, as in every transaction that takes both. False when there is no such user any more.
 */
export async function lockState(
  tx: Drizzle,
  userId: string,
  mode: 'key share' | 'update' = 'key share',
): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for(mode)
  if (found.length === 0) return false
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`customer-state:${userId}`}, 0))`)
  return true
}

export interface StoredState {
  state: UnversionedState
  version: number
  updatedAt: Date
}

interface Customer {
  id: string
  email: string
  externalId: string | null
  createdAt: Date
  /** Null while nothing was ever bought, given or linked. */
  stored: StoredState | null
}

const customerColumns = {
  id: users.id,
  email: users.email,
  createdAt: users.createdAt,
  externalId: externalIds.externalId,
  state: customerStates.state,
  version: customerStates.version,
  updatedAt: customerStates.updatedAt,
}

const selectCustomers = (db: Drizzle) =>
  db
    .select(customerColumns)
    .from(users)
    .leftJoin(externalIds, eq(externalIds.userId, users.id))
    .leftJoin(customerStates, eq(customerStates.userId, users.id))

function customerOf(row: Awaited<ReturnType<typeof selectCustomers>>[number]): Customer {
  const { id, email, externalId, createdAt, state, version, updatedAt } = row
  const stored = state && version !== null && updatedAt ? { state, version, updatedAt } : null
  return { id, email, externalId, createdAt, stored }
}

export type CustomerReader = (id: string) => Promise<Customer | null>

/** Batched: a product asks at each of its own requests. */
export function createCustomerReader(db: Drizzle): CustomerReader {
  const query = selectCustomers(db)
    .where(sql`${users.id} = any(${sql.placeholder('ids')})`)
    // Without a name: behind PgBouncer the next statement may run on another connection.
    .prepare('')
  const read = batchReads(
    (ids: string[]) => query.execute({ ids }),
    (row) => row.id,
  )
  return async (id) => {
    // In one statement with others: what PostgreSQL refuses would fail for all of them.
    if (!isStorable(id)) return null
    const [row] = await read(id)
    return row ? customerOf(row) : null
  }
}

export async function findCustomer(db: Drizzle, id: string): Promise<Customer | null> {
  const [row] = await selectCustomers(db).where(eq(users.id, id))
  return row ? customerOf(row) : null
}

/** PostgreSQL stores no NUL; nothing has such an id. */
const isStorable = (id: string): boolean => !id.includes('\0')

export async function findIdByExternalId(db: Drizzle, externalId: string): Promise<string | null> {
  if (!isStorable(externalId)) return null
  const [row] = await db
    .select({ id: externalIds.userId })
    .from(externalIds)
    .where(eq(externalIds.externalId, externalId))
  return row?.id ?? null
}

/** An address that nobody has proven is nobody's. */
export async function findIdByEmail(db: Drizzle, email: MailAddress): Promise<string | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true)))
  return row?.id ?? null
}

export const listSubscriptions = (
  tx: Drizzle,
  userId: string,
): Promise<CustomerSnapshot['subscriptions'][number][]> =>
  tx
    .select({
      plan: subscriptions.plan,
      status: subscriptions.status,
      periodEndsAt: subscriptions.periodEndsAt,
      cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
      graceEndsAt: subscriptions.graceEndsAt,
      createdAt: subscriptions.createdAt,
    })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.createdAt))

/** When the last lifetime was refunded or disputed; what never counted was not revoked. */
export async function findRevokedAt(tx: Drizzle, userId: string, livemode: boolean): Promise<Date | null> {
  const [row] = await tx
    .select({ revokedAt: purchases.revokedAt })
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, userId),
        inArray(purchases.revokedFor, ['refund', 'dispute']),
        ofMode(purchases.livemode, livemode),
      ),
    )
    .orderBy(desc(purchases.revokedAt))
    .limit(1)
  return row?.revokedAt ?? null
}

/** Under the next version, which the statement counts: `raiseVersions` may have raised it since it was read. */
export async function saveState(
  tx: Drizzle,
  userId: string,
  stored: Omit<StoredState, 'version'>,
): Promise<StoredState> {
  const version = sql`${customerStates.version} + 1`
  const [saved] = await tx
    .insert(customerStates)
    .values({ userId, ...stored, version: 1 })
    .onConflictDoUpdate({ target: customerStates.userId, set: { ...stored, version } })
    .returning()
  if (!saved) throw new Error('The state was not saved.')
  return saved
}

/** Of one customer, or of all. */
export const listStates = (db: Drizzle, userId: string | null) =>
  db
    .select()
    .from(customerStates)
    .where(userId === null ? undefined : eq(customerStates.userId, userId))

/** Of whom nothing was recorded yet. */
export const listUnrecorded = (tx: Drizzle) =>
  tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(notExists(tx.select().from(customerStates).where(eq(customerStates.userId, users.id))))

export async function insertState(tx: Drizzle, userId: string, stored: StoredState): Promise<void> {
  await tx
    .insert(customerStates)
    .values({ userId, ...stored })
    .onConflictDoNothing()
}

export async function raiseVersions(tx: Drizzle, by: number): Promise<void> {
  await tx.update(customerStates).set({
    version: sql`${customerStates.version} + ${by}`,
    updatedAt: sql`greatest(date_trunc('milliseconds', now()), ${customerStates.updatedAt} + interval '1 millisecond')`,
  })
}

export const versionedState = ({ state, version, updatedAt }: StoredState): CustomerState => ({
  ...state,
  version,
  updatedAt: updatedAt.toISOString(),
})

/** Everybody of whom a state can differ from that of a new account, a page at a time. */
export async function listCustomerIds(db: Drizzle, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select user_id as id from ${subscriptions} union select user_id from ${customerStates}
      union select user_id from ${externalIds} union select user_id from ${grants} where user_id is not null
      union select user_id from ${purchases} where user_id is not null
    ) known where id > ${after} order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export type GrantRow = typeof grants.$inferSelect

export const listGrants = (tx: Drizzle, userId: string): Promise<GrantRow[]> =>
  tx
    .select()
    .from(grants)
    .where(and(eq(grants.userId, userId), isNull(grants.revokedAt)))

export const insertGrant = (tx: Drizzle, grant: typeof grants.$inferInsert): Promise<GrantRow[]> =>
  tx.insert(grants).values(grant).returning()

/** Revoking twice changes nothing. */
export async function revokeGrant(
  tx: Drizzle,
  { id, userId, revokedBy }: { id: string; userId: string; revokedBy: string },
): Promise<GrantRow | null> {
  if (!isStorable(id)) return null
  const own = and(eq(grants.id, id), eq(grants.userId, userId))
  await tx
    .update(grants)
    .set({ revokedAt: sql`now()`, revokedBy })
    .where(and(own, isNull(grants.revokedAt)))
  const [row] = await tx.select().from(grants).where(own)
  return row ?? null
}

/** All that is stored for the integration about a user. */
export async function exportIntegration(db: Drizzle, userId: string) {
  return {
    externalIds: await db.select().from(externalIds).where(eq(externalIds.userId, userId)),
    grants: await db.select().from(grants).where(eq(grants.userId, userId)),
    customerStates: await db.select().from(customerStates).where(eq(customerStates.userId, userId)),
    webhookEvents: await db.select().from(webhookEvents).where(eq(webhookEvents.customerId, userId)),
  }
}
