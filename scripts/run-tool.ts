import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const tools = { vitest: 'vitest/vitest.mjs', playwright: '@playwright/test/cli.js' }

interface RunOptions {
  env?: Record<string, string>
  /** Keeps what it prints instead of passing it on. */
  quiet?: boolean
}

/** With this Node and without `npx`, which is a shell script: Windows cannot start it as a program. */
export function runTool(tool: keyof typeof tools, args: string[], options: RunOptions = {}) {
  return run([join(root, 'node_modules', tools[tool]), ...args], options)
}

/** The same while others run. */
export function startTool(tool: keyof typeof tools, args: string[], options: RunOptions = {}) {
  return start([join(root, 'node_modules', tools[tool]), ...args], options)
}

/** A script of package.json, run by the npm that runs us. */
export function runNpmScript(name: string, args: string[] = [], options: RunOptions = {}) {
  return run([npmPath(), 'run', '--silent', name, '--', ...args], options)
}

/** The same while others run; keeps what it prints. */
export function startNpmScript(name: string) {
  return start([npmPath(), 'run', '--silent', name], { quiet: true })
}

function npmPath(): string {
  const npm = process.env.npm_execpath
  if (!npm) throw new Error('Start this with npm: npm test, npm run torture.')
  return npm
}

function run(command: string[], { env = {}, quiet = false }: RunOptions): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: quiet ? 'pipe' : 'inherit',
  })
}

/** Resolves when it has ended: `status` is null when a signal ended it, `printed` is what it printed if it was quiet. */
async function start(command: string[], { env = {}, quiet = false }: RunOptions) {
  const output = quiet ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', output, output],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, printed }
}
