import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { openDatabase } from '../server/db/open-database.ts'

export const templateTimeoutMs = 120_000

/**
 * A data folder with a migrated embedded database, ready in milliseconds: a copy of one made once per test run.
 * It lies in the folder of the run, which is removed at its end.
 */
export async function copyEmbeddedDataFolder(): Promise<string> {
  const dataDir = emptyDataFolder()
  fs.cpSync(await makeTemplateOnce(), dataDir, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  return dataDir
}

/** The name of a data folder that does not exist yet. */
export function emptyDataFolder(): string {
  return path.join(inject('runFolder'), randomUUID())
}

/**
 * Takes seconds the first time: call it in `beforeAll`, with `templateTimeoutMs`, where tests copy the folder.
 * Two test files may make it at the same moment: the first to rename wins, the other uses the winner's.
 */
export async function makeTemplateOnce(): Promise<string> {
  const template = path.join(inject('runFolder'), 'template')
  if (fs.existsSync(template)) return template
  const dataDir = emptyDataFolder()
  const database = await openDatabase({ dataDir, embeddedAllowed: true })
  await database.close()
  try {
    fs.renameSync(dataDir, template)
  } catch (error) {
    if (!fs.existsSync(template)) throw error
  }
  return template
}
