import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** The key is derived for this purpose alone. */
const keyOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

export function encryptText(text: string, secret: string, purpose: string): string {
  const iv = randomBytes(ivBytes)
  const encryption = createCipheriv(cipher, keyOf(secret, purpose), iv)
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([iv, encryption.getAuthTag(), body]).toString('base64')
}

/** Null when it was encrypted under another secret. */
export function decryptText(stored: string, secret: string, purpose: string): string | null {
  const bytes = Buffer.from(stored, 'base64')
  try {
    const decryption = createDecipheriv(cipher, keyOf(secret, purpose), bytes.subarray(0, ivBytes))
    decryption.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([
      decryption.update(bytes.subarray(ivBytes + tagBytes)),
      decryption.final(),
    ]).toString('utf8')
  } catch {
    return null
  }
}
