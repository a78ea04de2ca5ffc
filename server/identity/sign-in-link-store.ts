import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { signInLinkPath } from '../../core/identity/contract.ts'
import { safeNext } from '../../core/identity/safe-next.ts'
import type { LocalPath } from '../../core/local-path.ts'
import type { Drizzle } from '../db/database.ts'
import { signInLinks, users } from '../db/schema.ts'

const validSeconds = 60

/** Never another sign-in link: the visitor would be signed in by what follows `next` instead of by an answer. */
const nextOf = (next: string | null | undefined): LocalPath => {
  const path = safeNext(next)
  return path.includes(signInLinkPath) ? safeNext(null) : path
}

// 256 random bits cannot be guessed, so a plain hash is enough: whoever reads the table has no link.
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Null when there is no such user. The time is the database's. */
export async function createSignInLink(
  db: Drizzle,
  userId: string,
  next: string | undefined,
): Promise<{ token: string; expiresAt: Date } | null> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await db
    .insert(signInLinks)
    .select(
      db
        .select({
          tokenHash: sql<string>`${hashOf(token)}`.as('token_hash'),
          userId: users.id,
          next: sql<string>`${nextOf(next)}`.as('next'),
          expiresAt: sql<Date>`now() + ${validSeconds} * interval '1 second'`.as('expires_at'),
        })
        .from(users)
        .where(eq(users.id, userId)),
    )
    .returning({ expiresAt: signInLinks.expiresAt })
  return row ? { token, expiresAt: row.expiresAt } : null
}

const isGood = (token: string) =>
  and(eq(signInLinks.tokenHash, hashOf(token)), gt(signInLinks.expiresAt, sql`now()`))

/** Whom a link that is still good signs in, without using it up. */
export async function findSignInLink(
  db: Drizzle,
  token: string,
): Promise<{ userId: string; email: string; next: LocalPath } | null> {
  const [row] = await db
    .select({ userId: users.id, email: users.email, next: signInLinks.next })
    .from(signInLinks)
    .innerJoin(users, eq(users.id, signInLinks.userId))
    .where(isGood(token))
  return row ? { ...row, next: nextOf(row.next) } : null
}

/** Whom the link is for and where it leads: for one caller only, and within its minute. */
export async function spendSignInLink(
  db: Drizzle,
  token: string,
): Promise<{ userId: string; email: string; next: LocalPath } | null> {
  const { rows } = await db.execute<{ userId: string; email: string; next: string }>(sql`
    delete from ${signInLinks} using ${users}
    where ${isGood(token)} and ${users.id} = ${signInLinks.userId}
    returning ${users.id} as "userId", ${users.email} as "email", ${signInLinks.next} as "next"`)
  const [row] = rows
  return row ? { ...row, next: nextOf(row.next) } : null
}
