import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { copyEmbeddedDataFolder, emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { startDatabaseChild } from '../../tests/support/database/start-database-child.ts'
import { imageName, packDataFolder } from './data-folder-image.ts'
import type { Database } from './database.ts'
import { initialiseDataFolder } from './initialise-data-folder.ts'
import { countMigrations, findMigrations } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { subscriptions } from './schema.ts'
import { embeddedPostgresMajor } from './start-pglite.ts'

const nobody = { uid: 65534, gid: 65534 }

let database: Database | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await database?.close()
  database = undefined
})

async function open(dataDir: string): Promise<Database> {
  database = await openDatabase({ dataDir, embeddedAllowed: true })
  return database
}

/** Of the database that the global setup has made. */
function makeImage(): string {
  const image = path.join(inject('runFolder'), `${randomUUID()}.image`)
  fs.writeFileSync(image, packDataFolder(path.join(inject('runFolder'), 'template', 'postgres')))
  return image
}

describe('a folder that a killed process has left', () => {
  let dataDir: string
  let opened: Database
  const cluster = () => path.join(dataDir, 'postgres')
  const leftover = () => path.join(dataDir, 'postgres.initialising')
  beforeAll(async () => {
    dataDir = await copyEmbeddedDataFolder()
    fs.mkdirSync(path.join(leftover(), 'base'), { recursive: true })
    // Killed between its creation and its writing.
    fs.writeFileSync(path.join(cluster(), 'postmaster.pid'), '')
    fs.chmodSync(cluster(), 0o755)
    opened = await openDatabase({ dataDir, embeddedAllowed: true })
  })
  afterAll(() => opened.close())

  it('is opened, and what a first start left unfinished is removed', () => {
    expect(opened.kind).toBe('embedded')
    expect(fs.existsSync(leftover())).toBe(false)
  })

  it('is kept to its owner, also when it was opened to others', () => {
    expect(fs.statSync(cluster()).mode & 0o777).toBe(0o700)
  })

  it('has fsync on, by a method that PGlite does not leave out', async () => {
    const { rows } = await opened.db.execute(
      sql`select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') order by name`,
    )
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'wal_sync_method', setting: 'fsync' },
    ])
  })

  it('has the write-ahead log on the disk before a commit is acknowledged', async () => {
    const fsync = vi.spyOn(fs, 'fsyncSync')
    await opened.db.insert(subscriptions).values({ id: 's1', userId: 'u1', plan: 'free', status: 'active' })
    const filesSynced = fsync.mock.calls.map(([descriptor]) => fs.readlinkSync(`/proc/self/fd/${descriptor}`))
    const walFolder = path.join(fs.realpathSync(cluster()), 'pg_wal')
    expect(filesSynced.map((file) => path.dirname(file))).toContain(walFolder)
  })
})

/** The second takes eight seconds and differs in one line: `npm test` has it in scripts/dist-anywhere.test.ts. */
const ways = process.env.TORTURE ? ['from an image', 'by initdb'] : ['from an image']

