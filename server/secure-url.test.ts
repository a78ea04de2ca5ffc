import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLoopback, SecureUrl } from './secure-url.ts'

const isSecure = (text: string) => SecureUrl.safeParse(text).success

describe('F93: an address in settings', () => {
  test.each([
    'https://shop.example',
    'https://shop.example:8443/path?query',
    'https://10.0.0.7',
    'http://127.0.0.1:3000',
    'http://127.9.9.9/x',
    'http://localhost:3000',
    'http://[::1]:3000',
  ])('may be %s', (text) => {
    expect(SecureUrl.parse(text)).toBe(text)
  })

  test.each([
    'http://shop.example',
    'http://10.0.0.7',
    'http://0.0.0.0:3000',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://example/localhost',
    'https://user:secret@shop.example',
    'https://user@shop.example',
    'http://127.0.0.1@shop.example',
    'http://localhost:80@shop.example',
    'ftp://127.0.0.1',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//shop.example',
    'shop.example',
    '',
  ])('must not be %s', (text) => {
    expect(isSecure(text)).toBe(false)
  })

  test('is https or leads to this machine, whatever it looks like', () => {
    const part = fc.constantFrom(
      'http',
      'https',
      ':',
      '/',
      '//',
      '@',
      '127.0.0.1',
      'localhost',
      '[::1]',
      '.',
      'a',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const text = parts.join('')
        if (!isSecure(text)) return
        const { protocol, hostname, username, password } = new URL(text)
        expect(protocol === 'https:' || isLoopback(hostname)).toBe(true)
        expect(username + password).toBe('')
      }),
      { numRuns: 2_000 },
    )
  })

  test('the sentence about it never shows its password', () => {
    const { error } = SecureUrl.safeParse('https://user:hunter2@shop.example')
    expect(error?.issues[0]?.message).toMatch(/shop\.example/)
    expect(error?.issues[0]?.message).not.toMatch(/hunter2/)
  })
})
