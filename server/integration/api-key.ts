import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type ApiKeyScope, apiKeyScopes } from '../../core/integration/api-key-scopes.ts'

/** As secret scanners find it: a prefix, 160 random bits, and a checksum that tells a key from what only looks like one. */
export const apiKeyPattern = /^fs_[0-9a-f]{48}$/
const hashPattern = /^sha256:[0-9a-f]{64}$/
const checksumLength = 8

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const checksum = (random: string) => sha256(random).toString('hex').slice(0, checksumLength)

export function createApiKey(): string {
  const random = randomBytes(20).toString('hex')
  return `fs_${random}${checksum(random)}`
}

/** A mistyped key is recognised without looking it up. */
export function isApiKey(text: string): boolean {
  const random = text.slice('fs_'.length, -checksumLength)
  return apiKeyPattern.test(text) && text.endsWith(checksum(random))
}

export const hashOfKey = (key: string): string => `sha256:${sha256(key).toString('hex')}`

/** The first characters of the hash, for limits and records. */
export const nameOfKey = (hash: string): string => hash.slice('sha256:'.length).slice(0, keyNameLength)

/** A key of API_KEYS. The key itself is not kept. */
export interface ApiKey {
  hash: Buffer
  name: string
  scopes: ReadonlySet<ApiKeyScope>
}

export const defaultScopes: readonly ApiKeyScope[] = ['read']
const keyNameLength = 8
const isScope = (text: string): text is ApiKeyScope => apiKeyScopes.some((scope) => scope === text)

/** The only constructor of scopes. Null when one of them is unknown or repeated. */
export function parseScopes(texts: readonly string[]): ApiKeyScope[] | null {
  const scopes = texts.filter(isScope)
  return scopes.length === texts.length && new Set(scopes).size === scopes.length ? scopes : null
}

/**
 * An entry of API_KEYS: a key or its hash, and after a colon its scopes with a plus sign between them, such as
 * `sha256:…:read+write`. Null when it is malformed.
 */
export function parseKeySetting(text: string): ApiKey | null {
  const [, key = '', scopeList] = /^(fs_[^:]*|sha256:[^:]*)(?::(.*))?$/s.exec(text) ?? []
  const scopes = scopeList === undefined ? defaultScopes : parseScopes(scopeList.split('+'))
  const hash = isApiKey(key) ? hashOfKey(key) : key
  if (!hashPattern.test(hash) || !scopes) return null
  return {
    hash: Buffer.from(hash.slice('sha256:'.length), 'hex'),
    name: nameOfKey(hash),
    scopes: new Set(scopes),
  }
}

/** Returns the configured key that was shown, or null. */
export function createKeyCheck(keys: readonly ApiKey[]): (shown: string) => ApiKey | null {
  return (shown) => {
    const hash = sha256(shown)
    // All are compared, each in constant time: how long it takes says nothing about a key.
    const matches = keys.map((key) => timingSafeEqual(key.hash, hash))
    return keys[matches.indexOf(true)] ?? null
  }
}
