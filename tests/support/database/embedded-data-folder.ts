import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

/**
 * A data folder with a migrated embedded database, ready in milliseconds: a copy of the one that the global setup has
 * made. It lies in the folder of the run, which is removed at its end.
 */
export function copyEmbeddedDataFolder(): string {
  const dataDir = emptyDataFolder()
  template ??= readFolder(path.join(inject('runFolder'), 'template'))
  for (const { name, content } of template) {
    const target = path.join(dataDir, name)
    if (content) fs.writeFileSync(target, content, { mode: 0o600 })
    else fs.mkdirSync(target, { recursive: true, mode: 0o700 })
  }
  return dataDir
}

/** Read once by each worker: copying its thousand files one by one with `fs.cp` takes ten times as long. */
let template: { name: string; content: Buffer | null }[] | undefined

function readFolder(folder: string) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  const inside = entries.map((entry) => {
    const file = path.join(entry.parentPath, entry.name)
    return { name: path.relative(folder, file), content: entry.isDirectory() ? null : fs.readFileSync(file) }
  })
  // Folders come before what is in them.
  return [{ name: '.', content: null }, ...inside.toSorted((a, b) => a.name.localeCompare(b.name))]
}

/** The name of a data folder that does not exist yet. */
export function emptyDataFolder(): string {
  return path.join(inject('runFolder'), randomUUID())
}
