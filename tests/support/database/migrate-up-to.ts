import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import type pg from 'pg'
import { findMigrations } from '../../../server/db/migrate.ts'

/** Leaves the database as an older version did, whose last migration has this number. */
export const migrateUpTo = (client: pg.Client, last: number): Promise<void> =>
  withMigrationsUpTo(last, (migrationsFolder) => migrate(drizzle(client), { migrationsFolder }))

export const migrateEmbeddedUpTo = (client: PGlite, last: number): Promise<void> =>
  withMigrationsUpTo(last, (migrationsFolder) =>
    migrateEmbedded(drizzleEmbedded(client), { migrationsFolder }),
  )

async function withMigrationsUpTo(last: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-migrations-'))
  try {
    fs.cpSync(findMigrations(), folder, { recursive: true })
    const journal = path.join(folder, 'meta', '_journal.json')
    const { entries, ...rest } = JSON.parse(fs.readFileSync(journal, 'utf8'))
    const kept = entries.filter(({ idx }: { idx: number }) => idx <= last)
    fs.writeFileSync(journal, JSON.stringify({ ...rest, entries: kept }))
    await work(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
