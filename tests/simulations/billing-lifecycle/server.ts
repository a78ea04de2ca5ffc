import { AsyncResource } from 'node:async_hooks'
import { Hono } from 'hono'
import { expect } from 'vitest'
import { webhookPath } from '../../../core/billing/contract.ts'
import { billingJobs } from '../../../server/billing/billing-jobs.ts'
import { createPlanReader } from '../../../server/billing/plan-store.ts'
import { type BillingRouteDeps, billingRoutes } from '../../../server/billing/routes.ts'
import type { PaymentService } from '../../../server/billing/stripe/payment-service.ts'
import type { Drizzle } from '../../../server/db/database.ts'
import { AppError } from '../../../server/errors.ts'
import { createJobs, type JobHandler, type JobHandlers } from '../../../server/jobs/create-jobs.ts'
import { createLog } from '../../../server/log.ts'
import { createSeatReservations } from '../../../server/seats/seat-reservations.ts'
import { runAllJobs } from '../../support/billing/run-all-jobs.ts'
import type { Trouble } from './steps.ts'

/** What may happen to a server during one call. */
export interface Faults {
  /** It is killed at this step, counted from 1; every database statement, commit and payment call is one or two. */
  diesAtStep?: number | undefined
  /** Something happens elsewhere at this moment, counted from 1: before and after a call of the payment service, before a commit. */
  meanwhile?: Meanwhile | undefined
}

interface Meanwhile {
  at: number
  /** It would wait for what an open transaction holds: commits are not counted. */
  isOutsideTransactions?: boolean
  /** It ends the connections to the database. */
  cutsConnections?: boolean
  happens: () => Promise<void>
}

export type Result =
  | { status: number; body: { url?: string; code?: string; [field: string]: unknown } }
  | 'died'

class Killed extends Error {}

const statements = new Set(['select', 'insert', 'update', 'delete', 'execute'])

export type LifecycleServer = ReturnType<typeof startLifecycleServer>

type LifecycleDeps = Omit<
  BillingRouteDeps,
  | 'limit'
  | 'recordLag'
  | 'siteUrl'
  | 'seats'
  | 'isFirst'
  | 'readPlans'
  | 'holdNetwork'
  | 'readers'
  | 'isUnsubscribeSigned'
> & { trialHashes: (email: string) => string[]; jobRuns: JobRuns }

/** Of all processes: what runs at the moment, and what two of them ran at once. */
export interface JobRuns {
  /** With whether the process has been killed since. */
  running: Map<string, () => boolean>
  overlapping: string[]
}

const silent = createLog({ level: 'silent', plain: true })

