import { randomUUID } from 'node:crypto'
import fs from 'node:fs'

/**
 * The lock where the kernel offers no name to hold: a file with the owner's process id. It is created whole, by a
 * hard link, so nobody reads it half-written. Returns undefined when a running process has it.
 */
export function takeLockFile(file: string): (() => Promise<void>) | undefined {
  const mine = `${file}.${randomUUID()}`
  fs.writeFileSync(mine, String(process.pid), { mode: 0o600 })
  try {
    if (!tryLink(mine, file)) {
      if (!removeIfDead(file)) return undefined
      if (!tryLink(mine, file)) return undefined
    }
  } finally {
    fs.unlinkSync(mine)
  }
  return async () => fs.rmSync(file, { force: true })
}

function tryLink(source: string, target: string): boolean {
  try {
    fs.linkSync(source, target)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Moves the file aside before judging it, so that of two processes only one can take over a dead one's lock. */
function removeIfDead(file: string): boolean {
  if (isAlive(readOwner(file))) return false
  const aside = `${file}.${randomUUID()}`
  try {
    fs.renameSync(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
    throw error
  }
  // Between the look and the move another process may have taken the lock: then it gets it back.
  const ownerIsAlive = isAlive(readOwner(aside))
  if (ownerIsAlive) tryLink(aside, file)
  fs.unlinkSync(aside)
  return !ownerIsAlive
}

function readOwner(file: string): number | undefined {
  try {
    return Number(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isAlive(pid: number | undefined): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
