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

/**
 * For what does not depend on locks or counters, which are tested on both. In `npm test` on one database, which the name
 * decides, and on both in `npm run torture databases`.
 */
export function describeOnEitherDatabase(name: string, tests: TestsOnADatabase): void {
  const isOdd = [...name].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 2 === 1
  describeOn(process.env.DATABASES === 'both' ? both : [isOdd ? 'postgres' : 'embedded'], name, tests)
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
