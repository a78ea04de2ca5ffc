import { openDatabase } from '../db/open-database.ts'
import type { Env } from '../env.ts'

/** The server's database for an operator's command; the embedded one too, also in production. */
export function openOperatorDatabase(env: Env) {
  const embedded = env.DATABASE_URL === 'embedded' || !env.DATABASE_URL
  return openDatabase({
    databaseUrl: embedded ? undefined : env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    dataDir: env.DATA_DIR,
    embeddedAllowed: true,
  })
}
