import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { jobs as jobsTable } from '../db/schema.ts'
import { createLog } from '../log.ts'
import {
  createJobs,
  type JobHandler,
  type JobHandlers,
  PermanentFailure,
  periodicKey,
} from './create-jobs.ts'
import { countJobs, enqueueJob, listFailedJobs, retryFailedJobs } from './store.ts'

const log = createLog({ level: 'silent', plain: true })
const minuteMs = 60_000

describeOnBothDatabases('jobs', (openTestDatabase) => {
  let db: Drizzle
  beforeAll(async () => {
    db = (await openTestDatabase()).db
  })

  async function open(handlers: JobHandlers) {
    await db.delete(jobsTable)
    let aheadMs = 0
    const now = () => new Date(Date.now() + aheadMs)
    return {
      jobs: createJobs({ db, now, log, handlers }),
      another: () => createJobs({ db, now, log, handlers }),
      withHandlers: (others: JobHandlers) => createJobs({ db, now, log, handlers: others }),
      timePasses: (ms: number) => {
        aheadMs += ms
      },
    }
  }
  const rowsOf = (kind: string) => db.select().from(jobsTable).where(eq(jobsTable.kind, kind))

  test('what is asked for again while it waits is done once, with the newest payload', async () => {
    const done: unknown[] = []
    const { jobs } = await open({ mail: { run: async ({ payload }) => void done.push(payload.text) } })
    for (const text of ['one', 'two', 'three'])
      await enqueueJob(db, { kind: 'mail', key: 'ada', payload: { text } })
    await jobs.runDue()
    await jobs.runDue()
    expect(done).toEqual(['three'])
    expect(await rowsOf('mail')).toEqual([])
  })

  test('what is to run at once runs at once, also where this process takes it to be a moment earlier', async () => {
    const done: string[] = []
    const { jobs, timePasses } = await open({ mail: { run: async ({ key }) => void done.push(key) } })
    // As far as a measurement of the database's time is wrong when its answer takes long.
    timePasses(-500)
    await enqueueJob(db, { kind: 'mail', key: 'ada' })
    await jobs.runDue()
    expect(done).toEqual(['ada'])
  })

  test('F1: what is asked for while it runs runs once more, since the cause may be later than what was read', async () => {
    let runs = 0
    const { jobs } = await open({
      sync: {
        async run() {
          runs += 1
          if (runs === 1) await enqueueJob(db, { kind: 'sync', key: 'ada' })
        },
      },
    })
    await enqueueJob(db, { kind: 'sync', key: 'ada' })
    await jobs.runDue()
    expect(runs).toBe(2)
  })

  test('periodic work that is asked for while it runs runs once more at once, and then waits for its time', async () => {
    let runs = 0
    const { jobs } = await open({
      sweep: {
        everyMs: minuteMs,
        async run() {
          runs += 1
          if (runs === 1) await enqueueJob(db, { kind: 'sweep', key: periodicKey })
        },
      },
    })
    await jobs.schedule()
    await jobs.runDue()
    expect(runs).toBe(2)
    expect(await rowsOf('sweep')).toMatchObject([{ lockedUntil: null, attempts: 0 }])
    await jobs.runDue()
    expect(runs).toBe(2)
  })

  test('a job that waits for something runs again at its time, without a failure, until it has nothing to wait for', async () => {
    const runs: unknown[] = []
    const { jobs, timePasses } = await open({
      refund: {
        async run({ payload, waitUntil }) {
          runs.push(payload.amount)
          if (runs.length < 3) waitUntil(new Date(Date.now() + runs.length * minuteMs))
        },
      },
    })
    await enqueueJob(db, { kind: 'refund', key: 'pi_1', payload: { amount: 9 } })
    await jobs.runDue()
    await jobs.runDue()
    expect(runs).toEqual([9])
    expect(await rowsOf('refund')).toMatchObject([{ lockedUntil: null, attempts: 0, error: null }])
    expect(await listFailedJobs(db)).toEqual([])
    // Asked for again it does not wait.
    await enqueueJob(db, { kind: 'refund', key: 'pi_1', payload: { amount: 8 } })
    await jobs.runDue()
    expect(runs).toEqual([9, 8])
    timePasses(3 * minuteMs)
    await jobs.runDue()
    expect(runs).toEqual([9, 8, 8])
    expect(await rowsOf('refund')).toEqual([])
  })

  test('a job that is undone with its transaction never runs', async () => {
    const done: string[] = []
    const { jobs } = await open({ mail: { run: async ({ key }) => void done.push(key) } })
    const undo = db.transaction(async (tx) => {
      await enqueueJob(tx, { kind: 'mail', key: 'ada' })
      throw new Error('undone')
    })
    await expect(undo).rejects.toThrow('undone')
    await jobs.runDue()
    expect(done).toEqual([])
  })

  test('F43: a failure is kept with its reason and tried again later and later, and at last an operator has to look', async () => {
    let tries = 0
    const { jobs, timePasses } = await open({
      refund: {
        async run() {
          tries += 1
          throw new Error(`refused ${tries}`, { cause: new Error('the bank is closed') })
        },
      },
    })
    await enqueueJob(db, { kind: 'refund', key: 'pi_1' })
    await jobs.runDue()
    await jobs.runDue()
    expect(tries).toBe(1)
    expect(await rowsOf('refund')).toMatchObject([
      { attempts: 1, error: expect.stringMatching(/refused 1.*the bank is closed/), deadAt: null },
    ])
    for (let hours = 0; hours < 60; hours += 1) {
      timePasses(60 * minuteMs)
      await jobs.runDue()
    }
    expect(tries).toBe(40)
    expect(await countJobs(db)).toMatchObject({ failing: 0, dead: 1 })
    expect(await retryFailedJobs(db)).toBe(1)
    await jobs.runDue()
    expect(tries).toBe(41)
  })

  test('what trying again would not help is dead at once', async () => {
    const { jobs } = await open({
      refund: { run: () => Promise.reject(new PermanentFailure('Send the money by other means.')) },
    })
    await enqueueJob(db, { kind: 'refund', key: 'pi_1' })
    await jobs.runDue()
    const failed = await listFailedJobs(db)
    expect(failed.map(({ kind, deadAt }) => [kind, deadAt !== null])).toEqual([['refund', true]])
  })

  test('a process of another version leaves alone what it does not know', async () => {
    const done: string[] = []
    const { jobs } = await open({ known: { run: async ({ key }) => void done.push(key) } })
    await enqueueJob(db, { kind: 'unheard-of', key: 'x' })
    await enqueueJob(db, { kind: 'known', key: 'y' })
    await jobs.runDue()
    expect(done).toEqual(['y'])
    expect(await rowsOf('unheard-of')).toMatchObject([{ attempts: 0, deadAt: null }])
  })

  test('what is asked for while it fails does not wait for the delay', async () => {
    let runs = 0
    const { jobs } = await open({
      sync: {
        async run() {
          runs += 1
          if (runs > 1) return
          await enqueueJob(db, { kind: 'sync', key: 'ada' })
          throw new Error('Stripe is away')
        },
      },
    })
    await enqueueJob(db, { kind: 'sync', key: 'ada' })
    await jobs.runDue()
    expect(runs).toBe(2)
  })

  test('F51: two processes never run the same job at the same time; one that died loses it when its lease is over', async () => {
    let running = 0
    let most = 0
    let goOn = () => {}
    const waits = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { jobs, another, timePasses } = await open({
      slow: {
        async run() {
          running += 1
          most = Math.max(most, running)
          await waits
          running -= 1
        },
      },
    })
    await enqueueJob(db, { kind: 'slow', key: 'one' })
    const first = jobs.runDue()
    await expect.poll(() => running).toBe(1)
    await another().runDue()
    expect(most).toBe(1)
    timePasses(61_000)
    const second = another().runDue()
    await expect.poll(() => running).toBe(2)
    goOn()
    await Promise.all([first, second])
    expect(await rowsOf('slow')).toEqual([])
  })

  /** Work that ends when it is told to. */
  function createSlowWork() {
    const begun: string[] = []
    let goOn = () => {}
    const waits = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const run: JobHandler['run'] = async ({ key }) => {
      begun.push(key)
      await waits
    }
    return { begun, run, goOn: () => goOn() }
  }

  test('F51: a process that was suspended does not begin again what it is still running', async () => {
    const slow = createSlowWork()
    const { jobs, timePasses } = await open({ slow })
    await enqueueJob(db, { kind: 'slow', key: 'one' })
    const working = jobs.work()
    await expect.poll(() => slow.begun).toEqual(['one'])
    // Its lease is over before a timer of its own could renew it.
    timePasses(61_000)
    await enqueueJob(db, { kind: 'slow', key: 'two' })
    jobs.wake()
    await expect.poll(() => slow.begun).toEqual(['one', 'two'])
    slow.goOn()
    await expect.poll(() => rowsOf('slow')).toEqual([])
    jobs.stop()
    await working
    expect(slow.begun).toEqual(['one', 'two'])
  })

  test.each([
    ['fails', async () => Promise.reject(new Error('too late')), true],
    ['ends', async () => {}, false],
    ['ends, and it was enqueued again', async () => {}, true],
  ])(
    'F51: a process that stood still and %s leaves the lease of another alone',
    async (_, end, isEnqueuedAgain) => {
      const first = createSlowWork()
      const second = createSlowWork()
      let isOurs = () => true
      const { timePasses, withHandlers } = await open({})
      const stale = withHandlers({
        slow: {
          async run(job) {
            isOurs = job.isOurs
            await first.run(job)
            await end()
          },
        },
      })
      await enqueueJob(db, { kind: 'slow', key: 'one' })
      const firstRun = stale.runDue()
      await expect.poll(() => first.begun).toEqual(['one'])
      expect(isOurs()).toBe(true)
      timePasses(61_000)
      expect(isOurs()).toBe(false)
      if (isEnqueuedAgain) await enqueueJob(db, { kind: 'slow', key: 'one' })
      const secondRun = withHandlers({ slow: second }).runDue()
      await expect.poll(() => second.begun).toEqual(['one'])
      const [held] = await rowsOf('slow')
      first.goOn()
      await firstRun
      expect(await rowsOf('slow')).toEqual([held])
      second.goOn()
      await secondRun
      expect(await rowsOf('slow')).toEqual([])
    },
  )

  test('F51: periodic work is done by one of all processes, once in its time, and goes on after a failure', async () => {
    let runs = 0
    const { jobs, another, timePasses } = await open({
      sweep: {
        everyMs: minuteMs,
        async run({ payload, keep }) {
          runs += 1
          if (runs === 2) throw new Error('not now')
          keep({ times: Number(payload.times ?? 0) + 1 })
        },
      },
    })
    await Promise.all([jobs.schedule(), another().schedule()])
    await Promise.all([jobs.runDue(), another().runDue()])
    expect(runs).toBe(1)
    for (let minute = 0; minute < 3; minute += 1) {
      timePasses(minuteMs + 1)
      await Promise.all([jobs.runDue(), another().runDue()])
    }
    expect(runs).toBe(4)
    expect(await rowsOf('sweep')).toMatchObject([{ key: periodicKey, payload: { times: 3 }, error: null }])
  })

  test('a worker begins what it is woken for, and ends when it is told to after what it has begun', async () => {
    const done: string[] = []
    const { jobs } = await open({ mail: { run: async ({ key }) => void done.push(key) } })
    const working = jobs.work()
    await enqueueJob(db, { kind: 'mail', key: 'ada', runAt: new Date(0) })
    jobs.wake()
    await expect.poll(() => done).toEqual(['ada'])
    jobs.stop()
    await working
    await enqueueJob(db, { kind: 'mail', key: 'bob', runAt: new Date(0) })
    expect((await db.execute<{ n: number }>(sql`select count(*)::int as n from jobs`)).rows).toEqual([
      { n: 1 },
    ])
    expect(done).toEqual(['ada'])
  })
})
