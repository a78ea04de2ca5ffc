import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { openEmbedded } from './embedded.ts'
import { findMigrations } from './migrate.ts'
import * as schema from './schema.ts'

/** Imported only where it is used: a server on PostgreSQL need not load PGlite. */
export async function openEmbeddedDatabase(dataDir: string) {
  const migrationsFolder = findMigrations()
  const embedded = await openEmbedded(dataDir)
  const db = drizzle(embedded.client, { schema })
  try {
    await migrate(db, { migrationsFolder })
  } catch (error) {
    await embedded.close()
    throw error
  }
  return { db, close: embedded.close }
}
