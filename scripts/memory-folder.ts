import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
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
    if (!isRunning(Number(name.slice(prefix.length)))) remove(join(disk, name))
  }
  const { bavail, bsize } = statfsSync(disk)
  if (bavail * bsize < neededBytes) return undefined
  const folder = join(disk, prefix + process.pid)
  mkdirSync(folder)
  // As /tmp is: some tests run programs as another user.
  chmodSync(folder, 0o1777)
  process.on('exit', () => remove(folder))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  return folder
}

/** With the file systems that tests which were interrupted have left mounted in it. */
function remove(folder: string): void {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  const inFolder = mounts.map((line) => line.split(' ')[1] ?? '').filter((at) => at.startsWith(`${folder}/`))
  for (const at of inFolder) spawnSync('umount', ['-l', at])
  rmSync(folder, { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
