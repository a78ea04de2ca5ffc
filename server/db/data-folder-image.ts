import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'
import { ConfigurationError } from '../configuration-error.ts'
import { findMigrations } from './migrate.ts'
import { embeddedPostgresMajor } from './start-pglite.ts'

/** A folder, or a file with its size. */
type Entry = [path: string, bytes?: number]

// In dist/, seen from the server's bundle and from this source.
const imageFolders = ['..', '../../dist'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))

/** Four times faster to write than the next quality, and as fast to read. */
const quality = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 }

/** Says what the image was made from, so that one of other migrations or another PostgreSQL is never found. */
export function imageName(migrations = findMigrations()): string {
  const hash = createHash('sha256').update(embeddedPostgresMajor)
  for (const name of fs.readdirSync(migrations).toSorted()) {
    if (name.endsWith('.sql')) hash.update(name).update(fs.readFileSync(path.join(migrations, name)))
  }
  return `embedded-${hash.digest('hex').slice(0, 16)}.image`
}

/** An image of a migrated, empty data folder, if the build has left one; `initdb` takes five times as long. */
export function findImage(): string | undefined {
  const name = imageName()
  return imageFolders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file))
}

/** Of a database that was closed. */
export function packDataFolder(folder: string): Buffer {
  const entries: Entry[] = []
  const contents: Buffer[] = []
  const add = (parent: string) => {
    for (const entry of fs.readdirSync(path.join(folder, parent), { withFileTypes: true })) {
      const name = path.posix.join(parent, entry.name)
      if (entry.isDirectory()) {
        entries.push([name])
        add(name)
      } else {
        const content = fs.readFileSync(path.join(folder, name))
        entries.push([name, content.length])
        contents.push(content)
      }
    }
  }
  add('')
  return zlib.brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...contents]), {
    params: quality,
  })
}

/** Into a folder that is there and empty. Nothing is on the disk yet when it returns. */
export function unpackDataFolder(image: string, folder: string): void {
  const { entries, content } = readImage(image)
  let offset = 0
  for (const [name, bytes] of entries) {
    const target = path.join(folder, name)
    if (bytes === undefined) fs.mkdirSync(target, { mode: 0o700 })
    else {
      fs.writeFileSync(target, content.subarray(offset, offset + bytes), { mode: 0o600 })
      offset += bytes
    }
  }
}

function readImage(image: string): { entries: Entry[]; content: Buffer } {
  try {
    const unpacked = zlib.brotliDecompressSync(fs.readFileSync(image))
    const end = unpacked.indexOf('\n')
    return {
      entries: JSON.parse(unpacked.subarray(0, end).toString()) as Entry[],
      content: unpacked.subarray(end + 1),
    }
  } catch (cause) {
    throw new ConfigurationError(
      `The image of an empty database, ${image}, is damaged. Run \`npm run build\`, and copy the whole of dist/.`,
      { cause },
    )
  }
}
