import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  BudgetExceeded,
  createCallBudget,
  inBackground,
  requestLimit,
  waitFor,
  withinRequest,
} from './call-budget.ts'

const hourMs = 3_600_000

describe('the budget of calls to Stripe', () => {
  const { ms: limitMs } = requestLimit
  let startedAt = 0
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    startedAt = performance.now()
  })
  afterEach(() => {
    vi.useRealTimers()
    requestLimit.ms = limitMs
  })

  function createCallers(options: Parameters<typeof createCallBudget>[0]) {
    const budget = createCallBudget(options)
    /** In the order in which it was said that they may call, or may not; after how many milliseconds. */
    const said: [name: string, afterMs: number, outcome?: 'refused'][] = []
    const sinceStart = () => performance.now() - startedAt
    const take = (name: string) =>
      budget.take().then(
        () => void said.push([name, sinceStart()]),
        (error) => {
          if (!(error instanceof BudgetExceeded)) throw error
          said.push([name, sinceStart(), 'refused'])
        },
      )
    return { said, take }
  }

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  test('F47: a burst goes at once, and whoever waits goes in the order of arrival, as many a second as are allowed', async () => {
    const { said, take } = createCallers({ callsPerSecond: 2, burst: 2 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) void take(name)
    await pass(hourMs)
    expect(said).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 500],
      ['d', 1_000],
      ['e', 1_500],
    ])
  })

  test('F47: what was not called for is saved up to the burst, and no further', async () => {
    const { said, take } = createCallers({ callsPerSecond: 2, burst: 2 })
    await pass(hourMs)
    for (const name of ['a', 'b', 'c']) void take(name)
    await pass(hourMs)
    expect(said).toEqual([
      ['a', hourMs],
      ['b', hourMs],
      ['c', hourMs + 500],
    ])
  })

  test('F47: who could not call in time hears so at once, and takes nobody’s turn', async () => {
    requestLimit.ms = 1_500
    const { said, take } = createCallers({ callsPerSecond: 1, burst: 1 })
    for (const name of ['first', 'second', 'late', 'late too']) void withinRequest(() => take(name))
    requestLimit.ms = hourMs
    void withinRequest(() => take('patient'))
    await pass(hourMs)
    expect(said).toEqual([
      ['first', 0],
      ['late', 0, 'refused'],
      ['late too', 0, 'refused'],
      ['second', 1_000],
      ['patient', 2_000],
    ])
  })

  test('F47: the calls of one request have its time together', async () => {
    requestLimit.ms = 1_500
    const { said, take } = createCallers({ callsPerSecond: 1, burst: 1 })
    void withinRequest(async () => {
      for (const name of ['a', 'b', 'c']) await take(name)
    })
    await pass(hourMs)
    expect(said).toEqual([
      ['a', 0],
      ['b', 1_000],
      ['c', 1_000, 'refused'],
    ])
  })

  test('F47: a quarter of the burst is left to those who wait', async () => {
    const { said, take } = createCallers({ callsPerSecond: 1, burst: 8 })
    const jobs = Array.from({ length: 7 }, (_, n) => `job ${n + 1}`)
    for (const name of jobs) void inBackground(hourMs, () => take(name))
    for (const name of ['ada', 'bob']) void withinRequest(() => take(name))
    await pass(0)
    expect(said.map(([name]) => name).toSorted()).toEqual(['ada', 'bob', ...jobs.slice(0, 6)])
    await pass(hourMs)
    expect(said.at(-1)?.[0]).toBe('job 7')
  })

  test('F47: work in the background has its turn in the end, however many buyers come', async () => {
    const { said, take } = createCallers({ callsPerSecond: 1, burst: 4 })
    for (let n = 1; n <= 4; n += 1) void withinRequest(() => take('buyer'))
    void inBackground(hourMs, () => take('job'))
    for (let second = 1; second <= 10; second += 1) {
      void withinRequest(() => take('later buyer'))
      await pass(1_000)
    }
    const [, afterMs = Number.POSITIVE_INFINITY] = said.find(([name]) => name === 'job') ?? []
    expect(afterMs).toBeLessThanOrEqual(5_000)
    await pass(hourMs)
  })

  test('F47: a wait that is longer than anybody waits is refused at once, and another is waited out', async () => {
    requestLimit.ms = 1_000
    const over: [wait: string, afterMs: number][] = []
    const record = (wait: string) => () => void over.push([wait, performance.now() - startedAt])
    void withinRequest(() => waitFor(1_000)).then(record('waited'), record('refused'))
    void withinRequest(() => waitFor(1_001)).then(record('waited too long'), record('refused'))
    await pass(hourMs)
    expect(over).toEqual([
      ['refused', 0],
      ['waited', 1_000],
    ])
  })
})
