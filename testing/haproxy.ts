import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { MissingToolError } from './missing-tool.ts'

/** Where Debian has it is not on everybody's PATH. */
export function findHaproxy(): string {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
  const found = folders.map((folder) => path.join(folder, 'haproxy')).find((file) => fs.existsSync(file))
  if (found) return found
  throw new MissingToolError(
    'HAProxy is missing: install it (Debian, Ubuntu: apt-get install haproxy; macOS: brew install haproxy).',
  )
}

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
    /** Answers what it printed when it has ended by itself. */
    failure: ended.then(() => printed),
    async stop() {
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
