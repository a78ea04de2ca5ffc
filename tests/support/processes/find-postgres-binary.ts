import fs from 'node:fs'
import path from 'node:path'
import { MissingToolError } from './missing-tool.ts'

export const postgresBinaries = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore'] as const
const debianRoot = '/usr/lib/postgresql'

/**
 * The path of one of PostgreSQL's programs: from the PATH, else the newest that Debian or Ubuntu installed. Each is looked for
 * by itself: some machines link only a few of them into a folder of the PATH.
 */
export function findPostgresBinary(name: (typeof postgresBinaries)[number]): string {
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const versions = fs.existsSync(debianRoot) ? fs.readdirSync(debianRoot) : []
  const installed = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(debianRoot, version, 'bin'))
  const program = process.platform === 'win32' ? `${name}.exe` : name
  const found = [...onPath, ...installed]
    .map((folder) => path.join(folder, program))
    .find((file) => fs.existsSync(file))
  if (found) return found
  throw new MissingToolError(
    `${name} of PostgreSQL is missing: install it (Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql), or put its folder on the PATH.`,
  )
}
