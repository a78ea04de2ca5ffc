import path from 'node:path'
import { is, sql } from 'drizzle-orm'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { ConfigurationError } from '../configuration-error.ts'
import { applyCopySettings, compareTable, copySequences, copyTable, inPublic } from './copy-table.ts'
import type { Drizzle } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { hasEmbeddedDatabase } from './embedded-folder.ts'
import { explainPostgresError } from './explain-postgres-error.ts'
import { innermostError } from './innermost-error.ts'
import { findMigrations, listMigrations, migratePostgres } from './migrate.ts'
import { connectForMigration, serverApplicationName } from './postgres.ts'
import * as schema from './schema.ts'

type Option = '--from' | '--to'

interface Opened {
  db: Drizzle
  migrate(): Promise<void>
  close(): Promise<void>
}

export interface Progress {
  step: 'copied' | 'compared'
  table: string
  rows: number
}

interface MoveOptions {
  /** Each the folder of an embedded database (DATA_DIR), or the address of a PostgreSQL database. */
  from: string
  to: string
  onProgress?: (progress: Progress) => void
}

/**
 * Copies every table into an empty database and compares it row by row, in one transaction of the target: it has
 * everything or nothing. The source is only read.
 */
export async function moveDatabase({ from, to, onProgress = () => {} }: MoveOptions) {
  refuseAddress('--from', from)
  refuseAddress('--to', to)
  if (isPostgres(from) ? from === to : path.resolve(from) === path.resolve(to))
    throw new ConfigurationError('--from and --to are the same database.')
  if (!isPostgres(from) && !hasEmbeddedDatabase(from))
    throw new ConfigurationError(
      `There is no embedded database in ${from}. Give --from the server's DATA_DIR, the folder that holds the folder "postgres".`,
    )
  const source = await open('--from', from)
  try {
    await refuseOtherVersion('--from', source.db)
    const target = await open('--to', to)
    try {
      // Before it is migrated: what is somebody else's is not touched.
      await refuseRows(target.db)
      await target.migrate()
      await refuseOtherVersion('--to', target.db)
      return await copyAll(source.db, target.db, onProgress)
    } finally {
      await target.close()
    }
  } catch (error) {
    throw withoutRows(error)
  } finally {
    await source.close()
  }
}

export const isPostgres = (address: string): boolean => /^postgres(ql)?:\/\//.test(address)

/** Those that are referred to come before those that refer to them. */
export function listTables(): string[] {
  const names = new Set<string>()
  const add = (table: PgTable) => {
    const { name, foreignKeys } = getTableConfig(table)
    if (names.has(name)) return
    for (const { reference } of foreignKeys)
      if (reference().foreignTable !== table) add(reference().foreignTable)
    names.add(name)
  }
  for (const table of Object.values(schema)) if (is(table, PgTable)) add(table)
  return [...names]
}

function copyAll(source: Drizzle, target: Drizzle, onProgress: (progress: Progress) => void) {
  const tables = listTables()
  const readOneState = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return source.transaction(
    (read) =>
      target.transaction(async (write) => {
        await applyCopySettings(read)
        await applyCopySettings(write)
        await write.execute(sql.raw(`lock table ${tables.map(inPublic).join(', ')} in access exclusive mode`))
        await refuseRows(write)
        // A trigger would add rows to those that are copied.
        await setTriggers(write, 'disable')
        for (const table of tables)
          await copyTable(read, write, table, (rows) => onProgress({ step: 'copied', table, rows }))
        await setTriggers(write, 'enable')
        const moved: { table: string; rows: number }[] = []
        for (const table of tables) {
          await copySequences(read, write, table)
          const onCompared = (rows: number) => onProgress({ step: 'compared', table, rows })
          moved.push({ table, rows: await compareTable(read, write, table, onCompared) })
        }
        return moved
      }),
    readOneState,
  )
}

/** Only those that the migrations have made: those behind foreign keys stay on. */
async function setTriggers(db: Drizzle, state: 'disable' | 'enable'): Promise<void> {
  for (const table of listTables())
    await db.execute(sql.raw(`alter table ${inPublic(table)} ${state} trigger user`))
}

function refuseAddress(option: Option, address: string): void {
  if (isPostgres(address) || (address !== '' && address !== 'embedded' && !address.includes('://'))) return
  throw new ConfigurationError(
    `${option} must be a postgres:// address, or the folder of an embedded database: its DATA_DIR, .data unless you have set it.`,
  )
}

async function refuseOtherVersion(option: Option, db: Drizzle): Promise<void> {
  const applied = await listApplied(db)
  const ours = listMigrations()
  if (applied.join() === ours.join()) return
  if (applied.length === 0)
    throw new ConfigurationError(
      `The database of ${option} has never been used by Fairseat: it has no tables.`,
    )
  if (applied.every((moment, index) => moment === ours[index]))
    throw new ConfigurationError(
      `The database of ${option} is of an older version of Fairseat. Start this version with it once, which migrates it, stop it, and move it then.`,
    )
  throw new ConfigurationError(
    `The database of ${option} is of another version of Fairseat than this one. Move it with the version that it was last used by.`,
  )
}

async function listApplied(db: Drizzle): Promise<number[]> {
  if (!(await exists(db, 'drizzle.__drizzle_migrations'))) return []
  const { rows } = await db.execute<{ at: number }>(
    sql`select created_at::float8 as at from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows.map(({ at }) => at)
}

async function refuseRows(db: Drizzle): Promise<void> {
  for (const table of listTables()) {
    if (!(await exists(db, inPublic(table)))) continue
    const { rows } = await db.execute(sql.raw(`select from ${inPublic(table)} limit 1`))
    if (rows.length > 0)
      throw new ConfigurationError(
        `The database of --to is not empty: its table ${table} has rows. Nothing was moved. Give an empty one.`,
      )
  }
}

async function exists(db: Drizzle, table: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select to_regclass(${table}) is not null as found`,
  )
  return rows[0]?.found === true
}

const open = (option: Option, address: string): Promise<Opened> =>
  isPostgres(address) ? openPostgres(option, address) : openFolder(address)

async function openFolder(folder: string): Promise<Opened> {
  const { client, close } = await openEmbedded(folder)
  const db = drizzlePglite(client, { schema })
  return { db, close, migrate: () => migratePglite(db, { migrationsFolder: findMigrations() }) }
}

async function openPostgres(option: Option, url: string): Promise<Opened> {
  const client = await connectForMigration(url).catch((error: unknown) => {
    throw explainPostgresError(error, option)
  })
  const db = drizzleNodePostgres(client, { schema })
  const close = () => client.end()
  try {
    await refuseUsed(option, db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, close, migrate: () => migratePostgres(url) }
}

/** What a server writes while it is copied would be lost. The embedded database has a lock instead. */
async function refuseUsed(option: Option, db: Drizzle): Promise<void> {
  const { rows } = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and application_name = ${serverApplicationName}`,
  )
  if (rows.length > 0)
    throw new ConfigurationError(
      `The database of ${option} is in use: ${rows.length} connections of Fairseat. Stop every server that uses it.`,
    )
}

/** A failed statement is reported with its parameters, which are people's rows. */
function withoutRows(error: unknown): Error {
  if (error instanceof ConfigurationError) return error
  return new ConfigurationError(`Nothing was moved. PostgreSQL said: ${innermostError(error).message}`)
}
