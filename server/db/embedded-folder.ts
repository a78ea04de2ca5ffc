import fs from 'node:fs'
import path from 'node:path'

/** Where the embedded database lies in DATA_DIR. */
export const embeddedFolder = (dataDir: string): string => path.join(dataDir, 'postgres')

export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  fs.existsSync(path.join(embeddedFolder(dataDir), 'PG_VERSION'))
