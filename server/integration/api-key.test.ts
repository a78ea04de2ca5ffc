import { expect, test } from 'vitest'
import {
  apiKeyPattern,
  createApiKey,
  createKeyCheck,
  hashOfKey,
  isApiKey,
  parseKeySetting,
} from './api-key.ts'

test('a key has a prefix and a checksum, so that a mistyped one is recognised', () => {
  const key = createApiKey()
  expect(key).toMatch(apiKeyPattern)
  expect(isApiKey(key)).toBe(true)
  for (let at = 'fs_'.length; at < key.length; at += 1) {
    const digit = key[at] === '0' ? '1' : '0'
    expect(isApiKey(key.slice(0, at) + digit + key.slice(at + 1))).toBe(false)
  }
})

const configured = (...settings: string[]) =>
  settings.map((setting) => {
    const key = parseKeySetting(setting)
    if (!key) throw new Error(`${setting} is malformed`)
    return key
  })

test('a key counts whether it or its hash is configured, beside others, and no other does', () => {
  const [first, second, third] = [createApiKey(), createApiKey(), createApiKey()]
  const check = createKeyCheck(configured(first, `${hashOfKey(second)}:write`))
  expect(check(first)?.name).toMatch(/^[0-9a-f]{8}$/)
  expect(check(second)?.name).toMatch(/^[0-9a-f]{8}$/)
  expect(check(first)?.name).not.toBe(check(second)?.name)
  for (const wrong of [third, '', hashOfKey(first), `${first}0`]) expect(check(wrong)).toBeNull()
  expect(createKeyCheck([])(first)).toBeNull()
})

test('F91 a key has the scopes that its entry names, and may only read without any', () => {
  const key = createApiKey()
  const scopesOf = (setting: string) => [...(parseKeySetting(setting)?.scopes ?? [])]
  for (const entry of [key, hashOfKey(key)]) {
    expect(scopesOf(entry)).toEqual(['read'])
    expect(scopesOf(`${entry}:gifts`)).toEqual(['gifts'])
    expect(scopesOf(`${entry}:read+write+sign-in`)).toEqual(['read', 'write', 'sign-in'])
  }
})

test('a setting is a key or a hash with known scopes, not something that looks like one', () => {
  const [key, hash] = [createApiKey(), hashOfKey(createApiKey())]
  expect(parseKeySetting(hash)).not.toBeNull()
  const malformed = ['', 'fs_secret', 'sha256:', `${key} `, `${key}:read `, `${key}\n`]
  const scopes = [
    '',
    'all',
    '*',
    'read,write',
    'read+',
    '+read',
    'read+read',
    'READ',
    'read:write',
    'toString',
  ]
  for (const wrong of [...malformed, ...scopes.flatMap((list) => [`${key}:${list}`, `${hash}:${list}`])])
    expect(parseKeySetting(wrong), wrong).toBeNull()
})
