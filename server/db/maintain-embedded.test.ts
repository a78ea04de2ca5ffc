import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { maintainEmbedded } from './maintain-embedded.ts'

const fiveMinutesMs = 5 * 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('makes a checkpoint every five minutes and a vacuum every hour', async () => {
  const exec = vi.fn(async () => [])
  const maintenance = maintainEmbedded({ exec })
  await vi.advanceTimersByTimeAsync(12 * fiveMinutesMs)
  await maintenance.stop()
  expect(exec.mock.calls).toEqual([...Array(11).fill(['CHECKPOINT']), ['VACUUM ANALYZE'], ['CHECKPOINT']])
})

it('never begins a step while the last one runs, and stops only after it', async () => {
  let finish = () => {}
  const exec = vi.fn(() => new Promise<[]>((resolve) => (finish = () => resolve([]))))
  const maintenance = maintainEmbedded({ exec })
  await vi.advanceTimersByTimeAsync(3 * fiveMinutesMs)
  expect(exec).toHaveBeenCalledTimes(1)

  let stopped = false
  const stopping = maintenance.stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(fiveMinutesMs)
  expect(stopped).toBe(false)
  finish()
  await stopping
  await vi.advanceTimersByTimeAsync(3 * fiveMinutesMs)
  expect(exec).toHaveBeenCalledTimes(1)
})

it('warns of a failure and tries again', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const exec = vi.fn().mockRejectedValueOnce(new Error('disk full')).mockResolvedValue([])
  const maintenance = maintainEmbedded({ exec })
  await vi.advanceTimersByTimeAsync(2 * fiveMinutesMs)
  await maintenance.stop()
  expect(warn).toHaveBeenCalledWith('Maintenance of the embedded database failed: Error: disk full')
  expect(exec).toHaveBeenCalledTimes(2)
})
