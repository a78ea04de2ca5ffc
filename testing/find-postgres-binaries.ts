import fs from 'node:fs'
import path from 'node:path'

const debianRoot = '/usr/lib/postgresql'

/** The folder with `initdb` and `postgres`: from the PATH, else the newest that Debian or Ubuntu installed. */
export function findPostgresBinaries(): string {
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const versions = fs.existsSync(debianRoot) ? fs.readdirSync(debianRoot) : []
  const installed = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(debianRoot, version, 'bin'))
  const found = [...onPath, ...installed].find(
    (folder) => fs.existsSync(path.join(folder, 'initdb')) && fs.existsSync(path.join(folder, 'postgres')),
  )
  if (found) return found
  throw new Error(
    'The tests need a PostgreSQL server: install it (Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql), or put the folder of initdb and postgres on the PATH.',
  )
}
