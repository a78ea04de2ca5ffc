import { lt, sql } from 'drizzle-orm'
import type { Drizzle } from './database.ts'
import {
  oauthAccessTokens,
  oauthRefreshTokens,
  rateLimits,
  sessions,
  signInLinks,
  verifications,
} from './schema.ts'

/** Removes what has run out. Safe to run any number of times and by several processes at once. */
export async function purgeExpired(db: Drizzle): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(verifications).where(lt(verifications.expiresAt, sql`now() - interval '1 day'`))
  await db.delete(signInLinks).where(lt(signInLinks.expiresAt, sql`now()`))
  await db.delete(oauthAccessTokens).where(lt(oauthAccessTokens.expiresAt, sql`now()`))
  await db.delete(oauthRefreshTokens).where(lt(oauthRefreshTokens.expiresAt, sql`now()`))
  await db.delete(rateLimits).where(lt(rateLimits.windowEndsAt, sql`now()`))
}
