import { expect, test } from 'vitest'
import { apiKeyPattern, createApiKey, createKeyCheck, hashOfKey, isApiKey, isKeySetting } from './api-key.ts'

test('a key has a prefix and a checksum, so that a mistyped one is recognised', () => {
  const key = createApiKey()
  expect(key).toMatch(apiKeyPattern)
  expect(isApiKey(key)).toBe(true)
  for (let at = 'fs_'.length; at < key.length; at += 1) {
    const digit = key[at] === '0' ? '1' : '0'
    expect(isApiKey(key.slice(0, at) + digit + key.slice(at + 1))).toBe(false)
  }
})

test('a key counts whether it or its hash is configured, beside others, and no other does', () => {
  const [first, second, third] = [createApiKey(), createApiKey(), createApiKey()]
  const check = createKeyCheck([first, hashOfKey(second)])
  expect(check(first)).toMatch(/^[0-9a-f]{8}$/)
  expect(check(second)).toMatch(/^[0-9a-f]{8}$/)
  expect(check(first)).not.toBe(check(second))
  for (const wrong of [third, '', hashOfKey(first), `${first}0`]) expect(check(wrong)).toBeNull()
  expect(createKeyCheck([])(first)).toBeNull()
})

test('a setting is a key or a hash, not something that looks like one', () => {
  expect(isKeySetting(hashOfKey(createApiKey()))).toBe(true)
  for (const wrong of ['', 'fs_secret', 'sha256:', `${createApiKey()} `])
    expect(isKeySetting(wrong)).toBe(false)
})
