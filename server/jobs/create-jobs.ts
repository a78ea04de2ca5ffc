import { batchCalls } from '../db/batch-reads.ts'
import type { Drizzle } from '../db/database.ts'
import { explainInOneLine, type Log } from '../log.ts'
import {
  claimJobs,
  completeJobs,
  enqueueJob,
  ensureJob,
  failJob,
  type Job,
  type JobPayload,
  renewJob,
  rescheduleJob,
} from './store.ts'

/** Trying again would not help: an operator has to look. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

export interface JobHandler {
  /** Must be safe to repeat. What `keep` is given becomes the payload of the next run of periodic work. */
  run: (job: { key: string; payload: JobPayload; keep: (payload: JobPayload) => void }) => Promise<void>
  /** Periodic work: one run in all processes together every so often, the first at once. */
  everyMs?: number
  /** Periodic work that also runs whenever a process starts. */
  atStart?: boolean
  /** How often it is tried before an operator has to look. */
  maxAttempts?: number
}

export type JobHandlers = Readonly<Record<string, JobHandler>>

interface JobsDeps {
  db: Drizzle
  /** The time by the database. */
  now: () => Date
  log: Log
  handlers: JobHandlers
  /** At once in this process. */
  maxParallel?: number
  /** How long a job stays with a process that died. Renewed while it runs. */
  leaseMs?: number
}

/** There is one of each kind of periodic work. */
export const periodicKey = 'periodic'
const defaultLeaseMs = 60_000
const pollEveryMs = 1_000
const defaultParallel = 4
/** With the delays below: dead after more than a day, for which Stripe repeats the response to an idempotency key. */
const defaultAttempts = 40
const firstDelayMs = 2_000
const longestDelayMs = 3_600_000

const retryDelayMs = (attempts: number) => Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1))

/** Runs what is in the queue. Several processes may work on one queue. */
export function createJobs({
  db,
  now,
  log,
  handlers,
  maxParallel = defaultParallel,
  leaseMs = defaultLeaseMs,
}: JobsDeps) {
  /** Many that end at once in one statement. */
  const complete = batchCalls(async (done: Job[]) => {
    await completeJobs(db, done)
    return done
  })
  // Another version of the server, which runs beside this one, may know others.
  const kinds = Object.keys(handlers)
  const runningIds = new Set<number>()

  async function runJob(job: Job): Promise<void> {
    // Claimed again while it runs here, as after the machine was suspended: that has renewed the lease, and is all.
    if (runningIds.has(job.id)) return
    const handler = handlers[job.kind]
    const renewal = setInterval(() => {
      renewJob(db, job, new Date(now().getTime() + leaseMs)).catch(() => {})
    }, leaseMs / 3)
    let { payload } = job
    try {
      if (!handler) return
      if (job.attempts > (handler.maxAttempts ?? defaultAttempts))
        throw new PermanentFailure('It ended the process that ran it, again and again.')
      const keep = (kept: JobPayload) => {
        payload = kept
      }
      runningIds.add(job.id)
      await handler.run({ key: job.key, payload, keep }).finally(() => runningIds.delete(job.id))
      if (handler.everyMs === undefined) await complete(job)
      else await rescheduleJob(db, job, new Date(now().getTime() + handler.everyMs), payload)
    } catch (error) {
      await recordFailure({ ...job, payload }, error, handler)
    } finally {
      clearInterval(renewal)
    }
  }

  async function recordFailure(job: Job, error: unknown, handler: JobHandler | undefined): Promise<void> {
    const { everyMs, maxAttempts = defaultAttempts } = handler ?? {}
    const isPeriodic = everyMs !== undefined
    const isDead = !isPeriodic && (error instanceof PermanentFailure || job.attempts >= maxAttempts)
    const delayMs = isPeriodic ? Math.min(everyMs, retryDelayMs(job.attempts)) : retryDelayMs(job.attempts)
    const details = { error, job: job.kind, key: job.key, attempts: job.attempts }
    if (isDead) log.error(details, 'A job failed for good. See `npm run jobs`.')
    else log.warn(details, 'A job failed and will be tried again.')
    await failJob(db, job, {
      error: explainInOneLine(error),
      retryAt: isDead ? null : new Date(now().getTime() + delayMs),
    })
  }

  /** Everything that is due, until nothing is. Also what becomes due by it. */
  async function runDue(): Promise<void> {
    for (;;) {
      const claimed = await claimJobs(db, { now: now(), leaseMs, limit: maxParallel, kinds })
      if (claimed.length === 0) return
      await Promise.all(claimed.map(runJob))
    }
  }

  let isStopping = false
  let isAwake = false
  let endNap = () => {}
  /** In the next turn: a response that is ready goes out before the queue is read. */
  const wakeUp = () => {
    isAwake = true
    setImmediate(() => endNap())
  }
  /** Not at all if something came in while the queue was being read. */
  const nap = () =>
    new Promise<void>((resolve) => {
      if (isAwake) return resolve()
      const timer = setTimeout(resolve, pollEveryMs)
      endNap = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function claimSome(limit: number): Promise<Job[]> {
    try {
      return await claimJobs(db, { now: now(), leaseMs, limit, kinds })
    } catch (error) {
      log.error({ error }, 'The queue cannot be read.')
      return []
    }
  }

  async function work(): Promise<void> {
    const running = new Set<Promise<void>>()
    while (!isStopping) {
      isAwake = false
      const free = maxParallel - running.size
      // Several at a time: each claim is a statement.
      const claimed = free >= maxParallel / 4 ? await claimSome(free) : []
      for (const job of claimed) {
        const run = runJob(job)
          .catch((error) => log.error({ error }, 'What became of a job could not be written down.'))
          .finally(() => {
            running.delete(run)
            wakeUp()
          })
        running.add(run)
      }
      if (!isStopping) await nap()
    }
    await Promise.all(running)
  }

  return {
    runDue,
    /** To be called after a commit that enqueued something: it is begun at once. */
    wake: wakeUp,
    /** Puts the periodic work into the queue. Safe to repeat. */
    async schedule(): Promise<void> {
      for (const [kind, { everyMs, atStart }] of Object.entries(handlers)) {
        if (everyMs === undefined) continue
        await (atStart ? enqueueJob : ensureJob)(db, { kind, key: periodicKey })
      }
    },
    /** Until `stop`: then no new job begins, and it resolves when the last one has ended. */
    work,
    stop() {
      isStopping = true
      wakeUp()
    },
  }
}

export type Jobs = ReturnType<typeof createJobs>
