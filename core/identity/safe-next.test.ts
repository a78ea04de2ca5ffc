import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileNext } from '../../tests/support/app/hostile-next.ts'
import { safeNext } from './safe-next.ts'

/** `npm run torture` takes more. */
const hostileValues = Number(process.env.HOSTILE_NEXTS ?? 4_000)

describe('where to go after signing in', () => {
  test.each([
    '/',
    '/pricing',
    '/account',
    '/account?x=1#y',
    '/account?next=/pricing&back=%2Faccount',
    '/a/b.c/d-e_f~g?q=a+b%20c#h/i?j',
    '/caf%C3%A9',
    '/account?to=https://other.example',
    '/@someone',
    '/api/auth/oauth2/authorize?client_id=pagelet&redirect_uri=https%3A%2F%2Fpagelet.example%2Fcallback&state=a%2Bb&scope=openid+email',
  ])('I1: %s is followed as it is', (next) => {
    expect(safeNext(next)).toBe(next)
  })

  test.each([
    ['/café', '/caf%C3%A9'],
    ['/a/../account', '/account'],
  ])('I1: %s is followed as the browser writes it, %s', (next, written) => {
    expect(safeNext(next)).toBe(written)
  })

  test.each([
    null,
    undefined,
    '',
    ' ',
    'account',
    '?x=1',
    '#x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/path\\..\\evil',
    'https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'HTTPS://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /pricing',
    '\u0000/pricing',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    '/account\n',
    '/\u007f/evil.example',
    '/%2fevil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/%5C/evil.example',
    '/%09/evil.example',
    '/%0d%0aset-cookie:x',
    '/%00/evil.example',
    '/%252f/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/a/..//evil.example',
    '/./\\evil.example',
    '/a//b',
    '/de//evil.example',
    '/pricing//',
    '/%c2%85/evil.example',
    '@evil.example',
    '.evil.example',
  ])('I1: %j goes to /pricing', (next) => {
    expect(safeNext(next)).toBe('/pricing')
  })

  test('I1: thousands of hostile values all stay on this site, however often they are parsed', () => {
    let followedCount = 0
    fc.assert(
      fc.property(hostileNext, (next) => {
        const followed = safeNext(next)
        if (followed !== '/pricing') followedCount++
        for (const site of ['https://site.example', 'http://127.0.0.1:3000']) {
          const url = new URL(followed, `${site}/sign-in?next=x`)
          expect(url.origin).toBe(site)
          // A page reads the parsed address and leads to the same place.
          expect(new URL(url.pathname, site).origin).toBe(site)
          expect(new URL(decodeLeniently(url.pathname), site).origin).toBe(site)
        }
        expect(followed).toMatch(/^\/(?![/\\])/)
        expect(safeNext(followed)).toBe(followed)
      }),
      { numRuns: hostileValues },
    )
    // Or the test would prove nothing about what is followed.
    expect(followedCount).toBeGreaterThan(hostileValues / 20)
  })

  test('I1: 10,000 ordinary paths are followed', () => {
    const word = fc.stringMatching(/^[a-z0-9_~-]{1,8}$/)
    const path = fc
      .tuple(fc.array(word), fc.option(word), fc.option(word))
      .map(
        ([segments, query, hash]) =>
          `/${segments.join('/')}${query ? `?q=${query}` : ''}${hash ? `#${hash}` : ''}`,
      )
    fc.assert(
      fc.property(path, (next) => {
        expect(safeNext(next)).toBe(next)
      }),
      { numRuns: 10_000 },
    )
  })
})

function decodeLeniently(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
