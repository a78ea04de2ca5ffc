import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

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

/** What API_KEYS may hold: a key, or only its hash. */
export const isKeySetting = (text: string): boolean => isApiKey(text) || hashPattern.test(text)

export const hashOfKey = (key: string): string => `sha256:${sha256(key).toString('hex')}`

/** Keeps hashes only. Returns a short name of the key that was shown, for limits and records, or null. */
export function createKeyCheck(settings: readonly string[]): (shown: string) => string | null {
  const hashes = settings.map((setting) =>
    Buffer.from((isApiKey(setting) ? hashOfKey(setting) : setting).slice('sha256:'.length), 'hex'),
  )
  return (shown) => {
    const hash = sha256(shown)
    // All are compared, each in constant time: how long it takes says nothing about a key.
    const isKnown = hashes.map((known) => timingSafeEqual(known, hash)).includes(true)
    return isKnown ? hash.toString('hex').slice(0, 8) : null
  }
}
