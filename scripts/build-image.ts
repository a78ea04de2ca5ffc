import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { imageName, packDataFolder } from '../server/db/data-folder-image.ts'
import { openEmbeddedDatabase } from '../server/db/open-embedded-database.ts'

/** Leaves an image of a migrated, empty data folder in `folder`, and no older one; keeps one that is up to date. */
export async function buildImage(folder: string): Promise<void> {
  const name = imageName()
  for (const other of fs.readdirSync(folder)) {
    if (other.endsWith('.image') && other !== name) fs.rmSync(path.join(folder, other))
  }
  const image = path.join(folder, name)
  if (fs.existsSync(image)) return

  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-image-'))
  try {
    await (await openEmbeddedDatabase(dataDir)).close()
    // Under another name first: a build that is stopped leaves no half of it.
    fs.writeFileSync(`${image}.unfinished`, packDataFolder(path.join(dataDir, 'postgres')))
    fs.renameSync(`${image}.unfinished`, image)
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}
