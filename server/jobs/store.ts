import {
  type AnyColumn,
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { jobs } from '../db/schema.ts'

export type Job = typeof jobs.$inferSelect
export type JobPayload = Job['payload']

interface NewJob {
  kind: string
  key: string
  payload?: JobPayload
  /** At once when absent. */
  runAt?: Date
}

/** Our own clock, by which jobs are claimed, counts no microseconds. */
const atOnce = sql`date_trunc('milliseconds', now())`

/**
 * To be called in the transaction that causes the work. A job that waits under this key is not enqueued twice; one that
 * is running runs once more, since it may have begun before the cause.
 */
export const enqueueJob = (tx: Drizzle, job: NewJob): Promise<void> => enqueueJobs(tx, [job])

/** Several in one statement: all with a payload, or none. */
export async function enqueueJobs(tx: Drizzle, enqueued: NewJob[]): Promise<void> {
  if (enqueued.length === 0) return
  await tx
    .insert(jobs)
    .values(enqueued.map(({ runAt, ...job }) => ({ ...job, runAt: runAt ?? atOnce })))
    .onConflictDoUpdate({
      target: [jobs.kind, jobs.key],
      set: {
        ...(enqueued[0]?.payload && { payload: sql`excluded.payload` }),
        version: sql`${jobs.version} + 1`,
        runAt: sql`least(${jobs.runAt}, excluded.run_at)`,
        attempts: 0,
        deadAt: null,
      },
    })
}

/** Leaves a job that waits as it is. */
export async function ensureJob(db: Drizzle, { kind, key, payload = {}, runAt }: NewJob): Promise<void> {
  await db
    .insert(jobs)
    .values({ kind, key, payload, runAt: runAt ?? atOnce })
    .onConflictDoNothing()
}

interface Claim {
  now: Date
  leaseMs: number
  limit: number
  kinds: string[]
  /** What the caller is still running, although the lease may be over. */
  except: number[]
}

/** Several workers, in several processes, never get the same job. Who dies with one loses it when the lease is over. */
export async function claimJobs(db: Drizzle, { now, leaseMs, limit, kinds, except }: Claim): Promise<Job[]> {
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        inArray(jobs.kind, kinds),
        notInArray(jobs.id, except),
        isNull(jobs.deadAt),
        // `now` is what this process takes the database's time to be: a moment before or after it.
        sql`${jobs.runAt} <= greatest(${asTime(now)}, least(now(), ${asTime(now)} + interval '1 second'))`,
        or(isNull(jobs.lockedUntil), lte(jobs.lockedUntil, now)),
      ),
    )
    .orderBy(asc(jobs.runAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(jobs)
    .set({ lockedUntil: new Date(now.getTime() + leaseMs), attempts: sql`${jobs.attempts} + 1` })
    .where(sql`${jobs.id} in ${due}`)
    .returning()
}

/** A process that stood still has lost it to another: what it leaves behind must not end the other's lease. */
const isOurs = ({ id, lockedUntil }: Job) =>
  and(eq(jobs.id, id), lockedUntil ? eq(jobs.lockedUntil, lockedUntil) : isNull(jobs.lockedUntil))

export async function completeJobs(db: Drizzle, done: readonly Job[]): Promise<void> {
  const ids = done.map(({ id }) => id)
  const versions = done.map(({ version }) => version)
  const leases = done.map(({ lockedUntil }) => lockedUntil?.toISOString() ?? null)
  const removed = await db
    .delete(jobs)
    .where(
      sql`(${jobs.id}, ${jobs.version}, ${jobs.lockedUntil}) in (select * from unnest(${sql.param(ids)}::bigint[], ${sql.param(versions)}::int[], ${sql.param(leases)}::timestamptz[]))`,
    )
    .returning({ id: jobs.id })
  // Enqueued again meanwhile: it stays.
  const gone = new Set(removed.map(({ id }) => id))
  const again = done.filter(({ id }) => !gone.has(id))
  if (again.length > 0)
    await db
      .update(jobs)
      .set({ lockedUntil: null, error: null })
      .where(or(...again.map(isOurs)))
}

/** What a run leaves behind holds unless the job was enqueued again meanwhile: then it is due as that says. */
const unlessEnqueuedAgain = (job: Job, value: SQL, otherwise: AnyColumn | SQL) =>
  sql`case when ${jobs.version} = ${job.version} then ${value} else ${otherwise} end`
const asTime = (time: Date) => sql`${time.toISOString()}::timestamptz`
const asJson = (payload: JobPayload) => sql`${JSON.stringify(payload)}::jsonb`

/** It waits for its next time. */
export async function rescheduleJob(db: Drizzle, job: Job, runAt: Date, payload: JobPayload): Promise<void> {
  await db
    .update(jobs)
    .set({
      lockedUntil: null,
      attempts: 0,
      error: null,
      runAt: unlessEnqueuedAgain(job, asTime(runAt), jobs.runAt),
      payload: unlessEnqueuedAgain(job, asJson(payload), jobs.payload),
    })
    .where(isOurs(job))
}

export async function failJob(
  db: Drizzle,
  job: Job,
  { error, retryAt }: { error: string; retryAt: Date | null },
): Promise<void> {
  await db
    .update(jobs)
    .set({
      lockedUntil: null,
      error,
      payload: unlessEnqueuedAgain(job, asJson(job.payload), jobs.payload),
      ...(retryAt
        ? { runAt: unlessEnqueuedAgain(job, asTime(retryAt), jobs.runAt) }
        : { deadAt: unlessEnqueuedAgain(job, sql`now()`, sql`null`) }),
    })
    .where(isOurs(job))
}

/** False when another process has it. */
export async function renewJob(db: Drizzle, job: Job, lockedUntil: Date): Promise<boolean> {
  const renewed = await db.update(jobs).set({ lockedUntil }).where(isOurs(job)).returning({ id: jobs.id })
  return renewed.length > 0
}

/** What failed, or is dead, is tried again now. Returns how many. */
export async function retryFailedJobs(db: Drizzle): Promise<number> {
  const retried = await db
    .update(jobs)
    .set({ runAt: atOnce, attempts: 0, deadAt: null })
    .where(isNotNull(jobs.error))
    .returning({ id: jobs.id })
  return retried.length
}

export const listFailedJobs = (db: Drizzle): Promise<Job[]> =>
  db.select().from(jobs).where(isNotNull(jobs.error)).orderBy(jobs.createdAt)

/** How many of a kind have yet to be done. */
export const countUndone = (db: Drizzle, kind: string): Promise<number> =>
  db.$count(jobs, and(eq(jobs.kind, kind), isNull(jobs.deadAt)))

/** How many of each kind are due, wait for their time, have failed at least once, and are dead. */
export const countJobsByKind = (db: Drizzle) =>
  db
    .select({
      kind: jobs.kind,
      waiting: count(sql`case when ${jobs.deadAt} is null and ${jobs.runAt} <= now() then 1 end`),
      later: count(sql`case when ${jobs.deadAt} is null and ${jobs.runAt} > now() then 1 end`),
      failing: count(sql`case when ${jobs.deadAt} is null and ${jobs.error} is not null then 1 end`),
      dead: count(jobs.deadAt),
      nextAt: min(
        sql`case when ${jobs.deadAt} is null and ${jobs.runAt} > now() then ${jobs.runAt} end`,
      ).mapWith(jobs.runAt),
    })
    .from(jobs)
    .groupBy(jobs.kind)
    .orderBy(jobs.kind)

export const countJobs = async (db: Drizzle) => sumCounts(await countJobsByKind(db))

/** Of all kinds together. */
export function sumCounts(kinds: Awaited<ReturnType<typeof countJobsByKind>>) {
  const sumOf = (state: 'waiting' | 'later' | 'failing' | 'dead') =>
    kinds.reduce((sum, counts) => sum + counts[state], 0)
  return {
    waiting: sumOf('waiting'),
    later: sumOf('later'),
    failing: sumOf('failing'),
    dead: sumOf('dead'),
  }
}
