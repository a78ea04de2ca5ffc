import { expect, test } from 'vitest'
import { createPostgresPool } from './postgres.ts'

test.each([
  ['of the URL', '?connect_timeout=15', 15_000],
  ['of the URL, beside other settings', '?sslmode=disable&connect_timeout=60', 60_000],
  ['for ever, as libpq has it', '?connect_timeout=0', 0],
  ['of five seconds without one', '', 5_000],
  ['of five seconds where it is no number', '?connect_timeout=soon', 5_000],
])('a connection is waited for until the limit %s', async (_, settings, limitMs) => {
  const pool = createPostgresPool(`postgres://shop@127.0.0.1:9/shop${settings}`)
  expect(pool.options.connectionTimeoutMillis).toBe(limitMs)
  await pool.end()
})
