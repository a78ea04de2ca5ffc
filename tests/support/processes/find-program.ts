import fs from 'node:fs'
import path from 'node:path'
import { MissingToolError } from './missing-tool.ts'

/** A server program of the operating system. Where Debian has those is not on everybody's PATH. */
export function findProgram(program: string, name = program): string {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
  const found = folders.map((folder) => path.join(folder, program)).find((file) => fs.existsSync(file))
  if (found) return found
  throw new MissingToolError(
    `${name} is missing: install it (Debian, Ubuntu: apt-get install ${program}; macOS: brew install ${program}).`,
  )
}
