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

interface JobRun {
  key: string
  payload: JobPayload
  /** What it is given becomes the payload of the next run of periodic work. */
  keep: (payload: JobPayload) => void
  /** It is not done: it runs once more then, without having failed. */
  waitUntil: (time: Date) => void
  /** False when this process stood still for so long that another may have begun the same. */
  isOurs: () => boolean
}

export interface JobHandler {
  /** Must be safe to repeat. */
  run: (job: JobRun) => Promise<void>
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

  async function runJob(claimed: Job): Promise<void> {
    const job = { ...claimed }
    const handler = handlers[job.kind]
    runningIds.add(job.id)
    try {
      if (!handler) return
      if (job.attempts > (handler.maxAttempts ?? defaultAttempts))
        throw new PermanentFailure('It ended the process that ran it, again and again.')
      const againAt = await runUnderLease(job, handler)
      if (againAt) await rescheduleJob(db, job, againAt, job.payload)
      else await complete(job)
    } catch (error) {
      await recordFailure(job, error, handler)
    } finally {
      runningIds.delete(job.id)
    }
  }

  /**
   * Renews the lease meanwhile. `job.lockedUntil` is how long it lasts; what is written afterwards compares it. Returns when
   * it is to run again.
   */
  async function runUnderLease(job: Job, handler: JobHandler): Promise<Date | null> {
    let isLost = false
    let renewing: Promise<void> | undefined
    const renew = async () => {
      const until = new Date(now().getTime() + leaseMs)
      if (await renewJob(db, job, until)) job.lockedUntil = until
      else isLost = true
    }
    const timer = setInterval(() => {
      renewing ??= renew()
        .catch(() => {})
        .finally(() => {
          renewing = undefined
        })
    }, leaseMs / 3)
    const keep = (kept: JobPayload) => {
      job.payload = kept
    }
    let againAt: Date | null = null
    const waitUntil = (time: Date) => {
      againAt = time
    }
    const isOurs = () => !isLost && job.lockedUntil !== null && now() < job.lockedUntil
    try {
      await handler.run({ key: job.key, payload: job.payload, keep, waitUntil, isOurs })
      return handler.everyMs === undefined ? againAt : new Date(now().getTime() + handler.everyMs)
    } finally {
      clearInterval(timer)
      await renewing
    }
  }

  async function recordFailure(job: Job, error: unknown, handler: JobHandler | undefined): Promise<void> {
    const { everyMs, maxAttempts = defaultAttempts } = handler ?? {}
    const isPeriodic = everyMs !== undefined
    const isDead = !isPeriodic && (error instanceof PermanentFailure || job.attempts >= maxAttempts)
    const delayMs = isPeriodic ? Math.min(everyMs, retryDelayMs(job.attempts)) : retryDelayMs(job.attempts)
    const details = { error, job: job.kind, key: job.key, attempts: job.attempts }
    if (isDead) log.error(details, 'A job failed for good. `npm run jobs -- retry` tries it again.')
    else log.warn(details, 'A job failed and will be tried again.')
    await failJob(db, job, {
      error: explainInOneLine(error),
      retryAt: isDead ? null : new Date(now().getTime() + delayMs),
    })
  }

  const claimDue = (limit: number) =>
    claimJobs(db, { now: now(), leaseMs, limit, kinds, except: [...runningIds] })

  /** Everything that is due, until nothing is. Also what becomes due by it. */
  async function runDue(): Promise<void> {
    for (;;) {
      const claimed = await claimDue(maxParallel)
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
      return await claimDue(limit)
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
