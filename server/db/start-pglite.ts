import { PGlite } from '@electric-sql/pglite'
import { ConfigurationError } from '../configuration-error.ts'
import { DurableFileSystem } from './durable-file-system.ts'

const lastLinesKept = 5

/** PGlite's own start parameters, less the `-F` that turns fsync off. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on'],
  // PGlite's fdatasync does nothing; its fsync is ours.
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', 'shared_buffers=16MB'],
]

/** Opens a cluster, creating it when the folder is empty. The caller holds the lock on the data folder. */
export async function startPGlite(folder: string): Promise<PGlite> {
  const lastLines: string[] = []
  try {
    return await PGlite.create({
      fs: new DurableFileSystem(folder),
      relaxedDurability: false,
      startParams,
      onStderr: (line) => {
        lastLines.push(line)
        if (lastLines.length > lastLinesKept) lastLines.shift()
        return true
      },
    })
  } catch (cause) {
    throw new ConfigurationError(
      `The embedded database in ${folder} did not start. Check that the disk has space; if it does, keep a copy of the folder and restore your last backup. PostgreSQL said: ${lastLines.join(' | ') || String(cause)}`,
      { cause },
    )
  }
}
