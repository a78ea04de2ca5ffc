import fs from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { ConfigurationError } from '../configuration-error.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { embeddedFolder } from './embedded-folder.ts'
import { initialiseDataFolder } from './initialise-data-folder.ts'
import { maintainEmbedded } from './maintain-embedded.ts'
import { startPGlite } from './start-pglite.ts'

export type EmbeddedDatabase = { client: PGlite; close(): Promise<void> }

/** Opens the database in the data folder, alone and durably; the first start takes some seconds. */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const root = path.resolve(dataDir)
  makeWritableFolder(root)
  const release = await lockDataFolder(root)
  try {
    const folder = embeddedFolder(root)
    await initialiseDataFolder(folder)
    fs.chmodSync(folder, 0o700)
    // The lock says that nobody else is here, so this is of a process that was killed. PostgreSQL mostly sees that
    // itself, but refuses for ever a file that the process had created and not yet written.
    fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
    const client = await startPGlite(folder)
    const maintenance = maintainEmbedded(client)
    return {
      client,
      async close() {
        await maintenance.stop()
        await client.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

function makeWritableFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (cause) {
    throw new ConfigurationError(
      `The data folder ${folder} cannot be written (${(cause as NodeJS.ErrnoException).code}). Give the user that runs Fairseat the right to write there, or choose another DATA_DIR.`,
      { cause },
    )
  }
}
