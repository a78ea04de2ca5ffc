import fs from 'node:fs'
import { expect, test } from 'vitest'
import { clientAddress, ownAddress, ownPath, paymentPage, providerPage } from './destination.ts'

const product = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
const filesWith = (pattern: RegExp, ...folders: string[]) =>
  folders.flatMap(product).filter((file) => pattern.test(fs.readFileSync(file, 'utf8')))

test('F86: only leave-for.ts sends a browser elsewhere', () => {
  expect(
    filesWith(/\.redirect\(|\blocation['"]?:\s*(?!string)|['"](location|refresh)['"]\s*,/i, 'server'),
  ).toEqual(['server/http/leave-for.ts'])
})

test('F86: each kind of destination is made in one file only', () => {
  expect(filesWith(/\bas (LocalPath|\(?string & )/, 'core', 'server', 'web')).toEqual(['core/local-path.ts'])
  expect(filesWith(/checkLocalPath\(/, 'core', 'server', 'web').toSorted()).toEqual([
    'core/identity/safe-next.ts',
    'core/local-path.ts',
    'core/messages/site-languages.ts',
  ])
  expect(
    filesWith(/\bas (OwnAddress|ClientAddress|ProviderPage|PaymentPage)\b/, 'core', 'server', 'web'),
  ).toEqual(['server/http/destination.ts'])
})

test('F86: an address of the authentication library counts only as a path on this site', () => {
  const site = 'https://shop.example'
  expect(ownPath('/de/account?x=1', site)).toBe('/de/account?x=1')
  expect(ownPath('https://shop.example/account', site)).toBe('/account')
  for (const elsewhere of [
    'https://evil.example/account',
    '//evil.example',
    'http://shop.example/account',
    'https://shop.example//evil.example',
    'javascript:alert(1)',
  ])
    expect([elsewhere, ownPath(elsewhere, site)]).toEqual([elsewhere, '/pricing'])
})

test('F86: the configured address keeps its origin, whatever the request asks for', () => {
  for (const target of ['/pricing', '//evil.example/x', '/\\evil.example', '/@evil.example'] as const)
    expect(new URL(ownAddress('https://shop.example/', target)).origin).toBe('https://shop.example')
})

test('F86: a product gets its visitors back at a registered address only', () => {
  const registered = ['https://app.example/callback?shop=1', 'http://127.0.0.1/callback']
  for (const address of [
    'https://app.example/callback?shop=1&code=x',
    'http://127.0.0.1:8123/callback?code=x',
  ])
    expect(clientAddress(registered, address)).toBe(address)
  for (const address of [
    'https://app.example/other?code=x',
    'https://app.example:444/callback',
    'https://evil.example/callback',
    'http://app.example/callback',
    '/callback',
    '//app.example/callback',
    '',
  ])
    expect([address, clientAddress(registered, address)]).toEqual([address, null])
})

test('F86: pages of providers and of the payment service are encrypted, or on the configured host', () => {
  const issuer = 'http://127.0.0.1:4000/realms/one'
  expect(providerPage('https://login.example/authorize', issuer)).not.toBeNull()
  expect(providerPage('http://127.0.0.1:4000/auth?client_id=x', issuer)).not.toBeNull()
  const emulator = 'http://127.0.0.1:12111'
  expect(paymentPage('https://pay.shop.example/c/1', undefined)).toBe('https://pay.shop.example/c/1')
  expect(paymentPage(`${emulator}/pay/1`, emulator)).toBe(`${emulator}/pay/1`)
  expect(() => paymentPage(`${emulator}/pay/1`, undefined)).toThrow(/not encrypted/)
  expect(() => paymentPage(`${emulator}/pay/1`, 'https://127.0.0.1')).toThrow(/not encrypted/)
  for (const address of ['http://evil.example/auth', 'javascript:alert(1)', '//evil.example', '/pay', '']) {
    expect([address, providerPage(address, issuer)]).toEqual([address, null])
    expect(() => paymentPage(address, emulator)).toThrow(/not encrypted/)
  }
})
