import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A file system of its own in memory, so small that it can be filled; undefined where this user may not mount one. */
export function mountSmallDisk(megabytes: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-disk-'))
  const filler = path.join(folder, 'filler')
  const mount = (...options: string[]) => spawnSync('mount', options).status === 0
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder)) {
    fs.rmdirSync(folder)
    return undefined
  }
  return {
    folder,
    /** Until not a byte more fits. */
    fill() {
      const file = fs.openSync(filler, 'w')
      try {
        for (;;) fs.writeSync(file, Buffer.alloc(65_536))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        fs.closeSync(file)
      }
    },
    free: () => fs.rmSync(filler),
    /** Refused by the kernel while a file is open for writing, unless it is forced. */
    makeReadOnly: () => mount('-o', 'remount,ro', folder),
    makeWritable: () => mount('-o', 'remount,rw', folder),
    unmount() {
      spawnSync('umount', ['-l', folder])
      fs.rmdirSync(folder)
    },
  }
}