/** One server process as far as billing goes. Killed at a step it does nothing further; its transaction is undone. */
export function startLifecycleServer(deps: LifecycleDeps) {
  let dead = false
  let stepsToLive = Number.POSITIVE_INFINITY
  let moments = 0
  let meanwhile: Faults['meanwhile']

  function step() {
    if (!dead && --stepsToLive > 0) return
    dead = true
    throw new Killed('The server was killed.')
  }

  async function moment(isInTransaction: boolean) {
    if (isInTransaction && meanwhile?.isOutsideTransactions) return
    moments += 1
    if (moments === meanwhile?.at) await meanwhile.happens()
  }

  function killableDb(db: Drizzle): Drizzle {
    return new Proxy(db, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (name === 'transaction') {
          return async (work: (tx: Drizzle) => Promise<unknown>) => {
            step()
            const result = await target.transaction(async (tx) => {
              const done = await work(killableDb(tx))
              step()
              await moment(true)
              return done
            })
            step()
            return result
          }
        }
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (statements.has(String(name))) step()
          return value.apply(target, args)
        }
      },
    })
  }

  /** Killed before a call it never happened; killed after it, it has happened and nobody knows. */
  const killablePayments = new Proxy(deps.payments, {
    get(target, name: keyof PaymentService) {
      if (name === 'livemode') return target.livemode
      if (name === 'verifyEvent') return target.verifyEvent.bind(target)
      if (name === 'listCustomers') return target.listCustomers.bind(target)
      if (name === 'listSubscribedPrices') return target.listSubscribedPrices.bind(target)
      return async (...args: never[]) => {
        step()
        await moment(false)
        const result = await (target[name] as (...args: never[]) => Promise<unknown>).apply(target, args)
        step()
        await moment(false)
        return result
      }
    },
  })

  const db = killableDb(deps.db)
  const killable: BillingRouteDeps = {
    ...deps,
    db,
    readers: db,
    payments: killablePayments,
    siteUrl: 'http://localhost',
    limit: async () => {},
    seats: createSeatReservations(null, deps.now),
    isFirst: async () => false,
    readPlans: createPlanReader(db, deps.trialHashes),
    holdNetwork: () => null,
    recordLag: () => {},
    isUnsubscribeSigned: () => false,
  }
  const handlers = billingJobs({
    ...killable,
    log: silent,
    sendRefundMail: async () => true,
    mailNotice: async () => true,
    mailPriceChange: async () => true,
    sendWithdrawalMail: async () => true,
  })
  const jobs = createJobs({
    db,
    now: deps.now,
    log: silent,
    handlers: watched(handlers, deps.jobRuns, () => dead),
  })
  const app = new Hono().route('/', billingRoutes(killable)).onError((error, c) => {
    if (error instanceof AppError) return c.json({ code: error.code }, error.status)
    return c.json({ code: 'unexpected', error: `${error.message} ${String(error.cause ?? '')}` }, 500)
  })

  async function live<T>(faults: Faults, work: () => Promise<T>): Promise<T | 'died'> {
    stepsToLive = faults.diesAtStep ?? Number.POSITIVE_INFINITY
    meanwhile = faults.meanwhile && {
      ...faults.meanwhile,
      // By somebody else: not in the transaction that it interrupts.
      happens: AsyncResource.bind(faults.meanwhile.happens),
    }
    moments = 0
    try {
      const result = await work()
      return dead ? 'died' : result
    } catch (error) {
      if (dead) return 'died'
      throw error
    } finally {
      stepsToLive = Number.POSITIVE_INFINITY
      meanwhile = undefined
    }
  }

  return {
    deps: killable,
    isDead: () => dead,
    request: (path: string, init: RequestInit = {}, faults: Faults = {}): Promise<Result> =>
      live(faults, async () => {
        const response = await app.request(`http://localhost${path}`, init)
        // What was acknowledged is worked off at once.
        if (path === webhookPath)
          await jobs.runDue().catch((error) => {
            // What became of a job cannot be written down then: it is left to the next run, when its lease is over.
            if (!faults.meanwhile?.cutsConnections) throw error
          })
        return { status: response.status, body: await response.json() }
      }),
    runJobs: (faults: Faults = {}) =>
      live(faults, async () => {
        await jobs.schedule()
        await runAllJobs(db, jobs)
      }),
  }
}

/** A job under a lease is left to the process that has it (F51), unless that was killed: what it had begun ends a moment later here. */
function watched(
  handlers: JobHandlers,
  { running, overlapping }: JobRuns,
  isDead: () => boolean,
): JobHandlers {
  const watch = ([kind, handler]: [string, JobHandler]): [string, JobHandler] => [
    kind,
    {
      ...handler,
      async run(job) {
        const name = `${kind} ${job.key}`
        if (running.get(name)?.() === false) overlapping.push(name)
        running.set(name, isDead)
        await handler.run(job).finally(() => {
          if (running.get(name) === isDead) running.delete(name)
        })
      },
    },
  ]
  return Object.fromEntries(Object.entries(handlers).map(watch))
}

/** A fault may show in the response; without one only the expected statuses count. */
export function checkResponse(result: Result, trouble: Trouble | undefined, expected: number[]) {
  if (result === 'died') return
  expect([...expected, ...excused(trouble)], JSON.stringify(result.body)).toContain(result.status)
}

function excused(trouble: Trouble | undefined): number[] {
  if (!trouble || 'killedAt' in trouble || 'paysAt' in trouble) return []
  if ('cutAt' in trouble) return [500]
  // "Too many requests" is waited out, or passed on as 503.
  return 'tooManyAbove' in trouble ? [503] : [502, 503]
}
