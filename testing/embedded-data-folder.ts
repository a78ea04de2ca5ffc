import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

/**
 * A data folder with a migrated embedded database, ready in milliseconds: a copy of the one that the global setup has
 * made. It lies in the folder of the run, which is removed at its end.
 */
export async function copyEmbeddedDataFolder(): Promise<string> {
  const dataDir = emptyDataFolder()
  const template = path.join(inject('runFolder'), 'template')
  await fs.promises.cp(template, dataDir, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  return dataDir
}

/** The name of a data folder that does not exist yet. */
export function emptyDataFolder(): string {
  return path.join(inject('runFolder'), randomUUID())
}
