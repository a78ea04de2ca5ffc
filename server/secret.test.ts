import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGuessable } from './secret.ts'

/** As `openssl rand` gives them: each byte is as likely as any other. */
const randomBytes = (count: number) =>
  fc.noBias(fc.uint8Array({ minLength: count, maxLength: count })).map((bytes) => Buffer.from(bytes))

describe('F93: a secret that is easy to guess', () => {
  test.each([
    'a'.repeat(32),
    '12345678'.repeat(4),
    '1234567890'.repeat(4),
    '0123456789abcdef0123456789abcdef',
    'abcdefghijklmnopqrstuvwxyz012345',
    'zyxwvutsrqponmlkjihgfedcba987654',
    'password'.repeat(4),
    'changemechangemechangemechangeme',
    `${'a'.repeat(31)}b`,
    `${'ab'.repeat(16)}`,
    `${'0'.repeat(43)}=`,
    'deadbeef'.repeat(8),
  ])('%s is found', (text) => {
    expect(isGuessable(text, 32)).toBe(true)
  })

  test('is each pattern of up to eight characters, however often it is repeated', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 8 }),
        fc.integer({ min: 32, max: 64 }),
        (part, times) => {
          expect(isGuessable(part.repeat(times), 32)).toBe(true)
        },
      ),
    )
  })

  test('is not a generated key, in base64, base64url or hexadecimal digits', () => {
    const encoding = fc.constantFrom('base64' as const, 'base64url' as const, 'hex' as const)
    fc.assert(
      fc.property(randomBytes(32), encoding, (bytes, form) => {
        expect(isGuessable(bytes.toString(form), 32)).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })

  test('is not a long one', () => {
    fc.assert(
      fc.property(randomBytes(4_096), (bytes) => {
        expect(isGuessable(bytes.toString('hex'), 32)).toBe(false)
      }),
    )
  })

  test('is not the shortest generated key that the length allows', () => {
    fc.assert(
      fc.property(randomBytes(16), randomBytes(8), (sixteen, eight) => {
        expect(isGuessable(sixteen.toString('hex'), 32)).toBe(false)
        expect(isGuessable(eight.toString('hex'), 16)).toBe(false)
        expect(isGuessable(sixteen.toString('base64url'), 16)).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })
})
