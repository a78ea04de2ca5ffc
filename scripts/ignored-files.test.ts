import fs from 'node:fs'
import { expect, test } from 'vitest'

/** For names in the folder of the project, which is all that is asked here: the last line that fits decides. */
function isIgnored(lines: readonly string[], name: string): boolean {
  const fits = (line: string) => {
    const pattern = line.replace(/^!/, '').replace(/\/$/, '')
    return new RegExp(`^${pattern.replaceAll('.', '[.]').replaceAll('*', '.*')}$`).test(name)
  }
  const line = lines.findLast(fits)
  return line !== undefined && !line.startsWith('!')
}

/** What docs/deploy.md and docs/runbooks/backup.md make beside the sources: keys, and everything about everybody. */
const secrets = ['.env', 'fairseat.env', 'staging.env', 'backup', 'fairseat.dump', '.data']

test.each(['.gitignore', '.dockerignore'])('%s keeps out settings with keys, and backups', (file) => {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
  expect(secrets.filter((name) => !isIgnored(lines, name))).toEqual([])
  expect(isIgnored(lines, 'demo.env')).toBe(false)
})
