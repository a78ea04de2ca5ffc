import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { ConfigurationError } from '../configuration-error.ts'
import { DurableFileSystem } from './durable-file-system.ts'

/** The PostgreSQL inside the installed PGlite; a test holds the two together. */
export const embeddedPostgresMajor = '18'

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
  let isOpen = false
  try {
    const cluster = await PGlite.create({
      fs: new DurableFileSystem(folder),
      relaxedDurability: false,
      startParams,
      onStderr: (line) => {
        if (isOpen && line.includes(' PANIC: ')) endAfterPanic(folder, line)
        lastLines.push(line)
        if (lastLines.length > lastLinesKept) lastLines.shift()
        return true
      },
    })
    isOpen = true
    return cluster
  } catch (cause) {
    throw new ConfigurationError(
      `The embedded database in ${folder} did not start. Check that the disk has space; if it does, keep a copy of the folder and restore your last backup. PostgreSQL said: ${lastLines.join(' | ') || String(cause)}`,
      { cause },
    )
  }
}

/**
 * PostgreSQL ends its server when it cannot write its log, and recovers at the next start. PGlite goes on in a state that
 * nobody knows: its next statement never returns and takes the whole process with it.
 */
function endAfterPanic(folder: string, line: string): never {
  fs.writeSync(
    2,
    `The embedded database in ${folder} cannot write to its disk and has stopped; nothing that was acknowledged is lost. Make room there, or make it writable again, and start Fairseat again. PostgreSQL said: ${line}\n`,
  )
  process.exit(1)
}
