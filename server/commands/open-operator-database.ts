import path from 'node:path'
import { ConfigurationError } from '../configuration-error.ts'
import { DataFolderInUseError } from '../db/data-folder-lock.ts'
import { hasEmbeddedDatabase } from '../db/embedded-folder.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Env } from '../env.ts'

/** The server's database for an operator's command; the embedded one too, also in production. A command makes none. */
export async function openOperatorDatabase(env: Env) {
  const embedded = env.DATABASE_URL === 'embedded' || !env.DATABASE_URL
  if (embedded && !hasEmbeddedDatabase(env.DATA_DIR))
    throw new ConfigurationError(
      `There is no embedded database in ${path.resolve(env.DATA_DIR)}. Set DATA_DIR to the server's folder, or start the server once, which makes one.`,
    )
  try {
    return await openDatabase({
      databaseUrl: embedded ? undefined : env.DATABASE_URL,
      directUrl: env.DATABASE_DIRECT_URL,
      dataDir: env.DATA_DIR,
      embeddedAllowed: true,
    })
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error
    throw new ConfigurationError(
      'The server is running and has its embedded database to itself. Stop it, run this command, and start it again. With PostgreSQL both run at once.',
    )
  }
}
