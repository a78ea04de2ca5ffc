import { expect, test } from 'vitest'
import { createPause } from './create-pause.ts'

test('L9: the check of the log gives way once it has worked for 5 ms, and counts from when it goes on', async () => {
  let now = 100
  let times = 0
  const pause = createPause({
    now: () => now,
    giveWay: async () => {
      times++
      now += 500
    },
  })
  const timesAfter = async (workedMs: number) => {
    now += workedMs
    await pause()
    return times
  }
  expect(await timesAfter(4)).toBe(0)
  expect(await timesAfter(1)).toBe(1)
  expect(await timesAfter(4)).toBe(1)
  expect(await timesAfter(1)).toBe(2)
})
