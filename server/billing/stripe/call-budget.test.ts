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

  /** Takes a call for each name, all at the same moment. */
  function createCallers(options: Parameters<typeof createCallBudget>[0]) {
    const budget = createCallBudget(options)
    /** Who may call, in the order of the calls, and after how many milliseconds. */
    const made: [name: string, afterMs: number][] = []
    const take = async (name: string) => {
      await budget.take()
      made.push([name, performance.now() - startedAt])
    }
    return { made, take, takeAll: (names: string[]) => Promise.all(names.map(take)) }
  }

  test('F47: a burst goes at once, and whoever waits goes in the order of arrival, as many a second as are allowed', async () => {
    const { made, takeAll } = createCallers({ callsPerSecond: 2, burst: 2 })
    const all = takeAll(['a', 'b', 'c', 'd', 'e'])
    await vi.advanceTimersByTimeAsync(1_500)
    await all
    expect(made).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 500],
      ['d', 1_000],
      ['e', 1_500],
    ])
  })

  test('F47: what was not called for is saved up to the burst, and no further', async () => {
    const { made, takeAll } = createCallers({ callsPerSecond: 2, burst: 2 })
    await vi.advanceTimersByTimeAsync(hourMs)
    const all = takeAll(['a', 'b', 'c'])
    await vi.advanceTimersByTimeAsync(500)
    await all
    expect(made).toEqual([
      ['a', hourMs],
      ['b', hourMs],
      ['c', hourMs + 500],
    ])
  })

  test('F47: who could not call in time hears so at once, and takes nobody’s turn', async () => {
    requestLimit.ms = 1_500
    const { made, take } = createCallers({ callsPerSecond: 1, burst: 1 })
    const [first, second, third] = ['first', 'second', 'third'].map((name) => withinRequest(() => take(name)))
    await expect(third).rejects.toThrow(BudgetExceeded)
    expect(performance.now()).toBe(startedAt)
    requestLimit.ms = hourMs
    const patient = withinRequest(() => take('patient'))
    await vi.advanceTimersByTimeAsync(2_000)
    await Promise.all([first, second, patient])
    expect(made).toEqual([
      ['first', 0],
      ['second', 1_000],
      ['patient', 2_000],
    ])
  })

  test('F47: the calls of one request have its time together', async () => {
    requestLimit.ms = 1_500
    const { made, take } = createCallers({ callsPerSecond: 1, burst: 1 })
    const request = withinRequest(async () => {
      for (const name of ['a', 'b', 'c']) await take(name)
    })
    const outcome = expect(request).rejects.toThrow(BudgetExceeded)
    await vi.advanceTimersByTimeAsync(1_000)
    await outcome
    expect(made).toEqual([
      ['a', 0],
      ['b', 1_000],
    ])
  })

  test('F47: a quarter of the burst is left to those who wait', async () => {
    const { made, takeAll } = createCallers({ callsPerSecond: 1, burst: 8 })
    const background = Array.from({ length: 7 }, (_, n) => `job ${n + 1}`)
    const jobs = inBackground(hourMs, () => takeAll(background))
    await vi.advanceTimersByTimeAsync(0)
    await withinRequest(() => takeAll(['ada', 'bob']))
    expect(made).toEqual([...background.slice(0, 6), 'ada', 'bob'].map((name) => [name, 0]))
    await vi.advanceTimersByTimeAsync(hourMs)
    await jobs
    expect(made.at(-1)?.[0]).toBe('job 7')
  })

  test('F47: work in the background has its turn in the end, however many buyers come', async () => {
    const { made, take } = createCallers({ callsPerSecond: 1, burst: 4 })
    const buyers = Array.from({ length: 4 }, (_, n) => withinRequest(() => take(`buyer ${n}`)))
    const job = inBackground(hourMs, () => take('job'))
    for (let second = 1; second <= 10; second += 1) {
      buyers.push(withinRequest(() => take(`later buyer ${second}`)))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    // The last of them waits too.
    await vi.advanceTimersByTimeAsync(10_000)
    await Promise.all([...buyers, job])
    const [, afterMs = Number.POSITIVE_INFINITY] = made.find(([name]) => name === 'job') ?? []
    expect(afterMs).toBeLessThanOrEqual(5_000)
  })

  test('F47: a wait that is longer than anybody waits is refused at once, and another is waited out', async () => {
    requestLimit.ms = 1_000
    await withinRequest(async () => {
      await expect(waitFor(1_001)).rejects.toThrow(BudgetExceeded)
      expect(performance.now()).toBe(startedAt)
      const wait = waitFor(1_000)
      await vi.advanceTimersByTimeAsync(1_000)
      await wait
    })
    expect(performance.now()).toBe(startedAt + 1_000)
  })
})