describe.each(ways)('a first start %s', (way) => {
  it('is durable: the whole cluster is synced before it gets its name, also after one that failed', {
    timeout: 300_000,
  }, async () => {
    const dataDir = emptyDataFolder()
    fs.mkdirSync(dataDir, { mode: 0o700 })
    const folder = path.join(dataDir, 'postgres')
    const image = way === 'from an image' ? makeImage() : undefined
    if (image) await failWithDamaged(image, folder)
    const steps: string[] = []
    const fsync = fs.fsyncSync
    const rename = fs.renameSync
    vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      steps.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`))
      fsync(descriptor)
    })
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (to === folder) steps.push('renamed')
      rename(from, to)
    })
    await initialiseDataFolder(folder, () => image)

    const unfinished = `${folder}.initialising`
    const beforeRename = steps.slice(0, steps.indexOf('renamed'))
    const afterRename = steps.slice(steps.indexOf('renamed') + 1)
    for (const name of ['PG_VERSION', 'global/pg_control', 'base', '']) {
      expect(beforeRename).toContain(path.join(unfinished, name))
    }
    expect(afterRename).toEqual([dataDir])
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
    expect(fs.readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim()).toBe(embeddedPostgresMajor)

    const { db } = await open(dataDir)
    expect(await db.select().from(subscriptions)).toEqual([])
    const { rows } = await db.execute(sql`select count(*)::int as applied from drizzle.__drizzle_migrations`)
    expect(rows).toEqual([{ applied: countMigrations() }])
  })
})

/** A sentence says so, and nothing is there that could be taken for a database. */
async function failWithDamaged(image: string, folder: string) {
  const damaged = `${image}.damaged`
  fs.writeFileSync(damaged, fs.readFileSync(image).subarray(0, -1_000))
  await expect(initialiseDataFolder(folder, () => damaged)).rejects.toThrow(
    `The image of an empty database, ${damaged}, is damaged. Run \`npm run build\``,
  )
  expect(fs.existsSync(folder)).toBe(false)
}

it('makes a new data folder for its owner alone', async () => {
  const dataDir = emptyDataFolder()
  await open(dataDir)
  for (const folder of [dataDir, path.join(dataDir, 'postgres')])
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
})

it('does not take the image of other migrations', () => {
  const migrations = path.join(inject('runFolder'), randomUUID())
  fs.cpSync(findMigrations(), migrations, { recursive: true })
  expect(imageName(migrations)).toBe(imageName())
  fs.writeFileSync(path.join(migrations, '9999_more.sql'), 'select 1')
  expect(imageName(migrations)).not.toBe(imageName())
})

it('says what to do when the folder was written by another PostgreSQL', async () => {
  const dataDir = await copyEmbeddedDataFolder()
  fs.writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(open(dataDir)).rejects.toThrow(
    `${dataDir}/postgres was written by PostgreSQL 17, but this version of Fairseat embeds PostgreSQL 18. Start`,
  )
})

it('does not build a database among files it does not know', async () => {
  const dataDir = emptyDataFolder()
  fs.mkdirSync(path.join(dataDir, 'postgres'), { recursive: true })
  fs.writeFileSync(path.join(dataDir, 'postgres', 'holiday.jpg'), '')
  await expect(open(dataDir)).rejects.toThrow(`${dataDir}/postgres holds files but no database. Move them`)
})

it('names the folder when the path leads through a file', async () => {
  const file = emptyDataFolder()
  fs.writeFileSync(file, '')
  await expect(open(path.join(file, 'data'))).rejects.toThrow(
    `The data folder ${file}/data cannot be written`,
  )
})

it('names the folder when its user may not write there', async () => {
  const dataDir = emptyDataFolder()
  fs.mkdirSync(dataDir)
  fs.chmodSync(dataDir, 0o555)
  // Root may write anywhere, so the test then runs as somebody else, who must be able to reach the folder.
  const isRoot = process.getuid?.() === 0
  if (isRoot) fs.chmodSync(path.dirname(dataDir), 0o755)
  const child = startDatabaseChild({ dataDir }, isRoot ? nobody : undefined)
  await expect(child.opened).rejects.toThrow(`The data folder ${dataDir} cannot be written (EACCES). Give`)
})

it('keeps its rows after a clean close, and closes as often as asked', async () => {
  const dataDir = await copyEmbeddedDataFolder()
  const first = await open(dataDir)
  await first.db.insert(subscriptions).values({ id: 's1', userId: 'u1', plan: 'free', status: 'active' })
  await expect.poll(first.isReady).toBe(true)
  await Promise.all([first.close(), first.close()])
  expect(await first.isReady()).toBe(false)

  const second = await open(dataDir)
  expect(await second.db.select().from(subscriptions)).toMatchObject([{ id: 's1', userId: 'u1' }])
})
