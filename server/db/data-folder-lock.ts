import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { ConfigurationError } from '../configuration-error.ts'
import { takeLockFile } from './lock-file.ts'

/** Another process has the folder. */
export class DataFolderInUseError extends ConfigurationError {}

type Release = () => Promise<void>

/**
 * Two processes in one data folder destroy it, so only one may have it. Nothing is left to clean up after a
 * SIGKILL: on Linux the kernel frees the lock, elsewhere the lock file of a dead process is taken over.
 */
export async function lockDataFolder(folder: string): Promise<Release> {
  const release =
    process.platform === 'linux'
      ? await takeKernelName(folder)
      : takeLockFile(path.join(folder, 'fairseat.lock'))
  if (release) return release
  throw new DataFolderInUseError(
    `The data folder ${folder} is in use by another process. Stop that process, or give this one its own DATA_DIR; to run several at once, set DATABASE_URL to a PostgreSQL server.`,
  )
}

/**
 * An abstract Unix socket: a name without a file, gone with its process. Device and inode see through links.
 * The name holds within one network namespace: two containers that share a volume do not see each other's.
 */
async function takeKernelName(folder: string): Promise<Release | undefined> {
  const { dev, ino } = fs.statSync(folder, { bigint: true })
  const server = net.createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    // Exclusive: the workers of a `node:cluster` would share the name otherwise.
    server.listen({ path: `\0fairseat-data-${dev}-${ino}`, exclusive: true }, () => {
      server.unref()
      resolve(() => new Promise((released) => server.close(() => released())))
    })
  })
}
