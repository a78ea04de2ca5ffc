import { execFile, type SpawnSyncReturns, spawnSync } from 'node:child_process'
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

/** A script of package.json, run by the npm that runs us. */
export function runNpmScript(name: string, args: string[] = [], options: RunOptions = {}) {
  return run([npmPath(), 'run', '--silent', name, '--', ...args], options)
}

/** The same while others run; `failure` is what it printed, or null when it passed. */
export function startNpmScript(name: string): Promise<{ failure: string | null }> {
  const options = { cwd: root, maxBuffer: Number.POSITIVE_INFINITY }
  return new Promise((resolve) => {
    execFile(process.execPath, [npmPath(), 'run', '--silent', name], options, (error, stdout, stderr) =>
      resolve({ failure: error ? `${stdout}${stderr}` : null }),
    )
  })
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
