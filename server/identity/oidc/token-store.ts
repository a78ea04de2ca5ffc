import { and, eq, exists, lt, or, sql } from 'drizzle-orm'
import type { Drizzle } from '../../db/database.ts'
import { oauthAccessTokens, oauthRefreshTokens } from '../../db/schema.ts'

/**
 * Revokes what was issued for a code that is used again. A refresh token whose access token is not there yet is being issued at
 * this moment, to the one request that the code counts for: that request keeps it.
 */
export async function revokeTokensOfCode(db: Drizzle, codeId: string): Promise<void> {
  const issued = db
    .select({ id: oauthAccessTokens.id })
    .from(oauthAccessTokens)
    .where(eq(oauthAccessTokens.authorizationCodeId, codeId))
  const isIssued = or(exists(issued), lt(oauthRefreshTokens.createdAt, sql`now() - interval '1 minute'`))
  await db.transaction(async (tx) => {
    await tx
      .delete(oauthRefreshTokens)
      .where(and(eq(oauthRefreshTokens.authorizationCodeId, codeId), isIssued))
    await tx.delete(oauthAccessTokens).where(eq(oauthAccessTokens.authorizationCodeId, codeId))
  })
}
