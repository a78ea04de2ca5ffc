import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMailAddress } from './mail-address.ts'

describe('F94: a mail address', () => {
  test.each([
    ['ann@example.com', 'ann@example.com'],
    ['  Ann@Example.COM ', 'ann@example.com'],
    ['ann+shop@example.com', 'ann+shop@example.com'],
    ['ann@münchen.example', 'ann@xn--mnchen-3ya.example'],
    ['ann@XN--mnchen-3ya.example', 'ann@xn--mnchen-3ya.example'],
  ])('%s is %s', (given, address) => {
    expect(findMailAddress(given)).toBe(address)
  })

  test.each([
    '\u{212A}ay@example.com',
    'ann\u{212A}@example.com',
    'ſam@example.com',
    'İda@example.com',
    'änn@example.com',
    'ann\u{200B}@example.com',
    'ann@\u{212A}ay.example',
    'ann@ⓔxample.com',
    'ann@example。com',
    'ann@exam\u{AD}ple.com',
    'ann@xn--zzzz.example',
    `ann@${'ü'.repeat(64)}.example`,
    'ann@user.invalid',
    'ann@',
    '@example.com',
    'ann',
    'a b@example.com',
    'a@b@example.com',
    'ann\0@example.com',
    '',
  ])('%j is none', (given) => {
    expect(findMailAddress(given)).toBeNull()
  })

  test('is shared by two texts only if they differ in the case of ASCII letters, spaces around, or the form of the domain', () => {
    const letters = fc.constantFrom(...'kKssSiIeaA\u{212A}ſıİßéⓔＫ\u{AD}\u{200D}.-+1')
    const local = fc.string({ unit: letters, minLength: 1, maxLength: 4 })
    const name = fc.string({ unit: letters, minLength: 1, maxLength: 4 })
    const address = fc.tuple(local, name).map(([mine, domain]) => `${mine}@${domain}.com`)
    const lower = (text: string) => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    const split = (text: string) => lower(text).split('@') as [string, string]
    const forms = new Map<string, Set<string>>()
    fc.assert(
      fc.property(address, (text) => {
        const found = findMailAddress(text)
        if (!found) return
        const [mine, domain] = split(text)
        expect(found).toBe(`${mine}@${domainToASCII(domain)}`)
        // An address has at most two forms: the ASCII one, and the one that people read.
        const written = forms.get(found) ?? new Set()
        forms.set(found, written.add(lower(text)))
        expect(written.size).toBeLessThanOrEqual(2)
      }),
      { numRuns: 20_000 },
    )
  })

  test('never changes when it is read again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
        const found = findMailAddress(text)
        if (found) expect(findMailAddress(found)).toBe(found)
      }),
      { numRuns: 5_000 },
    )
  })
})
