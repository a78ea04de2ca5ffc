import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { findProgram } from './find-program.ts'

export const findHaproxy = (): string => findProgram('haproxy', 'HAProxy')

/** HAProxy with the configuration that operators are given. */
export async function startHaproxy(values: Record<string, string>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-haproxy-'))
  const configuration = path.join(folder, 'haproxy.cfg')
  const given = fs.readFileSync('deploy/haproxy.cfg', 'utf8')
  const filled = given.replace(/^[^#]*\$\{.*$/gm, (line) =>
    line.replace(/\$\{([A-Z_0-9]+)\}/g, (_, name) => {
      const value = values[name]
      if (!value) throw new Error(`deploy/haproxy.cfg wants a value for ${name}.`)
      return value
    }),
  )
  fs.writeFileSync(configuration, filled)
  const child = spawn(findHaproxy(), ['-db', '-f', configuration], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  const printed = text(child.stderr)
  return {
    /** Returns what it printed when it has ended by itself. */
    failure: ended.then(() => printed),
    async stop() {
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
