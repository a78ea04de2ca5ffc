import fs from 'node:fs'
import path from 'node:path'
import { ConfigurationError } from '../configuration-error.ts'
import { findImage, unpackDataFolder } from './data-folder-image.ts'
import { fsyncPath, fsyncTree } from './fsync-tree.ts'
import { embeddedPostgresMajor, startPGlite } from './start-pglite.ts'

/**
 * Makes sure that `folder` holds a complete cluster of the right version. A cluster appears under its name only
 * when it is whole and on the disk, so that a first start may be killed at any moment and simply starts again.
 */
export async function initialiseDataFolder(folder: string, lookForImage = findImage): Promise<void> {
  const unfinished = `${folder}.initialising`
  fs.rmSync(unfinished, { recursive: true, force: true })

  const found = readMajor(folder)
  if (found === embeddedPostgresMajor) return
  if (found !== undefined) {
    throw new ConfigurationError(
      `The data folder ${folder} was written by PostgreSQL ${found}, but this version of Fairseat embeds PostgreSQL ${embeddedPostgresMajor}. Start the Fairseat that wrote it and move the data with pg_dump, or choose another DATA_DIR.`,
    )
  }
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
    throw new ConfigurationError(
      `The folder ${folder} holds files but no database. Move them away or choose another DATA_DIR.`,
    )
  }

  fs.mkdirSync(unfinished, { mode: 0o700 })
  const image = lookForImage()
  if (image) unpackDataFolder(image, unfinished)
  else await (await startPGlite(unfinished)).close()
  fsyncTree(unfinished)
  fs.renameSync(unfinished, folder)
  fsyncPath(path.dirname(folder))
}

function readMajor(folder: string): string | undefined {
  const versionFile = path.join(folder, 'PG_VERSION')
  return fs.existsSync(versionFile) ? fs.readFileSync(versionFile, 'utf8').trim() : undefined
}
