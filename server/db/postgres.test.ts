import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { createPostgresPool } from './postgres.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['of the URL', '?connect_timeout=15', 15_000],
  ['of the URL, beside other settings', '?sslmode=disable&connect_timeout=60', 60_000],
  ['of five seconds without one', '', 5_000],
  ['of five seconds where it is no number', '?connect_timeout=soon', 5_000],
  ['for ever, as libpq has it', '?connect_timeout=0', Number.POSITIVE_INFINITY],
])('a connection is waited for until the limit %s', async (_, settings, limitMs) => {
  const dayMs = 86_400_000
  const accepted: Socket[] = []
  const silent = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const pool = createPostgresPool(`postgres://shop@127.0.0.1:${port}/shop${settings}`)
  let isOver = false
  const connecting = pool.connect().catch((error: Error) => {
    isOver = true
    return error.message
  })
  await once(silent, 'connection')
  await vi.advanceTimersByTimeAsync(Math.min(limitMs, dayMs) - 1)
  expect(isOver).toBe(false)
  if (limitMs < dayMs) await vi.advanceTimersByTimeAsync(1)
  else accepted[0]?.destroy()
  expect(String(await connecting).includes('timeout')).toBe(limitMs < dayMs)
  silent.close()
  await pool.end()
})

test('whoever waits for a connection in use waits as long as a statement may take, not as long as connecting', async () => {
  const url = new URL(inject('postgresUrl'))
  // Tests allow more.
  url.searchParams.delete('connect_timeout')
  const pool = createPostgresPool(url.href, { max: 1 })
  const first = await pool.connect()
  const second = pool.connect()
  await vi.advanceTimersByTimeAsync(14_999)
  first.release()
  const inUse = await second
  const third = expect(pool.connect()).rejects.toThrow('timeout exceeded')
  await vi.advanceTimersByTimeAsync(15_000)
  await third
  inUse.release()
  await pool.end()
})
