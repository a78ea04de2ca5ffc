import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { requestLimit } from '../stripe/call-budget.ts'
import { createCrowdQueue } from './crowd-queue.ts'

describe('the queue of those who got a seat in a crowd', () => {
  const { ms: limitMs } = requestLimit
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    requestLimit.ms = 9_000
  })
  afterEach(() => {
    vi.useRealTimers()
    requestLimit.ms = limitMs
  })

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  function openQueue() {
    const queue = createCrowdQueue()
    const startedAt = performance.now()
    /** Who went on, and after how many milliseconds. */
    const went: [name: string, afterMs: number][] = []
    return {
      went,
      click: (times: number) => Array.from({ length: times }, queue.recordClick),
      wait: (name: string) =>
        void queue.myTurn().then(() => went.push([name, performance.now() - startedAt])),
    }
  }

  test('F32: nobody waits without a crowd, which is five clicks within a tenth of a second', async () => {
    const { went, click, wait } = openQueue()
    click(4)
    wait('one of four')
    await pass(100)
    click(1)
    wait('after a while')
    await pass(0)
    expect(went).toEqual([
      ['one of four', 0],
      ['after a while', 100],
    ])
  })

  test('F32: while the crowd lasts one goes on every 100 ms, then every 15, in the order of arrival', async () => {
    const { went, click, wait } = openQueue()
    click(5)
    for (const name of ['a', 'b', 'c', 'd']) wait(name)
    await pass(50)
    click(5)
    await pass(170)
    wait('who comes when it is over')
    await pass(1_000)
    wait('who comes later')
    await pass(0)
    expect(went).toEqual([
      ['a', 100],
      ['b', 200],
      ['c', 215],
      ['d', 230],
      ['who comes when it is over', 245],
      ['who comes later', 1_220],
    ])
  })

  test('F32: nobody waits for longer than a third of the time that a request has, however many wait', async () => {
    const { went, click, wait } = openQueue()
    click(5)
    for (let n = 1; n <= 50; n += 1) wait(`${n}`)
    for (let clicks = 0; clicks < 60; clicks += 1) {
      await pass(50)
      click(5)
    }
    await pass(2)
    expect(went).toHaveLength(50)
    expect(went[28]).toEqual(['29', 2_900])
    expect(went.at(-1)?.[1]).toBeLessThan(3_002)
  })

  test('F32: where requests are answered soon nobody waits until the next turn after that', async () => {
    requestLimit.ms = 450
    const { went, click, wait } = openQueue()
    click(5)
    for (const name of ['a', 'b', 'c']) wait(name)
    await pass(50)
    click(5)
    await pass(150)
    expect(went).toEqual([
      ['a', 100],
      ['b', 150],
      ['c', 150],
    ])
  })

  test('F32: when the process stood still, all whose time is up go on together', async () => {
    const { went, click, wait } = openQueue()
    click(5)
    for (const name of ['a', 'b', 'c']) wait(name)
    const later = performance.now() + 3_100
    const now = vi.spyOn(performance, 'now').mockReturnValue(later)
    await pass(100)
    now.mockRestore()
    expect(went.map(([name]) => name)).toEqual(['a', 'b', 'c'])
  })
})
