import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memoryDisk = '/dev/shm'
const prefix = 'fairseat-test-'
const neededBytes = 6 * 2 ** 30

/**
 * A folder in memory for the files of a test run, where the machine has room for it: hundreds of databases are made and
 * removed, and a busy disk takes ten times as long. Removed when this process ends; what a killed run left, by the next.
 */
export function createMemoryFolder(disk = memoryDisk): string | undefined {
  if (!existsSync(disk)) return undefined
  for (const name of readdirSync(disk).filter((entry) => entry.startsWith(prefix))) {
    if (!isRunning(Number(name.slice(prefix.length))))
      rmSync(join(disk, name), { recursive: true, force: true })
  }
  const { bavail, bsize } = statfsSync(disk)
  if (bavail * bsize < neededBytes) return undefined
  const folder = join(disk, prefix + process.pid)
  mkdirSync(folder)
  // As /tmp is: some tests run programs as another user.
  chmodSync(folder, 0o1777)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  return folder
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
