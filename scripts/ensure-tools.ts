import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { findApache } from '../tests/support/processes/apache.ts'
import { findLibfaketime } from '../tests/support/processes/find-libfaketime.ts'
import { findPostgresBinary, postgresBinaries } from '../tests/support/processes/find-postgres-binary.ts'
import { findProgram } from '../tests/support/processes/find-program.ts'
import { findHaproxy } from '../tests/support/processes/haproxy.ts'
import { findNginx } from '../tests/support/processes/nginx.ts'
import { findPgbouncer } from '../tests/support/processes/pgbouncer.ts'

export interface Tool {
  name: string
  /** Of Debian and Ubuntu. */
  packages: string[]
  neededFor: string
  /** What becomes of them where it is missing; they are skipped unless given. */
  withoutIt?: string
  isInstalled: () => boolean
}

const fontFolder = '/usr/share/fonts'

/** Programs of the operating system that tests use. One that needs more packages adds a line here. */
const tools: Tool[] = [
  {
    name: 'Chromium',
    // Without the recommended packages no font comes along, and a page without glyphs has no layout to test.
    packages: hasFonts() ? ['chromium'] : ['chromium', 'fonts-liberation'],
    neededFor: 'the browser tests',
    isInstalled: () => findChromium() !== undefined,
  },
  {
    name: "Chromium's headless shell",
    packages: ['chromium-headless-shell'],
    neededFor: 'the browser tests',
    withoutIt: 'run in Chromium, which takes half as long again',
    isInstalled: () => findHeadlessShell() !== undefined,
  },
  {
    name: 'PostgreSQL',
    packages: ['postgresql'],
    neededFor: 'the tests on PostgreSQL and those of backups',
    isInstalled: () => postgresBinaries.every((name) => isFound(() => findPostgresBinary(name))),
  },
  {
    name: 'nginx',
    packages: ['nginx'],
    neededFor: 'the tests of several servers behind deploy/nginx.conf',
    isInstalled: () => isFound(findNginx),
  },
  {
    name: 'Apache with mod_auth_openidc',
    packages: ['apache2', 'libapache2-mod-auth-openidc'],
    neededFor: 'the test of examples/apache/gate.conf',
    isInstalled: () => isFound(findApache),
  },
  {
    name: 'PgBouncer',
    packages: ['pgbouncer'],
    neededFor: 'the test of a checkout through a connection pooler',
    isInstalled: () => isFound(findPgbouncer),
  },
  {
    name: 'HAProxy',
    packages: ['haproxy'],
    neededFor: 'the test of a primary that dies and its standby',
    isInstalled: () => isFound(findHaproxy),
  },
  {
    name: 'Python',
    packages: ['python3'],
    neededFor: 'the tests of examples/plain-python',
    isInstalled: () => isFound(() => findProgram('python3')),
  },
  {
    name: 'slowhttptest',
    packages: ['slowhttptest'],
    neededFor: 'the tests of slow connections to deploy/nginx.conf',
    isInstalled: () => inPath('slowhttptest').some(isExecutable),
  },
  {
    name: 'libfaketime',
    packages: ['libfaketime'],
    neededFor: 'the tests of a server with a wrong clock',
    isInstalled: () => findLibfaketime() !== undefined,
  },
]

/** A CHROMIUM_PATH that is set is the only one tried: silently using another browser would hide the mistake. */
export function findChromium(): string | undefined {
  const asked = process.env.CHROMIUM_PATH
  if (asked) return isExecutable(asked) ? asked : undefined
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  return [...names.flatMap(inPath), chromium.executablePath()].find(isExecutable)
}

/** Takes two thirds of the processor time of Chromium, but has no back/forward cache: tests of that start Chromium. */
export function findHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH) return findChromium()
  return inPath('chromium-headless-shell').find(isExecutable)
}

/**
 * Installs what is missing where that is safe to do unasked: as root on Debian. Says first what and why. Returns the names of
 * what is still missing. Safe to run any number of times.
 */
export function ensureTools(wanted = tools, mayInstall = canUseApt(), install = aptInstall): string[] {
  const isMissing = ({ isInstalled }: Tool) => !isInstalled()
  const missing = wanted.filter(isMissing)
  if (missing.length > 0 && mayInstall) {
    for (const { name, packages, neededFor } of missing)
      console.log(
        `${name} is missing, which ${neededFor} need: installing ${packages.join(', ')} with apt-get.`,
      )
    install(missing.flatMap(({ packages }) => packages))
  }
  const still = missing.filter(isMissing)
  for (const { name, packages, neededFor, withoutIt = 'are skipped' } of still) {
    console.log(
      `${name} is missing, so ${neededFor} ${withoutIt}. Debian, Ubuntu: apt-get install ${packages.join(' ')}`,
    )
  }
  return still.map(({ name }) => name)
}

/** A mistake in CHROMIUM_PATH is no missing browser. */
export function chromiumProblem(): string | undefined {
  const asked = process.env.CHROMIUM_PATH
  if (!asked || findChromium()) return undefined
  return `CHROMIUM_PATH is ${asked}, which is not an executable file: correct it or unset it.`
}

function isFound(find: () => string): boolean {
  try {
    return find() !== ''
  } catch {
    return false
  }
}

function hasFonts(): boolean {
  if (!existsSync(fontFolder)) return false
  return readdirSync(fontFolder, { recursive: true }).some((name) =>
    /\.(ttf|otf|ttc|pfb)$/.test(String(name)),
  )
}

function canUseApt(): boolean {
  if (process.getuid?.() !== 0 || !inPath('apt-get').some(isExecutable)) return false
  return (
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
  )
}

function aptInstall(packages: string[]) {
  if (!runQuietly('apt-get', ['update'])) return
  // One by one: a package that a distribution does not have must not keep the others out.
  for (const name of packages) runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name])
}

function runQuietly(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' })
  if (status !== 0) console.error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`)
  return status === 0
}

function inPath(program: string): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, program))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
