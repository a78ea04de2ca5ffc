import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './find-program.ts'
import { MissingToolError } from './missing-tool.ts'

const startLimitMs = 120_000
const modules = '/usr/lib/apache2/modules'
/** As Debian loads them. */
const loaded = [...['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'mime'], 'auth_openidc']

export function findApache(): string {
  const program = findProgram('apache2')
  if (fs.existsSync(`${modules}/mod_auth_openidc.so`)) return program
  throw new MissingToolError(
    'mod_auth_openidc is missing: install it (Debian, Ubuntu: apt-get install libapache2-mod-auth-openidc).',
  )
}

interface ApacheOptions {
  port: number
  /** The configuration that is tried. */
  config: string
  /** Values of its variables. */
  values: Record<string, string>
  /** Lines after it, which count instead of its own. */
  more?: string[]
  /** The contents that it serves, by path. */
  files: Record<string, string>
}

/** Apache with one site on this machine, in a folder of its own. */
export async function startApache({ port, config, values, more = [], files }: ApacheOptions) {
  const program = findApache()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-apache-'))
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, 'site', name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, content)
  }
  const isRoot = process.getuid?.() === 0
  // The workers run as another user than root, who may not enter the folder otherwise.
  if (isRoot) fs.chmodSync(folder, 0o755)
  const lines = [
    `ServerRoot ${folder}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/error.log`,
    `Listen 127.0.0.1:${port}`,
    `ServerName 127.0.0.1:${port}`,
    ...(isRoot ? ['User www-data', 'Group www-data'] : []),
    ...loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    ...Object.entries(values).map(([name, value]) => `Define ${name} ${value}`),
    'TypesConfig /etc/mime.types',
    `DocumentRoot ${folder}/site`,
    `Include ${path.resolve(config)}`,
    ...more,
  ]
  fs.writeFileSync(path.join(folder, 'apache.conf'), lines.join('\n'))
  const child = spawn(program, ['-f', `${folder}/apache.conf`, '-D', 'FOREGROUND'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const log = () => {
    const file = path.join(folder, 'error.log')
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  }
  const deadline = Date.now() + startLimitMs
  while (!fs.existsSync(path.join(folder, 'pid'))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Apache did not start:\n${log()}`)
    await sleep(20)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    log,
    async stop() {
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
