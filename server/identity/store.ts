import { and, type Column, desc, eq, getTableColumns, gt, or, sql } from 'drizzle-orm'
import type { Language } from '../../core/messages/languages.ts'
import type { Drizzle } from '../db/database.ts'
import {
  accounts,
  externalIds,
  oauthAccessTokens,
  oauthRefreshTokens,
  sessions,
  signInLinks,
  users,
} from '../db/schema.ts'
import { findMailAddress } from '../mail-address.ts'

export interface SessionRow {
  id: string
  userAgent: string | null
  lastUsedAt: Date
}

/** The user's sessions that are still good, the last used first. */
export function listSessions(db: Drizzle, userId: string): Promise<SessionRow[]> {
  return db
    .select({ id: sessions.id, userAgent: sessions.userAgent, lastUsedAt: sessions.updatedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt))
}

/** Opens a new access window (rule I4). Null when the session has ended; its end does not move. */
export async function refreshSession(db: Drizzle, id: string): Promise<{ updatedAt: Date } | null> {
  const [row] = await db
    .update(sessions)
    .set({ updatedAt: sql`now()` })
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, sql`now()`)))
    .returning({ updatedAt: sessions.updatedAt })
  return row ?? null
}

export async function endSession(db: Drizzle, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token))
}

/**
 * Ends all sessions of one user, or of everybody, with unused sign-in links and the tokens of products. Access tokens go with
 * their session or refresh token. Refresh tokens come last: nobody gets a new one through a session that is gone.
 */
export function endSessions(db: Drizzle, userId: string | null): Promise<number> {
  const isMeant = (column: Column) => (userId === null ? undefined : eq(column, userId))
  return db.transaction(async (tx) => {
    const ended = await tx.delete(sessions).where(isMeant(sessions.userId)).returning({ id: sessions.id })
    await tx.delete(signInLinks).where(isMeant(signInLinks.userId))
    await tx.delete(oauthRefreshTokens).where(isMeant(oauthRefreshTokens.userId))
    return ended.length
  })
}

/** The user with this id or address. */
export async function findUserId(db: Drizzle, idOrAddress: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.id, idOrAddress), eq(users.email, findMailAddress(idOrAddress) ?? '')))
  return row?.id
}

/** The person has entered a code that we mailed to them. */
export async function markProven(db: Drizzle, sessionId: string): Promise<void> {
  await db.update(sessions).set({ provenAt: sql`now()` }).where(eq(sessions.id, sessionId))
}

export async function findRecipient(
  db: Drizzle,
  userId: string,
): Promise<{ email: string; language: string | null } | null> {
  const [row] = await db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}

export async function saveLanguage(db: Drizzle, userId: string, language: Language): Promise<void> {
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, userId), sql`${users.language} is distinct from ${language}`))
}

/** All stored data on a user's identity. Credentials (tokens) are left out: they say nothing about the person. */
export async function exportIdentity(db: Drizzle, userId: string) {
  const { token: _, ...session } = getTableColumns(sessions)
  const {
    accessToken: __,
    refreshToken: ___,
    idToken: ____,
    password: _____,
    ...account
  } = getTableColumns(accounts)
  const { tokenHash: ______, ...link } = getTableColumns(signInLinks)
  const { token: _______, ...access } = getTableColumns(oauthAccessTokens)
  const {
    token: ________,
    rotationReplayResponse: _________,
    ...refresh
  } = getTableColumns(oauthRefreshTokens)
  return {
    users: await db.select().from(users).where(eq(users.id, userId)),
    sessions: await db.select(session).from(sessions).where(eq(sessions.userId, userId)),
    accounts: await db.select(account).from(accounts).where(eq(accounts.userId, userId)),
    externalIds: await db.select().from(externalIds).where(eq(externalIds.userId, userId)),
    signInLinks: await db.select(link).from(signInLinks).where(eq(signInLinks.userId, userId)),
    oauthAccessTokens: await db
      .select(access)
      .from(oauthAccessTokens)
      .where(eq(oauthAccessTokens.userId, userId)),
    oauthRefreshTokens: await db
      .select(refresh)
      .from(oauthRefreshTokens)
      .where(eq(oauthRefreshTokens.userId, userId)),
  }
}

/** The user with sessions and linked accounts, and in the same transaction what another feature has of them. */
export function deleteUser<Outcome>(
  db: Drizzle,
  userId: string,
  removeRest: (tx: Drizzle) => Promise<'removed' | Outcome>,
): Promise<'removed' | Outcome> {
  return db.transaction(async (tx) => {
    const outcome = await removeRest(tx)
    if (outcome === 'removed') await tx.delete(users).where(eq(users.id, userId))
    return outcome
  })
}
