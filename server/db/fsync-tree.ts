import fs from 'node:fs'
import path from 'node:path'

/** Puts a folder and all it holds on the disk, the entries of every directory included. */
export function fsyncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(entryPath)
    else if (entry.isFile()) fsyncPath(entryPath)
  }
  fsyncPath(folder)
}

export function fsyncPath(target: string): void {
  // Windows cannot open a directory to fsync it; its file system journals directory entries itself.
  if (process.platform === 'win32' && fs.statSync(target).isDirectory()) return
  const descriptor = fs.openSync(target, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
