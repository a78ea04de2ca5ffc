import { lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Drizzle } from './database.ts'
import {
  auditLog,
  oauthAccessTokens,
  oauthRefreshTokens,
  rateLimits,
  sessions,
  signInLinks,
  verifications,
} from './schema.ts'

const sliceSize = 1_000
/** docs/privacy.md names it. */
const auditLogDays = 400

/** Removes what has run out. Safe to run any number of times and by several processes at once. */
export async function purgeExpired(db: Drizzle): Promise<void> {
  const now = sql`now()`
  await purge(db, sessions, sessions.id, lt(sessions.expiresAt, now))
  await purge(db, verifications, verifications.id, lt(verifications.expiresAt, sql`now() - interval '1 day'`))
  await purge(db, signInLinks, signInLinks.tokenHash, lt(signInLinks.expiresAt, now))
  await purge(db, oauthAccessTokens, oauthAccessTokens.id, lt(oauthAccessTokens.expiresAt, now))
  await purge(db, oauthRefreshTokens, oauthRefreshTokens.id, lt(oauthRefreshTokens.expiresAt, now))
  await purge(db, rateLimits, rateLimits.key, lt(rateLimits.windowEndsAt, now))
  await purge(db, auditLog, auditLog.id, lt(auditLog.at, sql`now() - ${auditLogDays} * interval '1 day'`))
}

/** Leaves rows that another transaction has for the next time: waiting for one, it could have what that one waits for. */
async function purge(db: Drizzle, table: PgTable, key: PgColumn, isExpired: SQL): Promise<void> {
  let removed: unknown[]
  do {
    const slice = db
      .select({ key })
      .from(table)
      .where(isExpired)
      .limit(sliceSize)
      .for('update', { skipLocked: true })
    // An array is made once; what stands after `in` may be read again for each row.
    removed = await db.delete(table).where(sql`${key} = any(array${slice})`).returning({ key })
  } while (removed.length === sliceSize)
}
