import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findPostgresBinaries } from '../testing/find-postgres-binaries.ts'
import { findNginx } from '../testing/nginx.ts'

const FONT_FOLDER = '/usr/share/fonts'

/** A CHROMIUM_PATH that is set is the only one tried: silently using another browser would hide the mistake. */
export function findChromium(): string | undefined {
  const asked = process.env.CHROMIUM_PATH
  if (asked) return isExecutable(asked) ? asked : undefined
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  return ['/usr/bin/chromium', ...names.flatMap(inPath), chromium.executablePath()].find(isExecutable)
}

/** Safe to run any number of times. Returns one sentence for each tool that is still missing. */
export function ensureTools(): string[] {
  if (!findChromium() && !process.env.CHROMIUM_PATH) installChromium()
  if (problemOf(findPostgresBinaries) && canUseApt()) aptInstall(['postgresql'])
  if (problemOf(findNginx) && canUseApt()) aptInstall(['nginx'])
  const problems = [chromiumProblem(), problemOf(findPostgresBinaries), problemOf(findNginx)]
  return problems.filter((problem) => problem !== undefined)
}

function chromiumProblem(): string | undefined {
  if (findChromium()) return undefined
  const asked = process.env.CHROMIUM_PATH
  return asked
    ? `CHROMIUM_PATH is ${asked}, which is not an executable file: correct it or unset it.`
    : 'Chromium is missing: install the package chromium, or set CHROMIUM_PATH to a browser you have.'
}

function installChromium() {
  // Without the recommended packages no font comes along, and a page without glyphs has no layout to test.
  if (canUseApt()) aptInstall(hasFonts() ? ['chromium'] : ['chromium', 'fonts-liberation'])
  else runQuietly('npx', ['playwright', 'install', 'chromium'])
}

function problemOf(find: () => string): string | undefined {
  try {
    find()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function hasFonts(): boolean {
  if (!existsSync(FONT_FOLDER)) return false
  return readdirSync(FONT_FOLDER, { recursive: true }).some((name) =>
    /\.(ttf|otf|ttc|pfb)$/.test(String(name)),
  )
}

function canUseApt(): boolean {
  return process.getuid?.() === 0 && inPath('apt-get').some(isExecutable)
}

function aptInstall(packages: string[]) {
  console.log(`Installing ${packages.join(', ')} with apt-get…`)
  if (runQuietly('apt-get', ['update'])) {
    runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  }
}

function runQuietly(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' })
  if (status !== 0) console.error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`)
  return status === 0
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}

function inPath(program: string): string[] {
  return pathFolders().map((folder) => join(folder, program))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = ensureTools()
  for (const sentence of missing) console.error(sentence)
  process.exitCode = missing.length > 0 ? 1 : 0
}
