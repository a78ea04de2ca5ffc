import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCrowdQueue } from './crowd-queue.ts'

describe('the queue of those who got a seat in a crowd', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  function openQueue() {
    const queue = createCrowdQueue()
    const startedAt = performance.now()
    /** Who went on, and after how many milliseconds. */
    const went: [name: string, afterMs: number][] = []
    return {
      went,
      click: (times: number) => Array.from({ length: times }, queue.noteClick),
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

  test('F32: nobody waits for longer than five seconds: when more than fifty wait, the first goes on', async () => {
    const { went, click, wait } = openQueue()
    click(5)
    for (let n = 1; n <= 52; n += 1) wait(`${n}`)
    await pass(0)
    expect(went).toEqual([
      ['1', 0],
      ['2', 0],
    ])
    for (let clicks = 0; clicks < 100; clicks += 1) {
      await pass(50)
      click(5)
    }
    expect(went).toHaveLength(52)
    expect(went.at(-1)).toEqual(['52', 5_000])
  })
})
