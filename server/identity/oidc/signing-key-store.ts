import { generateId } from 'better-auth'
import { asc, eq } from 'drizzle-orm'
import type { Drizzle } from '../../db/database.ts'
import { signingKeys } from '../../db/schema.ts'
import { decryptText, encryptText } from '../../encrypt-text.ts'

const purpose = 'fairseat signing key'

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

const encrypt = (text: string, secret: string) => encryptText(text, secret, purpose)
const decrypt = (stored: string, secret: string) => decryptText(stored, secret, purpose)
