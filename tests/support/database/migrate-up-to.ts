import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { findMigrations } from '../../../server/db/migrate.ts'

/** Leaves the database as an older version did, whose last migration has this number. */
export async function migrateUpTo(client: pg.Client, last: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-migrations-'))
  try {
    fs.cpSync(findMigrations(), folder, { recursive: true })
    const journal = path.join(folder, 'meta', '_journal.json')
    const { entries, ...rest } = JSON.parse(fs.readFileSync(journal, 'utf8'))
    const kept = entries.filter(({ idx }: { idx: number }) => idx <= last)
    fs.writeFileSync(journal, JSON.stringify({ ...rest, entries: kept }))
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
