import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { generateId } from 'better-auth'
import { asc, eq } from 'drizzle-orm'
import type { Drizzle } from '../../db/database.ts'
import { signingKeys } from '../../db/schema.ts'

interface Secrets {
  secret: string
  formerSecrets: readonly string[]
}

/** As the library has it; both halves are JWKs as text. */
interface SigningKey {
  id: string
  publicKey: string
  privateKey: string
  alg: 'RS256'
  createdAt: Date
  expiresAt?: Date
}

/**
 * Keys that sign identity tokens. One that was encrypted under a former secret is encrypted again under the current one, so
 * that replacing AUTH_SECRET changes no key. One that no known secret opens signs nothing any more, but its public half
 * stays published: tokens that it signed go on counting, and the library makes another.
 */
export async function listSigningKeys(
  db: Drizzle,
  { secret, formerSecrets }: Secrets,
): Promise<SigningKey[]> {
  const rows = await db.select().from(signingKeys).orderBy(asc(signingKeys.createdAt))
  return Promise.all(
    rows.map(async ({ id, publicKey, encryptedKey, createdAt }) => {
      const key = { id, publicKey, alg: 'RS256' as const, createdAt }
      const current = decrypt(encryptedKey, secret)
      if (current !== null) return { ...key, privateKey: current }
      const former = formerSecrets.map((one) => decrypt(encryptedKey, one)).find((text) => text !== null)
      if (former === undefined) return { ...key, privateKey: '', expiresAt: new Date(Date.now() - 1) }
      await db
        .update(signingKeys)
        .set({ encryptedKey: encrypt(former, secret) })
        .where(eq(signingKeys.id, id))
      return { ...key, privateKey: former }
    }),
  )
}

export async function saveSigningKey(
  db: Drizzle,
  { publicKey, privateKey }: Pick<SigningKey, 'publicKey' | 'privateKey'>,
  secret: string,
): Promise<SigningKey> {
  const [row] = await db
    .insert(signingKeys)
    .values({ id: generateId(), publicKey, encryptedKey: encrypt(privateKey, secret), alg: 'RS256' })
    .returning()
  if (!row) throw new Error('The signing key was not stored')
  return { id: row.id, publicKey, privateKey, alg: 'RS256', createdAt: row.createdAt }
}

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'fairseat signing key', 32))

function encrypt(text: string, secret: string): string {
  const iv = randomBytes(ivBytes)
  const encryption = createCipheriv(cipher, keyOf(secret), iv)
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([iv, encryption.getAuthTag(), body]).toString('base64')
}

/** Null when it was encrypted under another secret. */
function decrypt(stored: string, secret: string): string | null {
  const bytes = Buffer.from(stored, 'base64')
  try {
    const decryption = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, ivBytes))
    decryption.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([
      decryption.update(bytes.subarray(ivBytes + tagBytes)),
      decryption.final(),
    ]).toString('utf8')
  } catch {
    return null
  }
}
