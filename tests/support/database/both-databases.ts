import fs from 'node:fs'
import { afterAll, beforeAll, describe, inject, vi } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { openDatabase } from '../../../server/db/open-database.ts'
import { createMigratedDatabase } from './create-postgres-database.ts'
import { copyEmbeddedDataFolder } from './embedded-data-folder.ts'

type OpenTestDatabase = () => Promise<Database>
type Kind = 'embedded' | 'postgres'
type TestsOnADatabase = (openTestDatabase: OpenTestDatabase, kind: Kind) => void

const both: Kind[] = ['embedded', 'postgres']

/**
 * Runs the same tests on the embedded database and on PostgreSQL. Every call of `openTestDatabase` opens a fresh,
 * migrated database; all are closed at the end. Races only show on PostgreSQL: the embedded one has one connection.
 */
export function describeOnBothDatabases(name: string, tests: TestsOnADatabase): void {
  describeOn(both, name, tests)
}

const inTestsOfBoth = process.env.DATABASES === 'both'

/**
 * For what each database does in the same way. In `npm test` on PostgreSQL, where races show, and in
 * `npm run torture databases` on both.
 */
export function describeMainlyOnPostgres(name: string, tests: TestsOnADatabase): void {
  describeOn(inTestsOfBoth ? both : ['postgres'], name, tests)
}

/** The other way round: for what has no races. */
export function describeMainlyOnEmbedded(name: string, tests: TestsOnADatabase): void {
  describeOn(inTestsOfBoth ? both : ['embedded'], name, tests)
}

function describeOn(kinds: Kind[], name: string, tests: TestsOnADatabase): void {
  describe.each(kinds)(`${name} (%s)`, (kind) => {
    const opened: Database[] = []
    const folders: string[] = []

    // Durability has tests of its own, in server/db.
    beforeAll(() => {
      const fsync = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {})
      return () => fsync.mockRestore()
    })
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()))
      for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
    })

    tests(async () => {
      const dataDir = kind === 'embedded' ? await copyEmbeddedDataFolder() : 'unused'
      if (kind === 'embedded') folders.push(dataDir)
      const databaseUrl =
        kind === 'postgres' ? await createMigratedDatabase(inject('postgresUrl')) : undefined
      const database = await openDatabase({ databaseUrl, dataDir, embeddedAllowed: true })
      opened.push(database)
      return database
    }, kind)
  })
}
