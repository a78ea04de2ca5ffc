import { expect, test } from 'vitest'
import { needsProof } from './session-strength.ts'

const now = new Date('2026-01-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test.each([
  ['code', null, false],
  ['provider', null, false],
  ['product-link', null, true],
  ['product-token', null, true],
  ['product-link', minutesAgo(60), false],
  ['product-token', minutesAgo(61), true],
] as const)('F91: a session by %s, proven at %s, needs a code: %s', (strength, provenAt, expected) => {
  expect(needsProof(strength, provenAt, now)).toBe(expected)
})
