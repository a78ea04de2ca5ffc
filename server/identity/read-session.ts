import { sql } from 'drizzle-orm'
import type { SessionStrength } from '../../core/identity/session-strength.ts'
import { batchReads } from '../db/batch-reads.ts'
import type { Drizzle } from '../db/database.ts'
import { sessions } from '../db/schema.ts'

export interface FoundSession {
  user: { id: string; email: string; name: string }
  session: { id: string; updatedAt: Date; strength: SessionStrength; provenAt: Date | null }
}

interface SessionReaderDeps {
  db: Drizzle
  /** As for `batchCalls`. */
  pauseMs?: number
}

/**
 * The session of a token, null once it has ended. Nearly every request of a signed-in visitor needs it, so it is one
 * function on the library's tables (migration 0025) instead of the library's own, slower lookup (docs/performance.md). It only
 * reads: the library creates, refreshes and ends sessions.
 */
export function createSessionReader({ db, pauseMs = 0 }: SessionReaderDeps) {
  const query = db
    .select({
      user: {
        id: sql<string>`user_id`,
        email: sql<string>`email`,
        name: sql<string>`name`,
      },
      session: {
        id: sql<string>`session_id`,
        updatedAt: sql`updated_at`.mapWith(sessions.updatedAt),
        strength: sql<SessionStrength>`strength`,
        provenAt: sql<Date | null>`proven_at`.mapWith(sessions.provenAt),
      },
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

  return async (token: string): Promise<FoundSession | null> => {
    const [found] = await read(token)
    return found ?? null
  }
}
