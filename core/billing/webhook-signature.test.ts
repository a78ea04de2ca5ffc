import { expect, test } from 'vitest'
import { readWebhookSignature } from './webhook-signature.ts'

const now = 1_700_000_000
const hex = 'a'.repeat(64)
const other = 'b'.repeat(64)

test.each([
  [`t=${now},v1=${hex}`, [hex]],
  [`t=${now - 300},v1=${hex},v0=anything`, [hex]],
  [`t=${now + 300},v1=${hex},v1=${other}`, [hex, other]],
  [`t=${now},v0=${other},v1=${hex}`, [hex]],
])('F92: %s may be a signature', (header, signatures) => {
  expect(readWebhookSignature(header, now * 1_000)?.signatures).toEqual(signatures)
})

test.each([
  '',
  'none',
  `v1=${hex}`,
  `t=${now}`,
  `t=${now},v0=${hex}`,
  `t=${now},v1=short`,
  `t=${now},v1=${hex}0`,
  `t=${now},v1=${hex.toUpperCase()}`,
  `t=x,v1=${hex}`,
  `t=${now - 301},v1=${hex}`,
  `t=${now + 301},v1=${hex}`,
  `t=${now},v1=${hex}, t=${now},v1=${other}`,
  `t=${now},t=${now},v1=${hex}`.repeat(20),
])('F92: %s is none', (header) => {
  expect(readWebhookSignature(header, now * 1_000)).toBeNull()
})
