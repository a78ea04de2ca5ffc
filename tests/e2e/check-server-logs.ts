import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPersonalData } from '../support/app/find-personal-data.ts'

const folder = fileURLToPath(new URL('../../test-results/server-logs', import.meta.url))

export function forgetServerLogs(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** All that a server has printed in this run, one file for each. */
export function keepServerLog(port: string, text: string): void {
  appendFileSync(join(folder, `${process.pid}-${port}.log`), text)
}

/** Throws when anything that any server printed in the whole run tells more than it may. */
export function checkServerLogs(): void {
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const found = logs.flatMap(findPersonalData)
  if (found.length > 0) throw new Error(`The servers' logs hold personal data:\n${found.join('\n')}`)
  if (logs.length > 0 && !logs.some((log) => log.includes('"msg":"request"')))
    throw new Error('No server has logged a request: there was nothing to look through.')
}
