import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Drizzle } from '../db/database.ts'
import { seatLogKeys } from '../db/schema.ts'
import { decryptText, encryptText } from '../encrypt-text.ts'

const purpose = 'fairseat seat log key'

/**
 * The keys that sign the seat log, in base64: those given, and those of the database. Without any, one is made and kept there.
 * One that was encrypted under a former secret is encrypted again under the current one. One that no known secret opens signs
 * nothing any more.
 */
export async function openLogKeys(
  db: Drizzle,
  given: readonly string[],
  secrets: readonly [string, ...string[]],
): Promise<string[]> {
  const [secret] = secrets
  const rows = await db.select().from(seatLogKeys).orderBy(asc(seatLogKeys.id))
  const kept: string[] = []
  for (const { id, encryptedKey } of rows) {
    const opened = secrets.map((one) => decryptText(encryptedKey, one, purpose)).find((key) => key !== null)
    if (opened === undefined) continue
    kept.push(opened)
    if (decryptText(encryptedKey, secret, purpose) === null)
      await db
        .update(seatLogKeys)
        .set({ encryptedKey: encryptText(opened, secret, purpose) })
        .where(eq(seatLogKeys.id, id))
  }
  if (given.length > 0 || kept.length > 0) return [...given, ...kept]
  // Of several processes that start at once the first one makes it; the others find it.
  const encryptedKey = encryptText(randomBytes(32).toString('base64'), secret, purpose)
  await db
    .insert(seatLogKeys)
    .values({ id: String(rows.length), encryptedKey })
    .onConflictDoNothing()
  return openLogKeys(db, given, secrets)
}
