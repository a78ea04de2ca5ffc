import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { batchReads } from '../db/batch-reads.ts'
import type { Drizzle } from '../db/database.ts'
import { sessions } from '../db/schema.ts'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { parseCookies } from '../http/cookies.ts'

export interface FoundSession {
  user: { id: string; email: string; name: string }
  session: { id: string; updatedAt: Date }
}

interface SessionReaderDeps {
  db: Drizzle
  secret: string
  cookieName: string
  /** As for `batchCalls`. */
  pauseMs?: number
}

/**
 * The session that a request's cookie names. Nearly every request of a signed-in visitor needs it, so it is one
 * function on the library's tables (migration 0022) instead of the library's own, slower lookup (docs/performance.md). It only
 * reads: the library creates, refreshes and ends sessions.
 */
export function createSessionReader({ db, secret, cookieName, pauseMs = 0 }: SessionReaderDeps) {
  const query = db
    .select({
      user: {
        id: sql<string>`user_id`,
        email: sql<string>`email`,
        name: sql<string>`name`,
      },
      session: { id: sql<string>`session_id`, updatedAt: sql`updated_at`.mapWith(sessions.updatedAt) },
      token: sql<string>`token`,
    })
    .from(sql`find_sessions(${sql.placeholder('tokens')})`)
    // Without a name: behind PgBouncer the next statement may run on another connection.
    .prepare('')
  const read = batchReads(
    (tokens: string[]) => query.execute({ tokens }),
    ({ token }) => token,
    { pauseMs },
  )

  return async (headers: Headers): Promise<FoundSession | null> => {
    const token = signedToken(parseCookies(headers.get('cookie') ?? '', cookieName)[cookieName], secret)
    if (token === null) return null
    const [found] = await read(token)
    return found ?? null
  }
}

/** The token in the cookie if its signature is ours; the form is the library's: `token.signature`. */
export function signedToken(value: string | undefined, secret: string): string | null {
  if (!value) return null
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const ours = createHmac('sha256', secret).update(token).digest()
  return dot > 0 && equalInConstantTime(given, ours) ? token : null
}
