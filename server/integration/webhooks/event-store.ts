import { and, asc, count, eq, inArray, lt, min, sql } from 'drizzle-orm'
import { batchCalls, batchReads } from '../../db/batch-reads.ts'
import type { Drizzle } from '../../db/database.ts'
import { webhookEvents } from '../../db/schema.ts'
import { enqueueJobs } from '../../jobs/store.ts'
import { jobKind, type WebhookEndpoint } from './endpoint.ts'

type NewEvent = Omit<typeof webhookEvents.$inferInsert, 'id' | 'endpoint' | 'createdAt'>
export type EventRow = typeof webhookEvents.$inferSelect

/** In the transaction that causes it: nothing is sent that was not committed, and nothing committed is lost. */
export async function enqueueEvent(
  tx: Drizzle,
  endpoints: readonly WebhookEndpoint[],
  event: NewEvent,
): Promise<void> {
  if (endpoints.length === 0) return
  await tx
    .insert(webhookEvents)
    .values(endpoints.map(({ id: endpoint }) => ({ ...event, endpoint })))
    // Sent again on request: the same state to the same endpoint.
    .onConflictDoNothing()
  await enqueueJobs(
    tx,
    endpoints.map((endpoint) => ({ kind: jobKind(endpoint), key: event.customerId })),
  )
}

/** What an endpoint has not taken of a customer, in the order of its versions; of many customers in one statement. */
export const createEventReader = (db: Drizzle, endpoint: string) =>
  batchReads(
    (customerIds: string[]) =>
      db
        .select()
        .from(webhookEvents)
        .where(and(eq(webhookEvents.endpoint, endpoint), inArray(webhookEvents.customerId, customerIds)))
        .orderBy(asc(webhookEvents.version)),
    ({ customerId }) => customerId,
  )

/** Many that were taken at once in one statement. */
export const createEventRemover = (db: Drizzle) =>
  batchCalls(async (ids: number[]) => {
    await db.delete(webhookEvents).where(inArray(webhookEvents.id, ids))
    return ids
  })

/** How many each endpoint has not taken, and since when. */
export async function countEvents(
  db: Drizzle,
): Promise<Map<string, { waiting: number; oldest: Date | null }>> {
  const rows = await db
    .select({
      endpoint: webhookEvents.endpoint,
      waiting: count(),
      oldest: min(webhookEvents.createdAt),
    })
    .from(webhookEvents)
    .groupBy(webhookEvents.endpoint)
  return new Map(rows.map(({ endpoint, waiting, oldest }) => [endpoint, { waiting, oldest }]))
}

/** A statement takes 65,535 parameters. */
const rowsAtOnce = 1_000

/** What waits for these endpoints is tried again now. Returns for how many customers. */
export async function retryEndpoints(db: Drizzle, endpoints: readonly WebhookEndpoint[]): Promise<number> {
  const kinds = endpoints.map(jobKind)
  const waiting = await db
    .selectDistinct({ endpoint: webhookEvents.endpoint, customerId: webhookEvents.customerId })
    .from(webhookEvents)
  const known = waiting
    .map(({ endpoint, customerId }) => ({ kind: jobKind({ id: endpoint }), key: customerId }))
    .filter(({ kind }) => kinds.includes(kind))
  for (let at = 0; at < known.length; at += rowsAtOnce)
    await enqueueJobs(db, known.slice(at, at + rowsAtOnce))
  return new Set(known.map(({ key }) => key)).size
}

/** What nobody has taken in all the time that it is tried, and a month more for the operator to look. */
export async function removeOldEvents(db: Drizzle): Promise<void> {
  await db.delete(webhookEvents).where(lt(webhookEvents.createdAt, sql`now() - interval '33 days'`))
}
